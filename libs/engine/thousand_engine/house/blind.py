"""Blind games (втёмную): the forehand bids 120 before looking, doubled (RULES B13)."""

from thousand_engine.options import Option, switch

OPTIONS = (
    switch(108, "blind", "the forehand may play blind", "off", played=False),
    Option(109, "blind_who", "who may", ("forehand",), "forehand"),
    switch(110, "blind_raise", "the blind declarer may raise after the talon", "off"),
    switch(111, "blind_break", "an opponent with a marriage may break it above 120", "on"),
    Option(
        112,
        "blind_break_auction",
        "what follows a break",
        ("normal_auction", "immediate"),
        "normal_auction",
    ),
    Option(113, "blind_talon_and_pass", "talon and passed cards", ("open", "hidden"), "hidden"),
    Option(
        114,
        "blind_double_scope",
        "what doubles beside the declarer",
        ("declarer_only", "cards_only", "all"),
        "declarer_only",
    ),
    Option(115, "blind_reward", "what success pays", ("contract_x2", "actual_x2"), "contract_x2"),
    Option(116, "blind_min_score", "the least total to go blind", ("none", 240), 240),
    switch(117, "blind_barrel_ban", "nobody goes blind while a seat is on the barrel", "on"),
    Option(118, "blind_deadline", "when it must be said", ("before_cards",), "before_cards"),
)
