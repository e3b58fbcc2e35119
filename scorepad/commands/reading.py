"""Read a club for a command: its league, and its people by name. Never creates a club."""

import difflib
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from typing import TYPE_CHECKING, TypeVar

import click

from scorepad import ScorepadError
from scorepad.commands.console import fail, open_club

if TYPE_CHECKING:
    from scorepad.league.club_names import ClubPeople
    from scorepad.play.game import LoadedGame
    from scorepad.store import Club, Player, Season


DAMAGED = (
    "The figures of the league cannot be read. No game is lost: “scorepad league rebuild” works them out again. "
    "If it cannot, “scorepad doctor” says more."
)

CLOSE = 0.55
"""The lowest similarity, from 0 to 1, of a suggested name."""

MAX_CLOSE = 3

Answer = TypeVar("Answer")
Value = TypeVar("Value")


@contextmanager
def reading(slug: str) -> Iterator["Club"]:
    """Open a consistent snapshot of a club."""
    with open_club(slug) as club, club.reading():
        yield club


def ask_league(slug: str, ask: Callable[["Club", "ClubPeople"], Answer]) -> Answer:
    """Update a club's league, then query it with `ask`. Exits with a message on errors."""
    from scorepad.league.club_names import ClubPeople

    with open_club(slug) as club:
        try:
            club.league.catch_up()
            with club.reading():
                return ask(club, ClubPeople.of(club))
        except (ScorepadError, click.ClickException, click.exceptions.Exit, click.Abort, OSError):
            raise
        except Exception:
            # A few corrupt bytes in the figures can fail anywhere.
            fail(DAMAGED)


def load_game(club: "Club", game: int) -> "LoadedGame":
    """Load a game of a club. Exits with a message if it is damaged."""
    from scorepad.play.game import Games, UnreadableGame
    from scorepad.rules.faults import RulesError

    try:
        return Games(club).load(game)
    except (RulesError, UnreadableGame):
        fail(f"Game {game} is damaged: run “scorepad doctor”.")


def find_player(club: "Club", text: str) -> "Player":
    """Return the player with a name or number. Exits with close names if there is none."""
    players = club.people.named(text) or _numbered(club, text)
    if not players:
        fail(f"No player “{text}”.{did_you_mean(text, [player.name for player in named_players(club)])}")
    if len(players) > 1:
        numbers = ", ".join(str(player.id) for player in players)
        fail(f"{len(players)} people are called {players[0].name}. Type the number of the one you mean: {numbers}.")
    return players[0]


def named_players(club: "Club") -> list["Player"]:
    """Return everyone who was neither merged nor forgotten."""
    return [person for person in club.people.everyone() if not person.forgotten and person.merged_into is None]


def _numbered(club: "Club", text: str) -> list["Player"]:
    number = text.removeprefix("#")
    return [person for person in named_players(club) if number == str(person.id)]


def find_season(club: "Club", text: str) -> "Season":
    """Return the season with a name or number. Exits with close names if there is none."""
    seasons = club.seasons.all()
    season = _named({season.name: season for season in seasons}, text)
    season = season or next((season for season in seasons if str(season.id) == text), None)
    if season is None:
        fail(f"No season “{text}”.{did_you_mean(text, [season.name for season in seasons])}")
    return season


def find_kind(names: Mapping[int, str], text: str) -> int:
    """Return the id of the kind of game with a name or number. Exits with close names if there is none."""
    kind = _named({name: number for number, name in names.items()}, text)
    kind = kind or next((number for number in names if str(number) == text), None)
    if kind is None:
        fail(f"No kind of game “{text}” is finished yet.{did_you_mean(text, names.values())}")
    return kind


def _named(values: Mapping[str, Value], text: str) -> Value | None:
    from scorepad.scoring.names import fold_name

    folded = fold_name(text)
    return next((value for name, value in values.items() if fold_name(name) == folded), None)


def did_you_mean(text: str, names: Iterable[str]) -> str:
    """Return a question that suggests close names: " Did you mean John Miller?", "" if there are none."""
    from scorepad.language.words import join_words
    from scorepad.scoring.names import fold_name

    typed = fold_name(text)
    rated = [(_likeness(typed, fold_name(name)), name) for name in dict.fromkeys(names)]
    close = sorted((each for each in rated if each[0] >= CLOSE), key=lambda each: (-each[0], each[1]))[:MAX_CLOSE]
    return f" Did you mean {join_words([name for _, name in close], 'or')}?" if close else ""


def _likeness(typed: str, name: str) -> float:
    """Return the similarity of a typed name to a name or to a word in it."""
    parts = (name, *name.split())
    if typed and any(part.startswith(typed) for part in parts):
        return 1.0
    return max(difflib.SequenceMatcher(None, typed, part).ratio() for part in parts)
