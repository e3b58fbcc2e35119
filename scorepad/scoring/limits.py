"""What the decks hold, and what books need at least: the bounds that no honest sheet can leave."""

from dataclasses import dataclass
from functools import lru_cache

from scorepad.rules.lookup import general_threes
from scorepad.rules.model import RANKS, WILD_CARDS, Book, RuleSet
from scorepad.rules.words import Color, Counted, MadeOf, Place, Wilds
from scorepad.scoring.model import Cards, Counts, Level, Problem, Round, TeamRound
from scorepad.scoring.quantity import card_points

SUITS = 4
THREES_A_COLOR = 2


@lru_cache(maxsize=256)
def supply(jokers: int, decks: int) -> dict[str, int]:
    """How many of every card there are, by name; `jokers` is the number in one deck."""
    cards = dict.fromkeys(("2", *RANKS), SUITS * decks)
    threes = {"black3": THREES_A_COLOR * decks, "red3": THREES_A_COLOR * decks}
    return {"joker": jokers * decks, **cards, **threes}


@lru_cache(maxsize=256)
def most_points(rules: RuleSet, jokers: int, decks: int) -> int:
    """What all cards together are worth as cards, in points."""
    cards = supply(jokers, decks)
    plain = sum(rules.cards[name] * cards[name] for name in rules.cards)
    return plain + sum(_most_a_three(rules, color) * cards[f"{color}3"] for color in Color)


def _most_a_three(rules: RuleSet, color: Color) -> int:
    places = [general_threes(rules, color, place) for place in Place]
    each = [abs(rule.pays[0].points) for rule in places if rule.counted is Counted.WITH_CARDS]
    return max(each, default=0)


def overdrawn(entry: Round) -> list[Problem]:
    """An error for every card, for the points and for the books that the decks do not hold over all teams."""
    return [
        *_cards_overdrawn(entry),
        *_points_overdrawn(entry),
        *_books_overdrawn(entry),
        *_ranks_overdrawn(entry),
    ]


def _cards_overdrawn(entry: Round) -> list[Problem]:
    used: dict[str, int] = {}
    last: dict[str, str] = {}
    for at, team in enumerate(entry.teams):
        for code, count in team.threes.items():
            color, _, place = code.split("_")
            _use(used, last, f"{color}3", count, f"teams[{at}].threes.{color}.{place}")
        if not isinstance(team.melded, int):
            _use_all(used, last, team.melded, f"teams[{at}].melded")
        for of, packet in enumerate(team.left):
            if not isinstance(packet, int):
                name = f"left[{of}]" if len(team.left) > 1 else "left"
                _use_all(used, last, packet, f"teams[{at}].{name}")
    if not used:
        return []
    cards = supply(entry.table.jokers, entry.decks)
    return [
        _error(entry, last[card], "cards", count, cards[card], card=card)
        for card, count in used.items()
        if count > cards[card]
    ]


def _use_all(used: dict[str, int], last: dict[str, str], cards: Cards, path: str) -> None:
    for card, count in cards.items():
        _use(used, last, card, count, f"{path}.{card}")


def _use(used: dict[str, int], last: dict[str, str], card: str, count: int, path: str) -> None:
    used[card] = used.get(card, 0) + count
    if count:
        last[card] = path


def _points_overdrawn(entry: Round) -> list[Problem]:
    points = [_card_points(entry.rules, team) for team in entry.teams]
    most = most_points(entry.rules, entry.table.jokers, entry.decks)
    if sum(points) <= most:
        return []
    worst = points.index(max(points))
    return [_error(entry, f"teams[{worst}].melded", "points", sum(points), most)]


def _card_points(rules: RuleSet, team: TeamRound) -> int:
    """What all cards of a team are worth, wherever they lie."""
    melded = team.melded
    points = melded if isinstance(melded, int) else abs(card_points(rules, melded, Place.LAID))
    for packet in team.left:
        if isinstance(packet, int):
            points += packet
        else:
            points += abs(card_points(rules, packet, Place.HELD))
    return points


