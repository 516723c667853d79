import pytest

from chassis.settings import Settings, SettingsError

SECRET = "swordfish" * 4


def settings_with(path, text=SECRET, mode=0o600):
    path.write_text(text)
    path.chmod(mode)
    return Settings(bootstrap_secret_file=path)


@pytest.mark.parametrize("mode", [0o600, 0o400])
def test_the_secret_is_what_a_closed_file_holds(tmp_path, mode):
    settings = settings_with(tmp_path / "secret", f"{SECRET}\n", mode)

    assert settings.require_bootstrap_secret() == SECRET
    assert "swordfish" not in repr(settings)


@pytest.mark.parametrize("mode", [0o640, 0o604, 0o660, 0o644, 0o610, 0o777])
def test_a_file_that_is_open_to_others_is_refused(tmp_path, mode):
    settings = settings_with(tmp_path / "secret", mode=mode)

    with pytest.raises(SettingsError, match="others can read; chmod 600") as refused:
        settings.require_bootstrap_secret()

    assert "swordfish" not in str(refused.value)


@pytest.mark.parametrize("text", ["", "\n", "swordfish"])
def test_a_secret_that_can_be_guessed_is_refused(tmp_path, text):
    with pytest.raises(SettingsError, match="less than 32 characters"):
        settings_with(tmp_path / "secret", text).require_bootstrap_secret()


def test_a_file_that_is_not_there_is_named_by_its_variable(tmp_path):
    with pytest.raises(SettingsError, match="THOUSAND_BOOTSTRAP_SECRET_FILE"):
        Settings(bootstrap_secret_file=tmp_path / "none").require_bootstrap_secret()
    with pytest.raises(SettingsError, match="THOUSAND_BOOTSTRAP_SECRET_FILE must be set"):
        Settings().require_bootstrap_secret()
