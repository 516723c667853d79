"""The write-off (роспись): the declarer gives a lost deal up (RULES A10, B6)."""

from dataclasses import dataclass

from thousand_engine.deal import Deal, Phase
from thousand_engine.errors import Reason, RuleBroken
from thousand_engine.options import Agreement, Option, switch
from thousand_engine.sheet import Sheet

OPTIONS = (
    switch(41, "writeoff", "the declarer may give the deal up before play", "on"),
    Option(42, "writeoff_opponents", "what each defender gets", ("half_bid", "sixty"), "half_bid"),
    Option(
        43,
        "writeoff_cost",
        "what it costs the declarer",
        ("bid", "none", "stick", "fixed_120"),
        "bid",
        played=("bid",),
    ),
    Option(
        44,
        "writeoff_limit",
        "how often a seat may do it in a game",
        ("unlimited", 1, 2, 3),
        "unlimited",
    ),
    Option(
        44.5,
        "writeoff_free_first",
        "so many first write-offs of a seat cost it nothing",
        range(100),
        0,
        played=(0,),
    ),
    Option(
        45,
        "writeoff_third_penalty",
        "an extra fine at the third write-off",
        ("off", "at_third", "every_third"),
        "off",
        played=("off",),
    ),
    Option(
        46,
        "writeoff_barrel_rule",
        "who may not while a seat is on the barrel",
        ("free", "not_by_sitter", "nobody"),
        "not_by_sitter",
    ),
    switch(47, "writeoff_on_golden", "golden deals may be written off", "on"),
    switch(48, "writeoff_on_blind", "blind games may be written off", "on"),
    Option(
        49,
        "writeoff_timing",
        "until when",
        ("after_talon_before_first_lead", "before_pass_only"),
        "after_talon_before_first_lead",
    ),
)

SIXTY = 60


@dataclass(frozen=True, slots=True, kw_only=True)
class WriteOffRule:
    """``credit`` is what each defender gets, None for half the contract."""

    credit: int | None
    limit: int | None
    barrel_rule: str
    after_giving: bool

    @classmethod
    def agreed(cls, agreement: Agreement) -> "WriteOffRule | None":
        if agreement["writeoff"] == "off":
            return None
        limit = agreement["writeoff_limit"]
        return cls(
            credit=SIXTY if agreement["writeoff_opponents"] == "sixty" else None,
            limit=limit if isinstance(limit, int) else None,
            barrel_rule=str(agreement["writeoff_barrel_rule"]),
            after_giving=agreement["writeoff_timing"] == "after_talon_before_first_lead",
        )


def check_write_off(rule: WriteOffRule | None, sheet: Sheet, deal: Deal, seat: int) -> None:
    """Passes a write-off that is allowed; else WRITEOFF_NOT_ALLOWED or WRITEOFF_LIMIT."""
    if rule is None or barred_by_barrel(rule, sheet, seat):
        raise RuleBroken(Reason.WRITEOFF_NOT_ALLOWED)
    if deal.phase is Phase.CONTRACT and not rule.after_giving:
        raise RuleBroken(Reason.WRITEOFF_NOT_ALLOWED)
    if rule.limit is not None and sheet.write_offs[seat] >= rule.limit:
        raise RuleBroken(Reason.WRITEOFF_LIMIT, limit=rule.limit)


def barred_by_barrel(rule: WriteOffRule, sheet: Sheet, seat: int) -> bool:
    """A sitter may not, or nobody may while anyone sits (B6.46)."""
    match rule.barrel_rule:
        case "not_by_sitter":
            return sheet.on_barrel(seat)
        case "nobody":
            return bool(sheet.sitters)
        case _:
            return False


def credit_to_defender(contract: int, rule: WriteOffRule) -> int:
    """Half the contract – rounded up to tens first (J5) – or a fixed sum."""
    if rule.credit is not None:
        return rule.credit
    return (contract + 9) // 10 * 10 // 2
