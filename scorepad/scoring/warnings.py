"""Warnings for one team's round, which a person may confirm.

Nearly every round has none, and thousands may be checked, so each check first rules out most teams cheaply.
"""

from collections.abc import Sequence
from functools import lru_cache
from math import gcd, inf

from scorepad.rules import codes, lookup
from scorepad.rules.model import RuleSet
from scorepad.rules.words import CardPlace, Color, Counted, ExtraBooks, OpeningBy, Waiver
from scorepad.scoring.limits import least_on_table
from scorepad.scoring.model import Level, Problem, Round, TeamRound
from scorepad.scoring.needs import books_named, too_many_books
from scorepad.scoring.quantity import card_points
from scorepad.scoring.score import has_melded
from scorepad.scoring.sheet import Sheet

Problems = Sequence[Problem]
NO_PROBLEMS: Problems = ()


def warning(code: str, path: str, **facts: object) -> Problem:
    return Problem(code, Level.WARNING, path, facts)


def threes_melded(entry: Round, sheet: Sheet, team: TeamRound, path: str) -> Problems:
    """Threes on the table, though the rules never let them lie there."""
    if isinstance(team.melded, int) and not team.threes:
        return NO_PROBLEMS
    cards = {} if isinstance(team.melded, int) else team.melded
    problems = []
    for color in _never_melded(entry.rules):
        counted_apart = team.threes.get(codes.threes_code(color, CardPlace.LAID), 0)
        if counted_apart or cards.get(f"{color}3"):
            at = f"threes.{color}.laid" if counted_apart else f"melded.{color}3"
            problems.append(warning("threes_not_melded", f"{path}.{at}", color=str(color)))
    return problems


@lru_cache(maxsize=256)
def _never_melded(rules: RuleSet) -> tuple[Color, ...]:
    general = {color: lookup.general_threes(rules, color, CardPlace.LAID) for color in Color}
    return tuple(color for color, rule in general.items() if rule.counted is Counted.NEVER)


def fewer_than_books(entry: Round, sheet: Sheet, team: TeamRound, path: str) -> Problems:
    """Fewer cards, or card points, melded than the books alone have."""
    if not team.books:
        return NO_PROBLEMS
    cards, points = least_on_table(entry.rules, team.books)
    where = f"{path}.melded"
    if isinstance(team.melded, int):
        if team.melded >= points:
            return NO_PROBLEMS
        return [warning("fewer_than_books_need", where, counted=team.melded, least=points)]
    counted = sum(team.melded.values())
    if counted >= cards:
        return NO_PROBLEMS
    return [warning("fewer_than_books_need", where, counted=counted, least=cards, cards=True)]


def multiples(entry: Round, sheet: Sheet, team: TeamRound, path: str) -> Problems:
    """Points that no cards can add up to."""
    unit = _smallest_unit(entry.rules)
    if unit <= 1:
        return NO_PROBLEMS
    problems = []
    if isinstance(team.melded, int) and team.melded % unit:
        where = f"{path}.melded"
        problems.append(warning("not_a_multiple", where, counted=team.melded, unit=unit))
    for at, packet in enumerate(team.left):
        if isinstance(packet, int) and packet % unit:
            where = f"{path}.left[{at}]" if len(team.left) > 1 else f"{path}.left"
            problems.append(warning("not_a_multiple", where, counted=packet, unit=unit))
    return problems


@lru_cache(maxsize=256)
def _smallest_unit(rules: RuleSet) -> int:
    """Return the number that divides all card values, in points (5 in every usual game)."""
    threes = [abs(step.points) for rule in rules.threes if rule.counted is Counted.WITH_CARDS for step in rule.pays]
    return gcd(*rules.cards.values(), *threes)


def below_minimum(entry: Round, sheet: Sheet, team: TeamRound, path: str) -> Problems:
    """Melds below the opening minimum, or without a required book. A team that goes out may need neither."""
    melded = team.melded
    if team.went_out and entry.rules.opening.waived is not Waiver.NEVER:
        return NO_PROBLEMS
    if isinstance(melded, int) and melded >= _always_enough(sheet):
        return NO_PROBLEMS
    if not has_melded(team) or not melded:
        return NO_PROBLEMS
    players, total = entry.table.players, team.score_before
    step = lookup.opening_step(entry.rules, entry.round_number, players, total)
    problems = []
    points = melded if isinstance(melded, int) else card_points(entry.rules, melded, CardPlace.LAID)
    if entry.rules.opening.book_points:
        # Which of its books a team opened with is not known, so all of them count.
        points += sum(field.points * team.books.get(field.name, 0) for field in sheet.books if field.points > 0)
    if points < step.minimum:
        facts = {"points": points, "minimum": step.minimum, "team": team.name}
        problems.append(warning("below_minimum", f"{path}.melded", **facts))
    if step.books and not any(books_named(entry.rules, name, team.books) for name in step.books):
        problems.append(warning("book_required", f"{path}.books", team=team.name))
    return problems


@lru_cache(maxsize=512)
def _always_enough(sheet: Sheet) -> float:
    """Return the points that open in this round whatever the total; infinity if opening also requires a book.

    Nearly every team melds more than this.
    """
    opening = sheet.rules.opening
    steps = opening.steps
    if opening.by is OpeningBy.ROUND:
        players = sheet.table.players
        steps = (lookup.opening_step(sheet.rules, sheet.round_number, players, 0),)
    return inf if any(step.books for step in steps) else max(step.minimum for step in steps)


def extra_books(entry: Round, sheet: Sheet, team: TeamRound, path: str) -> Problems:
    """More books of a kind than needed, while books of another kind are missing, where the rules forbid it."""
    if entry.rules.going_out.extra_books is ExtraBooks.ANY_TIME or not team.books:
        return NO_PROBLEMS
    return [
        warning("extra_books", f"{path}.books.{need}", need=need, most=count, rules=entry.rules)
        for need, count in too_many_books(entry.rules, sheet.out(False), team.books).items()
    ]
