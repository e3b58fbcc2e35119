"""What the pages of imports show, and what their form decides."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date

from scorepad.exchange.imports.outcome import Preview
from scorepad.exchange.imports.people import NEW, How, PersonMatch
from scorepad.exchange.imports.plan import Decisions, PlannedGame
from scorepad.play.form_data import FormData, plain_number
from scorepad.rules.model import RuleSet
from scorepad.scoring.text.explain import plural
from scorepad.store import Player
from scorepad.web.app import bidi

MOST_ASKED = 120
"""People whom the form asks about; those who are not sure come first."""

MOST_OFFERED = 60
"""People of the club who are offered for each name."""

FIRST_OF_ALL = {How.CLOSE: 0, How.CHOSEN: 1, How.NEW: 2, How.NAME: 3}


@dataclass(frozen=True)
class PreviewPage:
    """A file that was read, and the people and rule sets that its form offers."""

    preview: Preview
    decisions: Decisions
    rule_sets: tuple[RuleSet, ...]
    people: tuple[Player, ...]

    @property
    def asked(self) -> list[PersonMatch]:
        return sorted(self.preview.people, key=lambda match: (FIRST_OF_ALL[match.how], match.folded))[:MOST_ASKED]

    @property
    def unasked(self) -> int:
        return len(self.preview.people) - len(self.asked)

    def offered(self, match: PersonMatch) -> list[tuple[int, str]]:
        """Who may be meant by a name: ids and labels."""
        near = [(person.id, person.name) for person in match.others]
        others = [(person.id, person.name) for person in self.people[:MOST_OFFERED] if person not in match.others]
        return [*near, (NEW, f"{match.name}, a new person"), *others]

    def why(self, match: PersonMatch) -> str:
        """Why somebody is taken for a person."""
        words = {How.CLOSE: "a close name: please check", How.NEW: "new", How.CHOSEN: "as you chose", How.NAME: ""}
        several = " several have this name" if match.how is How.NAME and len(match.others) > 1 else ""
        return words[match.how] + several

    @property
    def is_ready(self) -> bool:
        return self.preview.is_ready(self.decisions)

    @property
    def is_asked(self) -> bool:
        """Whether no one has said yet which comes first in dates: until then none is shown."""
        return self.preview.date_question is not None and self.decisions.day_first is None

    @property
    def heading(self) -> str:
        """What was read: "42 games, 3 March 2019 to 4 May 2024"."""
        preview = self.preview
        ends = () if self.is_asked else (preview.first_day, preview.last_day)
        days = [f"{_day(day)}" for day in dict.fromkeys(ends) if day]
        return ", ".join(filter(None, (plural(preview.games, "game", "games"), " to ".join(days))))

    @property
    def sample(self) -> list[tuple[PlannedGame, str, list[tuple[str, int]]]]:
        """The first games: the day, and each team with its total."""
        rows = []
        for game in self.preview.sample:
            teams = [" & ".join(team) for team in getattr(game, "teams", ())]
            bidi.remember(teams)
            day = None if self.is_asked else getattr(game, "day", None)
            rows.append((game, _day(day), [*zip(teams, getattr(game, "totals", ()), strict=False)]))
        return rows


def _day(day: date | None) -> str:
    return f"{day.day} {day:%b} {day.year}" if day else ""


def decided(data: FormData, before: Decisions, people: Iterable[int]) -> Decisions:
    """What the posted form decides."""
    known, chosen = {NEW, *people}, dict(before.people)
    for at in range(MOST_ASKED):
        number = plain_number(data.get(f"person.{at}"), 9)
        if (folded := data.get(f"name.{at}")) and number in known:
            chosen[folded[:80]] = number
    day_first = {"day": True, "month": False}.get(data.get("dates"), before.day_first)
    return Decisions(
        people=chosen,
        rules=data.get("rules")[:80] or before.rules,
        day_first=day_first,
        leave_out=data.get("leave_out") == "1",
        again=data.get("again") == "1",
    )
