"""What a deal with a sitter brings: what is written, and whether he wins (RULES A19.5, J5)."""

from thousand_engine.house.barrel import MORE_THAN_120, Barrel, is_obliged
from thousand_engine.settling import Outcome, Settling
from thousand_engine.sheet import Sheet


def plays_obligation(barrel: Barrel | None, before: Sheet, outcome: Outcome) -> bool:
    """Whether the deal was the obligation of its declarer."""
    return is_obliged(barrel, before, outcome.declarer, golden=outcome.golden)


def number_to_reach(barrel: Barrel | None, before: Sheet, outcome: Outcome) -> int:
    """What the declarer has to collect: his contract, or the number of his obligation."""
    return MORE_THAN_120 if plays_obligation(barrel, before, outcome) else outcome.contract


def is_frozen(settling: Settling) -> bool:
    """Defenders stand still while a sitter plays for no more than his need (options 91, J8)."""
    barrel, outcome = settling.rules.barrel, settling.outcome
    return (
        barrel is not None
        and barrel.defenders_frozen
        and outcome.result == "played"
        and settling.before.on_barrel(outcome.declarer)
        and outcome.contract <= barrel.need
    )


def sitter_amount(settling: Settling, barrel: Barrel, seat: int, amount: int) -> int:
    """Nothing but his own fulfilled contract, and a lost one that is charged (A19.5, J5).

    With raw scoring he writes the points of his cards instead, as declarer too (94, J9).
    """
    outcome = settling.outcome
    obligation = plays_obligation(barrel, settling.before, outcome)
    if barrel.raw_scoring and not (obligation and seat == outcome.declarer):
        return outcome.card_points[seat]
    if seat != outcome.declarer or outcome.result != "played":
        return 0
    charged = barrel.charges(outcome.contract) and not obligation
    return amount if settling.made or charged else 0


def wins_from_barrel(settling: Settling, barrel: Barrel) -> bool:
    """Whether a sitter's fulfilled contract reaches the target (J5), or was his obligation."""
    outcome = settling.outcome
    if plays_obligation(barrel, settling.before, outcome):
        return True
    reached = barrel.threshold + outcome.contract >= settling.rules.win_score
    return reached and not barrel.raw_scoring
