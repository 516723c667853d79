"""What the game moves between accounts when it is over (RULES A18, G6)."""

from thousand_engine.options import Option

OPTIONS = (
    Option(
        129,
        "settlement",
        "how account points change hands",
        ("none", "deficit", "bank", "proportional"),
        "none",
        "table",
        played=("none",),
    ),
    Option(130, "bank_size", "the stake", range(1_000_001), 100, "table"),
)
