"""What is odd about one team's round: warnings, which a person may confirm.

A look is given the round, its sheet, the team and the team's path, and gives all it finds. Nearly always that is
nothing, and thousands of rounds may be looked at, so a look asks first what rules most teams out.
"""

from collections.abc import Sequence
from functools import lru_cache
from math import gcd, inf

from scorepad.rules import lookup
from scorepad.rules.model import RuleSet
from scorepad.rules.words import Color, Counted, ExtraBooks, OpeningBy, Place
from scorepad.scoring.limits import needs_of_books
from scorepad.scoring.model import Level, Problem, Round, TeamRound
from scorepad.scoring.needs import counted_for
from scorepad.scoring.quantity import card_points
from scorepad.scoring.sheet import Sheet

Problems = Sequence[Problem]
NOTHING: Problems = ()


def warning(code: str, path: str, **facts: object) -> Problem:
    """A problem that a person may confirm."""
    return Problem(code, Level.WARNING, path, facts)


def threes_melded(entry: Round, page: Sheet, team: TeamRound, path: str) -> Problems:
    """Threes on the table, of a colour that can never lie there."""
    if isinstance(team.melded, int) and not team.threes:
        return NOTHING
    cards = {} if isinstance(team.melded, int) else team.melded
    found = []
    for color in _never_melded(entry.rules):
        named = team.threes.get(f"{color}_threes_laid", 0)
        if named or cards.get(f"{color}3"):
            at = f"threes.{color}.laid" if named else f"melded.{color}3"
            found.append(warning("threes_not_melded", f"{path}.{at}", color=str(color)))
    return found


@lru_cache(maxsize=256)
def _never_melded(rules: RuleSet) -> tuple[Color, ...]:
    general = {color: lookup.general_threes(rules, color, Place.LAID) for color in Color}
    return tuple(color for color, rule in general.items() if rule.counted is Counted.NEVER)


def fewer_than_books(entry: Round, page: Sheet, team: TeamRound, path: str) -> Problems:
    """Fewer cards, or points of cards, melded than the books alone have."""
    if not team.books:
        return NOTHING
    cards, points = needs_of_books(entry.rules, team.books)
    where = f"{path}.melded"
    if isinstance(team.melded, int):
        if team.melded >= points:
            return NOTHING
        return [warning("fewer_than_books_need", where, given=team.melded, least=points)]
    given = sum(team.melded.values())
    if given >= cards:
        return NOTHING
    return [warning("fewer_than_books_need", where, given=given, least=cards, cards=True)]


def multiples(entry: Round, page: Sheet, team: TeamRound, path: str) -> Problems:
    """Points that no cards can make together."""
    unit = _smallest_unit(entry.rules)
    if unit <= 1:
        return NOTHING
    found = []
    if isinstance(team.melded, int) and team.melded % unit:
        found.append(warning("not_a_multiple", f"{path}.melded", given=team.melded, unit=unit))
    for at, packet in enumerate(team.left):
        if isinstance(packet, int) and packet % unit:
            name = f"left[{at}]" if len(team.left) > 1 else "left"
            found.append(warning("not_a_multiple", f"{path}.{name}", given=packet, unit=unit))
    return found


@lru_cache(maxsize=256)
def _smallest_unit(rules: RuleSet) -> int:
    """What all card values are multiples of, in points (5 in every usual game)."""
    threes = [
        abs(step.points)
        for rule in rules.threes
        if rule.counted is Counted.WITH_CARDS
        for step in rule.pays
    ]
    return gcd(*rules.cards.values(), *threes)


def below_minimum(entry: Round, page: Sheet, team: TeamRound, path: str) -> Problems:
    """Melds below the opening minimum, or without the book that opening takes."""
    melded = team.melded
    if isinstance(melded, int) and melded >= _enough_to_open(page):
        return NOTHING
    if not team.opened or not melded:
        return NOTHING
    players, total = entry.table.players, team.score_before
    step = lookup.opening_step(entry.rules, entry.number, players, total)
    found = []
    points = melded if isinstance(melded, int) else card_points(entry.rules, melded, Place.LAID)
    if points < step.minimum:
        facts = {"given": points, "minimum": step.minimum, "team": team.name}
        found.append(warning("below_minimum", f"{path}.melded", **facts))
    if step.books and not any(team.books.get(code) for code in step.books):
        found.append(warning("book_required", f"{path}.books", team=team.name))
    return found


@lru_cache(maxsize=512)
def _enough_to_open(page: Sheet) -> float:
    """Points that open in this round with any total; infinity where an opening takes a book besides.

    Nearly every team melds more, and needs no look at the minimums.
    """
    opening, number = page.rules.opening, page.number
    steps = opening.steps
    if opening.by is OpeningBy.ROUND:
        steps = (lookup.opening_step(page.rules, number, page.table.players, 0),)
    return inf if any(step.books for step in steps) else max(step.minimum for step in steps)


def extra_books(entry: Round, page: Sheet, team: TeamRound, path: str) -> Problems:
    """More books than needed of one kind while another lacks, where that is not allowed."""
    if entry.rules.going_out.extra_books is ExtraBooks.ANY_TIME or not team.books:
        return NOTHING
    case = page.out(False)
    have = counted_for(entry.rules, team.books)
    if all(have.get(need, 0) >= count for need, count in case.needs.items()):
        return NOTHING
    return [
        warning("extra_books", f"{path}.books.{need}", need=need, most=count, rules=entry.rules)
        for need, count in case.needs.items()
        if have.get(need, 0) > count
    ]
