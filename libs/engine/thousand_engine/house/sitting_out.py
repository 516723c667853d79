"""The seat that sits out a deal of four players (RULES B14.119-122, C2)."""

from thousand_engine.options import Option

OPTIONS = (
    Option(
        119,
        "four_sitter",
        "who sits out",
        ("dealer", "right_of_dealer", "opposite_dealer"),
        "dealer",
    ),
    Option(
        120,
        "four_sitter_score",
        "what he gets",
        ("none", "talon_points", "flat30", "aces40", "aces50"),
        "talon_points",
    ),
    Option(
        121,
        "four_sitter_marriage",
        "for a marriage in the talon",
        ("none", "full", "full_and_half"),
        "full",
    ),
    Option(
        122,
        "four_sitter_status",
        "no points on the barrel, no attempt, no bolt",
        ("standard",),
        "standard",
    ),
)
