"""The steps of every import: a preview, then a recording of everything in one transaction, or nothing."""

from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from dataclasses import dataclass, field, replace
from datetime import UTC, date, datetime, timedelta
from functools import lru_cache, partial
from itertools import count
from typing import NamedTuple

from scorepad.exchange.exports import no_report
from scorepad.exchange.imports import club_file
from scorepad.exchange.imports.club_file import ClubPlan
from scorepad.exchange.imports.import_file import ImportFile, NotReady, Report, check_no_sheet, digest_of
from scorepad.exchange.imports.import_file import Report as GamesReport
from scorepad.exchange.imports.people import NEW, How, Matcher, PersonMatch, count_names
from scorepad.exchange.imports.plan import Context, Decisions, PlannedGame, Problem, Refused, Source
from scorepad.play.game import Games, UnreadableGame
from scorepad.play.new_game import list_rule_sets
from scorepad.play.rules.catalog import find_rules, playable
from scorepad.rules import RulesError
from scorepad.rules.faults import Fault
from scorepad.rules.lookup import table_for
from scorepad.rules.model import RuleSet
from scorepad.rules.parse import choose
from scorepad.scoring.game.course import Phase
from scorepad.scoring.names import fold_name
from scorepad.store import Busy, Club, StoreError
from scorepad.store.exports import BY_RESTORING
from scorepad.store.imports import AlreadyImported, Import, NewImport
from scorepad.store.restoring import is_empty

# The preview of an import, for pages and the command line.


SHOWN_PROBLEMS = 200
MAX_PROBLEMS = 10_000


@dataclass
class Preview:
    """The effect of an import. `games` can be recorded; `problem_count` lines have problems, listed in part."""

    name: str
    kind: str
    digest: str
    slug: str
    """The slug of the rules that are chosen, or offered first; "" if there are none."""
    notes: tuple[str, ...] = ()
    sheet: str = ""
    sheets: tuple[str, ...] = ()
    """The sheet of a workbook that was read, and all visible sheets."""
    games: int = 0
    known: int = 0
    twice: int = 0
    sample: list[PlannedGame] = field(default_factory=list)
    people: list[PersonMatch] = field(default_factory=list)
    problems: list[Problem] = field(default_factory=list)
    problem_count: int = 0
    last_bad_line: int = 0
    date_question: tuple[int, str] | None = None
    name_question: tuple[int, str] | None = None
    lacks_day: bool = False
    """Whether the file says no day of its game, except perhaps in its name."""
    day: date | None = None
    """The day of a file without dates, as chosen or from its name."""
    past: Import | None = None
    in_play: int | None = None
    """A game in progress whose phones this import would make wait."""
    first_day: date | None = None
    last_day: date | None = None

    @property
    def about_known(self) -> list[str]:
        """Sentences about games that the club already has, or that the file has twice."""
        sentences = []
        if self.known == 1:
            sentences.append("1 game is here already: the same day, people and points.")
        elif self.known:
            sentences.append(f"{self.known:,} games are here already: the same day, people and points.")
        if self.twice == 1:
            sentences.append("1 game is in the file twice.")
        elif self.twice:
            sentences.append(f"{self.twice:,} games are in the file twice.")
        return sentences

    @property
    def why_wait(self) -> str:
        """Why the import cannot be recorded now, "" if it can."""
        return why_wait(self.in_play) if self.in_play else ""

    @property
    def asks_rules(self) -> bool:
        """Whether rules must be chosen. A Scorepad club brings its own."""
        return self.kind != BY_RESTORING

    def asks_dates(self, decisions: Decisions) -> bool:
        """Whether the order of day and month is still open."""
        return self.date_question is not None and decisions.day_first is None

    def asks_names(self, decisions: Decisions) -> bool:
        """Whether it is still open which cells are one person."""
        return self.name_question is not None and decisions.names_apart is None

    @property
    def asks_day(self) -> bool:
        """Whether it is still open on which day the game was played."""
        return self.lacks_day and self.day is None

    def is_ready(self, decisions: Decisions) -> bool:
        """Whether the import can be recorded with these decisions."""
        is_asked = self.asks_dates(decisions) or self.asks_names(decisions) or self.asks_day
        has_problems = bool(self.problem_count) and not decisions.leave_out
        is_now_possible = self.past is None and self.in_play is None
        return bool(self.games) and is_now_possible and not is_asked and not has_problems


