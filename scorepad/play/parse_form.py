"""A round's inputs: parses what was typed and reports every fault, and shows the values of cells as texts."""

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Self

from scorepad.numbers import MAX_COUNT, NotANumber, typed_adjustment, typed_count, typed_points, whole_number
from scorepad.play.form_data import CHECK_NAMES, OWN_FIELDS, SENT_TWICE, Submission, Tap, TypedForm, values_at
from scorepad.play.game import LoadedGame
from scorepad.play.sheet_form import ENDED, NO_LONE_HAND, Input, inputs_by_name
from scorepad.rules.model import RuleSet, Table
from scorepad.rules.words import CardPlace, StockRound
from scorepad.scoring.cells import (
    Adjusted,
    Alone,
    CardCounts,
    CellName,
    CellValue,
    Count,
    Mark,
    Piles,
    Place,
    Points,
    StockRanOut,
    Text,
    WentOut,
    counted,
    is_yes,
    parse_place,
    parse_value,
)
from scorepad.scoring.game.record import ALONE
from scorepad.scoring.names import LONGEST_NAME, LONGEST_REASON, BadName, clean_name
from scorepad.scoring.quantity import card_points, quantity
from scorepad.scoring.sheet import Kind, Sheet
from scorepad.scoring.text.explain import packet_text
from scorepad.store import LoggedEntry

CellPart = tuple[str, str]
"""Place and field of a cell; the round is the form's."""

# Invalid UTF-8 arrives as � in multipart forms, and as its percent-escape in URL-encoded ones.
_BROKEN = re.compile("\ufffd|%[89A-F][0-9A-F]")


def _stepped(tapped: Input, text: str, tap: Tap) -> str | None:
    """Return the text of an input after a tap on its button; None if its text is not a number or too large."""
    if tapped.control in ("check", "mark"):
        return "1" if tap.by > 0 else ""
    text = text.strip() or "0"
    number = whole_number(text, most=MAX_COUNT) if tapped.control == "count" else None
    return None if number is None else tap.moved(number)


