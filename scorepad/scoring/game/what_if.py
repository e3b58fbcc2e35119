"""Score a finished game again under other rules, from the cells of its rounds, and say what would have been different.

Books go to the kind that holds the same cards, bonuses to the one for the same thing, threes to their colour and place.
Cards that were counted in piles or one by one take their value from the other rules. Typed points stay unchanged.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from functools import cached_property, lru_cache

from scorepad.language.words import format_number, join_words, lower_first
from scorepad.rules.document import to_document
from scorepad.rules.lookup import general_threes, table_for
from scorepad.rules.model import Book, RuleSet, Table
from scorepad.rules.words import CARDS, BonusKind, CardPlace, Color, Counted, EndBy, MadeOf
from scorepad.scoring.cells import (
    TABLE,
    CellName,
    Cells,
    CellValue,
    Count,
    Document,
    EndDecision,
    Piles,
    Place,
    PlaceKind,
    Points,
    counted,
    parse_place,
)
from scorepad.scoring.game.agreement import WHOLE_GAME, Agreement, agreement
from scorepad.scoring.game.course import Totals, ends_game, seats_of, team_of
from scorepad.scoring.game.record import END, GameRecord, PointsChange, RoundChange, game, points_changes, round_changes
from scorepad.scoring.quantity import card_points
from scorepad.scoring.sheet import About, Field, Kind, Sheet, build_sheet
from scorepad.scoring.text.explain import value_text

# ---- What was counted, as cells for other rules

CARDS_OF = (Kind.MELDED, Kind.LEFT)
"""The kinds of fields that hold cards or their points."""


class Why(StrEnum):
    TYPED = "typed"
    """Points were typed, and cards have other values there. The points are used as typed."""
    PILES = "piles"
    """A pile holds cards that have different values there. It is used as counted."""
    DROPPED = "dropped"
    """The other rules have no such field."""


@dataclass(frozen=True, slots=True)
class Uncertainty:
    """A cell whose worth under other rules is not certain. `label` is that of its field."""

    cell: CellName
    label: str
    value: CellValue
    why: Why


@dataclass(frozen=True, slots=True)
class CarriedOver:
    """The cells of the rounds for other rules, and the doubts about them, in the order of play."""

    cells: Cells
    doubts: tuple[Uncertainty, ...]


def carry_over(cells: Cells, old: Agreement, new: Agreement) -> CarriedOver:
    """Return what was counted in a game's rounds as cells for other rules at a table of the same size."""
    carried: dict[CellName, CellValue] = {}
    doubts: list[Uncertainty] = []
    for cell, value in sorted(cells.items(), key=lambda item: item[0]):
        round_number, place, name = cell
        field = _sheet(old, round_number).by_code.get(name) if round_number != WHOLE_GAME else None
        if field is None:
            carried[cell] = value
        elif field.kind in CARDS_OF:
            carried[cell], why = _packet(value, field, old.rules, new.rules)
            doubts += [Uncertainty(cell, field.label, value, why)] if why else []
        elif (target := _target(field, _sheet(old, round_number), _sheet(new, round_number))) is None:
            doubts += [Uncertainty(cell, field.label, value, Why.DROPPED)] if counted(value) else []
        else:
            _add(carried, (round_number, _place(place, target, new), target.code), value)
    return CarriedOver(carried, tuple(doubts))


def not_counted(old: Agreement, new: Agreement) -> Iterator[Field]:
    """Yield the fields that the other rules ask for and that no field of the old rules maps to."""
    before, after = _sheet(old, 1), _sheet(new, 1)
    targets = [_target(field, before, after) for field in before.fields if field.asked and field.kind not in CARDS_OF]
    yield from (field for field in after.fields if field.asked and field.kind not in CARDS_OF and field not in targets)


def _sheet(agreed: Agreement, round_number: int) -> Sheet:
    return build_sheet(agreed.rules, agreed.table, round_number, agreed.decks)


def _add(carried: dict[CellName, CellValue], cell: CellName, value: CellValue) -> None:
    """Add a count to its cell, which may already have counts from other kinds."""
    there = carried.get(cell)
    if isinstance(there, Count) and isinstance(value, Count):
        value = Count(there.number + value.number)
    carried[cell] = value


def _place(place: str, target: Field, new: Agreement) -> str:
    """Return the new place of a count. If needed, a team's goes to its first seat, and a player's to the team."""
    where = parse_place(place)
    if where.kind is PlaceKind.SEAT and target.about is About.TEAM:
        return Place.team(team_of(where.number, new.table))
    if where.kind is PlaceKind.TEAM and target.about is About.SEAT:
        return Place.seat(seats_of(where.number, new.table)[0])
    return place