def add_waiting(result: Preview, club: Club) -> None:
    """If there are many games, add a note that other phones must wait, and the game in progress."""
    if result.games > MANY:
        result.notes = (*result.notes, OTHERS_WAIT)
        result.in_play = game_in_play(club)


def add_problem(result: Preview, problem: Problem) -> None:
    result.problem_count += problem.line != result.last_bad_line or not problem.line
    result.last_bad_line = problem.line
    if len(result.problems) < SHOWN_PROBLEMS:
        result.problems.append(problem)
    if result.problem_count > MAX_PROBLEMS:
        raise Refused(f"More than {MAX_PROBLEMS:,} lines are wrong. The first: {result.problems[0]}")


def add_day(result: Preview, game: PlannedGame) -> None:
    result.first_day = min(result.first_day or game.day, game.day)
    result.last_day = max(result.last_day or game.day, game.day)


MANY = 500
"""Recording this many games takes about a second, which no table notices."""

LATELY = timedelta(minutes=30)

OTHERS_WAIT = (
    "While this many games are recorded, no other phone of this club can save: what is typed there waits, and is sent "
    "afterwards. 10,000 games take about a minute."
)


class TableInPlay(Busy):
    """Many games cannot be recorded now because a game is in progress."""

    def __init__(self, game: int) -> None:
        super().__init__(f"{why_wait(game)} Nothing was recorded.")


def why_wait(game: int) -> str:
    """Return why many games cannot be recorded during this game, and when they can."""
    return (
        f"Game {game} is being played, and its phones would have to wait. Import this many games when it is over, "
        f"or {LATELY.seconds // 60} minutes after its last entry."
    )


def game_in_play(club: Club) -> int | None:
    """Return the latest unfinished game with an entry in the last half hour."""
    since = (datetime.now(UTC) - LATELY).isoformat(timespec="milliseconds")
    games = Games(club)
    for number in club.imports.typed_since(since):
        with suppress(StoreError, RulesError, UnreadableGame):
            loaded = games.load(number)
            if loaded.record.course.phase is not Phase.OVER and not loaded.is_binned:
                return number
    return None


Key = tuple[str, frozenset[tuple[tuple[int, ...], int]]]


class KnownGames:
    """The games of a club that count, and the games of the file so far."""

    def __init__(self, club: Club) -> None:
        club.league.catch_up()
        self._here = {
            (played.day, frozenset((tuple(sorted(side.people)), side.total) for side in played.sides))
            for played in club.league.played_games()
        }
        self._seen: set[Key] = set()

    def look_up(self, game: PlannedGame, person: Callable[[str], int]) -> tuple[bool, bool]:
        """Return whether the club already has a game, and whether the file had it before."""
        sides = zip(game.teams, game.totals, strict=True)
        key = game.day.isoformat(), frozenset((tuple(sorted(map(person, team))), total) for team, total in sides)
        is_again = key in self._seen
        self._seen.add(key)
        return key in self._here, is_again


MAX_PEOPLE = 20_000
SHOWN_GAMES = 10
EVERY = 500
"""Games between two reports."""


class Known(NamedTuple):
    """A game that the club already has, or that came earlier in the file."""

    is_here: bool
    is_twice: bool


def preview(club: Club, file: ImportFile, decisions: Decisions, report: Report | None = None) -> Preview:
    """Return what an import of the file would do. Raises Refused if the file cannot be read."""
    if file.is_club:
        check_no_sheet(decisions.sheet)
        return _preview_club_file(club, file, decisions, report)
    source = file.open(decisions.sheet, is_preview=True)
    decisions = replace(decisions, rules=decisions.rules or usual_rules(club, source, decisions))
    result = Preview(file.name, source.kind, file.digest(source), _slug(club, decisions))
    result.past = club.imports.of_file(result.digest)
    names: dict[str, tuple[str, int]] = {}
    matcher, known = Matcher(club, decisions), KnownGames(club)
    for item in _checked(club, file, source, decisions, matcher, known):
        if isinstance(item, Problem):
            add_problem(result, item)
            continue
        if isinstance(item, Known):
            result.known += item.is_here
            result.twice += item.is_twice
            continue
        result.games += 1
        count_names(item.people, names)
        if len(names) > MAX_PEOPLE:
            raise Refused(f"The file names more than {MAX_PEOPLE:,} people. Split it, or look at its columns.")
        if len(result.sample) < SHOWN_GAMES:
            result.sample.append(item)
        add_day(result, item)
        if report and result.games % EVERY == 0:
            report(result.games)
    result.people = sorted(matcher.match(names), key=lambda match: match.folded)
    result.sheet, result.sheets = source.sheet, source.sheets
    result.notes, result.date_question, result.name_question = source.notes, source.date_question, source.name_question
    result.lacks_day, result.day = source.lacks_day, decisions.day or source.day
    add_waiting(result, club)
    return result


