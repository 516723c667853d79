"""The agreement a table makes before the first deal: every house rule, as the rules read it."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache

from thousand_engine.auction import AuctionRules
from thousand_engine.catalogue import complete, defaults
from thousand_engine.house import first_dealer
from thousand_engine.house.ace_marriage import Aces
from thousand_engine.house.barrel import Barrel
from thousand_engine.house.blind import Blind
from thousand_engine.house.bolts import Bolts
from thousand_engine.house.cross import Cross
from thousand_engine.house.cut import Cut
from thousand_engine.house.dump_truck import DumpTruck
from thousand_engine.house.first_dealer import FirstDealer
from thousand_engine.house.golden import Golden
from thousand_engine.house.lock import Lock
from thousand_engine.house.redeals import Redeals
from thousand_engine.house.resting_seat import RestingSeat
from thousand_engine.house.reverse_barrel import ReverseBarrel
from thousand_engine.house.settlement import Settlement
from thousand_engine.house.silence import Silence
from thousand_engine.house.two_players import TwoPlayers
from thousand_engine.house.write_off import WriteOffRule
from thousand_engine.marriage import Marriages
from thousand_engine.options import OptionValue, number, number_or_none
from thousand_engine.score import ScoreRules
from thousand_engine.talon import TalonRules
from thousand_engine.trick import Duties

RULES_VERSION = 1
"""Ours. Stored with every step, since it picks the judge (ARCHITECTURE 3).

A correction raises it and is a branch on ``rules.version`` inside the one rule.
"""


@dataclass(frozen=True, slots=True)
class Rules:
    """The flat map is the agreement; the records are how the rules read it.

    Made only from options, so that both always say the same.
    """

    agreement: tuple[tuple[str, OptionValue], ...]
    version: int
    """The rules of which version judge: those of the day when the game began."""
    players: int
    win_score: int
    penalty: int
    """The size of a flat fine (option 4)."""
    cut: Cut
    next_first_dealer: FirstDealer
    auction: AuctionRules
    talon: TalonRules
    duties: Duties
    marriages: Marriages
    aces: Aces | None
    bed_marriage: bool
    four_nines: int | None
    score: ScoreRules
    redeals: Redeals
    dump_truck: DumpTruck
    resting_seat: RestingSeat
    two_players: TwoPlayers | None
    silence: Silence | None
    write_off: WriteOffRule | None
    cross: Cross | None
    golden: Golden | None
    blind: Blind | None
    bolts: Bolts | None
    barrel: Barrel | None
    reverse_barrel: ReverseBarrel | None
    lock: Lock | None
    settlement: Settlement | None

    @classmethod
    def from_options(cls, chosen: Mapping[str, OptionValue]) -> "Rules":
        """The agreement with these options and defaults for the rest; BadAgreement if it is none."""
        return _read(tuple(complete(chosen).items()), RULES_VERSION)

    @classmethod
    def stored(cls, options: Mapping[str, OptionValue], version: int | None = None) -> "Rules":
        """An agreement that was made before: read as it is, judged by nobody.

        Options it does not know are newer than it, and have their defaults. ``version`` is that of
        the game it belongs to; ours for a game that is yet to begin.
        """
        agreement = tuple({**defaults(), **options}.items())
        return _read(agreement, RULES_VERSION if version is None else version)

    def options(self) -> dict[str, OptionValue]:
        """Every option with its value; ``from_options`` makes the same rules of it."""
        return dict(self.agreement)


@lru_cache(maxsize=1024)
def _read(agreement: tuple[tuple[str, OptionValue], ...], version: int) -> Rules:
    """Thousands of tables share a few agreements, so each is read once."""
    options = dict(agreement)
    return Rules(
        agreement=agreement,
        version=version,
        players=number(options, "players"),
        win_score=number(options, "win_score"),
        penalty=number(options, "penalty_amount"),
        cut=Cut.agreed(options),
        next_first_dealer=first_dealer.agreed(options),
        auction=AuctionRules.agreed(options),
        talon=TalonRules.agreed(options),
        duties=Duties.agreed(options),
        marriages=Marriages.agreed(options),
        aces=Aces.agreed(options),
        bed_marriage=options["bed_marriage"] == "on",
        four_nines=number_or_none(options, "four_nines_bonus"),
        score=ScoreRules.agreed(options),
        redeals=Redeals.agreed(options),
        dump_truck=DumpTruck.agreed(options),
        resting_seat=RestingSeat.agreed(options),
        two_players=TwoPlayers.agreed(options),
        silence=Silence.agreed(options),
        write_off=WriteOffRule.agreed(options),
        cross=Cross.agreed(options),
        golden=Golden.agreed(options),
        blind=Blind.agreed(options),
        bolts=Bolts.agreed(options),
        barrel=Barrel.agreed(options),
        reverse_barrel=ReverseBarrel.agreed(options),
        lock=Lock.agreed(options),
        settlement=Settlement.agreed(options),
    )
