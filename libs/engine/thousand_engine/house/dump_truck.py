"""The dump truck (самосвал): land exactly on its score and lose it all (RULES A16, B11)."""

from dataclasses import dataclass

from thousand_engine.facts import DumpTruckHit
from thousand_engine.options import Agreement, Option, number_or_none, switch
from thousand_engine.settling import Settling

OPTIONS = (
    Option(98, "dump_truck", "a total of exactly so much becomes zero", ("off", 555, 550), 555),
    switch(99, "dump_truck_negative", "a total of exactly so much below zero becomes zero", "off"),
)

NEGATIVE_ALONE = 555
"""Where the negative one stands when the positive is off (J8)."""


@dataclass(frozen=True, slots=True, kw_only=True)
class DumpTruck:
    """The totals that tip out."""

    at: tuple[int, ...]

    @classmethod
    def agreed(cls, agreement: Agreement) -> "DumpTruck":
        above = number_or_none(agreement, "dump_truck")
        below = agreement["dump_truck_negative"] == "on"
        return cls(
            at=(
                *((above,) if above is not None else ()),
                *((-(above or NEGATIVE_ALONE),) if below else ()),
            )
        )


def tip_out(settling: Settling) -> None:
    """Checked once a deal, on the totals after fines and falls, not on the barrel."""
    for seat, total in enumerate(settling.sheet.totals):
        if total in settling.rules.dump_truck.at and not settling.sheet.on_barrel(seat):
            settling.enter(DumpTruckHit(seat, -total))
