"""Starts a new game or a rematch: the rule sets to choose from, the form, and the game's first cells.

A rematch copies the rules, players and seats of the game before it, and nothing else. Its key names that game.
"""

import hashlib
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, NamedTuple

from scorepad import __version__
from scorepad.play.form_data import Submission, entry_key
from scorepad.play.game import Games, LoadedGame, UnreadableGame, values_of
from scorepad.play.rules.catalog import Origin, list_all
from scorepad.play.setup_form import PeoplePicker, Seats, SetupForm, find_or_add
from scorepad.rules.document import to_document
from scorepad.rules.faults import RulesError
from scorepad.rules.lookup import table_for
from scorepad.rules.model import RuleSet, Table
from scorepad.rules.parse import option_of
from scorepad.scoring.cells import (
    TABLE,
    CellName,
    CellValue,
    Count,
    Document,
    Place,
    PlayerId,
    Shape,
    StartingSeat,
    counted,
    parse_place,
    parse_value,
)
from scorepad.scoring.game.agreement import AGREED, BROUGHT, NICKNAME, NIGHT, PAPER, SEATED, WHOLE_GAME, is_imported
from scorepad.scoring.game.course import Phase
from scorepad.scoring.game.record import STARTER
from scorepad.store import NEW_GAME, Club, StoreError

RECENT_GAMES = 10
"""Number of latest games whose rules count as recent."""

REMATCH_KEY = ":rematch-{}"
"""The end of a rematch's key, with the number of the game before it."""

FIRST_ROUND = 1

Values = dict[CellName, CellValue | None]


@dataclass(frozen=True, slots=True)
class RecentSetup:
    """The latest game whose rules are still offered: its number, rules, and shape of table."""

    game: int
    rules: RuleSet
    players: int
    teams: int


@dataclass(frozen=True, slots=True)
class RuleSetList:
    """The rule sets to choose from: the last game's (None in a new club), recent ones, the club's own, and the rest."""

    last: RecentSetup | None
    recent: tuple[RuleSet, ...]
    own: tuple[RuleSet, ...]
    others: tuple[RuleSet, ...]


def list_rule_sets(club: Club) -> RuleSetList:
    offered = {listed.slug: listed for listed in list_all(club) if listed.is_playable}
    sets = {slug: listed.rules for slug, listed in offered.items() if listed.rules}
    rows = club.games(limit=RECENT_GAMES, fields=("rules", "shape"))
    games = [game for row in rows if (game := _last_game(row.id, values_of(dict(row.cells)), sets))]
    recent = {game.rules.slug: game.rules for game in games}
    rest = {slug: rules for slug, rules in sets.items() if slug not in recent}
    own = tuple(rules for slug, rules in rest.items() if offered[slug].origin is not Origin.PRESET)
    presets = tuple(rules for slug, rules in rest.items() if offered[slug].origin is Origin.PRESET)
    return RuleSetList(games[0] if games else None, tuple(recent.values()), own, presets)


def _last_game(game: int, values: Mapping[CellName, CellValue], sets: Mapping[str, RuleSet]) -> RecentSetup | None:
    rules = sets.get(str(_document(values.get((WHOLE_GAME, TABLE, "rules"))).get("slug")))
    shape = values.get((WHOLE_GAME, TABLE, "shape"))
    if rules is None or not isinstance(shape, Shape) or table_for(rules, shape.players, shape.teams) is None:
        return None
    return RecentSetup(game, rules, shape.players, shape.teams)


def _document(value: CellValue | None) -> Mapping[str, Any]:
    document = value.value if isinstance(value, Document) else None
    return document if isinstance(document, Mapping) else {}


def new_form(
    rules: RuleSet, table: Table, club: Club, like: int | None = None, players: tuple[int, ...] = ()
) -> SetupForm:
    """Build the form of a new game, with the choices and decks of game `like` or the usual ones, and these players."""
    seats = Seats.at(table, PeoplePicker.of(club), players[: table.players])
    texts = _texts_like(rules, table, club, like) if like else {}
    form = SetupForm.of(rules, table, seats, {"starter": "", **texts})
    return form.with_known_nicknames(Seats.at(table, seats.people))


def _texts_like(rules: RuleSet, table: Table, club: Club, game: int) -> dict[str, str]:
    """Return the choices and decks of an earlier game if it had these rules and a table of this size, else {}."""
    stored = club.table_values(game, AGREED)
    values = {field: parse_value(value) for (_, field), value in stored.items()}
    is_alike = values.get("shape") == Shape(table.players, table.teams)
    if not is_alike or _document(values.get("rules")).get("slug") != rules.slug:
        return {}
    choices = {choice.key: choice for choice in rules.choices}
    texts = {
        f"choice.{key}": value
        for key, value in _document(values.get("choices")).items()
        if key in choices and option_of(choices[key], value) is not None
    }
    return {**texts, "decks": str(counted(values.get("decks")) or table.decks)}


def parse_new_game(form: SetupForm) -> None:
    """Parse the filled-in form of a new game and collect every fault."""
    form.parse()
    if form.texts["starter"] not in ("", *(seat.name for seat in form.seats.seats)):
        form.faults["starter"] = "Choose one of the seats, or leave it open."
    if fault := form.paper_fault:
        form.faults["paper"] = fault


