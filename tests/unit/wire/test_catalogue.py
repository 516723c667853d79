import pytest

from thousand.rules.v1 import rules_pb2
from thousand_wire.catalogue import CATALOGUE, read_catalogue, write_catalogue


@pytest.fixture(scope="module")
def message():
    """The catalogue's message as it arrives."""
    return rules_pb2.Catalogue.FromString(write_catalogue(CATALOGUE).SerializeToString())


def told(option):
    """What the wire says about an option."""
    return (
        option.number,
        option.id,
        option.group,
        option.meaning,
        option.values,
        option.default,
        option.effect,
    )


def test_options_are_read_as_they_were_written_in_their_order(message):
    read = read_catalogue(message).options

    assert list(map(told, read.values())) == list(map(told, CATALOGUE.options.values()))
    assert list(read) == list(CATALOGUE.options)


def test_constraints_are_read_as_they_were_written(message):
    assert read_catalogue(message).constraints == CATALOGUE.constraints


def test_presets_are_read_as_they_were_written_in_their_order(message):
    read = read_catalogue(message).presets

    assert read == CATALOGUE.presets
    assert list(read) == list(CATALOGUE.presets)
    for name, preset in read.items():
        assert list(preset.options) == list(CATALOGUE.presets[name].options)


def test_a_form_finds_lists_ranges_and_who_carries_an_option_out(message):
    options = {option.id: option for option in message.options}

    assert list(options["redeal_low_hand"].list.values) == ["off", "13", "14", "15"]
    assert options["redeal_low_hand"].default_value == "14"
    assert options["redeal_low_hand"].group == "Redeals"
    assert options["penalty_amount"].range == rules_pb2.ValueRange(first=0, last=500, step=5)
    assert options["bank_size"].effect == rules_pb2.EFFECT_TABLE
    assert options["exposed_card_penalty"].effect == rules_pb2.EFFECT_LIVE


def test_an_option_that_only_the_server_knows_is_read_all_the_same():
    new = rules_pb2.Option(
        id="talon_of_four",
        number=131,
        default_value="off",
        list=rules_pb2.ValueList(values=["off", "4"]),
        effect=rules_pb2.EFFECT_RULES,
    )
    preset = rules_pb2.Preset(name="newer", options={"talon_of_four": "4"})

    read = read_catalogue(rules_pb2.Catalogue(options=[new], presets=[preset]))

    assert read.options["talon_of_four"].values == ("off", 4)
    assert read.presets["newer"].options == {"talon_of_four": 4}
