"""Look up the rules that apply to one round at one table."""

from collections.abc import Iterator, Sequence
from functools import lru_cache

from scorepad.rules import codes
from scorepad.rules import words as w
from scorepad.rules.model import Bonus, BonusCase, Book, Deal, OpeningStep, OutCase, RuleSet, Table, Target, Threes
from scorepad.rules.words import RANKS, SEQUENCE, THREE


def fits(numbers: Sequence[int], number: int) -> bool:
    """Whether a list of players or rounds includes this number; an empty list includes all."""
    return not numbers or number in numbers


def table_for(rules: RuleSet, players: int | None = None, teams: int | None = None) -> Table | None:
    """Return the first table with this number of players (default: the usual number) and teams (default: any)."""
    wanted = rules.tables[0].players if players is None else players
    for table in rules.tables:
        if table.players == wanted and teams in (None, table.teams):
            return table
    return None


def deal_in(rules: RuleSet, players: int, round_number: int) -> Deal | None:
    """Return what is dealt or drawn differently in a round, or None."""
    return next((d for d in rules.deals if round_number in d.rounds and fits(d.players, players)), None)


def has_foot(rules: RuleSet, table: Table, round_number: int) -> bool:
    """Whether a player has a foot to pick up before going out in this round."""
    deal = deal_in(rules, table.players, round_number)
    return bool(table.foot if deal is None or deal.foot is None else deal.foot)


def out_case(rules: RuleSet, round_number: int, players: int, concealed: bool = False) -> OutCase:
    """Return what going out pays and needs."""
    return next(
        case
        for case in rules.going_out.cases
        if fits(case.players, players) and fits(case.rounds, round_number) and case.concealed.allows(concealed)
    )


def kept_from_discard(rules: RuleSet) -> tuple[str, ...]:
    """Return the cards that may not be the last discard."""
    wilds = () if rules.going_out.wild_discard else reversed(w.WILD_CARDS)
    return (*wilds, *rules.going_out.no_discard)


def concealed_differs(rules: RuleSet) -> bool:
    """Whether the rules treat going out in one turn, with nothing melded before, differently."""
    return any(case.concealed is not w.Answer.EITHER for case in rules.going_out.cases)


def opening_steps(rules: RuleSet, players: int) -> tuple[OpeningStep, ...]:
    """Return the opening minimums for a number of players.

    Steps for certain players that start again from the beginning replace the steps before them.
    """
    first = 1 if rules.opening.by is w.OpeningBy.ROUND else None
    steps = [step for step in rules.opening.steps if fits(step.players, players)]
    begun = max((at for at, step in enumerate(steps) if step.start == first and step.players), default=0)
    return tuple(steps[begun:])


def opening_step(rules: RuleSet, round_number: int, players: int, total: int) -> OpeningStep:
    """Return what a team with this total must open with. The last step also applies to all later rounds."""
    value = round_number if rules.opening.by is w.OpeningBy.ROUND else total
    return next(s for s in reversed(opening_steps(rules, players)) if s.start is None or s.start <= value)


def bonus_case(bonus: Bonus, round_number: int, players: int) -> BonusCase:
    return next(case for case in bonus.cases if fits(case.players, players) and fits(case.rounds, round_number))


def target_for(rules: RuleSet, players: int) -> Target:
    """Return the total that ends the game, for rules that end by target."""
    return next(target for target in rules.end.targets if fits(target.players, players))


def planned_rounds(rules: RuleSet, round_number: int) -> int | None:
    """Return the number of rounds of a game; None if it ends otherwise, or has gone on beyond it to this round."""
    rounds = rules.end.rounds if rules.end.by is w.EndBy.ROUNDS else None
    return rounds if rounds and round_number <= rounds else None


def threes_rules(rules: RuleSet, color: w.Color, place: w.CardPlace) -> tuple[Threes, ...]:
    """Return the rules for these threes: those with a condition first, the general one last."""
    return tuple(rule for rule in rules.threes if rule.color is color and rule.place is place)


def general_threes(rules: RuleSet, color: w.Color, place: w.CardPlace) -> Threes:
    """Return the rule that applies if no condition is met."""
    return threes_rules(rules, color, place)[-1]


def three_points(rules: RuleSet, color: w.Color) -> int:
    """Return the points of a melded three among the other cards; 0 if it counts apart or never."""
    rule = general_threes(rules, color, w.CardPlace.LAID)
    return rule.pays[0].points if rule.counted is w.Counted.WITH_CARDS else 0


@lru_cache(maxsize=256)
def in_sequences(rules: RuleSet) -> tuple[str, ...]:
    """Return the cards that a sequence may have, in order: those that the rules say, and those that books name.

    An ace at the bottom is `LOW_ACE`, since the same ace may be the top.
    """
    melds, low = rules.melds, rules.melds.sequence_lowest
    named = {rank for book in rules.books if book.can_be_sequence for rank in book.ranks}
    bottom = len(SEQUENCE) if low is w.LowestCard.ACE else SEQUENCE.index(low)
    usual = SEQUENCE[SEQUENCE.index(melds.sequence_highest) : bottom + 1]
    cards = tuple(card for card in SEQUENCE if card in usual or (card in named and card not in RANKS))
    return (*cards, w.LOW_ACE) if low is w.LowestCard.ACE else cards