def _books_overdrawn(entry: Round) -> list[Problem]:
    """Every book is made of cards that no other book can have."""
    # Few books cannot be too many, whatever kinds they are; only where there are more is each looked at.
    if sum([sum(team.books.values()) for team in entry.teams]) <= _books_for_certain(
        entry.rules, entry.table.jokers, entry.decks
    ):
        return []
    least = least_of_books(entry.rules)
    cards = wilds = naturals = 0
    path = "teams"
    for at, team in enumerate(entry.teams):
        for code, count in team.books.items():
            if count and code in least:
                book = least[code]
                cards += count * book.cards
                wilds += count * book.wilds
                naturals += count * book.naturals
                path = f"teams[{at}].books.{code}"
    there = _supply_for_books(entry.table.jokers, entry.decks)
    for what, count in (("cards", cards), ("wilds", wilds), ("naturals", naturals)):
        if count > there[what]:
            return [_error(entry, path, f"books_{what}", count, there[what])]
    return []


@lru_cache(maxsize=256)
def _books_for_certain(rules: RuleSet, jokers: int, decks: int) -> int:
    """How many books the decks hold if each is of the kind that takes most."""
    there = _supply_for_books(jokers, decks)
    least = least_of_books(rules).values()
    return min(
        there["cards"] // max([1, *(book.cards for book in least)]),
        there["wilds"] // max([1, *(book.wilds for book in least)]),
        there["naturals"] // max([1, *(book.naturals for book in least)]),
    )


def _ranks_overdrawn(entry: Round) -> list[Problem]:
    """Books of certain ranks, or of threes, are made of the few cards there are of these."""
    found = []
    for code, (each, most) in _few(entry.rules, entry.decks).items():
        have = [team.books.get(code, 0) for team in entry.teams]
        count = each * sum(have)
        if count > most:
            path = f"teams[{max(at for at, number in enumerate(have) if number)}].books.{code}"
            found.append(_error(entry, path, "books_ranks", count, most))
    return found


@lru_cache(maxsize=256)
def _few(rules: RuleSet, decks: int) -> dict[str, tuple[int, int]]:
    """For each kind of book that only some cards fit into: how many of them it has at least, and how many there are."""
    laid = [c for c in Color if general_threes(rules, c, Place.LAID).counted is not Counted.NEVER]
    threes = THREES_A_COLOR * decks * len(laid or Color)
    few = {}
    for kind in rules.books:
        if kind.made_of is MadeOf.THREES:
            few[kind.code] = (kind.cards, threes)
        elif kind.ranks and kind.made_of is not MadeOf.WILDS:
            naturals = kind.cards - wilds_in(rules, kind)[1]
            few[kind.code] = (naturals, SUITS * decks * len({*kind.ranks}))
    return few


@lru_cache(maxsize=256)
def _supply_for_books(jokers: int, decks: int) -> dict[str, int]:
    cards = supply(jokers, decks)
    wilds = sum(cards[name] for name in WILD_CARDS)
    naturals = sum(cards[rank] for rank in RANKS)
    return {"cards": wilds + naturals, "wilds": wilds, "naturals": naturals}


def _error(entry: Round, path: str, what: str, count: int, most: int, **facts: object) -> Problem:
    every = {"what": what, **facts, "count": count, "most": most, "decks": entry.decks}
    return Problem("more_than_the_decks", Level.ERROR, path, every)


@dataclass(frozen=True, slots=True)
class Least:
    """What a finished book of one kind has on the table at least: cards in all, of each sort, and card points."""

    cards: int
    wilds: int
    naturals: int
    points: int


@lru_cache(maxsize=256)
def least_of_books(rules: RuleSet) -> dict[str, Least]:
    """The least of every kind of book by its code; books of threes are made of no card that counts here."""
    return {
        kind.code: _least(rules, kind) for kind in rules.books if kind.made_of is not MadeOf.THREES
    }


def _least(rules: RuleSet, kind: Book) -> Least:
    fewest, most = wilds_in(rules, kind)
    return Least(kind.cards, fewest, kind.cards - most, _least_points(rules, kind))


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


def _least_points(rules: RuleSet, kind: Book) -> int:
    wild = min(rules.cards[name] for name in WILD_CARDS)
    ranks = kind.ranks or RANKS
    values = [rules.cards[rank] for rank in ranks]
    if kind.made_of is MadeOf.SEQUENCE:
        return min(sum(values[at : at + kind.cards]) for at in range(len(values) - kind.cards + 1))
    fewest, most = wilds_in(rules, kind)
    return min(n * wild + (kind.cards - n) * min(values) for n in range(fewest, most + 1))


def needs_of_books(rules: RuleSet, books: Counts) -> tuple[int, int]:
    """The fewest cards and the fewest points that must lie on the table for these books."""
    least = least_of_books(rules)
    cards = points = 0
    for code, count in books.items():
        if count and code in least:
            cards += count * least[code].cards
            points += count * least[code].points
    return cards, points
