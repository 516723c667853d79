import asyncio
from random import Random

import pytest

from services.table.commands import Command, first_game_of, says
from services.table.errors import (
    BadRequest,
    CommandIdReused,
    GameNotFound,
    GameNotStarted,
    HistoryDiffers,
    NotSeated,
    SeatRefused,
    StaleVersion,
)
from tests.unit.table.tables import (
    BEGUN,
    Held,
    TroubledLog,
    act,
    answer_lost,
    begin,
    not_stored,
    open_table,
    play_on,
    replica,
    sit,
    turn,
)
from thousand_engine import Reason, RuleBroken, parse_action
from thousand_engine.actions import Give
from thousand_engine.facts import CardPlayed
from thousand_log.errors import StoreUnreachable

# --- the same command again

COMMANDS = {
    "a table is opened": open_table,
    "the first seat is taken": lambda games: sit(games, GAME, "ann"),
    "another seat is taken": lambda games: sit(games, GAME, "bob"),
    "the last seat is taken": lambda games: sit(games, GAME, "cid"),
    "a seat acts": lambda games: act(games, GAME, "2 bid 105"),
}
"""Each needs those before it."""
GAME = first_game_of("ann", "open")[1]

every_command = pytest.mark.parametrize("number", range(len(COMMANDS)), ids=COMMANDS)


async def prepare(games, number):
    """Everything that comes before a command, and the command itself."""
    *before, command = [*COMMANDS.values()][: number + 1]
    for said in before:
        await said(games)
    if len(before) > 3:
        await turn(games, GAME)
    return command


async def size(log):
    """How many steps a player has made; those of the table itself follow by themselves."""
    return len([step for step in await log.read(GAME) if step.account])


@every_command
async def test_a_command_repeated_gives_the_same_answer_and_no_second_step(number):
    games = replica(log := TroubledLog())
    command = await prepare(games, number)
    answer = await command(games)
    before = await size(log)

    again = await command(games)

    assert again == answer
    assert await size(log) == before


@every_command
async def test_a_command_repeated_after_a_restart_gives_the_same_answer(number):
    games = replica(log := TroubledLog())
    command = await prepare(games, number)
    answer = await command(games)
    before = await size(log)

    again = await command(replica(log, seed=1))

    assert again == answer
    assert await size(log) == before


