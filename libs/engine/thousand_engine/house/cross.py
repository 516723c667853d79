"""The cross (крест): marked instead of paying, each defender gets a bolt (RULES B6.50)."""

from thousand_engine.options import Option, switch

OPTIONS = (
    switch(50, "cross", "the declarer may take a cross instead of playing", "off", played=False),
    Option(51, "cross_limit", "how often a seat may in a game", (1, "unlimited"), 1),
    Option(
        52,
        "cross_restrictions",
        "never blind, golden, or while a seat is on the barrel",
        ("standard",),
        "standard",
    ),
)
