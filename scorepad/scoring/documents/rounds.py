"""Read the JSON documents of rounds, and collect every error with its path.

`check.py` checks well-formed rounds for what cannot be right.
"""

from collections.abc import Mapping, Sequence
from typing import Any

from scorepad.rules import codes, lookup
from scorepad.rules.check import MAX_DECKS
from scorepad.rules.faults import quote
from scorepad.rules.model import RuleSet, Table
from scorepad.rules.words import Begun, CardPlace, Color
from scorepad.scoring.documents.values import DocumentReader
from scorepad.scoring.model import NONE, Adjustment, Counts, Ended, Problem, Quantity, Round, TeamRound
from scorepad.scoring.names import LONGEST_REASON
from scorepad.scoring.sheet import Sheet, build_sheet

ROUND_KEYS = frozenset(("round", "players", "ended", "teams", "decks"))
TEAM_KEYS = frozenset(
    (
        *("name", "score_before", "books", "unfinished", "melded", "left", "red_threes", "threes"),
        *("bonuses", "went_out", "lost", "adjustments", "ruling"),
    )
)
ENDINGS = tuple(Ended)
RED_HELD = codes.threes_code(Color.RED, CardPlace.HELD)

MAX_ROUNDS = 1000
MAX_ADJUSTED = 1_000_000
"""The most points of one adjustment."""


def read_round(rules: RuleSet, data: object) -> tuple[Round | None, tuple[Problem, ...]]:
    """Read a round. If the document has errors, return None and all of them."""
    reader = DocumentReader(rules)
    if not isinstance(data, dict):
        reader.wrong_type("", data, "an object")
        return None, tuple(reader.problems)
    reader.check_keys(data, ROUND_KEYS, "")
    round_number = read_round_number(reader, data)
    ended = reader.word(data, "ended", ENDINGS, required=True)
    teams = data.get("teams")
    table = read_table(reader, data, len(teams) if isinstance(teams, list) else None)
    decks = read_decks(reader, data, table)
    counted: tuple[TeamRound, ...] = ()
    if isinstance(teams, list):
        counted = read_teams(reader, sheet_for(rules, table, round_number, decks), teams)
    elif teams is None:
        reader.error("missing_key", "teams")
    else:
        reader.wrong_type("teams", teams, "a list")
    if reader.problems:
        return None, tuple(reader.problems)
    return Round(rules, round_number, table, decks, Ended(ended), counted), ()


def read_round_number(reader: DocumentReader, data: Mapping[str, Any]) -> int:
    return reader.integer_between(data, "round", (1, MAX_ROUNDS), None)


def read_decks(reader: DocumentReader, data: Mapping[str, Any], table: Table) -> int:
    return reader.integer_between(data, "decks", (1, MAX_DECKS), table.decks)


def sheet_for(rules: RuleSet, table: Table, round_number: int, decks: int) -> Sheet:
    """Return a sheet to continue reading with, even if the round number or the decks are out of bounds."""
    return build_sheet(rules, table, max(round_number, 1), min(max(decks, 1), MAX_DECKS))


def read_table(reader: DocumentReader, data: Mapping[str, Any], teams: int | None) -> Table:
    """Return the table for `players` and the number of teams. Without one, add an error and return the usual table."""
    rules = reader.rules
    before = len(reader.problems)
    players = reader.integer(data, "players", "", rules.tables[0].players)
    if len(reader.problems) > before:
        return rules.tables[0]
    table = lookup.table_for(rules, players, teams)
    if table is not None:
        return table
    usual = lookup.table_for(rules, players)
    if usual is None:
        choices = sorted({table.players for table in rules.tables})
        reader.error("wrong_players", "players", players=quote(players), choices=choices)
        return rules.tables[0]
    wanted = sorted({table.teams for table in rules.tables if table.players == players})
    reader.error("wrong_teams", "teams", teams=teams, wanted=wanted, players=players)
    return usual


def read_teams(reader: DocumentReader, sheet: Sheet, teams: Sequence[object]) -> tuple[TeamRound, ...]:
    counted = []
    for at, team in enumerate(teams):
        if isinstance(team, dict):
            counted.append(_team(reader, sheet, team, at))
        else:
            reader.wrong_type(f"teams[{at}]", team, "an object")
    return tuple(counted)


def _team(reader: DocumentReader, sheet: Sheet, data: Mapping[str, Any], at: int) -> TeamRound:
    path = f"teams[{at}]"
    reader.check_keys(data, TEAM_KEYS, path)
    books = sheet.book_names
    melded = reader.quantity(data.get("melded", 0), f"{path}.melded")
    left = _left(reader, sheet, data.get("left", 0), f"{path}.left")
    return TeamRound(
        name=reader.text(data.get("name", f"Team {at + 1}"), f"{path}.name"),
        score_before=reader.integer(data, "score_before", path, 0),
        books=reader.counts(data.get("books", {}), f"{path}.books", books),
        unfinished=reader.counts(data.get("unfinished", {}), f"{path}.unfinished", books),
        melded=melded,
        left=left,
        threes=_threes(reader, data, path, melded, left),
        bonuses=reader.counts(data.get("bonuses", {}), f"{path}.bonuses", sheet.bonus_names),
        went_out=reader.boolean(data, "went_out", path, False),
        **({} if _RARE_KEYS.isdisjoint(data) else _rare(reader, data, path)),
    )


