"""Doubling: golden deals and blind games are written twice over (RULES A19.4, B12, B13)."""

from dataclasses import dataclass
from typing import Literal

Scope = Literal["declarer_only", "cards_only", "all"]
Reward = Literal["contract_x2", "actual_x2"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Doubling:
    """What doubles beside the declarer's amount, and what his success pays."""

    scope: Scope
    reward: Reward

    def of_defender(self, cards: int, declared: int) -> int:
        """Rounded first, then doubled: everything, the card points alone, or nothing."""
        match self.scope:
            case "all":
                return 2 * (cards + declared)
            case "cards_only":
                return 2 * cards + declared
            case "declarer_only":
                return cards + declared

    def of_success(self, contract: int, raw: int) -> int:
        """Twice the final contract, or twice what was collected."""
        return 2 * (raw if self.reward == "actual_x2" else contract)