@dataclass(slots=True, kw_only=True)
class SentRound(TypedForm):
    """A posted round: its form, the game it is checked against, what its page showed, and what was typed.

    `shown` are the values that the page showed, with those that its phone recorded since in the entries `own`.
    `changes` has the values that differ from the page, by cell. `unexpected` are the names of fields that do not belong
    to the form. `tapped` is the input that a button changed.
    """

    game: LoadedGame
    sheet: Sheet
    submission: Submission
    shown: Mapping[CellName, CellValue]
    own: Mapping[CellName, LoggedEntry] = field(default_factory=dict)
    changes: dict[CellPart, CellValue | None] = field(default_factory=dict)
    unexpected: list[str] = field(default_factory=list)
    tapped: Input | None = None

    @classmethod
    def of(cls, game: LoadedGame, round_number: int, submission: Submission) -> Self:
        """Build the round with what its page showed. Nothing is parsed yet."""
        own = submission.earlier(game.club, game.id)
        shown = values_at(game, submission.seen or 0, own)
        if own:
            later = {cell: parse_value(entry.value) for cell, entry in own.items()}
            shown = {cell: value for cell, value in {**shown, **later}.items() if value is not None}
        sheet = game.sheet(round_number)
        return cls(submission.data, game=game, sheet=sheet, submission=submission, shown=shown, own=own)

    @property
    def inputs(self) -> Mapping[str, Input]:
        """Every input of the sheet by its name, in order."""
        return inputs_by_name(self.sheet)

    @property
    def was_finished(self) -> bool:
        return self.game.is_finished(self.sheet.round_number)

    @property
    def touched(self) -> list[Input]:
        """The inputs that differ from the page or have a fault, in the order of the page."""
        cells = self.changes.keys() | {(i.place, i.field) for i in map(self.inputs.__getitem__, self.faults)}
        return [i for i in self.inputs.values() if i.name in self.texts and (i.place, i.field) in cells]

    def parse(self) -> Self:
        """Parse the inputs that differ from what the page showed, and return the round.

        Untouched inputs are ignored, so a form merges with what other phones recorded meanwhile.
        """
        inputs, fields, tap = self.inputs, self.data.fields, self.submission.tap
        adjusting: dict[str, Input] = {}
        tapped = inputs.get(tap.name) if tap else None
        if tap and tapped:
            text = _stepped(tapped, fields.get(tap.name, ("",))[0], tap)
            if text is not None:
                self.tapped, fields = tapped, {**fields, tap.name: (text,)}
        for name, sent in fields.items():
            asked = inputs.get(name)
            if asked is not None:
                self.texts[name] = sent[0]
                if len(sent) > 1:
                    self.faults[name] = SENT_TWICE
                elif asked.part:
                    adjusting[name.removesuffix(f".{asked.part}")] = asked
                else:
                    self._parse_input(asked, sent[0])
            elif not (name in OWN_FIELDS or name in CHECK_NAMES) or (
                len(sent) > 1 and name in OWN_FIELDS and name != "base"
            ):
                self.unexpected.append(name)
        for stem, asked in adjusting.items():
            self._parse_adjustment(stem, asked)
        return self

    def before(self, asked: Input) -> CellValue | None:
        """Return the value of an input's cell that the page showed."""
        return self.shown.get((self.sheet.round_number, asked.place, asked.field))

    def _parse_input(self, asked: Input, text: str) -> None:
        before = self.before(asked)
        if _is_as_shown(asked, text, before):
            return
        text = text.strip()
        try:
            value = _value(asked, text, self.sheet.table) if text and (asked.control, text) != ("mark", "0") else None
        except (NotANumber, BadName) as error:
            self.faults[asked.name] = str(error)
            return
        if asked is self.tapped and isinstance(value, Count) and asked.control == "count":
            value = Count(value.number, tapped=True)
        if is_changed(asked, before, value, self.sheet.rules):
            self.changes[asked.place, asked.field] = value

    def _parse_adjustment(self, stem: str, asked: Input) -> None:
        """Parse the two inputs of an adjustment together. One that was not sent has the text that the page showed."""
        points_name, reason_name = f"{stem}.points", f"{stem}.reason"
        before = self.before(asked)
        adjusted = before if isinstance(before, Adjusted) else Adjusted("", "")
        points = self.texts.setdefault(points_name, adjusted.typed).strip()
        reason = self.texts.setdefault(reason_name, adjusted.reason).strip()
        try:
            value = _adjustment(points, reason)
        except NotANumber as error:
            self.faults.setdefault(points_name, str(error))
        except BadName as error:
            self.faults.setdefault(reason_name, str(error))
        else:
            if is_changed(asked, before, value, self.sheet.rules):
                self.changes[asked.place, asked.field] = value

    def uncounted(self) -> dict[str, str]:
        """Return a fault for every count that was emptied: blank is not zero, unless no one scores the round."""
        if self.texts.get(ENDED.name) == "stock" and self.sheet.rules.stock.round is StockRound.VOID:
            return {}
        counts = [i.name for i in self.inputs.values() if i.control == "count"]
        emptied = [name for name in counts if self.texts.get(name, "0").strip() == ""]
        return dict.fromkeys(emptied, "Count these. Type 0 if there were none.")

    def visible_zeros(self) -> dict[CellPart, CellValue | None]:
        """Return the counts that a sheet being finished shows as 0 but that were never recorded."""
        round_number, recorded = self.sheet.round_number, self.game.values
        counts = [i for i in self.inputs.values() if i.control == "count" and i is not self.tapped]
        return {
            (i.place, i.field): Count(0)
            for i in counts
            if (round_number, i.place, i.field) not in recorded and _is_zero(self.texts.get(i.name, "").strip())
        }

    def texts_changed_since(self) -> dict[str, str]:
        """Return what others have typed since the page was shown into the touched inputs, by input name."""
        conflicts = {}
        for asked in self.touched:
            now = self.game.values.get((self.sheet.round_number, asked.place, asked.field))
            then, text = (shown_text(self.sheet.rules, value, asked) for value in (self.before(asked), now))
            if text not in (then, self.texts[asked.name].strip()):
                conflicts[asked.name] = text
        return conflicts


def _is_zero(text: str) -> bool:
    return text != "" and text.strip("0") == ""


def _is_as_shown(asked: Input, text: str, before: CellValue | None) -> bool:
    """Return whether an input is certainly unchanged. Most are, and this saves parsing them."""
    if before is None:
        return text == asked.start
    if isinstance(before, Count):
        return asked.control == "count" and text == str(before.number)
    return isinstance(before, Points) and asked.control == "points" and text == before.typed


