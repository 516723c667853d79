"""The lock: from a total on a seat scores only as declarer (RULES B10.97)."""

from dataclasses import dataclass

from thousand_engine.options import Agreement, Option, number_or_none

OPTIONS = (
    Option(
        97,
        "lock_threshold",
        "the total from which only own contracts are written",
        ("off", 800, 880, 900),
        "off",
    ),
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Lock:
    """A total of ``at`` or more is locked."""

    at: int

    @classmethod
    def agreed(cls, agreement: Agreement) -> "Lock | None":
        at = number_or_none(agreement, "lock_threshold")
        return None if at is None else cls(at=at)


def locked(total: int, rule: Lock | None) -> bool:
    """Whether a seat whose total this was when the deal began writes only its own contract."""
    return rule is not None and total >= rule.at
