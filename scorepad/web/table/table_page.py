"""The table's page during a round, as plain data for its template."""

import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import NamedTuple, Self

from scorepad.play.game import LoadedGame
from scorepad.play.sheet_form import Input, TeamForm
from scorepad.rules.words import EndBy
from scorepad.scoring.game.course import Phase, Totals
from scorepad.scoring.game.record import RoundRecord
from scorepad.web.rounds.round_page import Note, RoundPage
from scorepad.web.table.bar import Bar


class ShownInput(NamedTuple):
    """An input with its text, the notes beside it, and the name of its player if it is one player's."""

    input: Input
    text: str
    notes: Sequence[Note]
    player: str = ""


@dataclass(frozen=True, slots=True)
class Panel:
    """What is tallied for one team during the round: as a team, and for each of its players."""

    form: TeamForm
    name: str
    tallied: tuple[ShownInput, ...]
    by_player: tuple[ShownInput, ...]


@dataclass(frozen=True, slots=True)
class TablePage:
    """The table: the bar, a panel a team, and the rounds so far, each with the totals after it.

    `rest` is what the round has counted that has no input here, as JSON by input name: the phone's total needs it.
    """

    game: LoadedGame
    bar: Bar
    sheet: RoundPage
    numbers: str
    panels: tuple[Panel, ...]
    rest: str
    seats: tuple[tuple[int, str], ...]
    round: int
    rounds: tuple[tuple[RoundRecord, Totals], ...]
    phase: Phase
    by_time: bool

    @classmethod
    def of(cls, loaded: LoadedGame, sheet: RoundPage | None = None) -> Self:
        """Build the page; `sheet` is a form that came back with something to say about it."""
        course, agreed = loaded.record.course, loaded.agreement
        number = course.next_round
        sheet = sheet or RoundPage.of(loaded, number)
        players = agreed.seating[-1].players
        names = {at: loaded.names.get(p, f"Seat {at}") for at, p in enumerate(players, start=1)}
        return cls(
            game=loaded,
            bar=Bar.of(loaded, number),
            sheet=sheet,
            numbers=sheet.numbers,
            panels=tuple(_panels(sheet, agreed.seating[-1].teams, names)),
            rest=_rest(sheet),
            seats=tuple(names.items()),
            round=number,
            rounds=tuple(zip(loaded.record.rounds, course.totals[1:], strict=False)),
            phase=course.phase,
            by_time=agreed.rules.end.by is EndBy.TIME,
        )


def _panels(sheet: RoundPage, teams: Sequence[str], names: dict[int, str]) -> Iterator[Panel]:
    notes: dict[str, list[Note]] = {}
    for note in sheet.notes:
        notes.setdefault(note.name, []).append(note)

    def shown(asked: Input, player: str = "") -> ShownInput:
        return ShownInput(asked, sheet.texts[asked.name], notes.get(asked.name, ()), player)

    for form, team in zip(sheet.forms, teams, strict=True):
        yield Panel(
            form=form,
            name=team,
            tallied=tuple(shown(asked) for asked in form.tallied),
            by_player=tuple(
                shown(asked, names[seat.seat]) for seat in form.seats for asked in seat.tallied
            ),
        )


def _rest(sheet: RoundPage) -> str:
    here = {asked.name for form in sheet.forms for asked in (*form.tallied, *form.lost)}
    here |= {i.name for form in sheet.forms for seat in form.seats for i in seat.tallied}
    rest = {n: text for n, text in sheet.texts.items() if text not in ("", "0") and n not in here}
    return json.dumps(rest, ensure_ascii=False)
