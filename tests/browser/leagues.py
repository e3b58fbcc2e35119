"""Clubs whose league is looked at, from one without a game to one of two hundred people, each on its own server."""

from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from datetime import date
from enum import StrEnum
from functools import partial
from pathlib import Path

from scorepad import paths
from scorepad.store import Club
from scorepad.web import create_app
from tests.browser.furnished import LONGEST_NAMES, OUT
from tests.support.leagues.club_file import write
from tests.support.leagues.generate import league
from tests.support.server import environment, serving
from tests.web.driving import Visitor, level_round
from tests.web.kept import brought, ended, keep
from tests.web.league.tiny_league import USUAL, play
from tests.web.result.reading import correct

NAMES = (*LONGEST_NAMES.values(), "漢" * 40, "ש" * 40)
"""Names of forty letters in several scripts, one written from right to left, and no space anywhere."""

LONGEST_SEASON = "Ж" * 40


class Clubs(StrEnum):
    """The clubs, by what is in their leagues."""

    EMPTY = "empty"
    ONE_GAME = "one game"
    ALONE = "one player of a game"
    UNPLAYED = "one player and no game"
    LONG = "names of 40 letters"
    CROWD = "200 players"


class Told(StrEnum):
    """The games of the club of long names, by their numbers: what their stories have to tell."""

    OVER = "1"
    TIE = "7"
    IN_PLAY = "8"
    PAPER = "9"
    THREE_TEAMS = "10"
    BINNED = "11"
    CORRECTED = "12"


@dataclass
class Leagues:
    """The clubs, each furnished and served when it is first asked for."""

    home: Path
    stack: ExitStack
    urls: dict[Clubs, str] = field(default_factory=dict)

    def url(self, club: Clubs) -> str:
        """The address of a club, without a slash at the end."""
        if club not in self.urls:
            home = self.home / club.name
            home.mkdir()
            FURNISHERS[club](home)
            server = serving(environment(SCOREPAD_INSTANCE=str(home)))
            self.urls[club] = self.stack.enter_context(server)
        return self.urls[club]


@contextmanager
def leagues(home: Path) -> Iterator[Leagues]:
    """The clubs, in folders of this one."""
    with ExitStack() as stack:
        yield Leagues(home, stack)


def _furnish(home: Path, play_all: Callable[[Visitor], None], season: str) -> None:
    """Plays in a fresh club in this folder, all of it in one season, and works its league out."""
    app = create_app(home)
    visitor = Visitor(app)
    play_all(visitor)
    begin_season(visitor.club, season)
    visitor.club.league.catch_up()
    app.extensions["scorepad.club"].close()


def begin_season(club: Club, name: str, first: date = date(2018, 1, 1), **to: date) -> None:
    """Begins a season that is decided by wins."""
    last = to.get("last")
    club.seasons.add(
        key=f"season-{first}",
        name=name,
        first_day=first,
        last_day=last,
        figure="wins",
        least=1,
    )


def _nothing(visitor: Visitor) -> None:
    """No games, but a season."""


def _one_game(visitor: Visitor) -> None:
    play(visitor, (3000, 3050), (3100, 3000), names=USUAL, day=6)


def _alone(visitor: Visitor) -> None:
    """A game of two, one of whom was forgotten."""
    table = visitor.begin("two-handed")
    level_round(table, 1)
    books = {"team1.clean": "1", "team1.dirty": "1", "team1.melded": "150", "team2.melded": "0"}
    more = {"team1.adjustment1.points": "10000", "team1.adjustment1.reason": "a test"}
    table.play(2, **books, **more, **{"table.ended": "seat1", "seat1.left": "0", "seat2.left": "0"})
    visitor.club.people.forget(2)


def _unplayed(visitor: Visitor) -> None:
    visitor.club.people.add("Ann")


def _long(visitor: Visitor) -> None:
    """Games enough for every picture and table, and one for everything that a story tells."""
    ann, bob, carla, dora, *_ = NAMES
    for day in range(1, 6):
        play(visitor, (3100, 50 * day), (3000, -640), names=NAMES[:4], day=day)
    play(visitor, (0, 6000), names=(ann, carla, bob, dora), day=6)
    play(visitor, (6000, 6000), names=NAMES[4:], day=7)
    visitor.begin(starter="seat2", **_seated(NAMES[4:])).play(1, **OUT)
    cells = brought(2000, 2500) | ended(3)
    keep(visitor, "southern-ohio", (5000, 2505), paper=2, names=NAMES[2:], cells=cells)
    three = {"names": NAMES[:6], "cells": ended(1)}
    keep(visitor, "laguna-woods", (99995, -99995, 640), **three)
    binned = visitor.begin(**_seated(NAMES[:4]))
    visitor.send(binned.page().form("/bin"))
    last = keep(visitor, "southern-ohio", (6000, 200), names=NAMES[:4])
    correct(last, 1, **{"team2.adjustment1.points": "800"})


def _seated(names: tuple[str, ...]) -> dict[str, str]:
    return {f"seat{seat}": name for seat, name in enumerate(names, start=1)}


def _crowd(home: Path) -> None:
    """Two hundred people of every kind, some of them somebody else, in three hundred games over more than a year."""
    path = home / paths.CLUB
    write(league(7, 300, people=206), path)
    with Club.open(path) as club:
        club.people.change(12, retired=True)
        begin_season(club, "The first winter", last=date(2018, 12, 31))
        begin_season(club, "Since then", first=date(2019, 1, 1))
        club.league.catch_up()


FURNISHERS: dict[Clubs, Callable[[Path], None]] = {
    Clubs.EMPTY: partial(_furnish, play_all=_nothing, season="Winter"),
    Clubs.ONE_GAME: partial(_furnish, play_all=_one_game, season="Winter"),
    Clubs.ALONE: partial(_furnish, play_all=_alone, season="Winter"),
    Clubs.UNPLAYED: partial(_furnish, play_all=_unplayed, season="Winter"),
    Clubs.LONG: partial(_furnish, play_all=_long, season=LONGEST_SEASON),
    Clubs.CROWD: _crowd,
}
