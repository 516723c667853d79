"""The write-off (роспись): the declarer gives a lost deal up (RULES A10, B6)."""

from dataclasses import dataclass
from typing import Literal, cast

from thousand_engine.deal import Deal, Phase
from thousand_engine.errors import Reason, RuleBroken
from thousand_engine.options import Agreement, Option, number, number_or_none, switch
from thousand_engine.settling import Settling
from thousand_engine.sheet import Sheet

OPTIONS = (
    switch(41, "writeoff", "the declarer may give the deal up before play", "on"),
    Option(
        42,
        "writeoff_opponents",
        "what each defender gets for a write-off",
        ("half_bid", "sixty"),
        "half_bid",
    ),
    Option(
        43,
        "writeoff_cost",
        "what a write-off costs the declarer",
        ("bid", "none", "stick", "fixed_120"),
        "bid",
    ),
    Option(
        44,
        "writeoff_limit",
        "how often a seat may write off in a game",
        ("unlimited", 1, 2, 3),
        "unlimited",
    ),
    Option(
        44.5,
        "writeoff_free_first",
        "so many first write-offs of a seat cost it nothing",
        range(100),
        0,
    ),
    Option(
        45,
        "writeoff_third_penalty",
        "an extra fine at the third write-off",
        ("off", "at_third", "every_third"),
        "off",
    ),
    Option(
        46,
        "writeoff_barrel_rule",
        "who may write off while a seat is on the barrel",
        ("free", "not_by_sitter", "nobody"),
        "not_by_sitter",
    ),
    switch(47, "writeoff_on_golden", "golden deals may be written off", "on"),
    switch(48, "writeoff_on_blind", "blind games may be written off", "on"),
    Option(
        49,
        "writeoff_timing",
        "until when a deal may be written off",
        ("after_talon_before_first_lead", "before_pass_only"),
        "after_talon_before_first_lead",
    ),
)

SIXTY = 60
FIXED_120 = 120

Cost = Literal["bid", "none", "stick", "fixed_120"]
ThirdFine = Literal["off", "at_third", "every_third"]
BarrelRule = Literal["free", "not_by_sitter", "nobody"]


@dataclass(frozen=True, slots=True, kw_only=True)
class WriteOffRule:
    """``credit`` is what each defender gets, None for half the contract."""

    credit: int | None
    cost: Cost
    free_first: int
    limit: int | None
    third_fine: ThirdFine
    barrel_rule: BarrelRule
    on_golden: bool
    on_blind: bool
    after_giving: bool

    @classmethod
    def agreed(cls, agreement: Agreement) -> "WriteOffRule | None":
        if agreement["writeoff"] == "off":
            return None
        return cls(
            credit=SIXTY if agreement["writeoff_opponents"] == "sixty" else None,
            cost=cast("Cost", agreement["writeoff_cost"]),
            free_first=number(agreement, "writeoff_free_first"),
            limit=number_or_none(agreement, "writeoff_limit"),
            third_fine=cast("ThirdFine", agreement["writeoff_third_penalty"]),
            barrel_rule=cast("BarrelRule", agreement["writeoff_barrel_rule"]),
            on_golden=agreement["writeoff_on_golden"] == "on",
            on_blind=agreement["writeoff_on_blind"] == "on",
            after_giving=agreement["writeoff_timing"] == "after_talon_before_first_lead",
        )


def check_write_off(rule: WriteOffRule | None, sheet: Sheet, deal: Deal, seat: int) -> None:
    """Passes a write-off that is allowed; else WRITEOFF_NOT_ALLOWED or WRITEOFF_LIMIT."""
    if (
        rule is None
        or barred_by_barrel(rule, sheet, seat)
        or (deal.golden and not rule.on_golden)
        or (deal.blind and not rule.on_blind)
        or (deal.phase is Phase.CONTRACT and not rule.after_giving)
    ):
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
        case "free":
            return False


def credit_to_defender(contract: int, rule: WriteOffRule) -> int:
    """Half the contract – rounded up to tens first (J5) – or a fixed sum."""
    if rule.credit is not None:
        return rule.credit
    return (contract + 9) // 10 * 10 // 2


def cost_to_declarer(contract: int, rule: WriteOffRule, count: int) -> int:
    """What the declarer's write-off number ``count`` takes from him."""
    if count <= rule.free_first:
        return 0
    return {"bid": contract, "fixed_120": FIXED_120}.get(rule.cost, 0)


def write_off_amount(settling: Settling, rule: WriteOffRule, seat: int) -> int:
    """Cost or credit, both doubled in golden deals and blind games whatever their scope (J8)."""
    outcome = settling.outcome
    if seat == outcome.declarer:
        count = settling.before.write_offs[seat]
        amount = -cost_to_declarer(outcome.contract, rule, count)
    else:
        amount = credit_to_defender(outcome.contract, rule)
    return amount if settling.doubling is None else 2 * amount


def costs_a_stick(settling: Settling) -> bool:
    """Whether the declarer pays for his write-off with a bolt (option 43)."""
    rule, seat = settling.rules.write_off, settling.outcome.declarer
    return (
        rule is not None
        and rule.cost == "stick"
        and settling.before.write_offs[seat] > rule.free_first
    )


def fine_third_write_off(settling: Settling) -> None:
    """The third write-off of a seat is fined, or each third one (option 45)."""
    rule, seat = settling.rules.write_off, settling.outcome.declarer
    if rule is None or settling.outcome.result != "written_off":
        return
    count = settling.before.write_offs[seat]
    due = {"off": False, "at_third": count == 3, "every_third": count % 3 == 0}
    if due[rule.third_fine]:
        settling.fine(seat, "write_offs")
