"""Reads the JSON documents of rounds, and names every fault at once, each with its path.

Takes plain data as `json.loads` gives it. What is well formed but cannot be is `check.py`'s business.
"""

from collections.abc import Mapping, Sequence
from typing import Any

from scorepad.rules import lookup
from scorepad.rules.model import RuleSet, Table
from scorepad.rules.read import quoted
from scorepad.rules.words import Begun
from scorepad.scoring.model import (
    NONE,
    Adjustment,
    Counts,
    Ended,
    Problem,
    Quantity,
    Round,
    TeamRound,
)
from scorepad.scoring.names import LONGEST_TEAM
from scorepad.scoring.reading.values import Reading
from scorepad.scoring.sheet import Sheet, sheet

ROUND_KEYS = frozenset(("round", "players", "ended", "teams", "decks"))
TEAM_KEYS = frozenset(
    (
        *("name", "score_before", "books", "unfinished", "melded", "left", "red_threes", "threes"),
        *("bonuses", "went_out", "lost", "adjustments", "ruling"),
    )
)
ENDINGS = tuple(Ended)
MOST_ROUNDS = 1000
MOST_DECKS = 30
MOST_ADJUSTED = 1_000_000
LONGEST_REASON = 200


def read_round(rules: RuleSet, data: object) -> tuple[Round | None, tuple[Problem, ...]]:
    """A round from its document, or None with every error that keeps it from being one."""
    reading = Reading(rules)
    if not isinstance(data, dict):
        reading.wrong("", data, "an object")
        return None, tuple(reading.problems)
    reading.known(data, ROUND_KEYS, "")
    number = reading.ranged(data, "round", (1, MOST_ROUNDS), None)
    ended = reading.word(data, "ended", ENDINGS, needed=True)
    teams = data.get("teams")
    table = read_table(reading, data, len(teams) if isinstance(teams, list) else None)
    decks = reading.ranged(data, "decks", (1, MOST_DECKS), table.decks)
    found: tuple[TeamRound, ...] = ()
    if isinstance(teams, list):
        page = sheet(rules, table, max(number, 1), min(max(decks, 1), MOST_DECKS))
        found = read_teams(reading, page, teams)
    else:
        (
            reading.fault("missing_key", "teams")
            if teams is None
            else reading.wrong("teams", teams, "a list")
        )
    if reading.problems:
        return None, tuple(reading.problems)
    return Round(rules, number, table, decks, Ended(ended), found), ()


def read_table(reading: Reading, data: Mapping[str, Any], teams: int | None) -> Table:
    """The table that fits `players` and the number of teams; an error, and the usual table, where none does."""
    rules = reading.rules
    before = len(reading.problems)
    players = reading.whole(data, "players", "", rules.tables[0].players)
    if len(reading.problems) > before:
        return rules.tables[0]
    table = lookup.table_for(rules, players, teams)
    if table is not None:
        return table
    usual = lookup.table_for(rules, players)
    if usual is None:
        known = sorted({one.players for one in rules.tables})
        reading.fault("wrong_players", "players", players=quoted(players), known=known)
        return rules.tables[0]
    wanted = sorted({one.teams for one in rules.tables if one.players == players})
    reading.fault("wrong_teams", "teams", teams=teams, wanted=wanted, players=players)
    return usual


def read_teams(reading: Reading, page: Sheet, teams: Sequence[object]) -> tuple[TeamRound, ...]:
    """The teams of a round, in order."""
    found = []
    for at, team in enumerate(teams):
        if isinstance(team, dict):
            found.append(_team(reading, page, team, at))
        else:
            reading.wrong(f"teams[{at}]", team, "an object")
    return tuple(found)


def _team(reading: Reading, page: Sheet, data: Mapping[str, Any], at: int) -> TeamRound:
    path = f"teams[{at}]"
    reading.known(data, TEAM_KEYS, path)
    books = page.book_names
    melded = reading.quantity(data.get("melded", 0), f"{path}.melded")
    left = _left(reading, page, data.get("left", 0), f"{path}.left")
    return TeamRound(
        name=reading.text(data.get("name", f"Team {at + 1}"), f"{path}.name", LONGEST_TEAM),
        score_before=reading.whole(data, "score_before", path, 0),
        books=reading.counts(data.get("books", {}), f"{path}.books", books),
        unfinished=reading.counts(data.get("unfinished", {}), f"{path}.unfinished", books),
        melded=melded,
        left=left,
        threes=_threes(reading, data, path, melded, left),
        bonuses=reading.counts(data.get("bonuses", {}), f"{path}.bonuses", page.bonus_names),
        # The last ones are rare; looking whether they are there is cheaper than reading that they are not.
        lost=read_lost(reading, data["lost"], f"{path}.lost") if "lost" in data else (),
        adjustments=_adjustments(reading, data["adjustments"], f"{path}.adjustments")
        if "adjustments" in data
        else (),
        went_out=reading.flag(data, "went_out", path, False),
        ruling=reading.text(data["ruling"], f"{path}.ruling", LONGEST_REASON, "reason")
        if "ruling" in data
        else "",
    )


