"""Golden deals (золотой кон): each seat once at a compulsory 120, doubled (RULES B12)."""

from thousand_engine.options import Option, switch

OPTIONS = (
    switch(100, "golden", "the game opens with a round of golden deals", "off", played=False),
    switch(101, "golden_raise", "its declarer may raise over 120", "off"),
    Option(102, "golden_talon_and_pass", "talon and passed cards", ("open", "hidden"), "hidden"),
    Option(
        103,
        "golden_double_scope",
        "what doubles beside the declarer",
        ("declarer_only", "cards_only", "all"),
        "cards_only",
    ),
    Option(104, "golden_reward", "what success pays", ("contract_x2", "actual_x2"), "contract_x2"),
    Option(
        105,
        "golden_nobody",
        "what follows a round in which nobody made his 120",
        ("zero_and_normal", "zero_and_replay", "replay_keep", "keep", "zero_and_replay_max3"),
        "zero_and_replay",
    ),
    switch(106, "golden_penalties_doubled", "flat fines double in golden deals", "off"),
    switch(107, "golden_redeals", "redeals may be claimed in golden deals", "on"),
)
