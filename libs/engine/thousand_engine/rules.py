"""The agreement a table makes before the first deal: every house rule, as the rules read it."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache

from thousand_engine.auction import AuctionRules
from thousand_engine.catalogue import complete, defaults
from thousand_engine.house.barrel import Barrel
from thousand_engine.house.bolts import Bolts
from thousand_engine.house.dump_truck import DumpTruck
from thousand_engine.house.redeals import Redeals
from thousand_engine.house.silence import Silence
from thousand_engine.house.write_off import WriteOffRule
from thousand_engine.marriage import Marriages
from thousand_engine.options import OptionValue, number
from thousand_engine.score import ScoreRules
from thousand_engine.talon import TalonRules
from thousand_engine.trick import Duties

RULES_VERSION = 1
"""Stored with every step: picks the judge when a rule was corrected since (ARCHITECTURE 3)."""


@dataclass(frozen=True, slots=True)
class Rules:
    """The flat map is the agreement; the records are how the rules read it.

    Made only by :meth:`from_options`, so that both always say the same.
    """

    agreement: tuple[tuple[str, OptionValue], ...]
    players: int
    win_score: int
    auction: AuctionRules
    talon: TalonRules
    duties: Duties
    marriages: Marriages
    score: ScoreRules
    redeals: Redeals
    dump_truck: DumpTruck
    silence: Silence | None
    write_off: WriteOffRule | None
    bolts: Bolts | None
    barrel: Barrel | None

    @classmethod
    def from_options(cls, chosen: Mapping[str, OptionValue]) -> "Rules":
        """The agreement with these options and defaults for the rest; BadAgreement if it is none."""
        return _read(tuple(complete(chosen).items()))

    @classmethod
    def stored(cls, options: Mapping[str, OptionValue]) -> "Rules":
        """An agreement that was made before: read as it is, judged by nobody.

        Options it does not know are newer than it, and have their defaults.
        """
        return _read(tuple({**defaults(), **options}.items()))

    def options(self) -> dict[str, OptionValue]:
        """Every option with its value; ``from_options`` makes the same rules of it."""
        return dict(self.agreement)


@lru_cache(maxsize=1024)
def _read(agreement: tuple[tuple[str, OptionValue], ...]) -> Rules:
    """Thousands of tables share a few agreements, so each is read once."""
    options = dict(agreement)
    return Rules(
        agreement=agreement,
        players=number(options, "players"),
        win_score=number(options, "win_score"),
        auction=AuctionRules.agreed(options),
        talon=TalonRules.agreed(options),
        duties=Duties.agreed(options),
        marriages=Marriages.agreed(options),
        score=ScoreRules.agreed(options),
        redeals=Redeals.agreed(options),
        dump_truck=DumpTruck.agreed(options),
        silence=Silence.agreed(options),
        write_off=WriteOffRule.agreed(options),
        bolts=Bolts.agreed(options),
        barrel=Barrel.agreed(options),
    )
