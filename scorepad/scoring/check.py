"""All that is wrong, or odd, with a round that is well formed. Never raises, never stops at the first.

Errors cannot be saved as final; warnings are what a person may confirm.
"""

from collections.abc import Callable, Iterator
from functools import lru_cache
from math import gcd

from scorepad.rules import lookup
from scorepad.rules.model import RuleSet
from scorepad.rules.words import Color, Counted, ExtraBooks, Place, WithoutBooks
from scorepad.scoring.limits import needs_of_books, overdrawn
from scorepad.scoring.model import Ended, Level, Problem, Round, TeamRound
from scorepad.scoring.needs import counted_for, missing_for
from scorepad.scoring.sheet import About, Sheet, sheet

Problems = Iterator[Problem]


def check(entry: Round) -> tuple[Problem, ...]:
    """Every error and warning of a round, errors first, each with the path of the entry it speaks of."""
    page = sheet(entry.rules, entry.table, entry.number, entry.decks)
    found = [*_out(entry), *overdrawn(entry)]
    for at, team in enumerate(entry.teams):
        for look in _LOOKS:
            found.extend(look(entry, page, team, f"teams[{at}]"))
    return (
        tuple(sorted(found, key=lambda problem: problem.level is not Level.ERROR)) if found else ()
    )


def _error(code: str, path: str, **facts: object) -> Problem:
    return Problem(code, Level.ERROR, path, facts)


def _warning(code: str, path: str, **facts: object) -> Problem:
    return Problem(code, Level.WARNING, path, facts)


def _out(entry: Round) -> Problems:
    out = [team.name for team in entry.teams if team.went_out]
    wanted = 1 if entry.ended is Ended.WENT_OUT else 0
    if len(out) != wanted:
        yield _error("wrong_out", "ended", out=out, ended=entry.ended)


def _books_to_go_out(entry: Round, page: Sheet, team: TeamRound, path: str) -> Problems:
    if not team.went_out or entry.ended is not Ended.WENT_OUT:
        return
    missing = missing_for(entry, team)
    if not missing:
        return
    facts = {"team": team.name, "missing": missing, "rules": entry.rules}
    if team.ruling:
        yield _warning("table_ruling", f"{path}.went_out", reason=team.ruling, **facts)
    elif entry.rules.going_out.without_books is WithoutBooks.FORBIDDEN:
        yield _error("books_missing", f"{path}.went_out", **facts)


def _premium(entry: Round, page: Sheet, team: TeamRound, path: str) -> Problems:
    for field in page.books:
        finished, begun = team.books.get(field.name, 0), team.unfinished.get(field.name, 0)
        if field.most is not None and finished + begun > field.most:
            where = "books" if finished else "unfinished"
            facts = {"label": field.label, "most": field.most, "both": bool(finished and begun)}
            yield _error("premium_twice", f"{path}.{where}.{field.name}", **facts)
        if field.name in team.lost and (finished or begun):
            where = "books" if finished else "unfinished"
            yield _error("premium_lost", f"{path}.{where}.{field.name}", label=field.label)


def _more_than_possible(entry: Round, page: Sheet, team: TeamRound, path: str) -> Problems:
    for field in page.fields:
        if field.most is None or field.code not in team.bonuses:
            continue
        most = field.most * (page.table.team_size if field.about is About.SEAT else 1)
        if team.bonuses[field.code] > most:
            yield _warning(
                "more_than_possible", f"{path}.bonuses.{field.code}", label=field.label, most=most
            )


def _threes_melded(entry: Round, page: Sheet, team: TeamRound, path: str) -> Problems:
    cards = {} if isinstance(team.melded, int) else team.melded
    for color in Color:
        rule = lookup.general_threes(entry.rules, color, Place.LAID)
        named = team.threes.get(f"{color}_threes_laid", 0)
        if rule.counted is Counted.NEVER and (named or cards.get(f"{color}3")):
            at = f"threes.{color}.laid" if named else f"melded.{color}3"
            yield _warning("threes_not_melded", f"{path}.{at}", color=str(color))


def _fewer_than_books(entry: Round, page: Sheet, team: TeamRound, path: str) -> Problems:
    if not team.books:
        return
    cards, points = needs_of_books(entry.rules, team.books)
    melded = team.melded
    if isinstance(melded, int):
        if melded < points:
            yield _warning("fewer_than_books_need", f"{path}.melded", given=melded, least=points)
    elif sum(melded.values()) < cards:
        given = sum(melded.values())
        yield _warning(
            "fewer_than_books_need", f"{path}.melded", given=given, least=cards, cards=True
        )


def _multiples(entry: Round, page: Sheet, team: TeamRound, path: str) -> Problems:
    unit = smallest_unit(entry.rules)
    if unit <= 1:
        return
    if isinstance(team.melded, int) and team.melded % unit:
        yield _warning("not_a_multiple", f"{path}.melded", given=team.melded, unit=unit)
    for at, packet in enumerate(team.left):
        if isinstance(packet, int) and packet % unit:
            name = f"left[{at}]" if len(team.left) > 1 else "left"
            yield _warning("not_a_multiple", f"{path}.{name}", given=packet, unit=unit)


@lru_cache(maxsize=256)
def smallest_unit(rules: RuleSet) -> int:
    """What all card values are multiples of, in points (5 in every usual game)."""
    threes = [
        abs(step.points)
        for rule in rules.threes
        if rule.counted is Counted.WITH_CARDS
        for step in rule.pays
    ]
    return gcd(*rules.cards.values(), *threes)


def _below_minimum(entry: Round, page: Sheet, team: TeamRound, path: str) -> Problems:
    melded = team.melded
    if not team.opened or not melded:
        return
    players, total = entry.table.players, team.score_before
    step = lookup.opening_step(entry.rules, entry.number, players, total)
    if isinstance(melded, int) and melded < step.minimum:
        facts = {"given": melded, "minimum": step.minimum, "team": team.name}
        yield _warning("below_minimum", f"{path}.melded", **facts)
    if step.books and not any(team.books.get(code) for code in step.books):
        yield _warning("book_required", f"{path}.books", team=team.name)


def _extra_books(entry: Round, page: Sheet, team: TeamRound, path: str) -> Problems:
    if entry.rules.going_out.extra_books is ExtraBooks.ANY_TIME or not team.books:
        return
    case = page.out(False)
    have = counted_for(entry.rules, team.books)
    short = [need for need, count in case.needs.items() if have.get(need, 0) < count]
    for need, count in case.needs.items():
        if short and have.get(need, 0) > count:
            facts = {"need": need, "most": count, "rules": entry.rules}
            yield _warning("extra_books", f"{path}.books.{need}", **facts)


_LOOKS: tuple[Callable[[Round, Sheet, TeamRound, str], Problems], ...] = (
    _books_to_go_out,
    _premium,
    _more_than_possible,
    _threes_melded,
    _fewer_than_books,
    _multiples,
    _below_minimum,
    _extra_books,
)
