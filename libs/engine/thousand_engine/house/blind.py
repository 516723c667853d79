"""Blind games (втёмную): the forehand bids 120 before looking, doubled (RULES B13)."""

from dataclasses import dataclass
from typing import cast, get_args

from thousand_engine.house.doubling import Doubling, Reward, Scope
from thousand_engine.options import Agreement, Option, number_or_none, switch

OPTIONS = (
    switch(108, "blind", "the forehand may play blind", "off"),
    Option(109, "blind_who", "who may play blind", ("forehand",), "forehand"),
    switch(110, "blind_raise", "the blind declarer may raise after the talon", "off"),
    switch(
        111, "blind_break", "an opponent with a marriage may break a blind game above 120", "on"
    ),
    Option(
        112,
        "blind_break_auction",
        "what follows when a blind game is broken",
        ("normal_auction", "immediate"),
        "normal_auction",
    ),
    Option(
        113,
        "blind_talon_and_pass",
        "whether talon and passed cards are seen in blind games",
        ("open", "hidden"),
        "hidden",
    ),
    Option(
        114,
        "blind_double_scope",
        "what doubles in blind games beside the declarer",
        get_args(Scope),
        "declarer_only",
    ),
    Option(115, "blind_reward", "what a made blind game pays", get_args(Reward), "contract_x2"),
    Option(116, "blind_min_score", "the least total to go blind", ("none", 240), 240),
    switch(117, "blind_barrel_ban", "nobody goes blind while a seat is on the barrel", "on"),
    Option(
        118,
        "blind_deadline",
        "when a blind game must be announced",
        ("before_cards",),
        "before_cards",
    ),
)

BLIND_CONTRACT = 120


@dataclass(frozen=True, slots=True, kw_only=True)
class Blind(Doubling):
    """Who may go blind, who may break it, and how it is played and written."""

    may_raise: bool
    breakable: bool
    immediate: bool
    """The breaker takes the talon at once, nobody else bids."""
    hidden: bool
    min_score: int | None
    barrel_ban: bool

    @classmethod
    def agreed(cls, agreement: Agreement) -> "Blind | None":
        if agreement["blind"] == "off":
            return None
        return cls(
            scope=cast("Scope", agreement["blind_double_scope"]),
            reward=cast("Reward", agreement["blind_reward"]),
            may_raise=agreement["blind_raise"] == "on",
            breakable=agreement["blind_break"] == "on",
            immediate=agreement["blind_break_auction"] == "immediate",
            hidden=agreement["blind_talon_and_pass"] == "hidden",
            min_score=number_or_none(agreement, "blind_min_score"),
            barrel_ban=agreement["blind_barrel_ban"] == "on",
        )
