"""The reverse barrel: the mirror of the barrel below zero (RULES B10.96)."""

from thousand_engine.options import Option

OPTIONS = (
    Option(
        96,
        "reverse_barrel",
        "three deals to reach minus the target, else thrown back",
        ("off", "to_minus_760", "to_minus_500"),
        "off",
        played=("off",),
    ),
)
