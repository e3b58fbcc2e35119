"""What the decks hold, and the least that books need. No correct sheet exceeds these limits."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import lru_cache

from scorepad.rules import codes, lookup
from scorepad.rules.lookup import general_threes
from scorepad.rules.model import Book, RuleSet
from scorepad.rules.words import (
    RANKS,
    SUITS,
    THREE,
    THREES_A_COLOR,
    WILD_CARDS,
    CardPlace,
    Color,
    Counted,
    MadeOf,
    Wilds,
)
from scorepad.scoring.model import Counts, Level, Problem, Round, TeamRound
from scorepad.scoring.quantity import card_points


@lru_cache(maxsize=256)
def supply(jokers: int, decks: int) -> dict[str, int]:
    """Return how many of each card there are. `jokers` is the number in one deck."""
    cards = dict.fromkeys(("2", *RANKS), SUITS * decks)
    threes = {f"{color}3": THREES_A_COLOR * decks for color in Color}
    return {"joker": jokers * decks, **cards, **threes}


@lru_cache(maxsize=256)
def most_points(rules: RuleSet, jokers: int, decks: int) -> int:
    """Return the points of all cards together."""
    cards = supply(jokers, decks)
    plain = sum(rules.cards[name] * cards[name] for name in rules.cards)
    return plain + sum(_most_a_three(rules, color) * cards[f"{color}3"] for color in Color)


def _most_a_three(rules: RuleSet, color: Color) -> int:
    places = [general_threes(rules, color, place) for place in CardPlace]
    each = [abs(rule.pays[0].points) for rule in places if rule.counted is Counted.WITH_CARDS]
    return max(each, default=0)


def overdrawn(entry: Round) -> list[Problem]:
    """Return an error for every card, and for points and books, if all teams together have too many."""
    return [*_cards_of_all_teams(entry), *_too_many_points(entry), *_too_many_books(entry), *_too_many_of_a_rank(entry)]


def _cards_of_all_teams(entry: Round) -> list[Problem]:
    used: dict[str, int] = {}
    last_path: dict[str, str] = {}
    for at, team in enumerate(entry.teams):
        for card, count, path in _cards_of(team, f"teams[{at}]"):
            used[card] = used.get(card, 0) + count
            if count:
                last_path[card] = path
    if not used:
        return []
    problems = too_many_cards(used, entry.table.jokers, entry.decks)
    return [replace(problem, path=last_path[card]) for card, problem in problems.items()]


def too_many_cards(used: Counts, jokers: int, decks: int) -> dict[str, Problem]:
    """Return an error for each card of which there are fewer than `used`. The errors have no path yet."""
    cards = supply(jokers, decks) | {THREE: SUITS * decks}
    return {
        card: Problem(
            "more_than_the_decks",
            Level.ERROR,
            "",
            {"limit": "cards", "card": card, "count": count, "most": cards[card], "decks": decks},
        )
        for card, count in used.items()
        if count > cards[card]
    }


def _cards_of(team: TeamRound, path: str) -> Iterator[tuple[str, int, str]]:
    """Yield every card that was counted by name, with its number and its path."""
    for code, count in team.threes.items():
        color, place = codes.THREES[code]
        yield f"{color}3", count, f"{path}.threes.{color}.{place}"
    if not isinstance(team.melded, int):
        for card, count in team.melded.items():
            yield card, count, f"{path}.melded.{card}"
    for at, packet in enumerate(team.left):
        if not isinstance(packet, int):
            name = f"left[{at}]" if len(team.left) > 1 else "left"
            for card, count in packet.items():
                yield card, count, f"{path}.{name}.{card}"


def _too_many_points(entry: Round) -> list[Problem]:
    points = {path: n for at, team in enumerate(entry.teams) for path, n in _card_points(entry.rules, team, at)}
    most, total = most_points(entry.rules, entry.table.jokers, entry.decks), sum(points.values())
    if total <= most:
        return []
    return [_error(entry, max(points, key=points.__getitem__), "points", total, most)]


def _card_points(rules: RuleSet, team: TeamRound, at: int) -> Iterator[tuple[str, int]]:
    """Yield what each pile of a team is worth, melded or left, with its path."""
    melded = team.melded
    points = melded if isinstance(melded, int) else abs(card_points(rules, melded, CardPlace.LAID))
    yield f"teams[{at}].melded", points
    for seat, packet in enumerate(team.left):
        name = f"left[{seat}]" if len(team.left) > 1 else "left"
        points = packet if isinstance(packet, int) else abs(card_points(rules, packet, CardPlace.HELD))
        yield f"teams[{at}].{name}", points


def _too_many_books(entry: Round) -> list[Problem]:
    """No two books share a card."""
    # A few books can never be too many, whatever their kinds, so most rounds skip the full check.
    if sum([sum(team.books.values()) for team in entry.teams]) <= _certainly_possible(
        entry.rules, entry.table.jokers, entry.decks
    ):
        return []
    minimums = book_minimums(entry.rules)
    cards = wilds = naturals = 0
    path = "teams"
    for at, team in enumerate(entry.teams):
        for code, count in team.books.items():
            if count and code in minimums:
                cards += count * minimums[code].cards
                wilds += count * minimums[code].wilds
                naturals += count * minimums[code].naturals
                path = f"teams[{at}].books.{code}"
    available = _supply_for_books(entry.rules, entry.table.jokers, entry.decks)
    for kind, count in (("cards", cards), ("wilds", wilds), ("naturals", naturals)):
        if count > available[kind]:
            return [_error(entry, path, f"books_{kind}", count, available[kind])]
    return []


@lru_cache(maxsize=256)
def _certainly_possible(rules: RuleSet, jokers: int, decks: int) -> int:
    """Return how many books the decks hold if each is of the kind that needs most."""
    available = _supply_for_books(rules, jokers, decks)
    minimums = book_minimums(rules).values()
    return min(
        available["cards"] // max([1, *(book.cards for book in minimums)]),
        available["wilds"] // max([1, *(book.wilds for book in minimums)]),
        available["naturals"] // max([1, *(book.naturals for book in minimums)]),
    )


def _too_many_of_a_rank(entry: Round) -> list[Problem]:
    """Books of certain ranks, and of threes, need cards of which there are few."""
    problems = []
    for code, (each, most) in _rare_books(entry.rules, entry.decks).items():
        have = [team.books.get(code, 0) for team in entry.teams]
        count = each * sum(have)
        if count > most:
            last = max(at for at, books in enumerate(have) if books)
            problems.append(_error(entry, f"teams[{last}].books.{code}", "books_ranks", count, most))
    return problems


@lru_cache(maxsize=256)
def _rare_books(rules: RuleSet, decks: int) -> dict[str, tuple[int, int]]:
    """Return, for kinds of book that take only certain cards, how many of them each needs and how many there are."""
    laid = [general_threes(rules, color, CardPlace.LAID) for color in Color]
    colors = sum(rule.counted is not Counted.NEVER for rule in laid) or len(laid)
    threes = THREES_A_COLOR * decks * colors
    rare = {}
    for book in rules.books:
        if book.made_of is MadeOf.THREES:
            rare[book.code] = (book.cards, threes)
        elif book.ranks and book.made_of is not MadeOf.WILDS:
            naturals = book.cards - wilds_in(rules, book)[1]
            rare[book.code] = (naturals, SUITS * decks * len({*book.ranks}))
    return rare


@lru_cache(maxsize=256)
def _supply_for_books(rules: RuleSet, jokers: int, decks: int) -> dict[str, int]:
    cards = supply(jokers, decks)
    wilds = sum(cards[name] for name in WILD_CARDS)
    named = lookup.in_sequences(rules)
    colors = tuple(Color) if THREE in named else lookup.natural_threes(rules)
    naturals = sum(cards[rank] for rank in RANKS) + sum(cards[f"{color}3"] for color in colors)
    naturals += cards["2"] if "2" in named else 0
    return {"cards": wilds + naturals, "wilds": wilds, "naturals": naturals}


def _error(entry: Round, path: str, limit: str, count: int, most: int) -> Problem:
    facts = {"limit": limit, "count": count, "most": most, "decks": entry.decks}
    return Problem("more_than_the_decks", Level.ERROR, path, facts)


@dataclass(frozen=True, slots=True)
class BookMinimum:
    """What a finished book of one kind has at least: cards in all and of each sort, and card points."""

    cards: int
    wilds: int
    naturals: int
    points: int


@lru_cache(maxsize=256)
def book_minimums(rules: RuleSet) -> dict[str, BookMinimum]:
    """Return the minimum of every kind of book by code, except books of threes, which no other book can use."""
    books = (book for book in rules.books if book.made_of is not MadeOf.THREES)
    return {book.code: _book_minimum(rules, book) for book in books}


def _book_minimum(rules: RuleSet, book: Book) -> BookMinimum:
    fewest, most = wilds_in(rules, book)
    return BookMinimum(book.cards, fewest, book.cards - most, _least_points(rules, book))


def wilds_in(rules: RuleSet, book: Book) -> tuple[int, int]:
    """Return the fewest and the most wild cards in a finished book of this kind."""
    if book.made_of is MadeOf.WILDS:
        return book.cards, book.cards
    if book.made_of is MadeOf.SEQUENCE:
        most = rules.melds.sequence_wilds
        return 0, book.cards - 1 if most is None else min(most, book.cards - 1)
    if book.made_of in (MadeOf.NATURALS, MadeOf.THREES) or not lookup.takes_wilds(rules, book):
        return 0, 0
    strict = rules.melds.book_wilds is Wilds.FEWER_THAN_NATURALS
    most = (book.cards - 1) // 2 if strict else book.cards // 2
    if rules.melds.book_most_wilds is not None:
        most = min(most, rules.melds.book_most_wilds)
    return (0 if book.made_of is MadeOf.ANY else min(1, most)), most


def _least_points(rules: RuleSet, book: Book) -> int:
    wild = min(rules.cards[name] for name in WILD_CARDS)
    fewest, most = wilds_in(rules, book)
    threes = [lookup.three_points(rules, color) for color in Color]
    if book.made_of is MadeOf.SEQUENCE:
        values = sorted(min(threes) if rank == THREE else rules.cards[rank] for rank in book.ranks or RANKS)
        return min(n * wild + sum(values[: book.cards - n]) for n in range(most + 1))
    values = [rules.cards[rank] for rank in book.ranks or RANKS]
    if not book.ranks:
        values += [lookup.three_points(rules, color) for color in lookup.natural_threes(rules)]
    return min(n * wild + (book.cards - n) * min(values) for n in range(fewest, most + 1))


def least_on_table(rules: RuleSet, books: Counts) -> tuple[int, int]:
    """Return the fewest cards and the fewest points that a team with these books has melded."""
    minimums = book_minimums(rules)
    cards = points = 0
    for code, count in books.items():
        if count and code in minimums:
            cards += count * minimums[code].cards
            points += count * minimums[code].points
    return cards, points