def _value(asked: Input, text: str, table: Table) -> CellValue:
    match asked.control:
        case "choice" if asked.field == ALONE:
            return _lone_hand(text, table)
        case "choice":
            return _ended(text, table)
        case "mark":
            if text != "1":
                raise NotANumber("This is 1, or 0 for no.")
            return Mark(True)
        case "check" | "count":
            return Count(typed_count(text))
        case "points":
            points = typed_points(text)
            # "1,245" is stored as "1245". A sum is stored as typed, so that it can be checked.
            return Points(text if "+" in text else str(points))
    return Text(clean_text(text, LONGEST_REASON, "reason"))


def _ended(text: str, table: Table) -> CellValue:
    if text == "stock":
        return StockRanOut()
    if text not in [Place.seat(seat) for seat in range(1, table.players + 1)]:
        raise NotANumber("Choose one of the players, or that the stock ran out.")
    return WentOut(parse_place(text).number)


def _lone_hand(text: str, table: Table) -> CellValue:
    if text == NO_LONE_HAND:
        return Alone(0)
    if text not in [Place.seat(seat) for seat in range(1, table.players + 1)]:
        raise NotANumber("Choose one of the players, or that everyone played alone.")
    return Alone(parse_place(text).number)


def _adjustment(points: str, reason: str) -> Adjusted | None:
    if not points and not reason:
        return None
    if not points:
        raise NotANumber("Say how many points, such as −50.")
    typed_adjustment(points)
    if not reason:
        raise BadName("Say in a few words what the adjustment is for.")
    return Adjusted(points, clean_text(reason, LONGEST_REASON, "reason"))


def is_changed(asked: Input, before: CellValue | None, after: CellValue | None, rules: RuleSet) -> bool:
    """Return whether two values differ for this input. A blank count, for example, equals 0."""
    if before == after:
        return False
    match asked.control, before, after:
        case "count", None | Count(), Count(number):
            return number != (before.number if isinstance(before, Count) else 0)
        case "check", _, _:
            return (counted(before) or 0) != (counted(after) or 0)
        case "mark", _, _:
            return is_yes(before) != is_yes(after)
        case "points", Piles() | CardCounts(), _:
            return after != Points(str(packet_points(rules, before, asked.field)))
    return before != after


def clean_text(text: str, longest: int = LONGEST_NAME, what: str = "name") -> str:
    """Return typed text, cleaned so that it can be stored and shown. Raises BadName with a sentence for the user."""
    if _BROKEN.search(text):
        raise BadName("Some of this cannot be read. Please type it again.")
    return clean_name(text, longest, what)


# What the inputs of a round show for the values of its cells.


def texts(
    rules: RuleSet, values: Mapping[CellName, CellValue], round_number: int, inputs: tuple[Input, ...]
) -> dict[str, str]:
    """Return the text of each of these inputs, by input name."""
    return {i.name: shown_text(rules, values.get((round_number, i.place, i.field)), i) for i in inputs}


def shown_text(rules: RuleSet, value: CellValue | None, asked: Input) -> str:
    """Return the text of an input for a value of its cell; None is blank."""
    if value is None:
        return asked.start
    text = input_text(rules, value, asked.field, asked.part)
    return "" if asked.control == "check" and text == "0" else text


def packet_points(rules: RuleSet, value: CellValue, field: str) -> int:
    """Return the points of cards counted in piles or one by one: to add if melded, to subtract if left."""
    packet = quantity(value)
    lies = CardPlace.HELD if field == Kind.LEFT else CardPlace.LAID
    return packet if isinstance(packet, int) else card_points(rules, packet, lies)


def input_text(rules: RuleSet, value: CellValue | None, field: str, part: str = "") -> str:
    """Return the text of an input for a value; cards counted in piles or one by one show their points.

    `part` is "points" or "reason" for the two inputs of an adjustment.
    """
    match value:
        case Count(count):
            return str(count)
        case Points(typed):
            return typed
        case Piles() | CardCounts():
            return str(packet_points(rules, value, field))
        case WentOut(seat):
            return Place.seat(seat)
        case StockRanOut():
            return "stock"
        case Alone(seat):
            return Place.seat(seat) if seat else NO_LONE_HAND
        case Mark(yes):
            return "1" if yes else ""
        case Text(text):
            return text
        case Adjusted(typed, reason):
            return typed if part == "points" else reason
    return ""


def packet_texts(values: Mapping[CellName, CellValue], round_number: int) -> dict[str, str]:
    """Return how the cards of a round were counted, by input name, where they were not entered as points."""
    texts = {
        f"{place}.{field}": packet_text(value)
        for (in_round, place, field), value in values.items()
        if in_round == round_number and field in (Kind.MELDED, Kind.LEFT)
    }
    return {name: text for name, text in texts.items() if text}
