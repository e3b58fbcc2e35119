"""The way of every import: a preview, always, then all of it in one transaction, or nothing."""

from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import dataclass, field, replace
from datetime import date
from functools import lru_cache
from pathlib import Path

from scorepad.exchange.imports.club.club_file import is_club_file
from scorepad.exchange.imports.files import digest_of, open_source
from scorepad.exchange.imports.people import NEW, Matcher, PersonMatch, count_names
from scorepad.exchange.imports.plan import Context, Decisions, PlannedGame, Problem, Refused, Source
from scorepad.play.new_game import list_rule_sets
from scorepad.play.rules.catalog import find_rules, playable
from scorepad.rules.lookup import table_for
from scorepad.rules.model import RuleSet
from scorepad.rules.parse import choose
from scorepad.rules.read import Fault, RulesError
from scorepad.scoring.names import fold_name
from scorepad.store import Club, StoreError
from scorepad.store.exports.lines import BY_RESTORING
from scorepad.store.imports.imports import Import, NewImport

MOST_PEOPLE = 20_000
SHOWN_GAMES = 10
SHOWN_PROBLEMS = 200
MOST_PROBLEMS = 10_000
EVERY = 500
"""Games between two reports."""

Report = Callable[[int], None]
"""Called now and then with how many games are read or recorded."""


@dataclass
class Preview:
    """What an import would do. `games` can be recorded; `problem_count` lines have problems, of which some are here."""

    name: str
    kind: str
    digest: str
    rules: RuleSet | None
    notes: tuple[str, ...] = ()
    games: int = 0
    sample: list[PlannedGame] = field(default_factory=list)
    people: list[PersonMatch] = field(default_factory=list)
    problems: list[Problem] = field(default_factory=list)
    problem_count: int = 0
    last_bad_line: int = 0
    date_question: tuple[int, str] | None = None
    past: Import | None = None
    first_day: date | None = None
    last_day: date | None = None

    @property
    def asks_rules(self) -> bool:
        """Whether rules have to be chosen. A club of Scorepad brings its own."""
        return self.kind != BY_RESTORING

    @property
    def slug(self) -> str:
        """The slug of the rules that were chosen, or offered first."""
        return self.rules.slug if self.rules else ""

    def is_ready(self, decisions: Decisions) -> bool:
        """Whether it can be recorded as it was decided."""
        is_asked = self.date_question is not None and decisions.day_first is None
        has_problems = bool(self.problem_count) and not decisions.leave_out
        return bool(self.games) and self.past is None and not is_asked and not has_problems


class NotReady(Refused):
    """An import that has problems, and no one said to leave them out."""


@dataclass
class ImportFile:
    """A file on the disk that may be imported, under the name that people know."""

    path: Path
    name: str
    seconds: float | None = None
    """How long it may be read for a preview; None for as long as it takes."""

    @property
    def is_club(self) -> bool:
        """Whether it holds a whole club, whose entries come in an order of their own. Raises Refused."""
        try:
            with self.path.open("rb") as file:
                return is_club_file(file.read(100))
        except OSError as error:
            raise Refused(f"The file cannot be read: {error.strerror}.") from None

    def open(self, *, is_preview: bool = False) -> Source:
        """Raises Refused."""
        try:
            return open_source(self.path, self.seconds if is_preview else None)
        except OSError as error:
            raise Refused(f"The file cannot be read: {error.strerror}.") from None


def preview(club: Club, file: ImportFile, decisions: Decisions, report: Report | None = None) -> Preview:
    """What an import of the file would do. Raises Refused if it cannot be read at all."""
    if file.is_club:
        # Imported here, because it needs the values of this module.
        from scorepad.exchange.imports.club import as_import

        return as_import.preview(club, file, decisions, report)
    source = file.open(is_preview=True)
    decisions = replace(decisions, rules=decisions.rules or usual_rules(club, source))
    seen = Preview(file.name, source.kind, digest_of(file.path), _rules_or_none(club, decisions))
    seen.past = club.imports.of_file(seen.digest)
    names: dict[str, tuple[str, int]] = {}
    matcher = Matcher(club, decisions)
    for item in _checked(club, file, source, decisions, matcher):
        if isinstance(item, Problem):
            _add_problem(seen, item)
            continue
        seen.games += 1
        count_names(item.people, names)
        if len(names) > MOST_PEOPLE:
            raise Refused(f"The file names more than {MOST_PEOPLE:,} people. Split it, or look at its columns.")
        if len(seen.sample) < SHOWN_GAMES:
            seen.sample.append(item)
        _add_day(seen, item)
        if report and seen.games % EVERY == 0:
            report(seen.games)
    seen.people = sorted(matcher.match(names), key=lambda match: match.folded)
    seen.notes, seen.date_question = source.notes, getattr(source, "date_question", None)
    return seen


