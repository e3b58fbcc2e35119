"""A finished game as a play of BG Stats: a link for its app, and a file. docs/documents.md describes each field."""

import json
from datetime import UTC, datetime, tzinfo
from functools import partial
from typing import IO, Any
from urllib.parse import quote
from uuid import NAMESPACE_URL, uuid5

from scorepad.exchange.exports import Export, Report
from scorepad.exchange.exports.spreadsheets import round_points
from scorepad.play.game import Games, LoadedGame, UnreadableGame, seat_owners, team_names
from scorepad.rules.faults import RulesError
from scorepad.rules.words import Winner
from scorepad.scoring.cells import TABLE, StartingSeat
from scorepad.scoring.game.course import Phase, merits, seats_of
from scorepad.scoring.game.record import STARTER
from scorepad.store import Club, StoreError

CREATE = "https://app.bgstatsapp.com/createPlay.html?data="
SOURCE = "Scorepad"
ABOUT = (
    "This is a Play file that can be read by Board Game Stats. If you see this text, try to use a share, export or "
    "open-in function to open it with Board Game Stats."
)


def play_link(game: LoadedGame) -> str:
    """Return the link that opens the game in the app."""
    data = json.dumps(play_data(game), ensure_ascii=False, separators=(",", ":"))
    return CREATE + quote(data, safe="", errors="replace")


def play_data(game: LoadedGame) -> dict[str, Any]:
    """Return the JSON of the link."""
    rules = game.agreement.rules
    return {
        "sourceName": SOURCE,
        "sourcePlayId": _id_of(game),
        "playDate": _time(game, UTC),
        "game": {
            "name": rules.name,
            "sourceGameId": rules.slug,
            "highestWins": rules.end.winner is Winner.HIGHEST,
            "noPoints": False,
        },
        "players": [
            {
                "name": seat["name"],
                "sourcePlayerId": str(seat["person"]),
                "startPlayer": seat["starts"],
                "rank": seat["rank"],
                "score": seat["score"],
                "winner": seat["winner"],
                "team": seat["team"],
            }
            for seat in _seats(game)
        ],
    }


def play_file(game: LoadedGame) -> bytes:
    """Return the .bgsplay file. Its time is by the club's clock, as BG Stats writes local times."""
    rules, seats = game.agreement.rules, _seats(game)
    kind = {
        "uuid": _uuid(f"game {rules.slug}"),
        "id": 1,
        "name": rules.name,
        "cooperative": False,
        "highestWins": rules.end.winner is Winner.HIGHEST,
        "noPoints": False,
        "usesTeams": True,
    }
    document = {
        "about": ABOUT,
        "players": [
            {"uuid": _uuid(f"person {seat['person']}"), "id": seat["seat"], "name": seat["name"], "isAnonymous": False}
            for seat in seats
        ],
        "locations": [],
        "games": [kind],
        "plays": [_play(game, seats)],
        "userInfo": {"meRefId": 1},
    }
    return json.dumps(document, ensure_ascii=False, indent=1).encode("utf-8", "replace")


def export_of(number: int) -> Export:
    """Return the export of one game."""
    purpose = "A finished game, which the app BG Stats reads."
    ending = f"-game-{number}.bgsplay"
    return Export(
        "bgsplay", f"Game {number} for BG Stats", purpose, ending, "application/json", partial(_write, number)
    )


def _write(number: int, club: Club, stream: IO[bytes], report: Report) -> None:
    """Write a game. Raises StoreError if it is not over or cannot be read."""
    try:
        game = Games(club).load(number)
    except (RulesError, UnreadableGame):
        raise StoreError(f"Game {number} is damaged: run “scorepad doctor”.") from None
    if game.record.course.phase is not Phase.OVER:
        raise StoreError(f"Game {number} is not over yet, so it has no result.")
    stream.write(play_file(game))
    report(1, 1)


def _play(game: LoadedGame, seats: list[dict[str, Any]]) -> dict[str, Any]:
    played = _time(game, game.club.clock.zone())
    day = game.club.clock.days_of_games([game.id]).get(game.id, played[:10])
    return {
        "uuid": _uuid(_id_of(game)),
        "playDate": played,
        "playDateYmd": int(day.replace("-", "")),
        "usesTeams": True,
        "durationMin": 0,
        "ignored": False,
        "manualWinner": False,
        "rounds": game.record.course.counted,
        "gameRefId": 1,
        **({"scoresheet": sheet} if (sheet := _score_sheet(game, seats)) else {}),
        "playerScores": [
            {
                "playerRefId": seat["seat"],
                "score": str(seat["score"]),
                "winner": seat["winner"],
                "newPlayer": False,
                "startPlayer": seat["starts"],
                "rank": seat["rank"],
                "seatOrder": seat["seat"],
                "team": seat["team"],
                "metaData": {"scoreUuid": _score_id(game, seat)},
            }
            for seat in seats
        ],
    }


def _score_sheet(game: LoadedGame, seats: list[dict[str, Any]]) -> dict[str, Any]:
    """Return the points of each round as the app stores a score sheet, {} if some rounds were played on paper."""
    points = [of_round for of_round in round_points(game.record) if of_round[0] is not None]
    rows = [
        {
            "templateId": "row1",
            "label": "{row}.",
            "repetition": number,
            "repeatable": True,
            "negative": False,
            "isExtra": False,
            "scores": {_score_id(game, seat): str(of_teams[seat["number"] - 1]) for seat in seats},
        }
        for number, of_teams in points
    ]
    block = {"templateId": "1", "maxRepeat": -1, "repetition": 1, "hasSubTotal": False, "isExtra": False, "rows": rows}
    return {"version": 0, "langCode": "en", "rounds": [block]} if rows else {}


def _score_id(game: LoadedGame, seat: dict[str, Any]) -> str:
    return _uuid(f"{_id_of(game)} seat {seat['seat']}")


def _seats(game: LoadedGame) -> list[dict[str, Any]]:
    """Everyone in the game, by seat: the person, the team with its total and rank, and whether they started."""
    agreed, course = game.agreement, game.record.course
    teams, owners = team_names(game.record, game.names), seat_owners(game.record)
    ranked = merits(agreed.rules, course.now)
    started = game.values.get((1, TABLE, STARTER))
    seats = []
    for team, name in enumerate(teams, start=1):
        for seat in seats_of(team, agreed.table):
            person = owners.get(seat, 0)
            seats.append(
                {
                    "seat": seat,
                    "person": person,
                    "name": game.names.get(person, f"Seat {seat}"),
                    "team": name,
                    "number": team,
                    "score": course.now[team - 1],
                    "rank": 1 + sum(other > ranked[team - 1] for other in ranked),
                    "winner": team in course.winners,
                    "starts": isinstance(started, StartingSeat) and started.seat == seat,
                }
            )
    return sorted(seats, key=lambda seat: seat["seat"])


def _id_of(game: LoadedGame) -> str:
    """The id of a game outside its club: its number and when it began."""
    return f"scorepad-{game.id}-{game.club.begun(game.id)}"


def _uuid(name: str) -> str:
    return str(uuid5(NAMESPACE_URL, f"scorepad:{name}")).upper()


def _time(game: LoadedGame, zone: tzinfo | None) -> str:
    try:
        began = datetime.fromisoformat(game.club.begun(game.id)).astimezone(zone)
    except (ValueError, OverflowError):
        began = datetime(1970, 1, 1, tzinfo=UTC)
    return f"{began:%Y-%m-%d %H:%M:%S}"
