"""A game with its rounds, and the lines of each score."""

from collections.abc import Mapping
from typing import Annotated, Literal, NotRequired, TypedDict

from scorepad.exchange.documents.games import ListedGame, Read, listed_game
from scorepad.play.game import LoadedGame
from scorepad.scoring.answers import scored_teams
from scorepad.scoring.game.agreement import Seating
from scorepad.scoring.game.record import RoundRecord
from scorepad.store import Club


class Line(TypedDict):
    """A line of a score. A total is the sum of its lines."""

    code: str
    part: Literal["base", "count", "bonus"]
    label: str
    count: NotRequired[int]
    each: NotRequired[int]
    points: int
    text: Annotated[str, "A sentence that explains the points"]
    waived: NotRequired[Annotated[str, "Why the line does not count"]]


class TeamScore(TypedDict):
    """What a round was worth to a team, as `scorepad score` answers."""

    name: str
    base: int
    count: int
    bonus: int
    total: int
    lines: list[Line]


class Place(TypedDict):
    """Who sits in a seat."""

    id: Annotated[int, "The person; 0 while no one is known to sit there"]
    name: str


class RoundScore(TypedDict):
    """A round as far as it was counted."""

    number: int
    finished: bool
    on_paper: Annotated[bool, "Played before the game was begun here: the totals have its points, it has no lines"]
    seats: Annotated[list[Place], "Who sat where, from seat 1"]
    teams: list[TeamScore]
    totals: Annotated[list[int], "The total of each team after the round"]


class Game(ListedGame):
    """A game with all its rounds."""

    players: int
    decks: int
    choices: Annotated[dict[str, str], "What the table chose of its rule set"]
    seats: Annotated[list[Place], "Who sits where now, from seat 1. Seat 1 is in team 1, seat 2 in team 2, and so on"]
    brought: Annotated[list[int], "Points that each team brought along when the game was begun here"]
    rounds: list[RoundScore]
    conflicts: Annotated[int, "Entries that two phones typed differently and that the table must settle"]
    binned: Annotated[bool, "Whether it is in the bin, from which it can be taken out"]


def game_document(club: Club, loaded: LoadedGame) -> Game:
    """Build the document of a game loaded from this club."""
    record, agreed = loaded.record, loaded.agreement
    listed = listed_game(club, loaded.id, club.begun(loaded.id), Read(loaded.cells, record, loaded.names))
    return {
        **listed,
        "players": agreed.table.players,
        "decks": agreed.decks,
        "choices": dict(agreed.choices),
        "seats": seated(agreed.seating[-1], loaded.names),
        "brought": list(agreed.brought),
        "rounds": [round_score(loaded, at) for at in record.rounds],
        "conflicts": len(loaded.conflicts),
        "binned": loaded.is_binned,
    }


def round_score(loaded: LoadedGame, record: RoundRecord) -> RoundScore:
    """Build the document of a round."""
    round_number = record.entry.round_number
    return {
        "number": round_number,
        "finished": record.finished,
        "on_paper": record.on_paper,
        "seats": seated(loaded.seating_in(round_number), loaded.names),
        "teams": scored_teams(record.scores),
        "totals": [before + points for before, points in zip(record.before, record.totals, strict=True)],
    }


def seated(seating: Seating, names: Mapping[int, str]) -> list[Place]:
    """Return the people at a table, by seat."""
    seats = enumerate(seating.players, start=1)
    return [{"id": player, "name": names.get(player, f"Seat {seat}")} for seat, player in seats]
