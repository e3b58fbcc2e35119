"""The verdict of "May we go out?": yes, no, or ask the partner, with the sentences below it."""

from dataclasses import dataclass
from typing import Literal, Self

from scorepad.scoring.advice.going_out import OutAnswer
from scorepad.scoring.model import Problem

NOT_ASKED = "partner_not_asked"
_PARTNER = (NOT_ASKED, "partner_said_no", "partner_foot_unknown")


@dataclass(frozen=True, slots=True)
class Verdict:
    """The verdict. `word` is "ask" if only the partner's binding permission is missing.

    `against` are the reasons for a no. `notes` do not prevent going out. `ask_first`: asking the partner is a courtesy.
    """

    word: Literal["yes", "no", "ask"]
    against: tuple[Problem, ...]
    notes: tuple[Problem, ...]
    ask_first: bool = False

    @classmethod
    def of(cls, answer: OutAnswer) -> Self:
        """Return the verdict. A no leaves out the partner, who has nothing to decide while something is missing."""
        against = tuple(problem for problem in answer.blockers if problem.code != NOT_ASKED)
        notes = tuple(problem for problem in answer.warnings if not (against and problem.code in _PARTNER))
        if against:
            return cls("no", against, notes)
        if answer.blockers:
            return cls("ask", (), notes)
        ask_first = any(note.code == NOT_ASKED for note in notes)
        return cls("yes", (), tuple(note for note in notes if note.code != NOT_ASKED), ask_first)
