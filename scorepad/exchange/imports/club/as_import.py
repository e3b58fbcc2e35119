"""A club's file in the form of every import: the preview, and the decisions about people."""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace

from scorepad.exchange.exports import no_report
from scorepad.exchange.imports.club import club_file
from scorepad.exchange.imports.club.club_file import ClubPlan
from scorepad.exchange.imports.files import digest_of
from scorepad.exchange.imports.import_file import ImportFile, NotReady
from scorepad.exchange.imports.import_file import Report as GamesReport
from scorepad.exchange.imports.in_play import MANY, TableInPlay, game_in_play
from scorepad.exchange.imports.outcome import Preview, add_problem, add_waiting
from scorepad.exchange.imports.people import NEW, How, Matcher, PersonMatch
from scorepad.exchange.imports.plan import Decisions, Problem
from scorepad.scoring.names import fold_name
from scorepad.store import Club
from scorepad.store.exports import BY_RESTORING
from scorepad.store.imports import AlreadyImported, Import, NewImport


def preview(club: Club, file: ImportFile, decisions: Decisions, report: GamesReport | None) -> Preview:
    """Return what an import of a club's file would do."""
    plan = club_file.look_through(club, file.path, _by_games(club_file.games_in(file.path), report))
    seen = Preview(file.name, BY_RESTORING, digest_of(file.path), "")
    seen.past = club.imports.of_file(seen.digest)
    for fault in (*plan.faults, *plan.damaged.values()):
        add_problem(seen, Problem(fault.line, str(fault)))
    seen.notes = tuple(_notes(plan))
    if not plan.faults:
        seen.games = plan.new_games
        matches = _matches(club, plan, decisions) if plan.new_games else []
        seen.people = sorted((match for _, match in matches), key=lambda match: match.folded)
        add_waiting(seen, club)
    return seen


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


def record(
    club: Club, file: ImportFile, decisions: Decisions, device: str | None, report: GamesReport | None
) -> Import:
    """Record a club's file. Raises NotReady, AlreadyImported and StoreError."""
    new = NewImport(digest_of(file.path), file.name, BY_RESTORING, device)
    if past := club.imports.of_file(new.digest):
        raise AlreadyImported(past)
    plan = club_file.look_through(club, file.path, no_report)
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
