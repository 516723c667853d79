"""The seat that rests in a deal of four players (RULES B14.119-122, C2)."""

from dataclasses import dataclass
from typing import Literal, cast, get_args

from thousand_engine.cards import Rank, Suit, card_points, count
from thousand_engine.options import Agreement, Option
from thousand_engine.settling import Settling

Who = Literal["dealer", "right_of_dealer", "opposite_dealer"]
Score = Literal["none", "talon_points", "flat30", "aces40", "aces50"]
TalonMarriage = Literal["none", "full", "full_and_half"]

OPTIONS = (
    Option(119, "four_sitter", "who of four rests", get_args(Who), "dealer"),
    Option(
        120,
        "four_sitter_score",
        "what the resting seat gets",
        get_args(Score),
        "talon_points",
    ),
    Option(
        121,
        "four_sitter_marriage",
        "what the resting seat gets for a marriage in the talon",
        get_args(TalonMarriage),
        "full",
    ),
    Option(
        122,
        "four_sitter_status",
        "the resting seat: no points on the barrel, no attempt used, no bolt",
        ("standard",),
        "standard",
    ),
)

FROM_DEALER = {"dealer": 0, "right_of_dealer": -1, "opposite_dealer": 2}


@dataclass(frozen=True, slots=True, kw_only=True)
class RestingSeat:
    """Who rests, and what the talon brings him."""

    who: Who
    score: Score
    marriage: TalonMarriage

    @classmethod
    def agreed(cls, agreement: Agreement) -> "RestingSeat":
        return cls(
            who=cast("Who", agreement["four_sitter"]),
            score=cast("Score", agreement["four_sitter_score"]),
            marriage=cast("TalonMarriage", agreement["four_sitter_marriage"]),
        )


def resting(rule: RestingSeat, dealer: int, players: int) -> int | None:
    """The seat that rests in a deal; nobody does unless four play."""
    return (dealer + FROM_DEALER[rule.who]) % players if players == 4 else None


def resting_amount(settling: Settling) -> int:
    """The talon as it was dealt: its points and, never doubled, its marriage (C2, J8)."""
    return talon_amount(settling) + talon_marriages(settling)


def talon_amount(settling: Settling) -> int:
    """Doubled in golden deals only where it is a flat 30 (J5)."""
    rules, outcome = settling.rules, settling.outcome
    match rules.resting_seat.score:
        case "none":
            return 0
        case "talon_points":
            return rules.score.rounded(card_points(outcome.talon))
        case "flat30":
            return 60 if outcome.golden else 30
        case "aces40":
            return 40 * count(outcome.talon, Rank.ACE)
        case "aces50":
            return 50 * count(outcome.talon, Rank.ACE)


def talon_marriages(settling: Settling) -> int:
    """The value of king and queen; for one of them alone half of it, or nothing."""
    kept = settling.rules.resting_seat.marriage
    if kept == "none":
        return 0
    points = 0
    for suit in Suit:
        halves = sum(
            card.suit is suit and card.rank in (Rank.KING, Rank.QUEEN)
            for card in settling.outcome.talon
        )
        if halves == 2:
            points += settling.rules.marriages.worth(suit)
        elif halves == 1 and kept == "full_and_half":
            points += settling.rules.marriages.worth(suit) // 2
    return points