def _target(field: Field, old: Sheet, new: Sheet) -> Field | None:
    if field.kind in (Kind.THREES, Kind.CONCEALED):
        return new.by_code.get(field.code)
    if field.kind is Kind.BONUS:
        return _bonus_target(field.code, old.rules, new)
    book = _book_target(old.rules, field.name, new.rules)
    fields = new.books if field.kind is Kind.BOOK else new.unfinished
    return next((other for other in fields if book and other.name == book.code), None)


@lru_cache(maxsize=1024)
def _book_target(old: RuleSet, code: str, rules: RuleSet) -> Book | None:
    """Return the kind that can hold such books: the one with the same code if possible, else the narrowest."""
    book = next(book for book in old.books if book.code == code)
    fitting = [other for other in rules.books if _holds(other, book)]
    fitting.sort(key=lambda other: (other.code != book.code, not other.ranks, other.made_of is MadeOf.ANY))
    return fitting[0] if fitting else None


def _holds(kind: Book, book: Book) -> bool:
    """Whether every `book` is also of this `kind`."""
    shapes = (kind.can_be_set, book.can_be_set), (kind.can_be_sequence, book.can_be_sequence)
    any_wilds = kind.made_of in _ANY_WILDS and book.made_of in (MadeOf.NATURALS, MadeOf.MIXED, *_ANY_WILDS)
    ranks = not kind.ranks or (book.ranks and set(book.ranks) <= set(kind.ranks))
    fits = all(may or not has for may, has in shapes)
    return fits and bool(ranks) and (kind.made_of is book.made_of or any_wilds)


_ANY_WILDS = (MadeOf.ANY, MadeOf.SEQUENCE)


def _bonus_target(code: str, old: RuleSet, new: Sheet) -> Field | None:
    bonus = next(bonus for bonus in old.bonuses if bonus.code == code)
    # Two special bonuses may be for different things; others of one kind are for the same, whatever they are called.
    is_clear = bonus.kind is not BonusKind.SPECIAL
    same = [b.code for b in new.rules.bonuses if b.kind is bonus.kind and (b.code == code or is_clear)]
    best = code if code in same else same[0] if same else ""
    return new.by_code.get(best)


def _packet(value: CellValue, field: Field, old: RuleSet, new: RuleSet) -> tuple[CellValue, Why | None]:
    """Return cards melded or left for other rules, and what is uncertain about them."""
    place = CardPlace.LAID if field.kind is Kind.MELDED else CardPlace.HELD
    before = {card: points for card, points in _values(old, place).items() if points is not None}
    after = _values(new, place)
    differ = any(after[card] != points for card, points in before.items())
    if isinstance(value, Points) and differ:
        return value, Why.TYPED if value.typed.strip("0+ ") else None
    if isinstance(value, Piles) and differ:
        return _piles(value, before, after)
    return value, None


def _piles(value: Piles, before: Mapping[str, int], after: Mapping[str, int | None]) -> tuple[Piles, Why | None]:
    piles, why = [], None
    for each, number in value.piles:
        worth = {after[card] for card, points in before.items() if str(points) == each}
        points = worth.pop() if len(worth) == 1 else None
        if points is not None and points >= 0:
            piles.append((str(points), number))
        else:
            piles.append((each, number))
            why = Why.PILES if number else why
    return Piles(tuple(piles)), why


@lru_cache(maxsize=256)
def _values(rules: RuleSet, place: CardPlace) -> dict[str, int | None]:
    """Return what one of each card is worth among the others in a place; None for threes that are not among them."""
    values: dict[str, int | None] = {card: card_points(rules, {card: 1}, place) for card in CARDS}
    for color in Color:
        way, three = general_threes(rules, color, place).counted, f"{color}3"
        left_out = way is Counted.APART or (way is Counted.NEVER and place is CardPlace.LAID)
        values[three] = None if left_out else card_points(rules, {three: 1}, place)
    return values


# ---- The game under other rules

RULES: CellName = (WHOLE_GAME, TABLE, "rules")
CHOICES: CellName = (WHOLE_GAME, TABLE, "choices")


@dataclass(frozen=True)
class WhatIf:
    """A game as it was, and as it would have been.

    `cells` are those that `after` was read from. `ended` says whether the game would also have ended by its last round.
    Under rules that end it by time, or if the table ended it early, it ends after the same round. `by_table` is true
    if only the table ends it. `doubts` are cells whose worth is not certain, `missing` what the other rules count and
    this game did not.
    """

    before: GameRecord
    after: GameRecord
    cells: Cells
    ended: bool
    by_table: bool
    doubts: tuple[Uncertainty, ...]
    missing: tuple[Field, ...]

    @cached_property
    def rounds(self) -> tuple[RoundChange, ...]:
        """The rounds that count in one of the two."""
        last = max(self.before.course.counted, self.after.course.counted)
        return tuple(change for change in round_changes(self.before, self.after) if change.number <= last)

    @property
    def totals(self) -> tuple[PointsChange, ...]:
        before, after = (record.course for record in (self.before, self.after))
        return points_changes(before.totals[before.counted], after.totals[after.counted])

    @property
    def winners_before(self) -> tuple[int, ...]:
        return self.before.course.winners

    @property
    def winners(self) -> tuple[int, ...]:
        """The teams that would have won, or would have led when the game ended."""
        return self.after.course.winners

    @property
    def has_other_winner(self) -> bool:
        return self.winners != self.winners_before


