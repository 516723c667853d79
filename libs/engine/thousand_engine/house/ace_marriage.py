"""The ace marriage (тузовый марьяж): four aces in hand, declared (RULES A1.5, B7.58)."""

from thousand_engine.options import Option, switch

OPTIONS = (
    switch(58, "ace_marriage", "four aces declared by leading one score 200", "off", played=False),
    Option(
        59,
        "ace_marriage_trump",
        "what it does to the trump",
        ("none", "cancels_trump", "suit_of_led_ace", "suit_of_last_ace"),
        "none",
    ),
    Option(
        60, "ace_marriage_first_lead", "on the very first lead", ("follows", "never"), "follows"
    ),
    switch(61, "ace_marriage_must_continue", "its owner must lead the other aces next", "off"),
)