def _left(reading: Reading, page: Sheet, value: object, path: str) -> tuple[Quantity, ...]:
    if not isinstance(value, list):
        return (reading.quantity(value, path),)
    size = page.table.team_size
    if len(value) > size:
        reading.fault("too_many_players", path, size=size)
    return tuple(reading.quantity(item, f"{path}[{at}]") for at, item in enumerate(value))


def _threes(
    reading: Reading,
    data: Mapping[str, Any],
    path: str,
    melded: Quantity,
    left: tuple[Quantity, ...],
) -> Counts:
    red = data.get("red_threes", 0)
    if red == 0 and type(red) is int and "threes" not in data:
        return NONE
    found = _threes_by_place(reading, data["threes"], f"{path}.threes") if "threes" in data else {}
    short = reading.counts({"red_threes": red}, path, ("red_threes",))
    count = short.get("red_threes", 0)
    if count and found.get("red_threes_held"):
        reading.fault("threes_twice", f"{path}.red_threes", other="threes")
    elif count:
        found["red_threes_held"] = count
    if found:
        _not_beside_cards(reading, data, path, found, melded, left)
    return found


def _threes_by_place(reading: Reading, value: object, path: str) -> dict[str, int]:
    found: dict[str, int] = {}
    if not isinstance(value, Mapping):
        reading.wrong(path, value, "an object of colours")
        return found
    reading.known(value, frozenset(("red", "black")), path)
    for color in ("red", "black"):
        if color in value:
            counts = reading.counts(value[color], f"{path}.{color}", ("held", "laid"))
            places = [place for place in ("held", "laid") if place in counts]
            found |= {f"{color}_threes_{place}": counts[place] for place in places}
    return found


def _not_beside_cards(
    reading: Reading,
    data: Mapping[str, Any],
    path: str,
    found: Counts,
    melded: Quantity,
    left: tuple[Quantity, ...],
) -> None:
    """Cards hold their own threes; naming them beside the cards as well would count them twice."""
    cards = {"held": any(not isinstance(p, int) for p in left), "laid": not isinstance(melded, int)}
    for code, count in found.items():
        color, _, place = code.split("_")
        if count and cards[place]:
            short = "red_threes" if data.get("red_threes") and code == "red_threes_held" else None
            at = short or f"threes.{color}.{place}"
            other = "left" if place == "held" else "melded"
            reading.fault("threes_twice", f"{path}.{at}", other=other)


def read_lost(reading: Reading, value: object, path: str) -> tuple[str, ...]:
    """The premium ranks a team may no longer meld this round, by the code of their book."""
    premium = [kind.code for kind in reading.rules.books if kind.begun is Begun.OPENING]
    if not isinstance(value, list):
        reading.wrong(path, value, "a list of premium ranks")
        return ()
    for at, name in enumerate(value):
        if name not in premium:
            reading.unknown(f"{path}[{at}]", name, premium)
    return tuple(name for name in value if isinstance(name, str))


def _adjustments(reading: Reading, value: object, path: str) -> tuple[Adjustment, ...]:
    if not isinstance(value, list):
        reading.wrong(path, value, "a list of adjustments")
        return ()
    return tuple(_adjustment(reading, item, f"{path}[{at}]") for at, item in enumerate(value))


def _adjustment(reading: Reading, item: object, path: str) -> Adjustment:
    if not isinstance(item, Mapping):
        reading.wrong(path, item, "an object with points and reason")
        return Adjustment(0, "")
    reading.known(item, frozenset(("points", "reason")), path)
    points = reading.whole(item, "points", path, None)
    if abs(points) > MOST_ADJUSTED:
        reading.fault("bad_value", f"{path}.points", least=-MOST_ADJUSTED, most=MOST_ADJUSTED)
    if "reason" not in item:
        reading.fault("missing_key", f"{path}.reason")
    reason = reading.text(item.get("reason", "-"), f"{path}.reason", LONGEST_REASON, "reason")
    return Adjustment(points, reason)
