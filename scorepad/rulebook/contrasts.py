"""The differences between two rule sets: rules with their value in each, by section of the card."""

from dataclasses import dataclass, replace

from scorepad.scoring.text.explain import lower_first

SHORT = ("Called", "Cards", "Starts")
"""Labels that are unclear without the title of their section. So are all labels of openings and going out."""


@dataclass(frozen=True, slots=True)
class Contrast:
    """A rule, and its value in each of the two sets."""

    label: str
    here: str
    there: str

    @property
    def sentence(self) -> str:
        if self.is_long:
            return f"{self.label}. Here: {self.here}. There: {self.there}."
        return f"{self.label}: {self.here} here, {self.there} there."

    @property
    def is_long(self) -> bool:
        """Whether a side has several parts, so that each side needs its own sentence."""
        return any(mark in self.here + self.there for mark in ",;")


@dataclass(frozen=True, slots=True)
class Part:
    """What differs in one section of the card."""

    code: str
    title: str
    contrasts: tuple[Contrast, ...]

    @property
    def in_full(self) -> tuple[Contrast, ...]:
        """The contrasts with labels that are clear without the title: “Going out, pays” and not “Pays”."""
        return tuple(
            replace(one, label=f"{self.title}, {lower_first(one.label)}") if self._needs_title(one) else one
            for one in self.contrasts
        )

    def _needs_title(self, contrast: Contrast) -> bool:
        return self.code in ("openings", "out") or contrast.label in SHORT
