"""How two play: talons, what is given away, the leftover (RULES B14.123-128, C1)."""

from thousand_engine.options import Option, switch

OPTIONS = (
    Option(123, "two_layout", "the two talons", ("2+2", "3+3"), "2+2"),
    Option(
        124,
        "two_talon_choice",
        "which talon the declarer gets",
        ("choose_unseen", "random"),
        "choose_unseen",
    ),
    Option(
        125,
        "two_pass",
        "what the declarer gives away",
        (
            "one_to_opponent",
            "one_to_opponent_one_to_talon",
            "discard_two",
            "one_to_talon",
            "nothing",
        ),
        "one_to_opponent",
    ),
    Option(
        126,
        "two_leftover",
        "who gets the leftover talon",
        ("last_trick_winner", "dead"),
        "last_trick_winner",
    ),
    switch(127, "two_barrel", "the barrel is played by two", "off"),
    Option(
        128,
        "two_fail_score",
        "what a failing declarer loses",
        ("contract", "shortfall"),
        "contract",
    ),
)
