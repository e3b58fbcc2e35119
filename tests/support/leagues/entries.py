"""The entries of a made-up game, as the web's forms would send them, and its cells."""

from datetime import datetime, timedelta
from functools import lru_cache

from scorepad import __version__
from scorepad.play.sheet_form import sheet_inputs
from scorepad.rules.document import to_document
from scorepad.rules.presets import preset
from scorepad.scoring.sheet import build_sheet
from scorepad.store.checks import canonical
from tests.support.leagues.model import Played, PlayedGame, PlayedRound

Row = tuple[object, ...]
A_ROUND = timedelta(minutes=25)
YES = '{"yes":true}'
COUNTS = tuple(canonical({"as": "count", "n": n}) for n in range(100))


def key_of(game: int, form: int) -> str:
    """The key of a form. Keys ascend, so that the file is written in one pass."""
    return f"{game:06x}{form:02x}"


@lru_cache(maxsize=64)
def _begun(played: Played) -> tuple[tuple[str, str], ...]:
    """The table's cells of a new game, in the order of the form."""
    shape = {"players": played.players, "teams": played.table.teams}
    return (
        ("rules", canonical(to_document(preset(played.slug)))),
        ("choices", canonical(dict(played.choices))),
        ("shape", canonical(shape)),
        ("decks", COUNTS[played.decks]),
        ("engine", canonical(__version__)),
    )


@lru_cache(maxsize=64)
def _inputs(played: Played) -> tuple[tuple[str, str, str, int], ...]:
    """Place, field, control and number (from 0) of the team or seat of each input that rounds fill."""
    codes = {kind.code for kind in played.rules.books}
    codes |= {"ended", "melded", "left", "red_threes_held", "exact_cut", "ruling"}
    inputs = sheet_inputs(build_sheet(played.rules, played.table, 1, played.decks))
    return tuple(
        (field.place, field.field, field.control, field.place.number - 1)
        for field in inputs
        if field.field in codes or field.control == "count"
    )


@lru_cache(maxsize=4096)
def _points(points: int) -> str:
    return f'{{"as":"points","typed":"{points}"}}'


class Log:
    """The entries of one game, and the cells that follow from them."""

    def __init__(self, game: PlayedGame, seq: int) -> None:
        """Write the whole game after entry `seq`."""
        self.game, self.seq = game, seq
        self.entries: list[Row] = []
        self.cells: dict[tuple[int, str, str], tuple[str, int]] = {}
        self.forms = 0
        self.device = f"{game.number * 2654435761 % 2**32:08x}.{game.scorer}"
        self.form(game.created_at)
        self._begin()
        began = datetime.fromisoformat(game.created_at)
        for at, round_ in enumerate(game.rounds):
            number = game.paper + at + 1
            for substitute in game.substitutes:
                if substitute.round == number:
                    self.form()
                    player = f'{{"id":{substitute.player}}}'
                    self.entry(number, f"seat{substitute.seat}", "player", player)
            self.form((began + A_ROUND * (at + 1)).isoformat(timespec="milliseconds"))
            self._round(number, round_, draft=game.draft and at == len(game.rounds) - 1)
        self._after()

    def form(self, at: str = "") -> None:
        """Begin another form, sent at this time, or at that of the last one."""
        self.forms += 1
        self.at = at or self.at
        self.key = key_of(self.game.number, self.forms)

    def entry(self, number: int, place: str, name: str, value: str) -> None:
        """Add an applied entry."""
        self.seq += 1
        cell = (number, place, name)
        _, base = self.cells.get(cell, ("", None))
        key = f"{self.key}:{place}.{name}"
        row = (self.seq, key, self.game.number, *cell, value, base, "applied", self.device, self.at)
        self.entries.append(row)
        self.cells[cell] = (value, self.seq)

    def in_order(self) -> list[Row]:
        """The rows of the cells, in the order of their key."""
        number = self.game.number
        return [(number, *name, *self.cells[name]) for name in sorted(self.cells)]

    def _begin(self) -> None:
        game = self.game
        for name, value in _begun(game.played):
            self.entry(0, "table", name, value)
        for seat, player in enumerate(game.seats, start=1):
            self.entry(0, f"seat{seat}", "player", f'{{"id":{player}}}')
        for team, points in enumerate(game.brought, start=1):
            if points:
                brought = canonical({"typed": str(points), "reason": ""})
                self.entry(0, f"team{team}", "brought", brought)
        if game.paper:
            self.entry(0, "table", "paper", COUNTS[game.paper])
        self.entry(game.paper + 1, "table", "starter", f'{{"seat":{game.starter}}}')

    def _round(self, number: int, round_: PlayedRound, draft: bool) -> None:
        for team in round_.opened:
            self.form()
            self.entry(number, f"team{team + 1}", "opened", YES)
        self.form()
        zeros, changes = [], []
        for place, name, control, at in _inputs(self.game.played):
            value = self._value(number, round_, name, at)
            if value is not None:
                changes.append((place, name, value))
            elif control == "count":
                zeros.append((place, name, COUNTS[0]))
        for place, name, value in changes if draft else zeros + changes:
            self.entry(number, place, name, value)
        if not draft:
            self.entry(number, "table", "finished", YES)

    def _value(self, number: int, round_: PlayedRound, name: str, at: int) -> str | None:
        """The value typed into an input of a team or seat, from 0; None if it is not touched."""
        if name == "left":
            if at + 1 == round_.by_cards:
                cards = {"K": round_.left[at] // 10, "red3": round_.threes[at]}
                return canonical({"as": "cards", "cards": {c: n for c, n in cards.items() if n}})
            return None if at + 1 == round_.out else _points(round_.left[at])
        if name == "melded":
            return _points(self._first_typed(number, at, round_.teams[at].melded))
        if name == "ended":
            out = round_.out
            return '{"as":"stock"}' if out is None else f'{{"as":"out","seat":{out}}}'
        if name == "ruling":
            return '{"text":"agreed at the table"}' if round_.teams[at].ruling else None
        count = self._count(round_, name, at)
        return COUNTS[count] if count else None

    def _count(self, round_: PlayedRound, name: str, at: int) -> int:
        if name == "red_threes_held":
            return 0 if at + 1 == round_.by_cards else round_.threes[at]
        if name == "exact_cut":
            return round_.cuts[at]
        codes = [kind.code for kind in self.game.played.rules.books]
        return round_.teams[at].books[codes.index(name)] if name in codes else 0

    def _first_typed(self, number: int, team: int, melded: int) -> int:
        for correction in self.game.corrections:
            if (correction.round, correction.team) == (number, team):
                return correction.melded
        return melded

    def _after(self) -> None:
        """Add what was recorded after the last round: the end, corrections, and the bin."""
        game = self.game
        if game.over_after is not None:
            self.form()
            self.entry(0, "table", "end", f'{{"over_after":{game.over_after}}}')
        for correction in game.corrections:
            self.form()
            team = game.rounds[correction.round - game.paper - 1].teams[correction.team]
            place = f"team{correction.team + 1}"
            self.entry(correction.round, place, "melded", _points(team.melded))
        if game.binned:
            self.form()
            self.entry(0, "table", "binned", "true")
