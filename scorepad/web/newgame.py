"""Beginning a game: the page's form, and the entries a new game starts with."""

import hashlib
from collections.abc import Iterator
from typing import Any

from werkzeug.datastructures import MultiDict

from scorepad import __version__
from scorepad.rules.document import to_document
from scorepad.rules.model import RuleSet, Table
from scorepad.scoring.agreement import WHOLE_GAME
from scorepad.store import NEW_GAME, Club, Entry
from scorepad.web.agreeing import Agreed, AgreedForm, read, too_much_paper
from scorepad.web.known import People
from scorepad.web.scorer import device
from scorepad.web.seating import Seats, player_of


def new_form(rules: RuleSet, table: Table, club: Club, like: int | None = None) -> AgreedForm:
    """An empty form with the usual choices, or with those and the decks of an earlier game."""
    seats = Seats.at(table, People.of(club))
    return AgreedForm.of(rules, table, seats, {"starter": "", **_alike(rules, table, club, like)})


def _alike(rules: RuleSet, table: Table, club: Club, like: int | None) -> dict[str, str]:
    """The choices and decks of an earlier game, if it was played by these rules at such a table."""
    fields = ("rules", "choices", "shape", "decks")
    values: dict[str, Any] = (
        {name: value for (_, name), value in club.table_values(like, fields).items()}
        if like
        else {}
    )
    shape = {"players": table.players, "teams": table.teams}
    if not values or values["rules"]["slug"] != rules.slug or values["shape"] != shape:
        return {}
    known = {c.key: [option.value for option in c.options] for c in rules.choices}
    chosen = (values.get("choices") or {}).items()
    texts = {f"choice.{key}": said for key, said in chosen if said in known.get(key, ())}
    return {**texts, "decks": str(values["decks"]["n"])}


def read_new(form: AgreedForm, said: MultiDict[str, str]) -> Agreed:
    """Reads the form of a new game, with every fault in it."""
    agreed = read(form, said)
    if agreed.form.texts["starter"] not in ("", *(seat.name for seat in form.seats.seats)):
        agreed.faults["starter"] = "Choose one of the seats, or leave it open."
    if trouble := too_much_paper(agreed):
        agreed.faults["paper"] = trouble
    return agreed


def begin(club: Club, agreed: Agreed, key: str) -> int:
    """Records the new game and gives its number. The same form again, with the same key, gives the same game."""
    key = _key_of(agreed, key)
    players = {
        seat: player_of(club, who, f"{key}:seat{seat}") for seat, who in agreed.sitters.items()
    }
    return club.new_game(list(_entries(agreed, players, key)), key=key)


def _key_of(agreed: Agreed, key: str) -> str:
    """A key for what was typed: whoever goes back to mend a name and begins again means another game."""
    form = agreed.form
    seats = [f"{seat.name}={seat.text}/{seat.tapped}" for seat in form.seats.seats]
    texts = [f"{name}={text}" for name, text in sorted(form.texts.items())]
    said = [key, form.rules.slug, form.shape, *seats, *texts]
    return hashlib.sha256("\n".join(said).encode("utf-8", "surrogatepass")).hexdigest()[:32]


def _entries(agreed: Agreed, players: dict[int, int], key: str) -> Iterator[Entry]:
    form, by = agreed.form, device()

    def entry(place: str, name: str, value: Any, number: int = WHOLE_GAME) -> Entry:
        return Entry(f"{key}:{place}.{name}", NEW_GAME, number, place, name, value, device=by)

    yield entry("table", "rules", to_document(form.rules))
    yield entry("table", "choices", agreed.choices)
    yield entry("table", "shape", {"players": form.table.players, "teams": form.table.teams})
    yield entry("table", "decks", {"as": "count", "n": agreed.decks})
    yield entry("table", "engine", __version__)
    for seat, player in players.items():
        yield entry(f"seat{seat}", "player", {"id": player})
    for team in agreed.brought:
        yield entry(f"team{team}", "brought", agreed.brought_cell(team))
    if agreed.paper:
        yield entry("table", "paper", agreed.paper_cell)
    if starter := form.texts["starter"]:
        seat = int(starter.removeprefix("seat"))
        yield entry("table", "starter", {"seat": seat}, number=agreed.paper + 1)
