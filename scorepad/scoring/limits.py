"""What the decks hold, and what books need at least: the bounds that no honest sheet can leave."""

from collections.abc import Iterator, Mapping
from functools import lru_cache

from scorepad.rules.lookup import book, general_threes
from scorepad.rules.model import RANKS, WILD_CARDS, Book, RuleSet
from scorepad.rules.words import Color, Counted, MadeOf, Place, Wilds
from scorepad.scoring.model import Counts, Level, Problem, Quantity, Round, TeamRound
from scorepad.scoring.quantity import card_points

SUITS = 4
THREES_A_COLOR = 2


@lru_cache(maxsize=256)
def supply(jokers: int, decks: int) -> dict[str, int]:
    """How many of every card there are, by name; `jokers` is the number in one deck."""
    cards = {rank: SUITS * decks for rank in ("2", *RANKS)}
    threes = {"black3": THREES_A_COLOR * decks, "red3": THREES_A_COLOR * decks}
    return {"joker": jokers * decks, **cards, **threes}


@lru_cache(maxsize=256)
def most_points(rules: RuleSet, jokers: int, decks: int) -> int:
    """What all cards together are worth as cards, in points."""
    cards = supply(jokers, decks)
    plain = sum(rules.cards[name] * cards[name] for name in rules.cards)
    places = [general_threes(rules, Color.BLACK, place) for place in Place]
    each = [abs(rule.pays[0].points) for rule in places if rule.counted is Counted.WITH_CARDS]
    return plain + max(each, default=0) * cards["black3"]


def overdrawn(entry: Round) -> Iterator[Problem]:
    """An error for every card, for the points and for the books that the decks do not hold over all teams."""
    cards = supply(entry.table.jokers, entry.decks)
    yield from _cards_overdrawn(entry, cards)
    yield from _points_overdrawn(entry)
    yield from _books_overdrawn(entry, cards)


def _packets(team: TeamRound) -> Iterator[tuple[str, Quantity]]:
    yield "melded", team.melded
    for at, packet in enumerate(team.left):
        yield (f"left[{at}]" if len(team.left) > 1 else "left"), packet


def _cards_overdrawn(entry: Round, cards: dict[str, int]) -> Iterator[Problem]:
    used: dict[str, int] = {}
    last: dict[str, str] = {}
    for at, team in enumerate(entry.teams):
        for code, count in team.threes.items():
            color, _, place = code.split("_")
            _use(used, last, f"{color}3", count, f"teams[{at}].threes.{color}.{place}")
        for name, packet in _packets(team):
            if not isinstance(packet, int):
                for card, count in packet.items():
                    _use(used, last, card, count, f"teams[{at}].{name}.{card}")
    for card, count in used.items():
        if count > cards[card]:
            facts = {"card": card, "count": count, "most": cards[card], "decks": entry.decks}
            yield _error(last[card], "cards", facts)


def _use(used: dict[str, int], last: dict[str, str], card: str, count: int, path: str) -> None:
    used[card] = used.get(card, 0) + count
    if count:
        last[card] = path


def _points_overdrawn(entry: Round) -> Iterator[Problem]:
    total, worst, path = 0, -1, "teams"
    for at, team in enumerate(entry.teams):
        points = 0
        for name, packet in _packets(team):
            place = Place.LAID if name == "melded" else Place.HELD
            points += (
                packet if isinstance(packet, int) else abs(card_points(entry.rules, packet, place))
            )
        total += points
        if points > worst:
            worst, path = points, f"teams[{at}].melded"
    most = most_points(entry.rules, entry.table.jokers, entry.decks)
    if total > most:
        yield _error(path, "points", {"count": total, "most": most, "decks": entry.decks})


def _books_overdrawn(entry: Round, cards: dict[str, int]) -> Iterator[Problem]:
    """Every book is made of cards that no other book can have."""
    needed = {"cards": 0, "wilds": 0, "naturals": 0}
    path = "teams"
    for at, team in enumerate(entry.teams):
        for code, count in team.books.items():
            kind = book(entry.rules, code)
            if kind is not None and count and kind.made_of is not MadeOf.THREES:
                fewest, most = wilds_in(entry.rules, kind)
                needed["cards"] += count * kind.cards
                needed["wilds"] += count * fewest
                needed["naturals"] += count * (kind.cards - most)
                path = f"teams[{at}].books.{code}"
    wilds = sum(cards[name] for name in WILD_CARDS)
    naturals = sum(cards[rank] for rank in RANKS)
    there = {"cards": wilds + naturals, "wilds": wilds, "naturals": naturals}
    for what, count in needed.items():
        if count > there[what]:
            facts = {"count": count, "most": there[what], "decks": entry.decks}
            yield _error(path, f"books_{what}", facts)
            return


def _error(path: str, what: str, facts: Mapping[str, object]) -> Problem:
    return Problem("more_than_the_decks", Level.ERROR, path, {"what": what, **facts})


@lru_cache(maxsize=256)
def wilds_in(rules: RuleSet, kind: Book) -> tuple[int, int]:
    """The fewest and the most wild cards that a book of this kind has when it is closed."""
    if kind.made_of is MadeOf.WILDS:
        return kind.cards, kind.cards
    if kind.made_of in (MadeOf.NATURALS, MadeOf.SEQUENCE, MadeOf.THREES):
        return 0, 0
    strict = rules.melds.book_wilds is Wilds.FEWER_THAN_NATURALS
    most = (kind.cards - 1) // 2 if strict else kind.cards // 2
    if rules.melds.book_most_wilds is not None:
        most = min(most, rules.melds.book_most_wilds)
    return (0 if kind.made_of is MadeOf.ANY else min(1, most)), most


@lru_cache(maxsize=256)
def least_points(rules: RuleSet, kind: Book) -> int:
    """The fewest card points that a finished book of this kind has on the table."""
    if kind.made_of is MadeOf.THREES:
        return 0
    wild = min(rules.cards[name] for name in WILD_CARDS)
    ranks = kind.ranks or RANKS
    values = [rules.cards[rank] for rank in ranks]
    if kind.made_of is MadeOf.SEQUENCE:
        return min(sum(values[at : at + kind.cards]) for at in range(len(values) - kind.cards + 1))
    fewest, most = wilds_in(rules, kind)
    return min(n * wild + (kind.cards - n) * min(values) for n in range(fewest, most + 1))


def needs_of_books(rules: RuleSet, books: Counts) -> tuple[int, int]:
    """The fewest cards and the fewest points that must lie on the table for these books."""
    cards = points = 0
    for kind in rules.books:
        count = books.get(kind.code, 0)
        if count and kind.made_of is not MadeOf.THREES:
            cards += count * kind.cards
            points += count * least_points(rules, kind)
    return cards, points
