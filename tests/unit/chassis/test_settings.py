import pytest

from chassis.settings import Settings, SettingsError, describe_settings, read_settings

SECRET = "postgresql://me:swordfish@db/cards"


def test_nothing_need_be_set():
    assert read_settings("table", {"THOUSAND_LISTEN": "", "PATH": "/bin"}) == Settings()


def test_a_variable_of_the_service_wins():
    environment = {"THOUSAND_LISTEN": "[::]:1", "THOUSAND_TABLE_LISTEN": "0.0.0.0:2"}

    assert read_settings("table", environment).listen == "0.0.0.0:2"
    assert read_settings("scoring", environment).listen == "[::]:1"


@pytest.mark.parametrize(
    ("variable", "value", "expected"),
    [
        ("THOUSAND_LISTEN", "everywhere", "host:port"),
        ("THOUSAND_TABLE_METRICS_LISTEN", ":80", "host:port"),
        ("THOUSAND_METRICS_LISTEN", "localhost:65536", "host:port"),
        ("THOUSAND_LOG_LEVEL", "loud", "debug, info, warning or error"),
        ("THOUSAND_GRACE", "-1", "seconds"),
        ("THOUSAND_DATABASE_URL", "swordfish", "postgresql://"),
    ],
)
def test_an_error_names_the_variable_and_what_is_expected_but_not_the_value(
    variable, value, expected
):
    with pytest.raises(SettingsError) as error:
        read_settings("table", {variable: value})

    assert variable in str(error.value)
    assert expected in str(error.value)
    assert value not in str(error.value)


def test_a_service_that_keeps_something_says_what_it_misses():
    with pytest.raises(SettingsError, match="THOUSAND_DATABASE_URL"):
        Settings().require_database_url()


def test_a_password_is_read_but_never_shown():
    settings = read_settings("table", {"THOUSAND_DATABASE_URL": SECRET})

    assert settings.require_database_url() == SECRET
    assert "swordfish" not in repr(settings)


def test_help_lists_every_variable():
    text = describe_settings("table")

    assert all(f"THOUSAND_{name.upper()}" in text for name in Settings.__dataclass_fields__)
