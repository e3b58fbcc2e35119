"""Plays from BG Stats: a .bgsplay file, or the app's full export. docs/documents.md lists the fields that are read."""

import json
import re
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from datetime import date
from pathlib import Path
from typing import Any

from scorepad.exchange.imports.cells import NotUnderstood, SlashedDate, parse_date, quoted, short
from scorepad.exchange.imports.plan import Decisions, PastGame, Problem, Refused
from scorepad.numbers import NotANumber, typed_adjustment
from scorepad.scoring.names import BadName, clean_name

LARGEST = 24 * 1024 * 1024
"""The most bytes of JSON, which is read into memory at once."""

MAX_PLAYS = 50_000
MAX_VALUES = 2_000_000
"""The most values in the JSON. Each takes a hundred bytes of memory, however few it has in the file."""

PLAY = "Play"
OURS = re.compile(r"hand\W*(and|&|n|,)?\W*(knee\W*(and|&)?\W*)?foot|canasta|samba", re.IGNORECASE)
"""Matches the names of games of this family. Plays of other games are left out."""


def is_bg_stats(document: object) -> bool:
    return isinstance(document, dict) and isinstance(document.get("plays"), list)


def load_json(path: Path) -> Any:
    """Load the JSON of a file. Raises Refused."""
    if path.stat().st_size > LARGEST:
        raise Refused(f"The file is larger than {LARGEST // 1024 // 1024} MiB. Export fewer plays at a time.")
    data = path.read_bytes()
    if sum(map(data.count, (b",", b"[", b"{"))) > MAX_VALUES:
        raise Refused(f"The file has more than {MAX_VALUES:,} values. Export fewer plays at a time.")
    try:
        return json.loads(data.decode("utf-8-sig"), parse_constant=_refuse_constant)
    except RecursionError:
        raise Refused("The file nests lists too deeply to be plays.") from None
    except UnicodeDecodeError:
        raise Refused("The file is not UTF-8, which JSON has to be.") from None
    except json.JSONDecodeError as error:
        raise Refused(f"The file is not complete JSON: line {error.lineno}, column {error.colno}.") from None
    except ValueError:
        raise Refused("The file has a number that JSON does not allow, or one with thousands of digits.") from None


def _refuse_constant(name: str) -> None:
    raise ValueError(name)


class BgStats:
    kind = "plays of BG Stats"
    sheet = ""
    sheets: tuple[str, ...] = ()
    date_question: tuple[int, str] | None = None
    name_question: tuple[int, str] | None = None
    lacks_day = False
    day: date | None = None

    def __init__(self, document: Mapping[str, Any]) -> None:
        if len(document["plays"]) > MAX_PLAYS:
            raise Refused(f"The file has more than {MAX_PLAYS:,} plays. Export fewer at a time.")
        self._players = _by_id(document.get("players"))
        self._games = _by_id(document.get("games"))
        plays = [play for play in document["plays"] if isinstance(play, dict)]
        self._plays = sorted(enumerate(plays, start=1), key=lambda numbered: str(numbered[1].get("playDate", "")))
        others = Counter(self._game_name(play) for play in plays if not self._is_ours(play))
        # In a file with only one game, that is the game to import, whatever its name.
        self._takes_all = len(others) == 1 and sum(others.values()) == len(plays)
        left_out = {} if self._takes_all else others
        ignored = sum(play.get("ignored") is True for play in plays)
        self.notes = tuple(_notes(left_out, ignored))

    def read(self, decisions: Decisions, is_known: Callable[[str], bool]) -> Iterator[PastGame | Problem]:
        del decisions, is_known
        for number, play in self._plays:
            if (self._takes_all or self._is_ours(play)) and play.get("ignored") is not True:
                try:
                    yield self._game(number, play)
                except (NotUnderstood, NotANumber, BadName) as error:
                    yield Problem(number, str(error), unit=PLAY)

    def _game_name(self, play: Mapping[str, Any]) -> str:
        return str(self._games.get(_number(play.get("gameRefId")), {}).get("name", ""))[:200]

    def _is_ours(self, play: Mapping[str, Any]) -> bool:
        return OURS.search(self._game_name(play)) is not None

    def _game(self, number: int, play: Mapping[str, Any]) -> PastGame:
        scores = play.get("playerScores")
        teams = _teams([score for score in scores if isinstance(score, dict)] if isinstance(scores, list) else [])
        if len(teams) < 2 or len({len(team) for team in teams}) > 1:
            raise NotUnderstood("A play needs two teams or more, of equally many people. Set the teams in BG Stats.")
        people = tuple(tuple(self._name(score) for score in team) for team in teams)
        winners = tuple(at for at, team in enumerate(teams, start=1) if any(s.get("winner") is True for s in team))
        totals = tuple(map(_total, teams))
        return PastGame(number, _day(play), people, totals, winners=winners, unit=PLAY.lower())

    def _name(self, score: Mapping[str, Any]) -> str:
        player = self._players.get(_number(score.get("playerRefId")), {})
        name = player.get("name")
        if not isinstance(name, str) or player.get("isAnonymous") is True:
            raise NotUnderstood("Someone in the play has no name. Name everyone in BG Stats.")
        return clean_name(name)


def _notes(left_out: Mapping[str, int], ignored: int) -> Iterator[str]:
    if left_out:
        names = [name for name, _ in Counter(left_out).most_common()]
        yield f"{_plays(sum(left_out.values()))} left out, of other games: {quoted(names, 5)}."
    if ignored:
        yield f"{_plays(ignored)} left out, as BG Stats leaves them out of its figures."


def _plays(count: int) -> str:
    return f"{count:,} play is" if count == 1 else f"{count:,} plays are"


def _by_id(rows: object) -> dict[int, Mapping[str, Any]]:
    rows = rows if isinstance(rows, list) else []
    return {_number(row.get("id")): row for row in rows if isinstance(row, dict)}


def _number(value: object) -> int:
    return value if type(value) is int else 0


def _teams(scores: Sequence[Mapping[str, Any]]) -> list[list[Mapping[str, Any]]]:
    """The people of a play by team. Without teams, everyone plays alone."""
    teams: dict[object, list[Mapping[str, Any]]] = {}
    for at, score in enumerate(scores):
        team = score.get("team")
        teams.setdefault(team if isinstance(team, str) and team else at, []).append(score)
    return list(teams.values())


def _total(team: Sequence[Mapping[str, Any]]) -> int:
    """The points of a team, which BG Stats stores with one of its people or with each."""
    typed = [str(score["score"]).strip() for score in team if type(score.get("score")) in (str, int)]
    totals = {typed_adjustment(text) for text in typed if text}
    if len(totals) != 1:
        raise NotUnderstood(
            "A team of the play has no score." if not totals else "People of one team have different scores."
        )
    return totals.pop()


def _day(play: Mapping[str, Any]) -> date:
    """The day of a play in the local time of the phone that recorded it."""
    day = play.get("playDateYmd")
    text = f"{day // 10000:04}-{day // 100 % 100:02}-{day % 100:02}" if type(day) is int else play.get("playDate")
    parsed = parse_date(text if isinstance(text, str) else None)
    if isinstance(parsed, SlashedDate):
        raise NotUnderstood(f"“{short(str(text))}” is not a date.")
    return parsed