def usual_rules(club: Club, source: Source, decisions: Decisions) -> str:
    """Return the slug of the rules to offer first: of the last game, or others that fit the first game of the file."""
    last = list_rule_sets(club).last
    offered = [*([last.rules] if last else []), *playable(club)]
    games = source.read(decisions, Matcher(club, decisions).is_known)
    first = next((item for item in games if not isinstance(item, Problem)), None)
    teams = first.teams if first else ()
    players = len(first.people) if first else 0
    fitting = (rules for rules in offered if not players or table_for(rules, players, len(teams)))
    return next((rules.slug for rules in fitting), offered[0].slug if offered else "")


def record(
    club: Club, file: ImportFile, decisions: Decisions, *, device: str | None = None, report: Report | None = None
) -> Import:
    """Record an import, all or nothing.

    Raises NotReady if there are problems and `leave_out` is not set, Refused, AlreadyImported and StoreError.
    """
    if file.is_club:
        return _record_club_file(club, file, decisions, device, report)
    return _record(club, file, decisions, device, report)


def _record(club: Club, file: ImportFile, decisions: Decisions, device: str | None, report: Report | None) -> Import:
    source = file.open(decisions.sheet)
    decisions = replace(decisions, rules=decisions.rules or usual_rules(club, source, decisions))
    new = NewImport(file.digest(source), file.name, source.kind, device)
    # Look everything up before the transaction, so that other phones wait as briefly as possible.
    matcher, zone, rules = Matcher(club, decisions), club.clock.zone(), _rules_of(club, decisions)
    known, in_play = KnownGames(club), game_in_play(club)
    with club.imports.recording(new) as recording:
        person = _people_by_name(matcher, decisions, recording.add_person)
        context = Context(file.name, person, rules, zone)
        for item in _checked(club, file, source, decisions, matcher, known):
            if isinstance(item, Known):
                continue
            if not isinstance(item, Problem):
                recording.add(item.new_game(context))
                if in_play and recording.games.count > MANY:
                    raise TableInPlay(in_play)
                if report and recording.games.count % EVERY == 0:
                    report(recording.games.count)
            elif not decisions.leave_out:
                raise NotReady(str(item))
        if source.date_question and decisions.day_first is None:
            raise NotReady("Say first whether the day or the month comes first in dates.")
        if source.lacks_day and not (decisions.day or source.day):
            raise NotReady("Say first on which day the game was played.")
        if source.name_question and decisions.names_apart is None:
            raise NotReady(f"Say first whether “{source.name_question[1]}” is one person or several.")
        if not recording.games.count:
            raise NotReady("There is no game to record in this file.")
        number = recording.number
    return club.imports.get(number)


def _checked(
    club: Club, file: ImportFile, source: Source, decisions: Decisions, matcher: Matcher, known: KnownGames
) -> Iterator["PlannedGame | Problem | Known"]:
    """Yield the valid games of a file and all problems, and before a game that is known already, a `Known`."""
    numbers = count(1)
    # Nothing is added yet: new people get negative ids.
    person = _people_by_name(matcher, decisions, lambda name: -next(numbers))
    context = Context(file.name, person, _rules_of(club, decisions), None, partial(_fitting, club))
    for item in source.read(decisions, matcher.is_known):
        if isinstance(item, Problem):
            yield item
            continue
        problems = list(item.check(context))
        yield from problems
        if not problems:
            is_here, is_twice = known.look_up(item, person)
            if is_here or is_twice:
                yield Known(is_here, is_twice)
            if not is_here or decisions.again:
                yield item


def _people_by_name(matcher: Matcher, decisions: Decisions, add: Callable[[str], int]) -> Callable[[str], int]:
    """Return a function from a name of the file to a person's id. A new person gets one from `add`."""
    people: dict[str, int] = {}

    def person(name: str) -> int:
        if (folded := fold_name(name)) not in people:
            (match,) = matcher.match({folded: (name, 1)})
            if (other := fold_name(spelt := decisions.spelt(name))) not in people:
                people[other] = match.person if match.person != NEW else add(spelt)
            people[folded] = people[other]
        return people[folded]

    return person


