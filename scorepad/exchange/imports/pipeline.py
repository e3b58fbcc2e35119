"""The steps of every import: a preview, then a recording of everything in one transaction, or nothing."""

from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import replace
from functools import lru_cache, partial
from itertools import count
from typing import NamedTuple

from scorepad.exchange.imports.club import as_import
from scorepad.exchange.imports.files import check_no_sheet
from scorepad.exchange.imports.import_file import ImportFile, NotReady, Report
from scorepad.exchange.imports.in_play import MANY, TableInPlay, game_in_play
from scorepad.exchange.imports.known_games import KnownGames
from scorepad.exchange.imports.outcome import Preview, add_day, add_problem, add_waiting
from scorepad.exchange.imports.people import NEW, Matcher, count_names
from scorepad.exchange.imports.plan import Context, Decisions, PlannedGame, Problem, Refused, Source
from scorepad.play.new_game import list_rule_sets
from scorepad.play.rules.catalog import find_rules, playable
from scorepad.rules.faults import Fault, RulesError
from scorepad.rules.lookup import table_for
from scorepad.rules.model import RuleSet
from scorepad.rules.parse import choose
from scorepad.scoring.names import fold_name
from scorepad.store import Club, StoreError
from scorepad.store.imports import Import, NewImport

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
        return as_import.preview(club, file, decisions, report)
    source = file.open(decisions.sheet, is_preview=True)
    decisions = replace(decisions, rules=decisions.rules or usual_rules(club, source, decisions))
    seen = Preview(file.name, source.kind, file.digest(source), _slug(club, decisions))
    seen.past = club.imports.of_file(seen.digest)
    names: dict[str, tuple[str, int]] = {}
    matcher, known = Matcher(club, decisions), KnownGames(club)
    for item in _checked(club, file, source, decisions, matcher, known):
        if isinstance(item, Problem):
            add_problem(seen, item)
            continue
        if isinstance(item, Known):
            seen.known += item.is_here
            seen.twice += item.is_twice
            continue
        seen.games += 1
        count_names(item.people, names)
        if len(names) > MAX_PEOPLE:
            raise Refused(f"The file names more than {MAX_PEOPLE:,} people. Split it, or look at its columns.")
        if len(seen.sample) < SHOWN_GAMES:
            seen.sample.append(item)
        add_day(seen, item)
        if report and seen.games % EVERY == 0:
            report(seen.games)
    seen.people = sorted(matcher.match(names), key=lambda match: match.folded)
    seen.sheet, seen.sheets = source.sheet, source.sheets
    seen.notes, seen.date_question, seen.name_question = source.notes, source.date_question, source.name_question
    add_waiting(seen, club)
    return seen


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
        return as_import.record(club, file, decisions, device, report)
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