@every_command
@pytest.mark.parametrize("times", [2, 10, 100])
async def test_a_command_sent_many_times_at_once_is_one_step(number, times):
    games, other = replica(log := TroubledLog()), replica(log, seed=1)
    command = await prepare(games, number)
    before = await size(log)
    log.troubles.append(held := Held())

    sent = [asyncio.create_task(command(asked)) for asked in [games, other] * (times // 2)]
    await held.asked.wait()
    held.let.set()
    answers = await asyncio.gather(*sent)

    assert len(set(answers)) == 1
    assert await size(log) == before + 1


@every_command
@pytest.mark.parametrize("trouble", [answer_lost, not_stored])
@pytest.mark.parametrize("restarted", [False, True], ids=["same replica", "restarted"])
async def test_a_command_repeated_after_the_store_was_away_is_done_once(number, trouble, restarted):
    games = replica(log := TroubledLog())
    command = await prepare(games, number)
    before = await size(log)
    log.troubles.append(trouble)
    with pytest.raises(StoreUnreachable):
        await command(games)

    games = replica(log, seed=1) if restarted else games
    answer = await command(games)

    assert await size(log) == before + 1
    assert await command(replica(log, seed=2)) == answer


@every_command
async def test_a_command_is_remembered_for_ever(number):
    games = replica(log := TroubledLog())
    command = await prepare(games, number)
    answer = await command(games)
    await begin(games)
    await play_on(games, GAME, Random(1), most=200)
    before = await size(log)

    assert await command(games) == answer
    assert await command(replica(log, seed=1)) == answer
    assert await size(log) == before


# --- the same id for another command


@pytest.mark.parametrize(
    ("first", "second"),
    [
        ("2 bid 105", "2 bid 110"),
        ("2 bid 105", "2 pass"),
        ("2 pass", "2 bid 105"),
        ("2 pass", "2 claim"),
        ("2 pass", "2 contract 105"),
        ("2 pass", "2 play 9S"),
    ],
)
async def test_an_id_that_named_another_action_is_refused(first, second):
    games = replica(log := TroubledLog())
    game_id = await begin(games)
    await act(games, game_id, first)

    for asked in (games, replica(log, seed=1)):
        with pytest.raises(CommandIdReused):
            await act(asked, game_id, second)

    assert await size(log) == 5


async def test_an_id_that_took_a_seat_names_no_action():
    games = replica(TroubledLog())
    game_id = await begin(games)

    with pytest.raises(CommandIdReused):
        await act(games, game_id, "2 pass", "sit")


async def test_an_id_that_took_one_seat_takes_no_other():
    games = replica(TroubledLog())
    game_id = await open_table(games)
    await sit(games, game_id, "ann", 1)

    with pytest.raises(CommandIdReused):
        await sit(games, game_id, "ann", 2)

    assert await sit(games, game_id, "ann", 1) == await sit(games, game_id, "ann")


async def test_an_id_that_opened_a_table_opens_none_under_another_agreement():
    games = replica(TroubledLog())
    await open_table(games)

    with pytest.raises(CommandIdReused):
        await open_table(games, bid_step=10)


async def test_gifts_named_in_another_order_are_the_same_action():
    games = replica(log := TroubledLog())
    game_id = await begin(games)
    for number, words in enumerate(["2 bid 105", "0 pass", "1 pass"]):
        await act(games, game_id, words, f"bid-{number}")
    hand = (await turn(games, game_id)).seated.game.deal.hands[2]
    gifts = ((hand[0], 0), (hand[1], 1))
    answer = await act(games, game_id, Give(2, gifts))

    again = await act(replica(log, seed=1), game_id, Give(2, gifts[::-1]))

    assert again == answer


# --- what an id is remembered for, and where


async def test_a_refusal_is_not_remembered():
    games = replica(TroubledLog())
    game_id = await begin(games)
    with pytest.raises(RuleBroken, match=Reason.NOT_YOUR_TURN.value):
        await act(games, game_id, "0 bid 110")
    await act(games, game_id, "2 bid 105")

    assert await act(games, game_id, "0 bid 110") == BEGUN + 2


async def test_two_accounts_may_use_the_same_id_in_one_game():
    games = replica(TroubledLog())
    game_id = await begin(games)

    versions = [await act(games, game_id, words) for words in ("2 bid 105", "0 bid 110")]

    assert versions == [BEGUN + 1, BEGUN + 2]


async def test_two_accounts_open_two_tables_with_the_same_id():
    games = replica(TroubledLog())

    assert await open_table(games, "ann") != await open_table(games, "bob")


def test_the_table_that_a_command_opens_is_the_same_for_ever():
    assert first_game_of("ann", "open") == ("lnrw5xw4hc7ow4bq", "lnrw5xw4hc7ow4bq-1")


@pytest.mark.parametrize("said", ["", "declare", "silent"])
@pytest.mark.parametrize("word", ["", " declare", " silent"])
def test_a_word_makes_another_command_only_where_it_declares(said, word):
    action = parse_action(f"1 play KH{word}")

    assert says(CardPlayed(1, "KH"), action, asked=False)
    same = (said == "declare") is (word == " declare")
    assert says(CardPlayed(1, "KH", said), action, asked=True) is same


async def test_an_id_may_be_used_again_in_another_game():
    games = replica(TroubledLog())
    one, other = await begin(games, "one"), await begin(games, "other")

    assert await act(games, one, "2 pass") == await act(games, other, "2 pass")


async def test_the_id_that_opened_a_table_is_free_inside_its_game():
    """ARCHITECTURE 3: the scope is (game, account), for CreateTable the account."""
    games = replica(log := TroubledLog())
    game_id = await open_table(games, command_id="1")

    seat = await sit(games, game_id, "ann", command_id="1")

    assert seat == (0, 2)
    for asked in (games, replica(log)):
        assert await open_table(asked, command_id="1") == game_id


@pytest.mark.parametrize("command_id", ["", "x" * 65, "a\0b", "a\nb", "\u200b", "\ud800"])
def test_what_is_no_command_id_is_refused(command_id):
    with pytest.raises(BadRequest) as refused:
        Command(account="ann", game_id=GAME, command_id=command_id)

    assert refused.value.reason == "BAD_COMMAND_ID"


@pytest.mark.parametrize("command_id", ["x" * 64, "ж" * 64, "a b", "0"])
async def test_a_command_id_has_up_to_64_printable_characters(command_id):
    games = replica(TroubledLog())
    game_id = await begin(games)

    answers = {await act(games, game_id, "2 pass", command_id) for _ in range(2)}

    assert answers == {BEGUN + 1}


# --- what the caller has seen


@pytest.mark.parametrize("expected", [BEGUN, BEGUN - 1, BEGUN - 2])
async def test_a_version_inside_the_last_step_stands_for_its_end(expected):
    games = replica(TroubledLog())
    game_id = await begin(games)

    assert await act(games, game_id, "2 pass", expected_version=expected) == BEGUN + 1


@pytest.mark.parametrize("expected", [-1, 0, 1, BEGUN - 3, BEGUN + 1, 2**62])
async def test_an_action_for_another_version_is_refused_with_the_one_there_is(expected):
    games = replica(log := TroubledLog())
    game_id = await begin(games)

    with pytest.raises(StaleVersion) as stale:
        await act(games, game_id, "2 pass", expected_version=expected)

    assert stale.value.facts == {"expected": expected, "version": BEGUN}
    assert await size(log) == 4


async def test_a_repeated_command_is_answered_although_its_version_is_old():
    games = replica(TroubledLog())
    game_id = await begin(games)

    answers = [await act(games, game_id, "2 pass", expected_version=BEGUN) for _ in range(2)]

    assert answers == [BEGUN + 1, BEGUN + 1]


async def test_one_card_sent_by_two_ids_is_played_once():
    games = replica(log := TroubledLog())
    game_id = await begin(games)

    answers = await asyncio.gather(
        *(act(games, game_id, "2 bid 105", command_id) for command_id in ("one", "other")),
        return_exceptions=True,
    )

    assert answers[0] == BEGUN + 1
    assert isinstance(answers[1], RuleBroken)
    assert await size(log) == 5


async def test_every_head_of_the_game_is_accepted():
    games = replica(log := TroubledLog())
    game_id = await begin(games)

    heads = [step.head for step in await log.read(game_id)]

    for number, (head, words) in enumerate(
        zip(heads, ["2 bid 105", "0 bid 110", "1 bid 115", "2 bid 120", "0 pass"], strict=True)
    ):
        await act(games, game_id, words, f"act-{number}", head=head)


@pytest.mark.parametrize("head", [b"", b"\0" * 32, b"x" * 1000], ids=["none", "zeros", "long"])
async def test_an_unknown_head_is_refused_and_alarmed(head, alarms):
    games = replica(log := TroubledLog())
    game_id = await begin(games)

    with pytest.raises(HistoryDiffers):
        await act(games, game_id, "2 pass", head=head)

    assert [alarm["event"] for alarm in alarms] == ["history_differs"]
    assert await size(log) == 4


async def test_the_head_of_another_game_is_unknown():
    games = replica(log := TroubledLog())
    game_id, other = await begin(games), await begin(games, "other")

    with pytest.raises(HistoryDiffers):
        await act(games, game_id, "2 pass", head=(await log.read(other))[-1].head)


# --- who may, and when


async def test_only_who_has_a_seat_acts():
    games = replica(TroubledLog())
    game_id = await begin(games)

    with pytest.raises(NotSeated):
        await act(games, game_id, "2 pass", account="eve")


async def test_nobody_acts_before_all_seats_are_taken():
    games = replica(TroubledLog())
    game_id = await open_table(games)
    await sit(games, game_id, "ann")

    with pytest.raises(GameNotStarted) as refused:
        await act(games, game_id, "0 pass")

    assert refused.value.facts == {"free": 2}


@pytest.mark.parametrize("game_id", ["", "t1-1", "T1-1", "t1-1\0", "../etc", "t1-1" * 1000])
async def test_a_game_that_is_not_there_is_not_found(game_id):
    games = replica(TroubledLog())

    with pytest.raises(GameNotFound):
        await act(games, game_id, "0 pass")
    with pytest.raises(GameNotFound):
        await games.look("ann", game_id)
    with pytest.raises(GameNotFound):
        await games.record(game_id)
    with pytest.raises(GameNotFound):
        await anext(games.watch("ann", game_id, None))


async def test_one_account_gets_one_seat_however_it_asks():
    games = replica(TroubledLog())
    game_id = await open_table(games)

    answers = await asyncio.gather(
        *(sit(games, game_id, "ann", seat, f"sit-{seat}") for seat in range(3)),
        return_exceptions=True,
    )

    assert answers[0] == (0, 2)
    assert [answer.reason for answer in answers[1:]] == ["ALREADY_SEATED"] * 2


async def test_one_seat_gets_one_account_of_two_replicas():
    games, other = replica(log := TroubledLog()), replica(log, seed=1)
    game_id = await open_table(games)

    answers = await asyncio.gather(
        sit(games, game_id, "ann", 1), sit(other, game_id, "bob", 1), return_exceptions=True
    )

    assert answers[0] == (1, 2)
    assert answers[1].reason == "SEAT_TAKEN"


@pytest.mark.parametrize("seat", [-1, 3, 99, -(2**31), 2**31 - 1])
async def test_a_seat_that_no_table_has_is_a_bad_request(seat):
    games = replica(TroubledLog())
    game_id = await open_table(games)

    with pytest.raises(BadRequest) as refused:
        await sit(games, game_id, "ann", seat)

    assert refused.value.reason == "NO_SUCH_SEAT"


async def test_a_fourth_account_finds_the_table_full():
    games = replica(TroubledLog())
    game_id = await begin(games)

    with pytest.raises(SeatRefused) as refused:
        await sit(games, game_id, "eve")

    assert refused.value.reason == "TABLE_FULL"
