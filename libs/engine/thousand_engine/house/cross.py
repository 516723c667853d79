"""The cross (крест): marked instead of paying, each defender gets a bolt (RULES B6.50)."""

from dataclasses import dataclass

from thousand_engine.deal import Deal
from thousand_engine.errors import Reason, RuleBroken
from thousand_engine.options import Agreement, Option, number_or_none, switch
from thousand_engine.sheet import Sheet

OPTIONS = (
    switch(50, "cross", "the declarer may take a cross instead of playing", "off"),
    Option(51, "cross_limit", "how often a seat may take a cross in a game", (1, "unlimited"), 1),
    Option(
        52,
        "cross_restrictions",
        "no cross in blind or golden deals, nor while a seat is on the barrel",
        ("standard",),
        "standard",
    ),
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Cross:
    """``limit`` is how many a seat may take in a game, None for any number."""

    limit: int | None

    @classmethod
    def agreed(cls, agreement: Agreement) -> "Cross | None":
        if agreement["cross"] == "off":
            return None
        return cls(limit=number_or_none(agreement, "cross_limit"))


def check_cross(rule: Cross | None, sheet: Sheet, deal: Deal, seat: int) -> None:
    """Passes a cross that is allowed; else CROSS_NOT_ALLOWED (B6.51, 52)."""
    if (
        rule is None
        or deal.blind
        or deal.golden
        or sheet.sitters
        or (rule.limit is not None and sheet.crosses[seat] >= rule.limit)
    ):
        raise RuleBroken(Reason.CROSS_NOT_ALLOWED)