def can_score_again(rules: RuleSet, table: Table) -> bool:
    """Whether a rule set has a table of the same size."""
    return table_for(rules, table.players, table.teams) is not None


def what_if(cells: Cells, names: Mapping[int, str], rules: RuleSet) -> WhatIf:
    """Score a finished game again, under rules with a table of its size and with their usual choices."""
    before = game(cells, names)
    agreed = {**cells, RULES: Document(to_document(rules)), CHOICES: Document({})}
    new = agreement(agreed, names)
    carried = carry_over(agreed, before.agreement, new)
    played = before.course.counted
    whole = _over_after(carried.cells, played)
    ends = _end(game(whole, names), played)
    by_clock = new.rules.end.by is EndBy.TIME
    by_table = ends is None and not by_clock and _ended_by_table(before, cells)
    final = whole if ends is None else _over_after(carried.cells, ends)
    return WhatIf(
        before=before,
        after=game(final, names),
        cells=final,
        ended=ends is not None or by_clock or by_table,
        by_table=by_table,
        doubts=tuple(doubt for doubt in carried.doubts if doubt.cell[0] <= (ends or played)),
        missing=tuple(not_counted(before.agreement, new)),
    )


def _over_after(cells: Cells, last: int) -> dict[CellName, CellValue]:
    return {**cells, END: EndDecision(over_after=last)}


def _ended_by_table(before: GameRecord, cells: Cells) -> bool:
    """Whether the table ended its game before its own rules did."""
    if not isinstance(cells.get(END), EndDecision) or before.agreement.rules.end.by is EndBy.TIME:
        return False
    return _end(before, before.course.counted) is None


def _end(record: GameRecord, played: int) -> int | None:
    """Return the first of the rounds played after which the rules end the game; None if it would have gone on."""
    agreed, totals = record.agreement, record.course.totals
    rounds = range(max(1, agreed.paper), min(played + 1, len(totals)))
    return next((n for n in rounds if ends_game(agreed.rules, agreed.table, n, totals[n])), None)


# ---- In sentences

DOUBTS = {
    Why.TYPED: ("Taken as typed", "These points were typed. Under those rules the cards may be worth other points."),
    Why.PILES: ("Taken as counted", "Under those rules the cards in these piles are worth different points."),
    Why.DROPPED: ("Not counted", "Those rules do not count this."),
}
"""A short label and a reason for each kind of doubt."""


def outcome_text(winners: Sequence[int], totals: Totals, teams: Sequence[str], *, over: bool = True) -> str:
    """Return who won, or who led if the game is not `over`: "Ann & Carla won, 5,200 to 4,100"."""
    names = join_words([teams[team - 1] for team in winners])
    others = [points for team, points in enumerate(totals, start=1) if team not in winners]
    best = totals[winners[0] - 1]
    points = [format_number(best), *map(format_number, sorted(others, reverse=best == max(totals)))]
    tied, won = ("tied", "won") if over else ("were level", "led")
    verb = tied if len(winners) > 1 else won
    return f"{names} {verb}, {points[0]} to {join_words(points[1:])}" if others else f"{names} {verb} at {points[0]}"


def end_text(comparison: WhatIf) -> str:
    """Return how the end of the game would have differed; "" if it would not."""
    before, after = comparison.before.course, comparison.after.course
    if comparison.after.agreement.rules.end.by is EndBy.TIME:
        return "Those rules end a game by time. It is counted up to the round in which your game ended."
    if comparison.by_table:
        return f"Your table ended this game itself, after round {after.counted}. So it would under those rules."
    if not comparison.ended:
        return f"The game would not have been over after round {after.counted}."
    return f"The game would have ended after round {after.counted}." if after.counted < before.counted else ""


def doubt_text(doubt: Uncertainty, agreed: Agreement, names: Mapping[int, str]) -> str:
    """Return a cell whose worth is not certain: "Round 2, Ann & Carla, cards melded: 410"."""
    round_number, place, _ = doubt.cell
    who = _who(place, round_number, agreed, names)
    return f"Round {round_number}, {who}, {lower_first(doubt.label)}: {value_text(doubt.value)}"


def _who(text: str, round_number: int, agreed: Agreement, names: Mapping[int, str]) -> str:
    place, seating = parse_place(text), agreed.seated_in(round_number)
    if place.kind is PlaceKind.TEAM:
        return seating.teams[place.number - 1]
    return names.get(seating.players[place.number - 1], f"Seat {place.number}")
