"""Check that the parts of a rule set fit together and its numbers are in bounds. Each check yields every fault."""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

from scorepad.rules import codes
from scorepad.rules import words as w
from scorepad.rules.document import paths, to_document
from scorepad.rules.faults import Fault, item_names, quote, suggest
from scorepad.rules.keys import Key, Kind, keys_of
from scorepad.rules.lookup import (
    book_names,
    card_at,
    fits,
    in_sequences,
    named_codes,
    natural_threes,
    opening_steps,
    takes_wilds,
    threes_rules,
)
from scorepad.rules.model import Book, OpeningStep, Option, RuleSet, Threes
from scorepad.rules.own import suggest_labeled
from scorepad.rules.words import CARDS, RANKS, SEQUENCE, THREE, CardPlace

# ---- Bounds of numbers, and penalties that pay points


def out_of_bounds(rules: RuleSet) -> Iterator[Fault]:
    """Yield a fault for every number that is too small or too large. None (“any”, “all”) always passes."""
    for path, value, key, part in numbers(rules):
        if key.most is not None:
            least = getattr(part, key.least) if isinstance(key.least, str) else key.least or 0
            if not least <= value <= key.most:
                right = f" Without its sign it is {-value}." if least <= -value <= key.most else ""
                yield Fault(path, f"must be from {least} to {key.most:,}.{right}")


@dataclass(frozen=True, slots=True)
class Reward:
    """Positive points for held threes or an unfinished book. `marked` says whether the file calls them a reward."""

    path: str
    what: str
    points: int
    marked: bool


def rewards(rules: RuleSet) -> Iterator[Reward]:
    """Yield every value that is a penalty at most tables but pays points in these rules."""
    names = item_names(rules.threes)
    for name, rule in zip(names, rules.threes, strict=True):
        for at, step in enumerate(rule.pays, start=1):
            if rule.place is CardPlace.HELD and step.points > 0:
                yield Reward(f"threes.{name}.pays.{at}.points", "threes left in hand", step.points, rule.reward)
    for book in rules.books:
        if book.unfinished > 0:
            yield Reward(f"books.{book.code}.unfinished", "an unfinished book", book.unfinished, book.reward)


def unmarked_rewards(rules: RuleSet) -> Iterator[Fault]:
    for price in rewards(rules):
        if not price.marked:
            meant = f"A penalty has a minus sign: −{price.points}."
            mark = "If it is meant as a reward, write “reward = true” beside it."
            yield Fault(price.path, f"{price.points} would be a reward for {price.what}. {meant} {mark}")


def numbers(part: Any, path: str = "") -> Iterator[tuple[str, int, Key, Any]]:
    """Yield every number of a rule set with its path, its key and the part that has it."""
    for key in keys_of(type(part)):
        value, at = getattr(part, key.attribute), f"{path}{key.name}"
        if type(value) is int:
            yield at, value, key, part
        elif isinstance(value, Mapping):
            yield from ((f"{at}.{name}", number, key, part) for name, number in value.items() if type(number) is int)
        elif key.kind is Kind.PART:
            named = zip(item_names(value), value, strict=True) if isinstance(value, tuple) else [("", value)]
            for name, item in named:
                yield from numbers(item, f"{at}.{name}." if name else f"{at}.")


# ---- The deals, going out, the end of the game, the choices

CODE = re.compile(r"[a-z][a-z0-9_]{0,39}")
"""The code of a book, bonus or combination, or the key of a choice."""

Faults = Iterator[Fault]


def _deals(rules: RuleSet) -> Faults:
    numbers = sorted({table.players for table in rules.tables})
    taken: set[tuple[int, int]] = set()
    for at, deal in enumerate(rules.deals, start=1):
        path = f"deals.{at}"
        if not deal.rounds or min(deal.rounds) < 1:
            yield Fault(f"{path}.rounds", "must name the rounds, from 1 on.")
        named = {(players, number) for players in numbers if fits(deal.players, players) for number in deal.rounds}
        if taken & named:
            yield Fault(f"{path}.rounds", "names a round that an earlier deal names too.")
        if deal.hand is deal.foot is deal.knee is deal.draw is None:
            yield Fault(path, "changes nothing: give “hand”, “foot”, “knee” or “draw” a number.")
        taken |= named


