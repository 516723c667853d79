import pytest

from thousand_engine import DECK, BadAction, Card, parse_action, parse_cards, write_action


@pytest.mark.parametrize(
    "text",
    [
        "0 look",
        "0 blind",
        "1 bid 105",
        "2 pass",
        "2 claim",
        "1 talon 2",
        "1 give 9C>2 JD>0",
        "1 give 9C>0 JD>T",
        "1 writeoff",
        "1 cross",
        "1 contract 120",
        "1 play KH",
        "1 play KH declare",
        "1 play KH silent",
    ],
)
def test_an_action_is_written_as_it_was_read(text):
    assert write_action(parse_action(text)) == text


def test_a_card_is_written_as_it_was_read():
    assert [Card.parse(str(card)) for card in DECK] == list(DECK)
    assert eval(repr(DECK[0])) is DECK[0]


@pytest.mark.parametrize(
    "text",
    [
        "",
        "1",
        "bid 105",
        "1 bid",
        "1 bid 105 110",
        "1 bid many",
        "1 bid 1e3",
        "1 bid 0105",
        "1 bid ١٠٥",
        "1 bid 9999999999",
        "1 pass please",
        "1 play",
        "1 play 1S",
        "1 play KH loudly",
        "1 play KH declare silent",
        "1 give",
        "1 give 9C",
        "1 give 9C>",
        "1 give 9C>left",
        "x pass",
        "1 fold",
        "1 " + "give 9C>1 " * 100,
    ],
)
def test_what_is_no_action_cannot_be_read(text):
    with pytest.raises(BadAction) as unread:
        parse_action(text)

    assert unread.value.reason == "BAD_ACTION"


def test_what_is_no_card_cannot_be_read():
    for code in ("", "T", "10S", "ts", "TX", "T S", "TS "):
        with pytest.raises(BadAction):
            Card.parse(code)
    with pytest.raises(BadAction):
        parse_cards("TS XX")