_RARE_KEYS = frozenset(("lost", "adjustments", "ruling"))
"""Keys that few teams use."""


def _rare(reader: DocumentReader, data: Mapping[str, Any], path: str) -> dict[str, Any]:
    values: dict[str, Any] = {}
    if "lost" in data:
        values["lost"] = read_lost(reader, data["lost"], f"{path}.lost")
    if "adjustments" in data:
        values["adjustments"] = _adjustments(reader, data["adjustments"], f"{path}.adjustments")
    if "ruling" in data:
        values["ruling"] = _reason(reader, data["ruling"], f"{path}.ruling")
    return values


def _left(reader: DocumentReader, sheet: Sheet, value: object, path: str) -> tuple[Quantity, ...]:
    if not isinstance(value, list):
        return (reader.quantity(value, path),)
    size = sheet.table.team_size
    if len(value) > size:
        reader.error("too_many_players", path, size=size)
    return tuple(reader.quantity(item, f"{path}[{at}]") for at, item in enumerate(value))


def _threes(
    reader: DocumentReader, data: Mapping[str, Any], path: str, melded: Quantity, left: tuple[Quantity, ...]
) -> Counts:
    red = data.get("red_threes", 0)
    if red == 0 and type(red) is int and "threes" not in data:
        return NONE
    threes = _threes_by_place(reader, data["threes"], f"{path}.threes") if "threes" in data else {}
    count = reader.counts({"red_threes": red}, path, ("red_threes",)).get("red_threes", 0)
    if count and threes.get(RED_HELD):
        reader.error("threes_twice", f"{path}.red_threes", cards="", color=Color.RED)
    elif count:
        threes[RED_HELD] = count
    _refuse_twice(reader, threes, path, (melded, left), short=bool(data.get("red_threes")))
    return threes


def read_threes(reader: DocumentReader, value: object, path: str, team: TeamRound) -> Counts:
    """Return threes by code. Add an error if the cards of the team already include them."""
    threes = _threes_by_place(reader, value, path)
    _refuse_twice(reader, threes, path.rpartition(".")[0], (team.melded, team.left), short=False)
    return threes


def _refuse_twice(
    reader: DocumentReader, threes: Counts, path: str, packets: tuple[Quantity, tuple[Quantity, ...]], *, short: bool
) -> None:
    """Add an error for threes given separately although the cards melded, or left, are listed with their threes."""
    melded, left = packets
    cards = {
        CardPlace.HELD: any(not isinstance(packet, int) for packet in left),
        CardPlace.LAID: not isinstance(melded, int),
    }
    for code, at in _named_twice(threes, cards, short):
        color, place = codes.THREES[code]
        named = "left" if place is CardPlace.HELD else "melded"
        reader.error("threes_twice", f"{path}.{at}" if path else at, cards=named, color=color)


def _named_twice(threes: Counts, cards: Mapping[CardPlace, bool], short: bool) -> list[tuple[str, str]]:
    """Return the code and path of threes that are given separately although the cards of their place are listed."""
    twice = []
    for code, count in threes.items():
        color, place = codes.THREES[code]
        if count and cards[place]:
            path = "red_threes" if short and code == RED_HELD else f"threes.{color}.{place}"
            twice.append((code, path))
    return twice


def _threes_by_place(reader: DocumentReader, value: object, path: str) -> dict[str, int]:
    threes: dict[str, int] = {}
    if not isinstance(value, Mapping):
        reader.wrong_type(path, value, "an object of colours")
        return threes
    reader.check_keys(value, frozenset(Color), path)
    for color in Color:
        if color in value:
            counts = reader.counts(value[color], f"{path}.{color}", tuple(CardPlace))
            places = [place for place in CardPlace if place in counts]
            threes |= {codes.threes_code(color, place): counts[place] for place in places}
    return threes


def read_lost(reader: DocumentReader, value: object, path: str) -> tuple[str, ...]:
    """Return the premium ranks that a team may no longer meld this round, by the code of their book."""
    premium = [book.code for book in reader.rules.books if book.begun is Begun.OPENING]
    if not isinstance(value, list):
        reader.wrong_type(path, value, "a list of premium ranks")
        return ()
    for at, name in enumerate(value):
        if name not in premium:
            reader.unknown_name(f"{path}[{at}]", name, premium)
    return tuple(name for name in value if isinstance(name, str))


def _adjustments(reader: DocumentReader, value: object, path: str) -> tuple[Adjustment, ...]:
    if not isinstance(value, list):
        reader.wrong_type(path, value, "a list of adjustments")
        return ()
    return tuple(_adjustment(reader, item, f"{path}[{at}]") for at, item in enumerate(value))


def _adjustment(reader: DocumentReader, item: object, path: str) -> Adjustment:
    if not isinstance(item, Mapping):
        reader.wrong_type(path, item, "an object with points and reason")
        return Adjustment(0, "")
    reader.check_keys(item, frozenset(("points", "reason")), path)
    points = reader.integer(item, "points", path, None)
    if abs(points) > MAX_ADJUSTED:
        reader.error("bad_value", f"{path}.points", least=-MAX_ADJUSTED, most=MAX_ADJUSTED)
    if "reason" not in item:
        reader.error("missing_key", f"{path}.reason")
    return Adjustment(points, _reason(reader, item.get("reason", "-"), f"{path}.reason"))


def _reason(reader: DocumentReader, value: object, path: str) -> str:
    return reader.text(value, path, LONGEST_REASON, "reason")
