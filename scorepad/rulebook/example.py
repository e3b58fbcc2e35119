"""A typical round, to show what it scores under two rule sets."""

from collections.abc import Iterator
from dataclasses import dataclass

from scorepad.rules.lookup import book_for_need, out_case, table_for
from scorepad.rules.model import RuleSet, Table
from scorepad.rules.words import BonusKind
from scorepad.scoring.model import Cards, Ended, Round, TeamRound
from scorepad.scoring.score import TeamScore, score

MELDED: Cards = {"joker": 2, "2": 3, "A": 6, "K": 7, "10": 4, "9": 5, "8": 7, "7": 7, "5": 3, "red3": 1}
OTHERS_MELDED: Cards = {"2": 2, "Q": 7, "9": 3, "6": 5}
OTHERS_LEFT: Cards = {"joker": 1, "A": 2, "8": 1, "4": 1, "black3": 1, "red3": 1}
FIRST_BOOKS, OTHER_BOOKS = 2, 1
"""Books of each kind, of the team that goes out and of the others."""

TEXT = "One team goes out with what it needs and cuts exactly. The others hold a few cards and a red three."


@dataclass(frozen=True, slots=True)
class Change:
    """Points before and after; None if a rule set cannot score the round."""

    label: str
    before: int | None
    after: int | None


def example(before: RuleSet, after: RuleSet) -> tuple[Change, ...]:
    """Return the totals of the round under both rule sets, for the team that goes out and for the next."""
    table = after.tables[0]
    here, there = _scores(after, before, table), _scores(before, after, table)
    labels = ("The team that goes out", "The other team" if table.teams == 2 else "Another team")
    return tuple(
        Change(label, there[at].total if there else None, here[at].total if here else None)
        for at, label in enumerate(labels)
    )


def _scores(rules: RuleSet, other: RuleSet, like: Table) -> tuple[TeamScore, ...]:
    table = table_for(rules, like.players, like.teams)
    if table is None:
        return ()
    codes = {book.code for book in rules.books}
    books = {code: count for code, count in _books((rules, other), table).items() if code in codes}
    cuts = [bonus.code for bonus in rules.bonuses if bonus.kind is BonusKind.CUT]
    first = TeamRound("", books=books, melded=MELDED, bonuses=dict.fromkeys(cuts[:1], 1), went_out=True)
    others = TeamRound(
        "",
        books=dict.fromkeys([book.code for book in rules.books[:2]], OTHER_BOOKS),
        melded=OTHERS_MELDED,
        left=(OTHERS_LEFT,),
    )
    teams = (first, *(others for _ in range(table.teams - 1)))
    return score(Round(rules, 1, table, table.decks, Ended.WENT_OUT, teams))


def _books(both: tuple[RuleSet, RuleSet], table: Table) -> dict[str, int]:
    """Return books that let a team go out under both rule sets."""
    counts = {book.code: FIRST_BOOKS for rules in both for book in rules.books}
    for code, count in (needed for rules in both for needed in _needed(rules, table)):
        counts[code] = max(counts[code], count)
    return counts


def _needed(rules: RuleSet, table: Table) -> Iterator[tuple[str, int]]:
    if table_for(rules, table.players, table.teams) is None:
        return
    for need, count in out_case(rules, 1, table.players).needs.items():
        if book := book_for_need(rules, need):
            yield book.code, count
