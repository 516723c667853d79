"""The ace marriage (тузовый марьяж): four aces in hand, declared (RULES A1.5, B7.58-61)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal, cast

from thousand_engine.cards import Card, Hand, Rank, count
from thousand_engine.deal import Deal
from thousand_engine.declaring import Declaration
from thousand_engine.facts import AcesDeclared, TrumpCancelled, TrumpSet
from thousand_engine.options import Agreement, Option, switch

if TYPE_CHECKING:  # Rules gathers the record below
    from thousand_engine.rules import Rules

OPTIONS = (
    switch(58, "ace_marriage", "four aces declared by leading one score 200", "off"),
    Option(
        59,
        "ace_marriage_trump",
        "what an ace marriage does to the trump",
        ("none", "cancels_trump", "suit_of_led_ace", "suit_of_last_ace"),
        "none",
    ),
    Option(
        60,
        "ace_marriage_first_lead",
        "an ace marriage on the very first lead: as other marriages, or never",
        ("follows", "never"),
        "follows",
    ),
    switch(
        61,
        "ace_marriage_must_continue",
        "the owner of an ace marriage must lead the other aces next",
        "off",
    ),
)

TrumpEffect = Literal["none", "cancels_trump", "suit_of_led_ace", "suit_of_last_ace"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Aces:
    """What four aces are worth, what they do to the trump, whether they may be led at once.

    That their owner must go on leading them (61) is a duty in ``trick``.
    """

    points: int = 200
    trump: TrumpEffect
    on_first_lead: bool

    @classmethod
    def agreed(cls, agreement: Agreement) -> Aces | None:
        if agreement["ace_marriage"] == "off":
            return None
        follows = agreement["ace_marriage_first_lead"] == "follows"
        return cls(
            trump=cast("TrumpEffect", agreement["ace_marriage_trump"]),
            on_first_lead=follows and agreement["marriage_first_lead"] == "on",
        )


def four_aces(hand: Hand) -> bool:
    """Whether all aces are in this hand."""
    return count(hand, Rank.ACE) == 4


def declared_aces(deal: Deal, seat: int) -> bool:
    """Whether the seat has declared four aces in this deal."""
    return any(meld.kind == "aces" and meld.seat == seat for meld in deal.melds)


def aces(rules: Rules, deal: Deal, seat: int, card: Card) -> Declaration | None:
    """An ace, all four in hand (B7.58)."""
    if rules.aces is None or not four_aces(deal.hands[seat]):
        return None
    return Declaration(
        (
            AcesDeclared(seat, rules.aces.points),
            *trump_after_aces(rules, rules.aces.trump, deal, seat, card),
        ),
        needs_trick=not rules.aces.on_first_lead,
    )


def trump_after_aces(
    rules: Rules, effect: TrumpEffect, deal: Deal, seat: int, card: Card
) -> tuple[TrumpSet | TrumpCancelled, ...]:
    """What declaring does to the trump (B7.59); only a new one waits for option 55."""
    if effect == "suit_of_led_ace":
        return (TrumpSet(seat, card.suit.value, rules.marriages.next_trick),)
    if effect != "none" and deal.trump:
        return (TrumpCancelled(seat),)
    return ()


def fourth_ace(rules: Rules, deal: Deal, seat: int, card: Card) -> tuple[TrumpSet, ...]:
    """The last of declared aces sets the trump: led by option 55, else from the next trick (J8)."""
    if (
        rules.aces is None
        or rules.aces.trump != "suit_of_last_ace"
        or card.rank is not Rank.ACE
        or not declared_aces(deal, seat)
        or count(deal.hands[seat], Rank.ACE) > 1
    ):
        return ()
    return (TrumpSet(seat, card.suit.value, bool(deal.trick) or rules.marriages.next_trick),)
