from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal

import pytest

from thousand_engine.facts import FACTS
from thousand_log import Topic, Topics, UnknownTopic


@dataclass(frozen=True, slots=True)
class Gift:
    card: str
    recipient: int | Literal["leftover"]


@dataclass(frozen=True, slots=True)
class Everything:
    seat: int
    suit: Literal["S", "C"]
    cards: tuple[str, ...]
    pair: tuple[str, bool]
    options: Mapping[str, str | int | bool]
    gift: Gift
    gifts: tuple[tuple[Gift, ...], ...]
    left_out: int | None = None


@dataclass(frozen=True, slots=True)
class OtherFact:
    seat: int


def holding(annotation):
    return dataclass(frozen=True)(type("Holding", (), {"__annotations__": {"value": annotation}}))


def test_a_fact_may_hold_all_plain_values():
    topic = Topic(name="game.everything", fact=Everything)

    assert Topics([topic]).named("game.everything") is topic


@pytest.mark.parametrize("fact", FACTS, ids=lambda fact: fact.__name__)
def test_every_fact_of_the_engine_can_be_stored(fact):
    assert Topic(name="game.any", fact=fact).fact is fact


@pytest.mark.parametrize(
    "annotation",
    [
        pytest.param(float, id="a float"),
        pytest.param(int | None, id="perhaps nothing, and not by default"),
        pytest.param(bytes, id="bytes"),
        pytest.param(object, id="anything"),
        pytest.param(tuple[float, ...], id="floats in a tuple"),
        pytest.param(Mapping[int, str], id="a map with numbers for names"),
        pytest.param(Mapping[str, Gift], id="a map to records"),
        pytest.param(Gift | int, id="a record or a number"),
    ],
)
def test_a_field_may_not_hold(annotation):
    with pytest.raises(TypeError, match=r"Holding\.value holds more than plain values"):
        Topic(name="game.holding", fact=holding(annotation))


def test_a_record_in_a_field_leaves_nothing_out():
    inner = dataclass(frozen=True)(
        type("Inner", (), {"__annotations__": {"value": int | None}, "value": None})
    )

    with pytest.raises(TypeError, match=r"Inner\.value holds more than plain values"):
        Topic(name="game.holding", fact=holding(tuple[inner, ...]))


@pytest.mark.parametrize("name", ["type", "v", "version", "last", "at", "actor", "rules", "hidden"])
def test_no_field_is_named_like_a_member_of_every_public_form(name):
    fact = dataclass(frozen=True)(type("Named", (), {"__annotations__": {name: int}}))

    with pytest.raises(ValueError, match=f"no field may be named {name}"):
        Topic(name="game.named", fact=fact)


def test_what_is_no_dataclass_is_no_fact():
    with pytest.raises(TypeError, match="str is no dataclass"):
        Topic(name="game.text", fact=str)


@pytest.mark.parametrize("upcasts", [{}, {1: dict}, {2: dict}, {1: dict, 2: dict, 3: dict}])
def test_every_older_version_has_its_upcast(upcasts):
    with pytest.raises(ValueError, match="one upcast for each version before 3"):
        Topic(name="game.other", fact=OtherFact, version=3, upcasts=upcasts)


@pytest.mark.parametrize(
    "second",
    [
        pytest.param(Topic(name="game.gift", fact=OtherFact), id="name"),
        pytest.param(Topic(name="game.other", fact=Gift), id="class"),
    ],
)
def test_nothing_is_registered_twice_by(second):
    with pytest.raises(ValueError, match="is registered already"):
        Topics([Topic(name="game.gift", fact=Gift), second])


def test_an_unknown_name_is_refused():
    with pytest.raises(UnknownTopic, match=r"no fact is known by the topic 'game\.nothing'"):
        Topics([]).named("game.nothing")


def test_an_unregistered_fact_is_refused():
    with pytest.raises(TypeError, match="OtherFact is registered as no topic"):
        Topics([]).of(OtherFact(1))
