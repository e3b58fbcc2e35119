"""What differs between two rule sets: a rule with what it is in each, and the section of the card that it stands in."""

from dataclasses import dataclass, replace

from scorepad.scoring.text.explain import lower_first

SHORT = ("Called", "Cards", "Starts")
"""Labels that say too little without the title of their section, like all of the openings and of going out."""


@dataclass(frozen=True, slots=True)
class Contrast:
    """A rule, and what it is in each of the two sets."""

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
        """Whether a side has parts of its own, so that each stands in a sentence."""
        return any(mark in self.here + self.there for mark in ",;")


@dataclass(frozen=True, slots=True)
class Part:
    """What differs in one section of the card."""

    code: str
    title: str
    contrasts: tuple[Contrast, ...]

    @property
    def in_full(self) -> tuple[Contrast, ...]:
        """The contrasts with labels that are clear away from the title: “Going out, pays” and not “Pays”."""
        return tuple(
            replace(one, label=f"{self.title}, {lower_first(one.label)}") if self._needs_title(one) else one
            for one in self.contrasts
        )

    def _needs_title(self, contrast: Contrast) -> bool:
        return self.code in ("openings", "out") or contrast.label in SHORT
