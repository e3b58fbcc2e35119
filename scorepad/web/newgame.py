"""Beginning a game: the page's inputs, what was typed into them, and the entries a new game starts with."""

import hashlib
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from typing import Any, Self

from werkzeug.datastructures import MultiDict

from scorepad import __version__
from scorepad.rules.document import to_document
from scorepad.rules.lookup import fits
from scorepad.rules.model import Choice, RuleSet, Table
from scorepad.rules.parse import choose
from scorepad.rules.read import RulesError
from scorepad.rules.words import Starts
from scorepad.scoring.agreement import WHOLE_GAME
from scorepad.scoring.game import seats_of
from scorepad.scoring.names import BadName, folded
from scorepad.scoring.reading.rounds import MOST_DECKS
from scorepad.store import NEW_GAME, Club, Entry
from scorepad.web.typing_in import PLAIN, clean_text, some_of

FIRST = {
    Starts.FIRST_CUTTER: "Who cut first?",
    Starts.LEFT_OF_DEALER: "Who sits left of the dealer?",
    Starts.HIGH_CUT: "Who cut the highest card?",
    Starts.BEHIND: "Who cut the highest card?",
}


@dataclass(frozen=True, slots=True)
class NewGamePage:
    """The form of a new game: texts and faults by input name."""

    rules: RuleSet
    table: Table
    known: list[str]
    texts: dict[str, str]
    faults: dict[str, str] = field(default_factory=dict)
    notice: str = ""

    @classmethod
    def of(cls, rules: RuleSet, table: Table, known: list[str]) -> Self:
        """An empty form, the usual choices made."""
        texts = {f"seat{seat}": "" for seat in range(1, table.players + 1)}
        texts |= {"decks": str(table.decks), "starter": ""}
        texts |= {f"choice.{c.key}": c.options[0].value for c in choices_at(rules, table)}
        return cls(rules, table, known, texts)

    @property
    def shape(self) -> str:
        """The table as an address says it: "4x2"."""
        return f"{self.table.players}x{self.table.teams}"

    @property
    def choices(self) -> tuple[Choice, ...]:
        """What the rules leave to this table."""
        return choices_at(self.rules, self.table)

    @property
    def teams(self) -> list[tuple[int, tuple[int, ...]]]:
        """Every team's number from 1, with its seats."""
        return [(team + 1, seats_of(team, self.table)) for team in range(self.table.teams)]

    @property
    def first(self) -> str:
        """The question for who starts."""
        return FIRST[self.rules.play.starts]

    def with_typed(self, typed: "TypedGame") -> Self:
        """The same form with what was typed, and every fault."""
        texts = {**self.texts, **typed.texts}
        return replace(self, texts=texts, faults=typed.faults, notice=typed.notice)


@dataclass(slots=True)
class TypedGame:
    """What was typed: names by seat, choices, decks and who starts; faults by input name."""

    texts: dict[str, str] = field(default_factory=dict)
    faults: dict[str, str] = field(default_factory=dict)
    notice: str = ""
    names: dict[int, str] = field(default_factory=dict)
    choices: dict[str, str] = field(default_factory=dict)
    decks: int = 0
    starter: int | None = None

    @property
    def good(self) -> bool:
        """Whether a game can begin with it."""
        return not self.faults and not self.notice


def choices_at(rules: RuleSet, table: Table) -> tuple[Choice, ...]:
    """The choices that are offered at a table of that size."""
    return tuple(choice for choice in rules.choices if fits(choice.players, table.players))


def read(page: NewGamePage, form: MultiDict[str, str], club: Club) -> TypedGame:
    """Reads the form, with every fault in it."""
    typed = TypedGame(texts={name: form.get(name, "") for name in page.texts})
    strange = [name for name in form if name not in page.texts and name not in PLAIN]
    twice = [name for name in form if len(form.getlist(name)) > 1 and name in (*page.texts, *PLAIN)]
    if strange or twice:
        listed = some_of({*strange, *twice})
        typed.notice = f"The form came with something that does not belong to it: {listed}."
    _names(page, typed)
    _choices(page, typed)
    _decks(typed)
    seats = {f"seat{seat}": seat for seat in range(1, page.table.players + 1)}
    typed.starter = seats.get(typed.texts["starter"])
    if typed.texts["starter"] and typed.starter is None:
        typed.faults["starter"] = "Choose one of the seats, or leave it open."
    return typed


def _names(page: NewGamePage, typed: TypedGame) -> None:
    taken: dict[str, int] = {}
    for seat in range(1, page.table.players + 1):
        try:
            name = clean_text(typed.texts[f"seat{seat}"])
        except BadName as error:
            typed.faults[f"seat{seat}"] = str(error)
            continue
        alike = folded(name)
        if alike in taken:
            other = taken[alike]
            typed.faults[f"seat{seat}"] = (
                f"Seat {other} has this name too; add a letter to tell them apart."
            )
        taken[alike] = seat
        typed.names[seat] = name


def _choices(page: NewGamePage, typed: TypedGame) -> None:
    for choice in page.choices:
        said = typed.texts[f"choice.{choice.key}"]
        if said in [option.value for option in choice.options]:
            typed.choices[choice.key] = said
        else:
            typed.faults[f"choice.{choice.key}"] = "Choose one of these."
    try:
        choose(page.rules, typed.choices)
    except RulesError as error:
        typed.notice = f"These choices do not go together: {error.faults[0]}"


def _decks(typed: TypedGame) -> None:
    said = typed.texts["decks"].strip()
    if said.isascii() and said.isdigit() and len(said) < 4 and 1 <= int(said) <= MOST_DECKS:
        typed.decks = int(said)
    else:
        typed.faults["decks"] = f"Type a number of decks from 1 to {MOST_DECKS}."


def begin(club: Club, page: NewGamePage, typed: TypedGame, key: str) -> int:
    """Records the new game and gives its number. The same form again, with the same key, gives the same game."""
    key = _key_of(page, typed, key)
    players = {seat: _player(club, name, f"{key}:seat{seat}") for seat, name in typed.names.items()}
    return club.new_game(list(_entries(page, typed, players, key)), key=key)


def _key_of(page: NewGamePage, typed: TypedGame, key: str) -> str:
    """A key for what was typed: whoever goes back to mend a name and begins again means another game."""
    said = [key, page.rules.slug, page.shape, *(f"{k}={v}" for k, v in sorted(typed.texts.items()))]
    return hashlib.sha256("\n".join(said).encode()).hexdigest()[:32]


def _player(club: Club, name: str, key: str) -> int:
    """The person of that name: the one who was there first, should two phones have made one each."""
    found = club.players_named(name)
    return found[0].id if found else club.add_player(name, key=key).id


def _entries(
    page: NewGamePage, typed: TypedGame, players: dict[int, int], key: str
) -> Iterator[Entry]:
    def whole(place: str, name: str, value: Any) -> Entry:
        return Entry(f"{key}:{place}.{name}", NEW_GAME, WHOLE_GAME, place, name, value)

    yield whole("table", "rules", to_document(page.rules))
    yield whole("table", "choices", typed.choices)
    yield whole("table", "shape", {"players": page.table.players, "teams": page.table.teams})
    yield whole("table", "decks", {"as": "count", "n": typed.decks})
    yield whole("table", "engine", __version__)
    for seat, player in players.items():
        yield whole(f"seat{seat}", "player", {"id": player})
    if typed.starter is not None:
        yield Entry(f"{key}:starter", NEW_GAME, 1, "table", "starter", {"seat": typed.starter})
