"""Which books a team needs to go out, and what happens without them."""

from dataclasses import replace

from scorepad.rules import codes, lookup
from scorepad.rules.model import OutCase, RuleSet
from scorepad.rules.words import WithoutBooks
from scorepad.scoring.model import Counts, Ended, Level, Part, Problem, Round, ScoreLine, TeamRound, Waived
from scorepad.scoring.sheet import Sheet


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
    have = counted_for(rules, books)
    return {need: count - have.get(need, 0) for need, count in case.needs.items() if have.get(need, 0) < count}


def missing_for(sheet: Sheet, team: TeamRound) -> dict[str, int]:
    """Return how many books a team is missing to go out in the round of this sheet."""
    return missing_books(sheet.rules, sheet.out(team.concealed), team.books)


def severe_penalty(sheet: Sheet, books: Counts, concealed: bool) -> Problem:
    """Return a warning with what it costs to go out with these books."""
    facts = {
        "points": sheet.rules.going_out.penalty,
        "books": sum(field.points * books.get(field.name, 0) for field in sheet.books),
        "bonus": sheet.out(concealed).points,
    }
    return Problem("severe_penalty", Level.WARNING, "", facts)


def penalised_team(entry: Round, sheet: Sheet) -> TeamRound | None:
    """Return the team that is punished for going out without its books; a ruling of the table spares it."""
    if entry.rules.going_out.without_books is not WithoutBooks.SEVERE_PENALTY:
        return None
    if entry.ended is not Ended.WENT_OUT:
        return None
    out = (team for team in entry.teams if team.went_out and not team.ruling)
    return next((team for team in out if missing_for(sheet, team)), None)


def waive(line: ScoreLine, reason: Waived) -> ScoreLine:
    """Return a line that does not count."""
    return replace(line, points=0, waived=reason)


def penalise(rules: RuleSet, line: ScoreLine) -> ScoreLine:
    """Waive books, melds and the going-out bonus of the team that went out too soon; cuts and cards left count."""
    combinations = (combination.code for combination in rules.combinations)
    lost = line.part is Part.BASE or line.code in (*codes.LAID, codes.GOING_OUT, *combinations)
    return waive(line, Waived.SEVERE_PENALTY) if lost else line


def spare(line: ScoreLine) -> ScoreLine:
    """Waive the cards left of the other team, threes included."""
    return waive(line, Waived.OTHER_TEAM_PENALTY) if line.code in codes.HELD else line
