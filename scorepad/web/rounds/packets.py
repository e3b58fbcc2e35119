"""Counting cards as piles or card by card."""

from collections.abc import Collection
from dataclasses import dataclass, replace
from typing import Any, Self

from flask import abort, flash, redirect, render_template, request, url_for

from scorepad.language.words import join_words, say, upper_first
from scorepad.numbers import MAX_COUNT
from scorepad.play.form_data import FormData, TypedForm
from scorepad.play.game import LoadedGame
from scorepad.play.parse_form import packet_points, shown_text
from scorepad.play.save_round import Outcome, save_packet
from scorepad.play.sheet_form import Input, sheet_inputs
from scorepad.rules.lookup import general_threes
from scorepad.rules.model import RuleSet
from scorepad.rules.words import CARDS, Color, Counted
from scorepad.rules.words import CardPlace as Lies
from scorepad.scoring.cells import CardCounts, CellValue, Piles, PlaceKind
from scorepad.scoring.game.course import team_of
from scorepad.scoring.sheet import Kind
from scorepad.scoring.text.explain import CARD_NAMES
from scorepad.web.app.current import g, load
from scorepad.web.app.templates import new_key
from scorepad.web.rounds.rounds import load_round, saved_text
from scorepad.web.table.round_page import RoundPage

WAYS = ("piles", "cards")


@dataclass(frozen=True, slots=True)
class PacketRow:
    """One pile, or one kind of card. `what` describes its cards, `each` is the points of one card."""

    name: str
    code: str
    label: str
    what: str
    each: int


@dataclass(frozen=True, slots=True)
class PacketPage:
    """The page of one packet. `by` is one of WAYS; `counts` has the number of cards in each row, 0 for a fault."""

    game: LoadedGame
    number: int
    packet: Input
    by: str
    rows: tuple[PacketRow, ...]
    form: TypedForm
    counts: dict[str, int]
    key: str
    round_page: RoundPage | None = None

    @classmethod
    def of(cls, loaded: LoadedGame, round_number: int, packet: Input, by: str, data: FormData) -> Self:
        """Return the page of a packet as it is stored, with what was typed in `data`, after a tap on − or +.

        If `by` is "", it is counted in the same way as last time.
        """
        value = loaded.values.get((round_number, packet.place, packet.field))
        by = by or ("cards" if isinstance(value, CardCounts) else "piles")
        place = Lies.HELD if packet.field == Kind.LEFT else Lies.LAID
        rules = loaded.sheet(round_number).rules
        stored = _counts(value, by)
        rows = _piles(rules, place) if by == WAYS[0] else _cards(rules, place, stored)
        form = TypedForm(data.after_step({row.name: (0, MAX_COUNT) for row in rows}))
        counts = {row.name: form.count(row.name, str(stored.get(row.code, 0))) for row in rows}
        form.refuse_others()
        return cls(loaded, round_number, packet, by, rows, form, counts, new_key())

    @property
    def counter(self) -> str:
        """The name of the player or team whose packet it is."""
        place = self.packet.place
        if place.kind is PlaceKind.SEAT:
            return self.game.seat_name(place.number, self.number)
        return self.game.teams_in(self.number)[place.number - 1]

    @property
    def recorded(self) -> str:
        """The text that the sheet shows for these cards."""
        value = self.game.values.get((self.number, self.packet.place, self.packet.field))
        return shown_text(self.game.sheet(self.number).rules, value, self.packet)

    @property
    def team(self) -> int:
        place = self.packet.place
        return team_of(place.number, self.game.agreement.table) if place.kind is PlaceKind.SEAT else place.number

    @property
    def value(self) -> Piles | CardCounts:
        counted = tuple((row.code, self.counts[row.name]) for row in self.rows if self.counts[row.name])
        return Piles(counted) if self.by == "piles" else CardCounts(counted)

    @property
    def total(self) -> int:
        """The points of all rows; 0 if any number cannot be read."""
        return (
            0 if self.form.faults else packet_points(self.game.sheet(self.number).rules, self.value, self.packet.field)
        )

    def with_returned(self, returned: Outcome) -> Self:
        """Return the page with the reasons why the packet was not saved."""
        round_page = RoundPage.of(returned.game, self.number).with_returned(returned)
        return replace(self, game=returned.game, round_page=round_page)


def _counts(value: CellValue | None, by: str) -> dict[str, int]:
    match value:
        case Piles(counts) if by == "piles":
            return dict(counts)
        case CardCounts(counts) if by == "cards":
            return dict(counts)
    return {}


def _piles(rules: RuleSet, place: Lies) -> tuple[PacketRow, ...]:
    """Return a row for each point value that a card can have, highest first."""
    by_points: dict[int, list[str]] = {}
    for card, points in _values(rules, place).items():
        by_points.setdefault(points, []).append(card)
    return tuple(
        PacketRow(f"pile.{points}", str(points), say("{points}s", points=points), _named(by_points[points]), points)
        for points in sorted(by_points, reverse=True)
        if points > 0
    )


def _named(cards: list[str]) -> str:
    return join_words([CARD_NAMES[card][1] for card in cards])


def _cards(rules: RuleSet, place: Lies, counted: Collection[str]) -> tuple[PacketRow, ...]:
    """Return a row for each card that has points or was counted before."""
    return tuple(
        PacketRow(f"card.{card}", card, upper_first(CARD_NAMES[card][1]), say("{points} each", points=points), points)
        for card, points in _values(rules, place).items()
        if points or card in counted
    )


def _values(rules: RuleSet, place: Lies) -> dict[str, int]:
    """Return the points of every card, including threes if they are counted with the cards."""
    values = {card: rules.cards[card] for card in CARDS}
    for color in (Color.BLACK, Color.RED):
        rule = general_threes(rules, color, place)
        if rule.counted is Counted.WITH_CARDS:
            sign = -1 if place is Lies.HELD else 1
            values[f"{color}3"] = sign * rule.pays[0].points
    return values


def show(game: int, number: int, place: str, field: str) -> Any:
    """Show the counts so far, as piles or card by card."""
    loaded = load_round(game, number)
    page = PacketPage.of(loaded, number, _packet(loaded, number, place, field), _way(), FormData({}))
    return render_template("rounds/packet.html", page=page)


def save(game: int, number: int, place: str, field: str) -> Any:
    """Save the cards. After a tap on − or +, or with faults, show the page again."""
    loaded = load_round(game, number)
    packet = _packet(loaded, number, place, field)
    page = PacketPage.of(loaded, number, packet, _way(), g.form.data)
    if "step" in request.form or page.form.faults:
        shown = render_template("rounds/packet.html", page=page)
        return shown, 422 if page.form.faults else 200
    confirmed = request.form.get("confirm", "")
    outcome = save_packet(g.club.games, game, number, g.form, packet, value=page.value, confirmed=confirmed)
    if not outcome.saved:
        return render_template("rounds/packet.html", page=page.with_returned(outcome)), 422
    if outcome.saved == "finished":
        flash(saved_text(load(game), number, g.form))
    where = url_for("rounds.edit", game=game, number=number, at=packet.name, _anchor=packet.name)
    return redirect(where, 303)


def _way() -> str:
    way = request.args.get("by", "")
    return way if way in WAYS else ""


def _packet(loaded: LoadedGame, round_number: int, place: str, field: str) -> Input:
    """Return the input for these cards, or answer 404 if the sheet has none."""
    inputs = sheet_inputs(loaded.sheet(round_number))
    matches = [packet for packet in inputs if packet.name == f"{place}.{field}"]
    if field not in (Kind.MELDED, Kind.LEFT) or not matches:
        abort(404)
    return matches[0]
