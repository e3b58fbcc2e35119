"""What the table's page shows while a game is played."""

import json
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Self

from scorepad.rules.words import EndBy
from scorepad.scoring.game import Phase
from scorepad.scoring.record import RoundRecord
from scorepad.web.bar import Bar
from scorepad.web.clubs import LoadedGame
from scorepad.web.roundpage import RoundPage
from scorepad.web.sheetform import Input, TeamForm


@dataclass(frozen=True, slots=True)
class TablePage:
    """A game as the table sees it: the bar, and the sheet of the round being played."""

    game: LoadedGame
    bar: Bar
    sheet: RoundPage
    phase: Phase
    by_time: bool

    @classmethod
    def of(cls, loaded: LoadedGame, sheet: RoundPage | None = None) -> Self:
        """The page of a game; `sheet` where it came back with something to be said about it."""
        course = loaded.record.course
        return cls(
            game=loaded,
            bar=Bar.of(loaded, course.next_round),
            sheet=sheet or RoundPage.of(loaded, course.next_round),
            phase=course.phase,
            by_time=loaded.agreement.rules.end.by is EndBy.TIME,
        )

    @property
    def round(self) -> int:
        """The round being played."""
        return self.bar.round

    @property
    def rest(self) -> str:
        """What was counted in this round and has no input on the table, as JSON by input name: totals need it."""
        here = {one.name for form in self.sheet.forms for one in _shown(form)}
        texts = self.sheet.texts.items()
        rest = {name: text for name, text in texts if text not in ("", "0") and name not in here}
        return json.dumps(rest, ensure_ascii=False)

    @property
    def seats(self) -> list[tuple[int, str]]:
        """Every seat with the name of who sits there."""
        players = range(1, self.game.agreement.table.players + 1)
        return [(seat, self.game.seat_name(seat)) for seat in players]

    @property
    def rounds(self) -> tuple[RoundRecord, ...]:
        """The rounds that were finished, or opened again."""
        return self.game.record.rounds[: self.round - 1]

    def after(self, number: int) -> tuple[int, ...]:
        """The totals after a round."""
        return self.game.record.before(number + 1)


def _shown(form: TeamForm) -> Iterator[Input]:
    yield from (*form.tallied, *form.lost)
    for seat in form.seats:
        yield from seat.tallied
