"""Plays from BG Stats: a .bgsplay file, or the app's full export, perhaps zipped; and the plays of Ludopedia.

docs/documents.md lists the fields that are read.
"""

import json
import re
import zipfile
import zlib
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from datetime import date
from pathlib import Path
from typing import Any

from scorepad.exchange.imports.cells import NotUnderstood, SlashedDate, parse_date, quoted, short
from scorepad.exchange.imports.people_rows import partners
from scorepad.exchange.imports.plan import Decisions, PastGame, Problem, Refused
from scorepad.numbers import NotANumber, typed_adjustment
from scorepad.scoring.names import BadName, clean_name

LARGEST = 24 * 1024 * 1024
"""The most bytes of JSON, which is read into memory at once."""

MAX_PLAYS = 50_000
MAX_VALUES = 2_000_000
"""The most values in the JSON. Each takes a hundred bytes of memory, however few it has in the file."""

PLAY = "Play"
OURS = re.compile(r"hand\W*(and|&|n|,)?\W*(knee\W*(and|&)?\W*)?foot|canasta|canastra|buraco|samba", re.IGNORECASE)
"""Matches the names of games of this family. Plays of other games are left out."""


def is_bg_stats(document: object) -> bool:
    return isinstance(document, dict) and isinstance(document.get("plays"), list)


def is_zipped(path: Path) -> bool:
    """Whether a zip file has JSON in it, and is no workbook."""
    try:
        with zipfile.ZipFile(path) as parts:
            return bool(_json_in(parts))
    except (zipfile.BadZipFile, OSError, ValueError, NotImplementedError):
        return False


def _json_in(parts: zipfile.ZipFile) -> list[zipfile.ZipInfo]:
    return [part for part in parts.infolist() if part.filename.lower().endswith((".json", ".bgsplay"))]


def _unzipped(path: Path) -> bytes:
    try:
        with zipfile.ZipFile(path) as parts:
            (member, *more) = _json_in(parts)
            if more:
                raise Refused("The zip file has several files of plays. Unpack it, and import them one by one.")
            with parts.open(member) as part:
                return part.read(LARGEST + 1)
    except (zipfile.BadZipFile, zlib.error, OSError, EOFError, NotImplementedError, RuntimeError):
        raise Refused("The zip file is damaged, or has a password. Unpack it, and import the file in it.") from None


def load_json(path: Path, *, is_zip: bool = False) -> Any:
    """Load the JSON of a file, or of the only one in a zip file. Raises Refused."""
    data = _unzipped(path) if is_zip else b""
    if len(data) > LARGEST or (not is_zip and path.stat().st_size > LARGEST):
        raise Refused(f"The file is larger than {LARGEST // 1024 // 1024} MiB. Export fewer plays at a time.")
    data = data or path.read_bytes()
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


def is_ludopedia(document: object) -> bool:
    return isinstance(document, dict) and isinstance(document.get("partidas"), list)


class BgStats:
    program = "BG Stats"
    kind = "plays of BG Stats"
    how_teams_are = "A play needs two teams or more, of equally many people. Set the teams in BG Stats."
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
        ignored = sum(_is_true(play.get("ignored")) for play in plays)
        self._notes = tuple(_notes(left_out, ignored))
        self._unlike = 0

    @property
    def notes(self) -> tuple[str, ...]:
        if not self._unlike:
            return self._notes
        if self._unlike == 1:
            return (*self._notes, "1 play has rounds that do not add up to the result: only the result is read.")
        count = f"{self._unlike:,}"
        return (*self._notes, f"{count} plays have rounds that do not add up to the result: only the result is read.")

    def read(self, decisions: Decisions, is_known: Callable[[str], bool]) -> Iterator[PastGame | Problem]:
        del decisions, is_known
        self._unlike = 0
        for number, play in self._plays:
            if (self._takes_all or self._is_ours(play)) and not _is_true(play.get("ignored")):
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
            raise NotUnderstood(self.how_teams_are)
        people = tuple(tuple(self._name(score) for score in team) for team in teams)
        winners = tuple(at for at, team in enumerate(teams, start=1) if any(_is_true(s.get("winner")) for s in team))
        totals = tuple(map(_total, teams))
        rounds = _rounds(play.get("scoresheet"), teams)
        if rounds and _sums(rounds) != totals:
            self._unlike += 1
            rounds = ()
        return PastGame(number, _day(play), people, totals, rounds, winners=winners, unit=PLAY.lower())

    def _name(self, score: Mapping[str, Any]) -> str:
        player = self._players.get(_number(score.get("playerRefId")), {})
        name = player.get("name")
        if not isinstance(name, str) or player.get("isAnonymous") is True:
            raise NotUnderstood(f"Someone in the play has no name. Name everyone in {self.program}.")
        return clean_name(name)


