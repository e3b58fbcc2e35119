"""Find valid rules that are probably a mistake, such as a book that no meld can become."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Protocol

from scorepad.rules.check import numbers
from scorepad.rules.faults import item_names
from scorepad.rules.lookup import fits, kinds_for_need, longest_sequence, may_be_set
from scorepad.rules.model import DEAREST, Book, Condition, RuleSet, Table
from scorepad.rules.words import RANKS, THREE, Answer, MadeOf, OpeningBy

SUITS, RANKS_IN_A_DECK = 4, 13

FAR_TOO_MANY_DECKS = 12
"""How many times the dealt cards the decks may hold."""

MINUTES_OF_A_ROUND = 15
LONGEST_GAME = 12 * 60
"""In minutes."""

MAX_BOOKS_TO_WIN = 100
"""How many books of the dearest kind a game to a total may take."""

_NEVER = "this never applies, because an earlier"


@dataclass(frozen=True, slots=True)
class Suspicion:
    """The path of an odd value, what is odd about it, and the end of the sentence for someone who edits a file."""

    path: str
    message: str
    ending: str = "."


def suspicions(rules: RuleSet) -> Iterator[Suspicion]:
    yield from _books(rules)
    yield from _needs(rules)
    yield from _never("going_out.cases", rules.going_out.cases)
    yield from _never("end.targets", rules.end.targets)
    for bonus in rules.bonuses:
        yield from _never(f"bonuses.{bonus.code}.cases", bonus.cases)
    yield from _hidden(rules)
    yield from _after_the_end(rules)
    yield from _dealt(rules)
    yield from _cards_in_books(rules)
    yield from _openings(rules)
    yield from _prices(rules)
    yield from _length(rules)
    yield from _answers(rules)


def _books(rules: RuleSet) -> Iterator[Suspicion]:
    melds = rules.melds
    for book in rules.books:
        needed = [("wild_melds", melds.wild_melds)] if book.made_of is MadeOf.WILDS else []
        needed += [("sequences", melds.sequences)] if book.can_be_sequence else []
        for key in (key for key, may in needed if not may):
            is_half = key == "sequences" and book.can_be_set
            what = "none of them can be a sequence" if is_half else "no meld may become one"
            yield Suspicion(f"books.{book.code}", what, f": “melds.{key}” is false.")
        if _has_no_rank(rules, book):
            key = "set_ranks" if melds.sets else "sets"
            why = f": “melds.{key}” does not let its ranks be melded."
            yield Suspicion(f"books.{book.code}", "no meld may become one", why)
        longest = longest_sequence(rules)
        if book.can_be_sequence and not book.can_be_set and book.cards > longest:
            yield Suspicion(f"books.{book.code}.cards", f"a sequence may have {longest} cards at most")


def _has_no_rank(rules: RuleSet, book: Book) -> bool:
    """Whether a kind of book is of one rank, and none of its ranks may be melded as a set."""
    if book.can_be_sequence or book.made_of in (MadeOf.WILDS, MadeOf.THREES):
        return False
    return not any(may_be_set(rules, rank) for rank in book.ranks or (*RANKS, THREE))


def _needs(rules: RuleSet) -> Iterator[Suspicion]:
    most = {book.code: book.most for book in rules.books}
    for at, case in enumerate(rules.going_out.cases, start=1):
        for need, count in case.needs.items():
            limits = [most[code] for code in kinds_for_need(rules, need)]
            possible = sum(limit or 0 for limit in limits)
            if None not in limits and possible < count:
                path = f"going_out.cases.{at}.needs.{need}"
                yield Suspicion(path, f"going out takes {count}, and a team may have {possible} at most")


class _Case(Protocol):
    """A case in a list of which the first match applies."""

    @property
    def players(self) -> tuple[int, ...]: ...


class _InRounds(Protocol):
    @property
    def rounds(self) -> tuple[int, ...]: ...


def _never(path: str, cases: Sequence[_Case]) -> Iterator[Suspicion]:
    for at, case in enumerate(cases):
        before = next((n for n, earlier in enumerate(cases[:at], start=1) if _holds_wherever(earlier, case)), 0)
        if before:
            ending = f". Under “set”, give “{path}” as a whole, with the rarer case first."
            why = f"case {at + 1} never applies, because case {before} already applies"
            yield Suspicion(f"{path}.{at + 1}", why, ending)


def _holds_wherever(earlier: _Case, case: _Case) -> bool:
    lists = ((getattr(earlier, key, ()), getattr(case, key, ())) for key in ("players", "rounds"))
    if not all(not wide or (narrow and {*narrow} <= {*wide}) for wide, narrow in lists):
        return False
    way = getattr(earlier, "concealed", Answer.EITHER)
    return way is Answer.EITHER or way is getattr(case, "concealed", way)


def _hidden(rules: RuleSet) -> Iterator[Suspicion]:
    """Yield the rules for some teams that never decide, because one before them decides for all these teams."""
    names = item_names(rules.threes)
    for at, (name, rule) in enumerate(zip(names, rules.threes, strict=True)):
        alike = [other for other in rules.threes[:at] if (other.color, other.place) == (rule.color, rule.place)]
        if any(_decides_wherever(other.when, rule.when) for other in alike if not other.when.always):
            yield Suspicion(f"threes.{name}", f"{_NEVER} price for these teams already applies")
    for at, other in enumerate(rules.otherwise):
        before = [first for first in rules.otherwise[:at] if {*other.of} <= {*first.of}]
        if any(_decides_wherever(first.when, other.when) for first in before):
            yield Suspicion(f"otherwise.{at + 1}", f"{_NEVER} rule for these teams already applies")


def _decides_wherever(earlier: Condition, when: Condition) -> bool:
    """Whether a condition holds for every team for which another one holds."""
    pairs = ((earlier.went_out, when.went_out), (earlier.opened, when.opened))
    return (
        all(wide in (Answer.EITHER, narrow) for wide, narrow in pairs)
        and all(when.has.get(name, 0) >= count for name, count in earlier.has.items())
        and all(name in when.lacks and when.lacks[name] <= count for name, count in earlier.lacks.items())
    )


def _after_the_end(rules: RuleSet) -> Iterator[Suspicion]:
    """Yield what applies only in rounds that the game does not have."""
    options = [option for choice in rules.choices for option in choice.options]
    last = rules.end.rounds
    if last is None or any(path.partition(".")[0] == "end" for option in options for path in option.set):
        return
    if rules.opening.by is OpeningBy.ROUND:
        starts = ((f"opening.steps.{at}.from", step.start) for at, step in enumerate(rules.opening.steps, start=1))
        yield from (
            Suspicion(path, f"the game ends after round {last}") for path, start in starts if (start or 0) > last
        )
    lists: list[tuple[str, Sequence[_InRounds]]] = [
        ("deals", rules.deals),
        ("going_out.cases", rules.going_out.cases),
        *((f"bonuses.{bonus.code}.cases", bonus.cases) for bonus in rules.bonuses),
    ]
    for path, cases in lists:
        for at, case in enumerate(cases, start=1):
            if case.rounds and min(case.rounds) > last:
                yield Suspicion(f"{path}.{at}.rounds", f"the game ends after round {last}")


def _cards_of(table: Table) -> int:
    return table.decks * (SUITS * RANKS_IN_A_DECK + table.jokers)


def _dealt(rules: RuleSet) -> Iterator[Suspicion]:
    for at, table in enumerate(rules.tables, start=1):
        packets = {"hand": table.hand, "foot": table.foot, "knee": table.knee}
        cards, dealt = _cards_of(table), table.players * sum(packets.values())
        both = f"{table.players} players are dealt {dealt} cards, and {table.decks} decks have {cards:,}"
        if dealt + rules.play.turned_up > cards:
            yield Suspicion(f"tables.{at}.{max(packets, key=lambda name: packets[name])}", both)
        elif cards > FAR_TOO_MANY_DECKS * dealt:
            yield Suspicion(f"tables.{at}.decks", both)
    yield from _other_deals(rules)
    hand = min((table.hand for table in rules.tables), default=0)
    if rules.play.draw > hand:
        yield Suspicion("play.draw", f"each turn you draw {rules.play.draw} cards, more than the {hand} in the hand")
    if rules.play.hand_limit is not None and rules.play.hand_limit < hand:
        yield Suspicion("play.hand_limit", f"a player is dealt {hand} cards, which is more than this")


def _other_deals(rules: RuleSet) -> Iterator[Suspicion]:
    for at, deal in enumerate(rules.deals, start=1):
        for table in (table for table in rules.tables if fits(deal.players, table.players)):
            packets = ((deal.hand, table.hand), (deal.foot, table.foot), (deal.knee, table.knee))
            dealt = table.players * sum(usual if other is None else other for other, usual in packets)
            cards = _cards_of(table)
            if dealt + rules.play.turned_up > cards:
                both = f"{table.players} players are dealt {dealt} cards, and {table.decks} decks have {cards:,}"
                yield Suspicion(f"deals.{at}.hand", both)
                break


def _cards_in_books(rules: RuleSet) -> Iterator[Suspicion]:
    table = max(rules.tables, key=_cards_of)
    for book in rules.books:
        there = _cards_for(book, table)
        if book.cards > there:
            yield Suspicion(f"books.{book.code}.cards", f"{table.decks} decks have only {there} such cards")
    fewest = min((book.cards for book in rules.books), default=0)
    if rules.melds.smallest > fewest:
        yield Suspicion("melds.smallest", f"a book may have only {fewest} cards")
    for at, case in enumerate(rules.going_out.cases, start=1):
        smallest = {book.code: book.cards for book in rules.books}
        kinds = ((kinds_for_need(rules, need), count) for need, count in case.needs.items())
        cards = sum(min(smallest[code] for code in codes) * count for codes, count in kinds if codes)
        if cards > _cards_of(table):
            needed = f"the books it takes have {cards:,} cards, and {table.decks} decks have {_cards_of(table):,}"
            yield Suspicion(f"going_out.cases.{at}", needed)
        red = table.decks * SUITS // 2
        if (case.red_threes or 0) > red:
            yield Suspicion(f"going_out.cases.{at}.red_threes", f"{table.decks} decks have only {red}")


def _cards_for(book: Book, table: Table) -> int:
    """Return the most cards that one book can have."""
    if book.can_be_sequence:
        return book.cards
    of_a_rank, wilds = SUITS * table.decks, (SUITS + table.jokers) * table.decks
    match book.made_of:
        case MadeOf.NATURALS | MadeOf.THREES:
            return of_a_rank
        case MadeOf.WILDS:
            return wilds
        case MadeOf.MIXED | MadeOf.ANY:
            return of_a_rank + wilds
    return book.cards


def _openings(rules: RuleSet) -> Iterator[Suspicion]:
    card = max(rules.cards.values(), default=0)
    book = max((book.points for book in rules.books), default=0) if rules.opening.book_points else 0
    for at, step in enumerate(rules.opening.steps, start=1):
        deals = [deal.hand or 0 for deal in rules.deals]
        hand = max([t.hand for t in rules.tables if fits(step.players, t.players)] + deals, default=0)
        if step.minimum > hand * card + book > 0:
            most = hand * card + book
            yield Suspicion(f"opening.steps.{at}.minimum", f"a hand of {hand} cards is worth {most:,} at most")


def _prices(rules: RuleSet) -> Iterator[Suspicion]:
    dearest = max((book.points for book in rules.books), default=0)
    for card, points in rules.cards.items():
        if points > max(dearest, 0) and points > DEAREST // MAX_BOOKS_TO_WIN:
            yield Suspicion(f"cards.{card}", "one card is worth more than any book")
    yield from _minuses(rules)
    for path, number, key, _ in numbers(rules):
        if key.doubtful and abs(number) > key.doubtful:
            yield Suspicion(path, f"{abs(number):,} points are far more than in any published rules")


def _minuses(rules: RuleSet) -> Iterator[Suspicion]:
    """Yield what costs points although it pays in nearly all rules."""
    costs = [(f"books.{book.code}.points", "a finished book", book.points) for book in rules.books]
    costs += [(f"combinations.{one.code}.points", "a set of books", one.points) for one in rules.combinations]
    for at, case in enumerate(rules.going_out.cases, start=1):
        costs.append((f"going_out.cases.{at}.points", "going out", case.points))
    for path, what, points in costs:
        if points < 0:
            yield Suspicion(
                path, f"{what} costs points here, and pays in nearly all rules: {-points:,} without the minus"
            )


def _length(rules: RuleSet) -> Iterator[Suspicion]:
    end, dearest = rules.end, max((book.points for book in rules.books), default=0)
    for path, minutes in (("rounds", (end.rounds or 0) * MINUTES_OF_A_ROUND), ("minutes", end.minutes or 0)):
        if minutes > LONGEST_GAME:
            yield Suspicion(f"end.{path}", f"that takes about {minutes // 60:,} hours")
    for at, target in enumerate(end.targets if dearest > 0 else (), start=1):
        if target.points > MAX_BOOKS_TO_WIN * dearest:
            books = f"that takes {target.points // dearest:,} books of the dearest kind"
            yield Suspicion(f"end.targets.{at}.points", books)
        elif target.points <= dearest:
            yield Suspicion(f"end.targets.{at}.points", "a single book is enough for it")


def _answers(rules: RuleSet) -> Iterator[Suspicion]:
    for choice in rules.choices:
        for at, option in enumerate(choice.options):
            path = f"choices.{choice.key}.options.{option.value}"
            alike = [other for other in choice.options[:at] if (other.set, other.add) == (option.set, option.add)]
            if alike and not (option.set or option.add):
                yield Suspicion(path, f"“{option.label}” changes nothing yet")
            elif alike:
                yield Suspicion(path, f"“{option.label}” does the same as “{alike[0].label}”")
