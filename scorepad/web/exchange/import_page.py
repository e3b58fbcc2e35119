"""The models of the import pages, and the decisions of their form."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from functools import cached_property

from scorepad.exchange.imports.people import MAX_COMPARED, NEW, How, PersonMatch, near_names
from scorepad.exchange.imports.pipeline import Preview
from scorepad.exchange.imports.plan import Decisions, PlannedGame
from scorepad.play.form_data import FormData
from scorepad.rules.model import RuleSet
from scorepad.scoring.quantity import plain_number
from scorepad.scoring.text.explain import plural
from scorepad.store import Player
from scorepad.web.app import bidi

MAX_ASKED = 120
"""The most people the form asks about; uncertain matches come first."""

MAX_OFFERED = 60
"""The most people of the club offered for each name."""

FIRST_OF_ALL = {How.CLOSE: 0, How.CHOSEN: 1, How.NEW: 2, How.NAME: 3}


@dataclass(frozen=True)
class PreviewPage:
    """The preview of a file, with the people and rule sets that its form offers."""

    preview: Preview
    decisions: Decisions
    rule_sets: tuple[RuleSet, ...]
    people: tuple[Player, ...]

    @property
    def asked(self) -> list[PersonMatch]:
        return sorted(self.preview.people, key=lambda match: (FIRST_OF_ALL[match.how], match.folded))[:MAX_ASKED]

    @property
    def unasked(self) -> int:
        return len(self.preview.people) - len(self.asked)

    def offered(self, match: PersonMatch) -> list[tuple[str, str]]:
        """Return the people a name may mean, as values and labels of the form."""
        near = [(str(person.id), person.name) for person in match.others]
        others = [(str(person.id), person.name) for person in self.people[:MAX_OFFERED] if person not in match.others]
        return [*near, (str(NEW), f"{match.name}, a new person"), *self._same(match), *others]

    def _same(self, match: PersonMatch) -> list[tuple[str, str]]:
        """The other names in the file, likely ones first; none for a Scorepad club, which has merged its people."""
        if not self.preview.asks_rules:
            return []
        first = dict.fromkeys([*filter(None, [match.same]), *near_names(match.folded, [*self._names])])
        names = [name for name in (first | self._names) if name != match.folded]
        return [(f"={name}", f"the same as {self._names[name]}") for name in names[:MAX_OFFERED]]

    @cached_property
    def _names(self) -> dict[str, str]:
        return {match.folded: match.name for match in self.preview.people[:MAX_COMPARED]}

    def selected(self, match: PersonMatch) -> str:
        """Return the form value of a person's current match."""
        return f"={match.same}" if match.same else str(match.person)

    def why(self, match: PersonMatch) -> str:
        """Return why a name is matched with a person."""
        near = near_names(match.folded, [*self._names]) if match.how is How.NEW and self.preview.asks_rules else []
        if near:
            return f"new, and nearly “{self._names[near[0]]}”: please check"
        words = {How.CLOSE: "a close name: please check", How.NEW: "new", How.CHOSEN: "as you chose", How.NAME: ""}
        several = " several have this name" if match.how is How.NAME and len(match.others) > 1 else ""
        return words[match.how] + several

    @property
    def is_ready(self) -> bool:
        return self.preview.is_ready(self.decisions)

    @property
    def is_asked(self) -> bool:
        """Whether the order of day and month is still open. Until then no date is shown."""
        return self.preview.asks_dates(self.decisions)

    @property
    def heading(self) -> str:
        """A summary of the file: "42 games, 3 Mar 2019 to 4 May 2024"."""
        preview = self.preview
        ends = () if self.is_asked else (preview.first_day, preview.last_day)
        days = [f"{_day(day)}" for day in dict.fromkeys(ends) if day]
        return ", ".join(filter(None, (plural(preview.games, "game", "games"), " to ".join(days))))

    @property
    def sample(self) -> list[tuple[PlannedGame, str, list[tuple[str, int]]]]:
        """The first games: each with its day, and its teams with their totals."""
        rows = []
        for game in self.preview.sample:
            teams = [" & ".join(team) for team in game.teams]
            bidi.remember(teams)
            day = None if self.is_asked else game.day
            rows.append((game, _day(day), [*zip(teams, game.totals, strict=True)]))
        return rows


def _day(day: date | None) -> str:
    return f"{day.day} {day:%b} {day.year}" if day else ""


def another_sheet(data: FormData, sheet: str, sheets: Sequence[str]) -> str:
    """Return the sheet that the posted form chooses by number, "" if it is the one already read."""
    number = plain_number(data.get("sheet"), 4) or 0
    chosen = sheets[number - 1] if 0 < number <= len(sheets) else sheet
    return chosen if chosen != sheet else ""


def decided(data: FormData, before: Decisions, people: Iterable[int], names: Mapping[str, str]) -> Decisions:
    """Return the decisions of the posted form. `names` maps the folded names of the file to their spelling."""
    known, chosen, same = {NEW, *people}, dict(before.people), dict(before.same)
    for at in range(MAX_ASKED):
        folded, choice = data.get(f"name.{at}")[:80], data.get(f"person.{at}")
        number = plain_number(choice, 9)
        if folded in names and choice[:1] == "=" and choice[1:] in names:
            same[folded] = names[choice[1:]]
        elif folded and number in known:
            chosen[folded] = number
            same.pop(folded, None)
    day_first = {"day": True, "month": False}.get(data.get("dates"), before.day_first)
    names_apart = {"several": True, "one": False}.get(data.get("names"), before.names_apart)
    return Decisions(
        people=chosen,
        rules=data.get("rules")[:80] or before.rules,
        day_first=day_first,
        names_apart=names_apart,
        leave_out=data.get("leave_out") == "1",
        again=data.get("again") == "1",
        same=same,
        sheet=before.sheet,
    )