class Ludopedia(BgStats):
    """The plays that Ludopedia’s API returns, in the form of those of BG Stats. They have no teams, and no rounds."""

    program = "Ludopedia"
    kind = "plays of Ludopedia"
    how_teams_are = (
        "A play needs two teams or more, of equally many people. Ludopedia has no teams: those with equal points are "
        "partners."
    )

    def __init__(self, document: Mapping[str, Any]) -> None:
        people: dict[str, int] = {}
        games: dict[str, int] = {}
        super().__init__(
            {
                "plays": [
                    _of_ludopedia(play, people, games) for play in document["partidas"] if isinstance(play, dict)
                ],
                "players": [{"id": number, "name": name} for name, number in people.items()],
                "games": [{"id": number, "name": name} for name, number in games.items()],
            }
        )

    def _game(self, number: int, play: Mapping[str, Any]) -> PastGame:
        if play["count"] not in (None, 0, 1):
            raise NotUnderstood("This stands for several plays, with the points of one. Split it in Ludopedia.")
        return super()._game(number, play)


def _of_ludopedia(play: Mapping[str, Any], people: dict[str, int], games: dict[str, int]) -> dict[str, Any]:
    game = play["jogo"] if isinstance(play.get("jogo"), dict) else play
    name = str(game.get("nm_jogo") or "")
    number = games.setdefault(name, len(games) + 1)
    scores = [
        {
            "playerRefId": people.setdefault(str(score.get("nome") or ""), len(people) + 1),
            "score": _whole(score.get("vl_pontos")),
            "winner": score.get("fl_vencedor"),
        }
        for score in _dicts(play, "jogadores")
    ]
    return {
        "playDate": play.get("dt_partida"),
        "gameRefId": number,
        "playerScores": scores,
        "count": play.get("qt_partidas"),
    }


def _whole(value: object) -> object:
    return int(value) if isinstance(value, float) and value.is_integer() else value


def _notes(left_out: Mapping[str, int], ignored: int) -> Iterator[str]:
    if left_out:
        count, names = sum(left_out.values()), quoted([name for name, _ in Counter(left_out).most_common()], 5)
        yield (
            f"1 play is left out, of another game: {names}."
            if count == 1
            else f"{count:,} plays are left out, of other games: {names}."
        )
    if ignored == 1:
        yield "1 play is left out, as BG Stats leaves it out of its figures."
    elif ignored:
        yield f"{ignored:,} plays are left out, as BG Stats leaves them out of its figures."


def _by_id(rows: object) -> dict[int, Mapping[str, Any]]:
    rows = rows if isinstance(rows, list) else []
    return {_number(row.get("id")): row for row in rows if isinstance(row, dict)}


def _number(value: object) -> int:
    return value if type(value) is int else 0


def _teams(scores: Sequence[Mapping[str, Any]]) -> list[list[Mapping[str, Any]]]:
    """The people of a play by team. If teams were switched off, equal scores show who were partners."""
    teams: dict[object, list[Mapping[str, Any]]] = {}
    if not any(isinstance(score.get("team"), str) and score["team"] for score in scores):
        return [[scores[at] for at in team] for team in partners([_typed([score]) for score in scores])]
    for at, score in enumerate(scores):
        team = score.get("team")
        teams.setdefault(team if isinstance(team, str) and team else at, []).append(score)
    return list(teams.values())