def may_be_set(rules: RuleSet, rank: str) -> bool:
    """Whether cards of this rank, or threes of this colour, may be melded together."""
    ranks = rules.melds.set_ranks
    return rules.melds.sets and (not ranks or (THREE if rank in w.THREES else rank) in ranks)


def card_at(place: str) -> str:
    """Return the card of a place in a sequence: an ace for its bottom, too."""
    return "A" if place == w.LOW_ACE else place


def sequence_cards(rules: RuleSet) -> tuple[str, ...]:
    """Return the names of the cards that a sequence may have."""
    return tuple(dict.fromkeys(map(card_at, in_sequences(rules))))


def longest_sequence(rules: RuleSet) -> int:
    """Return the most cards that a sequence may have: as many as the largest book of one, unless the rules say."""
    if rules.melds.longest_sequence is not None:
        return min(rules.melds.longest_sequence, len(in_sequences(rules)))
    books = [book.cards for book in rules.books if book.can_be_sequence]
    return max(books, default=len(in_sequences(rules)))


def natural_threes(rules: RuleSet) -> tuple[w.Color, ...]:
    """Return the colours of threes that are natural cards like any other."""
    return tuple(color for color in w.Color if rules.melds.threes(color) is w.MeldedThrees.NATURAL)


def book(rules: RuleSet, code: str) -> Book | None:
    return next((book for book in rules.books if book.code == code), None)


@lru_cache(maxsize=1024)
def kinds_for_need(rules: RuleSet, need: str) -> tuple[str, ...]:
    """Return the codes of the kinds of book that count for a need. A kind that names it twice is listed twice."""
    return tuple(book.code for book in rules.books for name in book.counts_for if name == need)


@lru_cache(maxsize=1024)
def kinds(rules: RuleSet, name: str) -> tuple[str, ...]:
    """Return the codes of the kinds of book that a name stands for.

    That is the kind with this code, or else all kinds that count for the need with this name.
    """
    return (name,) if book(rules, name) else kinds_for_need(rules, name)


def named_codes(rules: RuleSet) -> Iterator[tuple[str, str]]:
    """Yield the code of each kind of book, bonus and combination, after the name of its list."""
    yield from ((part, item.code) for part in ("books", "bonuses", "combinations") for item in getattr(rules, part))


def book_names(rules: RuleSet) -> tuple[str, ...]:
    """Return the names that stand for kinds of book: their codes, and the needs that they count for."""
    codes_of_kinds = [book.code for book in rules.books]
    return tuple(dict.fromkeys([*codes_of_kinds, *(need for book in rules.books for need in book.counts_for)]))


def takes_wilds(rules: RuleSet, book: Book) -> bool:
    """Whether a kind of book may have wild cards: a rank that takes them, threes, or a sequence."""
    if book.can_be_sequence and rules.melds.sequence_wilds != 0:
        return True
    natural = rules.melds.natural_ranks
    has_threes = not book.ranks and THREE not in natural and bool(natural_threes(rules))
    return book.can_be_set and (has_threes or any(rank not in natural for rank in book.ranks or RANKS))


def book_for_need(rules: RuleSet, need: str) -> Book | None:
    """Return the kind of book that a need is named after, or the first that counts for it."""
    return book(rules, need) or next((b for b in rules.books if need in b.counts_for), None)


_LUCKY_BONUSES = (w.BonusKind.CUT, w.BonusKind.DEAL)


@lru_cache(maxsize=256)
def exact_bonuses(rules: RuleSet) -> tuple[str, ...]:
    """Return the codes of the bonuses for an exact cut or deal; of several grades, the one that pays most."""
    lucky = [bonus for bonus in rules.bonuses if bonus.kind in _LUCKY_BONUSES]
    return tuple(bonus.code for bonus in lucky if bonus is _best_grade(lucky, bonus))


def _best_grade(bonuses: Sequence[Bonus], bonus: Bonus) -> Bonus:
    grades = [b for b in bonuses if b is bonus or (bonus.grade_of and b.grade_of == bonus.grade_of)]
    return max(grades, key=lambda b: b.cases[-1].points)


@lru_cache(maxsize=256)
def luck_codes(rules: RuleSet) -> frozenset[str]:
    """Return the codes of the score lines that are pure luck: cuts, deals and red threes."""
    bonuses = (bonus.code for bonus in rules.bonuses if bonus.kind in _LUCKY_BONUSES)
    threes = (code for code, (color, _) in codes.THREES.items() if color is w.Color.RED)
    return frozenset((*bonuses, *threes))


def has_luck(rules: RuleSet) -> bool:
    """Whether cuts, deals or red threes earn or cost points."""
    is_paid = any(three.color is w.Color.RED and any(step.points for step in three.pays) for three in rules.threes)
    return is_paid or any(bonus.kind in _LUCKY_BONUSES for bonus in rules.bonuses)
