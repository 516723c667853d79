import pytest

from thousand_cli.choosing import offered, read
from thousand_engine import BadAction, parse_action, view
from thousand_engine.record import play_record


@pytest.fixture
def seen(record_of):
    """The complete deal as a seat sees it after some actions."""

    def seen(seat, *actions):
        *_, (_, game) = play_record(record_of(actions))
        return view(game, seat)

    return seen


AUCTION = ("2 bid 105", "0 bid 110", "1 pass", "2 bid 120", "0 pass")
TALON = (*AUCTION, "2 give 9C>1 JD>0")


@pytest.mark.parametrize(
    ("seat", "actions", "typed", "action"),
    [
        pytest.param(2, (), "pass", "2 pass", id="a word"),
        pytest.param(2, (), "BID 110", "2 bid 110", id="in capitals"),
        pytest.param(2, (), "110", "2 bid 110", id="a number alone is a bid"),
        pytest.param(2, AUCTION, "give 9c>1 jd>0", "2 give 9C>1 JD>0", id="small cards given"),
        pytest.param(2, TALON, "125", "2 contract 125", id="a number alone is a contract"),
        pytest.param(2, (*TALON, "2 contract 120"), "ac", "2 play AC", id="a card alone is played"),
        pytest.param(
            2, (*TALON, "2 contract 120"), "kh Declare", "2 play KH declare", id="and declared"
        ),
    ],
)
def test_what_is_typed_is_read(seen, seat, actions, typed, action):
    assert read(typed, seen(seat, *actions)) == parse_action(action)


@pytest.mark.parametrize("typed", ["", " ", "castle", "bid", "play", "give", "give 9C", "9" * 300])
def test_what_means_nothing_is_refused(seen, typed):
    with pytest.raises(BadAction):
        read(typed, seen(2))


@pytest.mark.parametrize(
    ("actions", "said"),
    [
        ((), ["pass", "bid 105, 110 … 220"]),
        (AUCTION, ["give CARD>0 CARD>1"]),
        (TALON, ["contract 120, 125 … 260", "writeoff"]),
        ((*TALON, "2 contract 120"), ["play KS QS"]),
    ],
)
def test_everything_that_may_be_done_is_offered(seen, actions, said):
    shown = "\n".join(text.plain for text in offered(seen(2, *actions)))

    for each in said:
        assert each in shown
