"""Why something was refused: a stable reason for programs, a sentence for people.

Refusal
  + BadAction        text or values that are no action, card or deck at all
  + BadAgreement     options that make no agreement
  + RuleBroken       an action the rules forbid (RULES J4)
"""

from collections.abc import Mapping
from enum import Enum


class Refusal(ValueError):
    """Something asked for that is not done; nothing has changed.

    ``reason`` is stable and goes to the wire, ``facts`` say what it was about, the text is for
    people.
    """

    def __init__(self, reason: str, sentence: str, **facts: object) -> None:
        super().__init__(sentence)
        self.reason = reason
        self.facts: Mapping[str, object] = facts


class BadAction(Refusal):
    """Text that cannot be read as an action, a card or a deck."""

    def __init__(self, sentence: str, **facts: object) -> None:
        super().__init__("BAD_ACTION", sentence, **facts)


class BadAgreement(Refusal):
    """Options that make no agreement: unknown, out of range, or excluding each other."""

    def __init__(self, sentence: str, **facts: object) -> None:
        super().__init__("BAD_AGREEMENT", sentence, **facts)


class Reason(Enum):
    """Every reason of RULES J4, in its order: when several apply, the earliest is given."""

    GAME_OVER = "the game is over"
    NOT_YOUR_TURN = "another seat is to act"
    WRONG_PHASE = "this is not done in this phase of the deal"
    BID_TOO_LOW = "a bid must beat the standing bid"
    BID_NOT_A_STEP = "bids go in steps"
    BID_ABOVE_CEILING = "the marriages in hand do not allow so much"
    BID_ABOVE_MAXIMUM = "nobody may bid so much at this table"
    JUMP_BID = "a bid must be exactly one step higher"
    BREAK_NEEDS_MARRIAGE = "a blind game is broken only with a marriage in hand"
    CLAIM_NOT_JUSTIFIED = "the cards give no right to a redeal"
    CLAIM_TOO_LATE = "the moment to claim a redeal has passed"
    CARD_NOT_HELD = "the card is not in the hand"
    CARD_NAMED_TWICE = "a card may be named once"
    WRONG_RECIPIENTS = "exactly one card goes to each who gets one"
    TALON_NOT_CHOSEN = "a talon must be chosen first"
    CONTRACT_BELOW_BID = "a contract is never lower than the bid that won"
    CONTRACT_CANNOT_RISE = "this contract may not be raised"
    WRITEOFF_NOT_ALLOWED = "this deal may not be written off"
    WRITEOFF_LIMIT = "this seat has no write-off left"
    CROSS_NOT_ALLOWED = "this deal may not be crossed"
    MUST_FOLLOW_SUIT = "the led suit must be followed"
    MUST_TRUMP = "void in the led suit, a trump must be played"
    MUST_BEAT = "a higher card must be played"
    MUST_OVERTRUMP = "a higher trump must be played"
    TRUMP_LEAD_RESTRICTED = "only the owner of the last marriage may lead trumps"
    MUST_LEAD_ACE = "after an ace marriage the other aces are led"
    MARRIAGE_NOT_HELD = "king and queen must both be in the hand"
    MARRIAGE_NEEDS_TRICK = "a marriage is declared only after taking a trick"
    NOT_THE_LEADER = "a marriage is declared when leading"
    # Beyond J4: only the table's own deal can meet it.
    NOT_THE_NEXT_DEAL = "another deal is next"


class RuleBroken(Refusal):
    """An action the rules forbid, with its reason."""

    def __init__(self, reason: Reason, **facts: object) -> None:
        super().__init__(reason.name, reason.value, **facts)
        self.rule = reason