def _total(team: Sequence[Mapping[str, Any]]) -> int:
    """The points of a team, which BG Stats stores with one of its people or with each."""
    totals = {typed_adjustment(text) for text in _typed(team)}
    if len(totals) != 1:
        raise NotUnderstood(
            "A team of the play has no score." if not totals else "People of one team have different scores."
        )
    return totals.pop()


def _typed(team: Sequence[Mapping[str, Any]]) -> tuple[str, ...]:
    scores = [str(score["score"]).strip() for score in team if type(score.get("score")) in (str, int)]
    return tuple(filter(None, scores))


def _is_true(value: object) -> bool:
    """Whether a value is true: some exports have 1 and 0 instead."""
    return value is True or (type(value) is int and value == 1)


def _sums(rounds: Sequence[Sequence[int]]) -> tuple[int, ...]:
    return tuple(map(sum, zip(*rounds, strict=True)))


def _rounds(sheet: object, teams: Sequence[Sequence[Mapping[str, Any]]]) -> tuple[tuple[int, ...], ...]:
    """Return the points of each round in the score sheet of a play, () if it has none or cannot be read.

    A sheet has blocks of rows. Several blocks are a round each, with its rows added up. Of a single block, each row is
    a round if they all repeat one row of the template; rows of different kinds, such as books and cards, are no rounds.
    """
    blocks = [rows for block in _dicts(sheet, "rounds") if (rows := _filled(_dicts(block, "rows")))]
    if len(blocks) == 1:
        if len({str(row.get("templateId", row.get("label", ""))) for row in blocks[0]}) > 1:
            return ()
        blocks = [[row] for row in blocks[0]]
    ids = [[_score_id(score) for score in team] for team in teams]
    try:
        return tuple(tuple(sum(_in_row(row, team) for row in rows) for team in ids) for rows in blocks)
    except (NotUnderstood, NotANumber):
        return ()


def _dicts(value: object, name: str) -> list[Mapping[str, Any]]:
    items = value.get(name) if isinstance(value, dict) else None
    return [item for item in items if isinstance(item, dict)] if isinstance(items, list) else []


def _filled(rows: Sequence[Mapping[str, Any]]) -> list[Mapping[str, Any]]:
    return [row for row in rows if isinstance(row.get("scores"), dict) and row["scores"]]


def _score_id(score: Mapping[str, Any]) -> str:
    """The id of a person's score, which is in `metaData`: an object, or its JSON as text."""
    about = score.get("metaData")
    if isinstance(about, str):
        try:
            about = json.loads(about)
        except (ValueError, RecursionError):
            return ""
    return str(about.get("scoreUuid", "")) if isinstance(about, dict) else ""


def _in_row(row: Mapping[str, Any], team: Sequence[str]) -> int:
    """The points of a team in a row of a score sheet, which one of its people has or each. Raises NotUnderstood."""
    typed = {str(row["scores"].get(score, "") or "").strip() for score in team if score}
    points = {typed_adjustment(text) for text in typed if text}
    if len(points) > 1 or not any(team):
        raise NotUnderstood("People of one team have different points.")
    return sum(points) * (-1 if _is_true(row.get("negative")) else 1)


def _day(play: Mapping[str, Any]) -> date:
    """The day of a play in the local time of the phone that recorded it."""
    day = play.get("playDateYmd")
    text = f"{day // 10000:04}-{day // 100 % 100:02}-{day % 100:02}" if type(day) is int else play.get("playDate")
    parsed = parse_date(text if isinstance(text, str) else None)
    if isinstance(parsed, SlashedDate):
        raise NotUnderstood(f"“{short(str(text))}” is not a date.")
    return parsed
