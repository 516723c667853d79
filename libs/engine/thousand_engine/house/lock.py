"""The lock: from a total on a seat scores only as declarer (RULES B10.97)."""

from thousand_engine.options import Option

OPTIONS = (
    Option(
        97,
        "lock_threshold",
        "the total from which only own contracts are written",
        ("off", 800, 880, 900),
        "off",
        played=("off",),
    ),
)
