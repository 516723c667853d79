"""Four nines laid down for a bonus (RULES B7.63)."""

from thousand_engine.options import Option

OPTIONS = (
    Option(
        63,
        "four_nines_bonus",
        "leading the first of four nines scores",
        ("off", 200, 360, 100),
        "off",
        played=("off",),
    ),
)