def _fitting(club: Club, players: int, teams: int) -> str:
    """A sentence with the rules that have a table for these numbers of players and teams."""
    names = [rules.name for rules in playable(club) if table_for(rules, players, teams)]
    return f"These have one: {', '.join(names[:6])}." if names else "No rules here have one."


def _rules_of(club: Club, decisions: Decisions) -> Callable[[str], RuleSet]:
    """Return a function that finds a rule set by slug or name; "" is the one chosen for the file."""

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


def _slug(club: Club, decisions: Decisions) -> str:
    with suppress(RulesError, StoreError):
        return _rules_of(club, decisions)("").slug
    return ""


# A club's file in the form of every import: the preview, and the decisions about people.


def _preview_club_file(club: Club, file: ImportFile, decisions: Decisions, report: GamesReport | None) -> Preview:
    """Return what an import of a club's file would do."""
    plan = club_file.scan(club, file.path, _by_games(club_file.games_in(file.path), report))
    result = Preview(file.name, BY_RESTORING, digest_of(file.path), "")
    file.scanned = result.digest, plan
    result.past = club.imports.of_file(result.digest)
    for fault in (*plan.faults, *plan.damaged.values()):
        add_problem(result, Problem(fault.line, str(fault)))
    result.notes = tuple(_notes(plan))
    if not plan.faults:
        result.games = plan.new_games
        matches = _matches(club, plan, decisions) if plan.new_games else []
        result.people = sorted((match for _, match in matches), key=lambda match: match.folded)
        add_waiting(result, club)
    return result


def _notes(plan: ClubPlan) -> list[str]:
    if plan.faults:
        return ["A club’s file is recorded whole or not at all. Export it again where it comes from."]
    if plan.is_exact:
        return ["This club is empty. It becomes the club of the file: all games, people, seasons and rules."]
    notes = ["The games come beside those of this club, with all their entries. Seasons and settings stay as they are."]
    if plan.known:
        notes.append(f"{plan.known:,} of {plan.games:,} games are in this club already and do not come twice.")
    return notes


def _matches(club: Club, plan: ClubPlan, decisions: Decisions) -> list[tuple[int, PersonMatch]]:
    """Match the people of the file, by their id in it.

    Of two with the same name, only the first is matched. Of two that match one person of the club, the second is a new
    person, unless someone decides otherwise: they may have sat at one table.
    """
    if plan.is_exact:
        return []
    names = {fold_name(person.name): person for person in reversed(plan.people)}
    matches = Matcher(club, decisions).match({folded: (person.name, person.games) for folded, person in names.items()})
    return [(names[match.folded].id, match) for match in _once_each(matches)]


def _once_each(matches: Iterable[PersonMatch]) -> Iterator[PersonMatch]:
    taken: set[int] = set()
    for match in matches:
        is_double = match.person in taken and match.how is not How.CHOSEN
        taken |= {match.person} - {NEW}
        yield replace(match, person=NEW, how=How.NEW) if is_double else match


def _record_club_file(
    club: Club, file: ImportFile, decisions: Decisions, device: str | None, report: GamesReport | None
) -> Import:
    """Record a club's file. Raises NotReady, AlreadyImported and StoreError."""
    new = NewImport(digest_of(file.path), file.name, BY_RESTORING, device)
    if past := club.imports.of_file(new.digest):
        raise AlreadyImported(past)
    digest, plan = file.scanned or ("", None)
    with club.reading() as db:
        is_exact = is_empty(db)
    if plan is None or (digest, plan.is_exact) != (new.digest, is_exact):
        plan = club_file.scan(club, file.path, no_report)
    if plan.faults:
        raise NotReady(str(Problem(plan.faults[0].line, str(plan.faults[0]))))
    if plan.damaged and not decisions.leave_out:
        first = next(iter(plan.damaged.values()))
        raise NotReady(str(Problem(first.line, str(first))))
    if not plan.new_games and not plan.is_exact:
        raise NotReady("Every game of this file is in the club already, perhaps in the bin.")
    if plan.new_games > MANY and (in_play := game_in_play(club)):
        raise TableInPlay(in_play)
    people = {number: match.person for number, match in _matches(club, plan, decisions) if match.person != NEW}
    return club_file.record(club, file.path, people, new, _by_games(plan.games, report), plan.damaged)


def _by_games(games: int, report: GamesReport | None) -> Callable[[int, int], None]:
    """Turn a report of bytes into a report of games."""

    def tell(done: int, total: int) -> None:
        if report and total:
            report(games * done // total)

    return tell