def begin_game(club: Club, setup: SetupForm, submission: Submission, more: Mapping[CellName, CellValue] = {}) -> int:
    """Record a new game, with `more` first values, and return its number.

    If the same form is sent again, return the same game.
    """
    key = _key_of(setup, submission.key)
    players = {seat: find_or_add(club, player, f"{key}:seat{seat}") for seat, player in setup.players.items()}
    return _record(club, {**_first_values(setup, players), **more}, key, submission)


def _key_of(form: SetupForm, key: str) -> str:
    """Derive a key from the form's content, so that a form sent again with another name starts another game."""
    seats = [f"{seat.name}={seat.text}/{seat.tapped}" for seat in form.seats.seats]
    texts = [f"{name}={text}" for name, text in sorted(form.texts.items())]
    content = "\n".join([key, form.rules.slug, form.table.shape, *seats, *texts])
    return hashlib.sha256(content.encode("utf-8", "surrogatepass")).hexdigest()[:32]


def _first_values(form: SetupForm, players: Mapping[int, int]) -> Values:
    values: Values = {
        (WHOLE_GAME, TABLE, "rules"): Document(to_document(form.rules)),
        (WHOLE_GAME, TABLE, "choices"): Document(form.chosen),
        (WHOLE_GAME, TABLE, "shape"): Shape(form.table.players, form.table.teams),
        (WHOLE_GAME, TABLE, "decks"): Count(form.decks),
        (WHOLE_GAME, TABLE, "engine"): Document(__version__),
    }
    for seat, player in players.items():
        values[WHOLE_GAME, Place.seat(seat), SEATED] = PlayerId(player)
    for team in form.brought:
        values[WHOLE_GAME, Place.team(team), BROUGHT] = form.brought_value(team)
    for team in form.nicknames:
        values[WHOLE_GAME, Place.team(team), NICKNAME] = form.nickname_value(team)
    if form.paper:
        values[WHOLE_GAME, TABLE, PAPER] = form.paper_value
    if starter := form.texts["starter"]:
        values[form.paper + 1, TABLE, STARTER] = StartingSeat(parse_place(starter).number)
    return values


def _record(club: Club, values: Values, key: str, submission: Submission) -> int:
    entries = [submission.entry(NEW_GAME, cell, value, key=entry_key(key, cell)) for cell, value in values.items()]
    return club.new_game(entries, key=key)


class Rematch(NamedTuple):
    """The number of a rematch. `began` if this form started it, even if the form was sent again."""

    number: int
    began: bool


def no_rematch(loaded: LoadedGame) -> str:
    """Return why a game cannot have a rematch, "" if it can."""
    if loaded.record.course.phase is not Phase.OVER:
        return "This game is not over yet. A rematch can begin after its end."
    if (WHOLE_GAME, TABLE, NIGHT) in loaded.values:
        return "This game belongs to a club night, which goes on with its next sitting."
    is_past = is_imported(loaded.values)
    return "This game came from a file: no one sits at its table. Begin a new game instead." if is_past else ""


def begin_rematch(games: Games, loaded: LoadedGame, submission: Submission) -> Rematch:
    """Record a rematch of a game that is over, or return the rematch that is already being played."""
    club = loaded.club
    key = submission.key + REMATCH_KEY.format(loaded.id)
    with club.writing():
        for number in _rematches(club, loaded.id):
            if _is_being_played(games, number):
                return Rematch(number, began=number in club.games_with_key(key))
        return Rematch(_record(club, _values_of_rematch(loaded), key, submission), began=True)


def current_rematch(club: Club, game: int) -> int | None:
    """Return the latest rematch of a game, or of one of its rematches, that is being played; None if there is none."""
    games = Games(club)
    return next((number for number in reversed(descendants(club, game)) if _is_being_played(games, number)), None)


def descendants(club: Club, game: int) -> list[int]:
    """Return the rematches of a game, and their rematches in turn, in order."""
    later = _rematches(club, game)
    for number in later:
        later += _rematches(club, number)
    return sorted(later)


def _rematches(club: Club, game: int) -> list[int]:
    return club.games_with_key(REMATCH_KEY.format(game))


def _is_being_played(games: Games, game: int) -> bool:
    try:
        loaded = games.load(game)
    except (StoreError, RulesError, UnreadableGame):
        return False
    return not loaded.is_binned and loaded.record.course.phase is not Phase.OVER


def _values_of_rematch(loaded: LoadedGame) -> Values:
    """Return the first values of a rematch: its copy of the rules, nicknames, and the players who sat there last."""
    teams = range(1, loaded.agreement.table.teams + 1)
    cells: list[CellName] = [(WHOLE_GAME, TABLE, field) for field in AGREED]
    cells += [(WHOLE_GAME, Place.team(team), NICKNAME) for team in teams]
    values: Values = {cell: loaded.values[cell] for cell in cells if cell in loaded.values}
    values[WHOLE_GAME, TABLE, "engine"] = Document(__version__)
    for seat, player in enumerate(loaded.agreement.players, start=1):
        if player:
            values[WHOLE_GAME, Place.seat(seat), SEATED] = PlayerId(player)
    started = loaded.values.get((FIRST_ROUND, TABLE, STARTER))
    if isinstance(started, StartingSeat):
        next_seat = started.seat % loaded.agreement.table.players + 1
        values[FIRST_ROUND, TABLE, STARTER] = StartingSeat(next_seat)
    return values