def usual_rules(club: Club, source: Source) -> str:
    """The slug of the rules to offer first: those of the last game, or others that fit the first game of the file."""
    last = list_rule_sets(club).last
    offered = [*([last.rules] if last else []), *playable(club)]
    first = next((item for item in source.read(Decisions()) if not isinstance(item, Problem)), None)
    teams = getattr(first, "teams", ())
    players = len(teams) * len(teams[0]) if teams else 0
    fitting = (rules for rules in offered if not players or table_for(rules, players, len(teams)))
    return next((rules.slug for rules in fitting), offered[0].slug if offered else "")


def _add_problem(seen: Preview, problem: Problem) -> None:
    seen.problem_count += problem.line != seen.last_bad_line or not problem.line
    seen.last_bad_line = problem.line
    if len(seen.problems) < SHOWN_PROBLEMS:
        seen.problems.append(problem)
    if seen.problem_count > MOST_PROBLEMS:
        raise Refused(f"More than {MOST_PROBLEMS:,} lines are wrong. The first: {seen.problems[0]}")


def _add_day(seen: Preview, game: PlannedGame) -> None:
    day = getattr(game, "day", None)
    if day is not None:
        seen.first_day = min(seen.first_day or day, day)
        seen.last_day = max(seen.last_day or day, day)


def record(
    club: Club, file: ImportFile, decisions: Decisions, *, device: str | None = None, report: Report | None = None
) -> Import:
    """Record an import, all of it or nothing.

    Raises NotReady if something is wrong and `leave_out` was not chosen, Refused, AlreadyImported and StoreError.
    """
    if file.is_club:
        from scorepad.exchange.imports.club import as_import

        return as_import.record(club, file, decisions, device, report)
    return _record(club, file, decisions, device, report)


def _record(club: Club, file: ImportFile, decisions: Decisions, device: str | None, report: Report | None) -> Import:
    source = file.open()
    decisions = replace(decisions, rules=decisions.rules or usual_rules(club, source))
    new = NewImport(digest_of(file.path), file.name, source.kind, device)
    # Everything is looked up before the transaction, so that other phones wait for as little as possible.
    matcher, zone, rules = Matcher(club, decisions), club.clock.zone(), _rules_of(club, decisions)
    with club.imports.recording(new) as recording:
        people: dict[str, int] = {}

        def person(name: str) -> int:
            folded = fold_name(name)
            if folded not in people:
                (match,) = matcher.match({folded: (name, 1)})
                people[folded] = match.person if match.person != NEW else recording.add_person(name)
            return people[folded]

        context = Context(file.name, person, rules, zone)
        for item in _checked(club, file, source, decisions, matcher):
            if not isinstance(item, Problem):
                recording.add(item.new_game(context))
                if report and recording.games.count % EVERY == 0:
                    report(recording.games.count)
            elif not decisions.leave_out:
                raise NotReady(str(item))
        if getattr(source, "date_question", None) and decisions.day_first is None:
            raise NotReady("Say first whether the day or the month comes first in dates.")
        if not recording.games.count:
            raise NotReady("There is no game to record in this file.")
        number = recording.number
    return club.imports.get(number)


def _checked(
    club: Club, file: ImportFile, source: Source, decisions: Decisions, matcher: Matcher
) -> Iterator[PlannedGame | Problem]:
    """The games of a file that are right, and all problems."""
    people: dict[str, int] = {}

    def person(name: str) -> int:
        """The id of a person; a new one has a number of its own below zero."""
        folded = fold_name(name)
        if folded not in people:
            (match,) = matcher.match({folded: (name, 1)})
            people[folded] = match.person if match.person != NEW else -len(people) - 1
        return people[folded]

    context = Context(file.name, person, _rules_of(club, decisions), None)
    for item in source.read(decisions):
        if isinstance(item, Problem):
            yield item
            continue
        problems = list(item.check(context))
        yield from problems
        if not problems:
            yield item


def _rules_of(club: Club, decisions: Decisions) -> Callable[[str], RuleSet]:
    """Rule sets by slug or name, with their usual choices; "" is the one that was chosen for the file."""

    @lru_cache(maxsize=1_000)
    def rules(text: str) -> RuleSet:
        wanted = text or decisions.rules
        if not wanted:
            raise RulesError((Fault("", "The rules are not chosen yet."),))
        by_name = next((rules for rules in playable(club) if fold_name(rules.name) == fold_name(wanted)), None)
        base = by_name or find_rules(club, wanted)
        choose(base, {})
        return base

    return rules


def _rules_or_none(club: Club, decisions: Decisions) -> RuleSet | None:
    with suppress(RulesError, StoreError):
        return _rules_of(club, decisions)("")
    return None