def _going_out(rules: RuleSet) -> Faults:
    out = rules.going_out
    if out.without_books is w.WithoutBooks.FORBIDDEN and out.penalty != 0:
        message = "must be 0 where going out without the books is forbidden."
        yield Fault("going_out.penalty", message)
    if out.penalty > 0:
        yield Fault("going_out.penalty", f"a penalty must be 0 or a negative number: −{out.penalty}.")
    needs = sorted({need for book in rules.books for need in book.counts_for})
    names = {need: " or ".join(book.plural for book in rules.books if need in book.counts_for) for need in needs}
    for at, case in enumerate(out.cases, start=1):
        for need, count in case.needs.items():
            path = f"going_out.cases.{at}.needs.{need[:60]}"
            if need not in names:
                yield Fault(path, f"no kind of book counts for it.{suggest_labeled(need, names)}")
            elif count < 1:
                yield Fault(path, "must be 1 or more; leave out what is not needed.")
        laid = threes_rules(rules, w.Color.RED, w.CardPlace.LAID)
        if case.red_threes != 0 and any(rule.counted is not w.Counted.APART for rule in laid):
            path = f"going_out.cases.{at}.red_threes"
            yield Fault(path, "can be needed only where red threes laid down are counted “apart”.")
    yield from _uncovered_cases(rules)


def _uncovered_cases(rules: RuleSet) -> Faults:
    cases = rules.going_out.cases
    if not cases:
        yield Fault("going_out.cases", "at least one case is needed: what going out pays, and needs.")
        return
    rounds = {1, *(n for case in cases for n in case.rounds)}
    for players in sorted({t.players for t in rules.tables}):
        for round_number in sorted(rounds | {max(rounds) + 1}):
            for way, concealed in (("", False), (", concealed", True)):
                fit = [c for c in cases if fits(c.players, players) and fits(c.rounds, round_number)]
                if not any(c.concealed.allows(concealed) for c in fit):
                    where = f"{players} players in round {round_number}{way}"
                    yield Fault("going_out.cases", f"no case covers {where}.")


def _how_it_ends(rules: RuleSet) -> Faults:
    end = rules.end
    stated = {"rounds": end.rounds, "minutes": end.minutes}
    wanted = {w.EndBy.ROUNDS: "rounds", w.EndBy.TIME: "minutes"}.get(end.by)
    for key, value in stated.items():
        if key == wanted and (value is None or value < 1):
            yield Fault(f"end.{key}", f"must be 1 or more in a game that ends by {end.by}.")
        elif key != wanted and value is not None:
            yield Fault(f"end.{key}", f"must be “none” in a game that ends by {end.by}.")
    if end.by is not w.EndBy.TARGET and end.targets:
        yield Fault("end.targets", f"must be empty in a game that ends by {end.by}.")
    yield from _early_ends(rules)
    if end.by is w.EndBy.TARGET:
        for players in sorted({t.players for t in rules.tables}):
            if not any(fits(t.players, players) for t in end.targets):
                yield Fault("end.targets", f"needs a total for {players} players: {{ players = [], points = … }}.")


def _early_ends(rules: RuleSet) -> Faults:
    for at, early in enumerate(rules.end.early, start=1):
        if rules.end.winner is w.Winner.LOWEST:
            yield Fault(f"end.early.{at}", "is for games that the highest total wins. Leave it out.")
        if early.lead is w.Lead.ANY and rules.end.by is w.EndBy.TARGET:
            yield Fault(f"end.early.{at}.lead", "is “any”, so this is the usual end: change “end.targets”.")


def _choices(rules: RuleSet) -> Faults:
    keys = [choice.key for choice in rules.choices]
    for at, choice in enumerate(rules.choices):
        path = f"choices.{choice.key}"
        values = [option.value for option in choice.options]
        typed = choice.typed
        if not CODE.fullmatch(choice.key) or keys.index(choice.key) < at:
            yield Fault(path, "needs a key of its own, in small letters.")
        is_for_some = any(option.rounds for option in choice.options)
        if len(values) < 2 - (typed or is_for_some) or len(set(values)) < len(values):
            few = "an option" if typed else "two or more options"
            yield Fault(f"{path}.options", f"needs {few}, each with its own value.")
        if typed and rules.opening.by is not w.OpeningBy.ROUND:
            yield Fault(path, "minimums can be typed only where they follow the round.")
        for option in choice.options:
            yield from _option_rounds(option, f"{path}.options.{option.value}")


