"""The cut and the shuffle: how the table makes a deck before a deal (RULES A4, B2)."""

from thousand_engine.options import Option

OPTIONS = (
    Option(
        6,
        "cut_ritual",
        "nine and jack at the bottom of the cut pack have consequences",
        ("off", "on"),
        "off",
        "table",
        played=("off",),
    ),
    Option(7, "cut_by", "the dealer's neighbour who cuts", ("right", "left"), "right", "table"),
    Option(
        8,
        "cut_jack_rule",
        "what a jack at the bottom does",
        ("to_middle_no_cut", "dealer_cuts_once", "reshuffle"),
        "to_middle_no_cut",
        "table",
    ),
    Option(
        10,
        "exposed_card_penalty",
        "what a dealer pays for exposing a card at a live table",
        ("none", "fine_next_dealer", "fine_and_share"),
        "none",
        "live",
    ),
    Option(
        11,
        "next_game_first_dealer",
        "who deals first in the next game of the table",
        ("winner", "lot", "rotate"),
        "winner",
        "table",
    ),
    Option(
        12,
        "shuffle_mode",
        "a full shuffle, or tricks stacked and cut once",
        ("full", "stacked"),
        "full",
        "table",
        played=("full",),
    ),
)
