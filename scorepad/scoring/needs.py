"""Which books a team needs to go out, and what it means when they are not there."""

from scorepad.rules.model import OutCase, RuleSet
from scorepad.rules.words import WithoutBooks
from scorepad.scoring.model import Counts, Ended, Level, Problem, Round, TeamRound
from scorepad.scoring.sheet import Sheet


def counted_for(rules: RuleSet, books: Counts) -> dict[str, int]:
    """How many finished books count for each need; a premium book counts for the need its rule names."""
    have: dict[str, int] = {}
    for kind in rules.books:
        count = books.get(kind.code, 0)
        for need in kind.counts_for:
            have[need] = have.get(need, 0) + count
    return have


def missing_books(rules: RuleSet, case: OutCase, books: Counts) -> dict[str, int]:
    """What lacks to the needs, by need; empty when all are met."""
    have = counted_for(rules, books)
    return {
        need: count - have.get(need, 0)
        for need, count in case.needs.items()
        if have.get(need, 0) < count
    }


def missing_for(page: Sheet, team: TeamRound) -> dict[str, int]:
    """What a team of a round with this sheet lacks to go out."""
    case = page.out(bool(team.bonuses.get("concealed")))
    return missing_books(page.rules, case, team.books)


def severe_penalty(page: Sheet, books: Counts, concealed: bool) -> Problem:
    """What going out with these books would cost where they are too few and that is punished."""
    facts = {
        "points": page.rules.going_out.penalty,
        "books": sum(field.points * books.get(field.name, 0) for field in page.books),
        "bonus": page.out(concealed).points,
    }
    return Problem("severe_penalty", Level.WARNING, "", facts)


def penalised(entry: Round, page: Sheet) -> TeamRound | None:
    """The team that went out without its books, where that is punished and the table did not let it stand."""
    if entry.rules.going_out.without_books is not WithoutBooks.SEVERE_PENALTY:
        return None
    if entry.ended is not Ended.WENT_OUT:
        return None
    out = (team for team in entry.teams if team.went_out and not team.ruling)
    return next((team for team in out if missing_for(page, team)), None)