_WHOLE_GAME = ("tables", "end", "choices", "slug", "name", "deals")
"""Parts of the rules that hold for a whole game, or name their rounds themselves."""


def _option_rounds(option: Option, path: str) -> Faults:
    if not option.rounds:
        return
    if min(option.rounds) < 1:
        yield Fault(f"{path}.rounds", "must name the rounds, from 1 on.")
    if not option.set and not option.add:
        yield Fault(f"{path}.rounds", "names rounds, but the option changes nothing in them.")
    for changed in (*option.set, *option.add):
        if changed.partition(".")[0] in _WHOLE_GAME:
            head = changed.partition(".")[0]
            yield Fault(f"{path}.rounds", f"cannot limit {changed} to some rounds: “{head}” is for the whole game.")


# ---- The rest

SLUG = re.compile(r"[a-z][a-z0-9-]{0,59}")


def inconsistencies(rules: RuleSet) -> Faults:
    """Yield them one by one: a reader of rules that someone sent stops after the first hundred."""
    return (fault for check in _CHECKS for fault in check(rules))


def _identity(rules: RuleSet) -> Faults:
    if not SLUG.fullmatch(rules.slug):
        yield Fault("slug", "must be small letters, digits and hyphens, beginning with a letter.")
    if not rules.name.strip():
        yield Fault("name", "must not be empty.")


def _tables(rules: RuleSet) -> Faults:
    if not rules.tables:
        yield Fault("tables", "at least one table (a number of players) is needed.")
    shapes = [(t.players, t.teams) for t in rules.tables]
    for at, table in enumerate(rules.tables, start=1):
        path = f"tables.{at}"
        if not 2 <= table.teams <= 6:
            yield Fault(f"{path}.teams", "there must be two to six teams.")
        elif table.players % table.teams or not 1 <= table.team_size <= 4:
            alone = f" With {table.players} teams, each plays alone." if 2 <= table.players <= 6 else ""
            unequal = f"{table.players} players do not make {table.teams} equal teams of one to four players."
            yield Fault(f"{path}.players", unequal + alone)
        elif table.teams > 4 and table.team_size > 1:
            yield Fault(f"{path}.players", "five and six teams are of one player each.")
        if table.lone_hand is not w.LoneHand.NONE and (table.team_size > 1 or table.players < 3):
            yield Fault(f"{path}.lone_hand", "needs three or more players, each a team: teams = players.")
        if (table.players, table.teams) in shapes[: at - 1]:
            yield Fault(path, f"{table.players} players in {table.teams} teams are listed twice.")


def _cards(rules: RuleSet) -> Faults:
    for card in CARDS:
        if card not in rules.cards:
            yield Fault(f"cards.{card}", "is missing; every card needs a value.")
    for card in rules.cards:
        if card not in CARDS:
            yield Fault(f"cards.{card}", f"is not a card with a value.{suggest(card, CARDS)}")


def _threes(rules: RuleSet) -> Faults:
    for color in w.Color:
        for place in w.CardPlace:
            path = f"threes.{color}.{place}"
            listed = threes_rules(rules, color, place)
            if not listed or not listed[-1].when.always:
                yield Fault(path, "needs a last rule without conditions, so that one always applies.")
            if any(rule.when.always for rule in listed[:-1]):
                yield Fault(path, "a rule without conditions hides the ones after it.")
            if len({rule.counted for rule in listed}) > 1:
                yield Fault(f"{path}.counted", "must be the same in all rules for these threes.")
            for rule in listed:
                yield from _threes_rule(rules, rule, path, alone=len(listed) == 1)


