"""Check that every number of a rule set is in bounds, and that penalties which pay points are meant to."""

from collections.abc import Iterator
from dataclasses import dataclass

from scorepad.rules.faults import Fault
from scorepad.rules.item_names import item_names
from scorepad.rules.model import RuleSet
from scorepad.rules.read import LARGEST
from scorepad.rules.words import CardPlace

MAX_CARDS = 200
"""The most cards of one player, meld or pile."""

MAX_DECKS = 30


def out_of_bounds(rules: RuleSet) -> Iterator[Fault]:
    """Yield a fault for every number that is too small or too large. None (“any”, “all”) always passes."""
    for path, value, least, most in _numbers(rules):
        if value is not None and not least <= value <= most:
            right = f" Without its sign it is {-value}." if least <= -value <= most else ""
            yield Fault(path, f"must be from {least} to {most:,}.{right}")


@dataclass(frozen=True, slots=True)
class Reward:
    """Positive points for held threes or an unfinished book. `marked` says whether the file calls them a reward."""

    path: str
    what: str
    points: int
    marked: bool


def rewards(rules: RuleSet) -> Iterator[Reward]:
    """Yield every value that is a penalty at most tables but pays points in these rules."""
    names = item_names([{"color": rule.color, "place": rule.place} for rule in rules.threes])
    for name, rule in zip(names, rules.threes, strict=True):
        for at, step in enumerate(rule.pays, start=1):
            if rule.place is CardPlace.HELD and step.points > 0:
                yield Reward(f"threes.{name}.pays.{at}.points", "threes left in hand", step.points, rule.reward)
    for book in rules.books:
        if book.unfinished > 0:
            yield Reward(f"books.{book.code}.unfinished", "an unfinished book", book.unfinished, book.reward)


def unmarked_rewards(rules: RuleSet) -> Iterator[Fault]:
    """Yield a fault for every reward that the file does not mark as one."""
    for price in rewards(rules):
        if not price.marked:
            meant = f"A penalty has a minus sign: −{price.points}."
            mark = "If it is meant as a reward, write “reward = true” beside it."
            yield Fault(price.path, f"{price.points} would be a reward for {price.what}. {meant} {mark}")


def _numbers(rules: RuleSet) -> Iterator[tuple[str, int | None, int, int]]:
    yield from _dealt(rules)
    yield from _counted(rules)
    melds, play = rules.melds, rules.play
    yield "melds.smallest", melds.smallest, 1, 20
    yield "melds.most_wilds", melds.most_wilds, 0, MAX_CARDS
    yield "melds.book_most_wilds", melds.book_most_wilds, 0, MAX_CARDS
    yield "melds.opening_most_cards", melds.opening_most_cards, melds.smallest, MAX_CARDS
    yield "melds.sequence_wilds", melds.sequence_wilds, 0, MAX_CARDS
    yield "melds.books_of_one_rank", melds.books_of_one_rank, 1, MAX_CARDS
    yield "play.draw", play.draw, 0, 60
    yield "play.take.cards", play.take.cards, 1, MAX_CARDS
    yield "play.turned_up", play.turned_up, 0, 60
    yield "play.hand_limit", play.hand_limit, 1, MAX_CARDS


def _dealt(rules: RuleSet) -> Iterator[tuple[str, int | None, int, int]]:
    for at, table in enumerate(rules.tables, start=1):
        yield f"tables.{at}.decks", table.decks, 1, MAX_DECKS
        yield f"tables.{at}.jokers", table.jokers, 0, 8
        yield f"tables.{at}.hand", table.hand, 1, 60
        yield f"tables.{at}.foot", table.foot, 0, 60
        yield f"tables.{at}.knee", table.knee, 0, 60
    for at, deal in enumerate(rules.deals, start=1):
        yield f"deals.{at}.hand", deal.hand, 1, 60
        for name, cards in (("foot", deal.foot), ("knee", deal.knee), ("draw", deal.draw)):
            yield f"deals.{at}.{name}", cards, 0, 60


def _counted(rules: RuleSet) -> Iterator[tuple[str, int | None, int, int]]:
    for card, points in rules.cards.items():
        yield f"cards.{card}", points, 0, LARGEST
    for book in rules.books:
        yield f"books.{book.code}.cards", book.cards, 3, 20
        yield f"books.{book.code}.most", book.most, 1, MAX_CARDS
    for bonus in rules.bonuses:
        yield f"bonuses.{bonus.code}.most", bonus.most, 1, 20
    for at, step in enumerate(rules.opening.steps, start=1):
        yield f"opening.steps.{at}.minimum", step.minimum, 0, LARGEST
    for at, case in enumerate(rules.going_out.cases, start=1):
        yield f"going_out.cases.{at}.red_threes", case.red_threes, 0, MAX_CARDS
    for at, target in enumerate(rules.end.targets, start=1):
        yield f"end.targets.{at}.points", target.points, 1, LARGEST
