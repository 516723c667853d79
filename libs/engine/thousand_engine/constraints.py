"""Options that go together only in part (RULES J9)."""

from dataclasses import dataclass

from thousand_engine.errors import BadAgreement
from thousand_engine.options import Agreement, OptionValue


@dataclass(frozen=True, slots=True, kw_only=True)
class Constraint:
    """An option that, unless it has its idle value, needs one value of another option."""

    option: str
    idle: OptionValue = "off"
    other: str
    needed: OptionValue

    @property
    def sentence(self) -> str:
        return f"{self.option}, unless {self.idle}, goes only with {self.other} {self.needed}"

    def check(self, agreement: Agreement) -> None:
        """Passes an agreement that keeps it; BadAgreement names both options."""
        mine, theirs = agreement[self.option], agreement[self.other]
        if mine != self.idle and theirs != self.needed:
            raise BadAgreement(
                f"{self.option} {mine} does not go with {self.other} {theirs}",
                option=self.option,
                other=self.other,
            )


CONSTRAINTS = (
    Constraint(option="redeal_four_aces", other="ace_marriage", needed="off"),
    Constraint(option="barrel_obligation", other="barrel_three_falls", needed="on"),
)
"""25 excludes 58, 89 needs 87; no other combination is refused."""
