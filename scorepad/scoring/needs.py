"""Which books a team needs to go out, and what it means when they are not there."""

from scorepad.rules.model import OutCase, RuleSet
from scorepad.rules.words import WithoutBooks
from scorepad.scoring.model import Counts, Ended, Round, TeamRound
from scorepad.scoring.sheet import sheet


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


def missing_for(entry: Round, team: TeamRound) -> dict[str, int]:
    """What a team of this round lacks to go out."""
    page = sheet(entry.rules, entry.table, entry.number, entry.decks)
    case = page.out(bool(team.bonuses.get("concealed")))
    return missing_books(entry.rules, case, team.books)


def penalised(entry: Round, team: TeamRound) -> bool:
    """Whether this team went out without its books where that is punished, and the table did not let it stand."""
    if not team.went_out or team.ruling or entry.ended is not Ended.WENT_OUT:
        return False
    if entry.rules.going_out.without_books is not WithoutBooks.SEVERE_PENALTY:
        return False
    return bool(missing_for(entry, team))