def _threes_rule(rules: RuleSet, rule: Threes, path: str, *, alone: bool) -> Faults:
    starts = [step.start for step in rule.pays]
    if starts != sorted(set(starts)) or any(start < 1 for start in starts):
        yield Fault(f"{path}.pays", "the steps’ “from” must rise, beginning at 1 or more.")
    if rule.counted is w.Counted.NEVER and rule.pays:
        yield Fault(f"{path}.pays", "must be empty where these threes are never counted. Make “counted” “apart”.")
    if rule.counted is w.Counted.WITH_CARDS:
        simple = len(rule.pays) == 1 and starts == [1] and rule.pays[0].per is w.Per.CARD
        if not (alone and simple):
            yield Fault(path, "can be counted with the cards only at one value a card; use “apart”.")
    for key in ("has", "lacks"):
        yield from _unknown_books(rules, getattr(rule.when, key), f"{path}.when.{key}")


def _otherwise(rules: RuleSet) -> Faults:
    for at, rule in enumerate(rules.otherwise, start=1):
        path = f"otherwise.{at}"
        if not rule.of:
            yield Fault(f"{path}.of", f"must name what counts differently: {', '.join(w.Counting)}.")
        if rule.counts is w.Sign.OTHERS and {*rule.of} - {w.Counting.LEFT}:
            yield Fault(f"{path}.counts", 'can be “others” only where “of” is ["left"]: give each its own rule.')
        for key in ("has", "lacks"):
            yield from _unknown_books(rules, getattr(rule.when, key), f"{path}.when.{key}")


def _unknown_books(rules: RuleSet, names: Iterable[str], path: str) -> Faults:
    books = book_names(rules)
    for name in names:
        if name not in books:
            message = f"is not a kind of book in these rules.{suggest(name, books)}"
            yield Fault(f"{path}.{name[:60]}", message)


def _books(rules: RuleSet) -> Faults:
    if not rules.books:
        yield Fault("books", "at least one kind of book is needed.")
    for book in rules.books:
        path = f"books.{book.code}"
        yield from _sequence(rules, book, path)
        ranks = SEQUENCE if book.can_be_sequence else RANKS
        if book.made_of is w.MadeOf.MIXED and not takes_wilds(rules, book):
            yield Fault(f"{path}.made_of", "is with wild cards, but none of its ranks takes any.")
        for rank in book.ranks:
            if rank not in ranks:
                yield Fault(f"{path}.ranks", f"{quote(rank)} is not a rank.{suggest(rank, ranks)}")


def _sequence(rules: RuleSet, book: Book, path: str) -> Faults:
    if book.shape is not w.BookShape.SET and book.made_of not in _SHAPED:
        kinds = " or ".join(f"“{kind}”" for kind in _SHAPED)
        yield Fault(f"{path}.shape", f"must be “set”, unless “made_of” is {kinds}.")
    ranks = [place for place in in_sequences(rules) if not book.ranks or card_at(place) in book.ranks]
    if book.can_be_sequence and book.cards > len(ranks):
        yield Fault(f"{path}.cards", "a sequence cannot have more cards than it has ranks.")
    for name in ("has", "lacks"):
        yield from _unknown_books(rules, getattr(book.when, name), f"{path}.when.{name}")


_SHAPED = (w.MadeOf.NATURALS, w.MadeOf.MIXED, w.MadeOf.ANY)


def _sequences(rules: RuleSet) -> Faults:
    melds = rules.melds
    longest, cards = melds.longest_sequence, len(in_sequences(rules))
    if longest is not None and longest > cards:
        low = "" if melds.sequence_lowest is w.LowestCard.ACE else " With “sequence_lowest” = “A”, it has up to 14."
        yield Fault("melds.longest_sequence", f"a sequence has {cards} cards at most.{low}")
    if longest is not None and longest < melds.smallest:
        yield Fault("melds.longest_sequence", f"must be at least {melds.smallest}, the cards of the smallest meld.")


def _natural_threes(rules: RuleSet) -> Faults:
    """Natural threes count with the other cards, and those of both colours have the same value."""
    colors = tuple(w.Color) if THREE in in_sequences(rules) else natural_threes(rules)
    laid = {color: threes_rules(rules, color, w.CardPlace.LAID) for color in colors}
    for color, listed in laid.items():
        if any(rule.counted is not w.Counted.WITH_CARDS for rule in listed):
            message = "must be “with_cards” where these threes may lie in a meld or a sequence like other cards."
            price = f'{{ from = 1, points = {min(rules.cards.values(), default=0)}, per = "card" }}'
            yield Fault(f"threes.{color}.laid.counted", f"{message} Then “pays” is what one is worth: [{price}].")
    if len({rule.pays[0].points for listed in laid.values() for rule in listed if rule.pays}) > 1:
        yield Fault("threes.red.laid.pays", "must be the same for black threes: either may lie in a meld.")


