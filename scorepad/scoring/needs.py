"""What a team needs to go out, and what happens without it."""

from collections.abc import Iterator
from functools import lru_cache

from msgspec.structs import replace

from scorepad.rules import codes, lookup
from scorepad.rules.model import OutCase, RuleSet
from scorepad.rules.words import CardPlace, Color, WithoutBooks
from scorepad.scoring.model import Counts, Ended, Level, Part, Problem, Round, ScoreLine, TeamRound, Waived
from scorepad.scoring.quantity import threes_in
from scorepad.scoring.sheet import Sheet
from scorepad.scoring.sides import partners_of, shared


def books_named(rules: RuleSet, name: str, books: Counts) -> int:
    """Return how many of these books a name stands for: those of one kind, or all that count for a need."""
    return sum([books.get(code, 0) for code in lookup.kinds(rules, name)])


def counted_for(rules: RuleSet, books: Counts) -> dict[str, int]:
    """Return how many finished books count for each need; a premium book counts for the needs its rule names."""
    have: dict[str, int] = {}
    for book in rules.books:
        count = books.get(book.code, 0)
        for need in book.counts_for:
            have[need] = have.get(need, 0) + count
    return have


def missing_books(rules: RuleSet, case: OutCase, books: Counts) -> dict[str, int]:
    """Return how many books are missing for each need; empty if the team has them all."""
    have = {need: sum([books.get(code, 0) for code in lookup.kinds_for_need(rules, need)]) for need in case.needs}
    return {need: count - have[need] for need, count in case.needs.items() if have[need] < count}


def too_many_books(rules: RuleSet, case: OutCase, books: Counts) -> dict[str, int]:
    """Return the needs, with their counts, for which a team has more books than it needs while others are missing."""
    if not missing_books(rules, case, books):
        return {}
    have = counted_for(rules, books)
    return {need: count for need, count in case.needs.items() if have.get(need, 0) > count}


def unmet_for(sheet: Sheet, team: TeamRound) -> tuple[tuple[str, dict[str, object]], ...]:
    """Return the problems of a team that goes out in the round of this sheet without all it needs."""
    if not team.unfinished and sheet.out(team.concealed).red_threes == 0:
        return _unmet_with(sheet, team.concealed, tuple(team.books.items()))
    return tuple(unmet_needs(sheet.rules, sheet.out(team.concealed), team))


@lru_cache(maxsize=4096)
def _unmet_with(
    sheet: Sheet, concealed: bool, books: tuple[tuple[str, int], ...]
) -> tuple[tuple[str, dict[str, object]], ...]:
    """Return the problems of a team that has these books, where nothing else matters. Most teams are alike."""
    return tuple(unmet_needs(sheet.rules, sheet.out(concealed), TeamRound("", books=dict(books))))


def red_threes_needed(case: OutCase, team: TeamRound) -> int:
    return sum(team.books.values()) if case.red_threes is None else case.red_threes


def missing_red_threes(case: OutCase, team: TeamRound) -> int:
    """Return how many red threes a team must still lay down to go out."""
    if case.red_threes == 0:
        return 0
    among_cards = 0 if isinstance(team.melded, int) else threes_in(team.melded, Color.RED)
    laid = team.threes.get(codes.threes_code(Color.RED, CardPlace.LAID), 0) + among_cards
    return max(0, red_threes_needed(case, team) - laid)


def books_to_finish(rules: RuleSet, team: TeamRound) -> dict[str, int]:
    """Return the books that a team has begun and must finish before it goes out."""
    if not team.unfinished:
        return {}
    begun = {book.code: team.unfinished.get(book.code, 0) for book in rules.books if book.must_finish}
    return {code: count for code, count in begun.items() if count}


UNMET = ("books_missing", "premium_unfinished", "red_threes_missing")
"""The codes of problems with what going out needs."""


def unmet_needs(rules: RuleSet, case: OutCase, team: TeamRound) -> Iterator[tuple[str, dict[str, object]]]:
    """Yield a problem code and its facts for each thing that a team still needs to go out."""
    if missing := missing_books(rules, case, team.books):
        yield "books_missing", {"missing": missing, "rules": rules}
    if begun := books_to_finish(rules, team):
        yield "premium_unfinished", {"begun": begun, "rules": rules}
    if threes := missing_red_threes(case, team):
        yield "red_threes_missing", {"missing": {"red_threes": threes}}


def severe_penalty(sheet: Sheet, books: Counts, concealed: bool) -> Problem:
    """Return a warning with what it costs to go out with these books."""
    facts = {
        "points": sheet.rules.going_out.penalty,
        "books": sum(field.points * books.get(field.name, 0) for field in sheet.books),
        "bonus": sheet.out(concealed).points,
    }
    return Problem("severe_penalty", Level.WARNING, "", facts)


def penalised_teams(entry: Round, sheet: Sheet) -> tuple[int, ...]:
    """Return the team (from 0), with its partners of this round, that is penalised for going out without what it needs.

    It is not if a ruling of the table allows it.
    """
    if entry.rules.going_out.without_books is not WithoutBooks.SEVERE_PENALTY:
        return ()
    if entry.ended is not Ended.WENT_OUT:
        return ()
    out = (at for at, team in enumerate(entry.teams) if team.went_out)
    of_side = shared(entry).teams
    at = next((at for at in out if not of_side[at].ruling and unmet_for(sheet, of_side[at])), None)
    return () if at is None else (at, *partners_of(entry, at))


def waive(line: ScoreLine, reason: Waived) -> ScoreLine:
    return replace(line, points=0, waived=reason)


def penalise(rules: RuleSet, line: ScoreLine) -> ScoreLine:
    """Waive books, melds and the going-out bonus of the team that went out too soon; cuts and cards left count."""
    combinations = (combination.code for combination in rules.combinations)
    lost = line.part is Part.BASE or line.code in (*codes.LAID, codes.GOING_OUT, *combinations)
    return waive(line, Waived.SEVERE_PENALTY) if lost else line


def spare(line: ScoreLine) -> ScoreLine:
    """Waive the cards left of the other team, threes included."""
    return waive(line, Waived.OTHER_TEAM_PENALTY) if line.code in codes.HELD else line