def _lists_of_cards(rules: RuleSet) -> Faults:
    for name, part in (("melds", rules.melds), ("going_out", rules.going_out)):
        for key in keys_of(type(part)):
            for card in getattr(part, key.attribute) if key.cards else ():
                if card not in key.cards:
                    yield Fault(f"{name}.{key.name}", f"{quote(card)} is not a rank.{suggest(card, key.cards)}")


def _codes(rules: RuleSet) -> Faults:
    seen: set[str] = set(codes.RESERVED)
    for part, code in named_codes(rules):
        if not CODE.fullmatch(code):
            message = "a code must be small letters, digits and underscores."
            yield Fault(f"{part}.{code[:60]}", message)
        if code in seen or code.startswith(codes.UNFINISHED):
            yield Fault(f"{part}.{code}", "this code is already taken.")
        seen.add(code)


def _combinations(rules: RuleSet) -> Faults:
    for combination in rules.combinations:
        path = f"combinations.{combination.code}.books"
        yield from _unknown_books(rules, combination.books, path)
        if not combination.books or any(count < 1 for count in combination.books.values()):
            yield Fault(path, "must name at least one book, each 1 or more times.")
        if combination.group and combination.points < 1:
            yield Fault(f"combinations.{combination.code}.points", "must be 1 or more in a group: its best one pays.")


def _opening(rules: RuleSet) -> Faults:
    for table in rules.tables:
        yield from _opening_steps(rules, opening_steps(rules, table.players), table.players)
    first = 1 if rules.opening.by is w.OpeningBy.ROUND else None
    if any(b.start == first and a.players == b.players != () for a, b in pairwise(rules.opening.steps)):
        yield Fault("opening.steps", "each “from” must be higher than the one before it.")
    for at, step in enumerate(rules.opening.steps, start=1):
        yield from _unknown_books(rules, step.books, f"opening.steps.{at}.books")


def _opening_steps(rules: RuleSet, steps: tuple[OpeningStep, ...], players: int) -> Faults:
    by_round = rules.opening.by is w.OpeningBy.ROUND
    first = 1 if by_round else None
    if not steps or steps[0].start != first:
        word = "1" if by_round else "“lowest”"
        message = f"for {players} players the first step’s “from” must be {word}."
        yield Fault("opening.steps", message)
    starts = [step.start for step in steps[1:]]
    if None in starts or any(a >= b for a, b in pairwise(s for s in starts if s is not None)):
        yield Fault("opening.steps", "each “from” must be higher than the one before it.")
    if by_round and starts and starts[0] is not None and starts[0] <= 1:
        yield Fault("opening.steps", "each “from” must be higher than the one before it.")


def _bonuses(rules: RuleSet) -> Faults:
    for bonus in rules.bonuses:
        path = f"bonuses.{bonus.code}"
        for players in sorted({t.players for t in rules.tables}):
            if not any(fits(c.players, players) and not c.rounds for c in bonus.cases):
                yield Fault(f"{path}.cases", f"needs a case for {players} players in any round.")


def _sources(rules: RuleSet) -> Faults:
    existing = paths(to_document(rules, every_key=True))
    for status in ("reported", "assumed", "own"):
        for path in getattr(rules.provenance, status):
            if path not in existing:
                message = f"{quote(path, 80)} is not a path of this document."
                yield Fault(f"provenance.{status}", message)


_CHECKS: tuple[Callable[[RuleSet], Faults], ...] = (
    _identity,
    _tables,
    _deals,
    out_of_bounds,
    unmarked_rewards,
    _cards,
    _threes,
    _otherwise,
    _books,
    _natural_threes,
    _sequences,
    _lists_of_cards,
    _codes,
    _combinations,
    _opening,
    _going_out,
    _bonuses,
    _how_it_ends,
    _choices,
    _sources,
)
