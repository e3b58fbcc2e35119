"""Clubs with pages to check, each on its own server: one with games, and leagues of up to two hundred people."""

from collections.abc import Callable
from contextlib import ExitStack
from datetime import date
from enum import StrEnum
from pathlib import Path

from scorepad import paths
from scorepad.store import Club, Entry
from scorepad.web.host.house import TOKEN
from tests.browser.furnished import LONGEST_NAMES, OUT, adjusted, furnish, win_in_round_2
from tests.browser.tables import visiting
from tests.support.leagues.club_file import write
from tests.support.leagues.generate import league
from tests.support.server import environment, serving
from tests.web.driving import OUT_FIRST, Table, Visitor, level_round
from tests.web.kept import brought, ended, keep
from tests.web.league.tiny_league import USUAL, play
from tests.web.nights.planning import night_of, plan, press
from tests.web.result.reading import correct

NAMES = (*LONGEST_NAMES.values(), "漢" * 40, "ש" * 40)
"""Names of forty letters without spaces, in several scripts, one of them right-to-left."""

OPERATOR = "0123456789abcdef" * 2

LONGEST_SEASON = "Ж" * 40


class Name(StrEnum):
    """The clubs, by their content."""

    GAMES = "games"
    EMPTY = "empty"
    ONE_GAME = "one game"
    ALONE = "one player of a game"
    UNPLAYED = "one player and no game"
    LONG = "names of 40 letters"
    CROWD = "200 players"
    SEASON = "a season of forty evenings"
    EXAMPLE = "example"
    OPEN_HOUSE = "open house"


class Clubs(ExitStack):
    """The clubs, in subfolders of one folder. Each is filled and served on first use."""

    def __init__(self, home: Path) -> None:
        super().__init__()
        self._home = home
        self._urls: dict[Name, str] = {}

    def url(self, name: Name) -> str:
        if name not in self._urls:
            home = self._home / name.name
            home.mkdir()
            FURNISHERS[name](home)
            settings = {"SCOREPAD_OPEN": "1"} if name is Name.OPEN_HOUSE else {}
            self._urls[name] = self.enter_context(serving(environment(SCOREPAD_INSTANCE=str(home), **settings)))
        return self._urls[name]


def _in_a_season(play_games: Callable[[Visitor], object], season: str = "Winter") -> Callable[[Path], None]:
    """Return a function that plays games in a new club, all of them in one season, and computes its league."""

    def furnish_league(home: Path) -> None:
        with visiting(home) as owner:
            play_games(owner)
            begin_season(owner.club, season)
            owner.club.league.catch_up()

    return furnish_league


def begin_season(
    club: Club, name: str, first: date = date(2018, 1, 1), last: date | None = None, best: int | None = None
) -> None:
    terms = {"name": name, "first_day": first, "last_day": last, "best": best}
    club.seasons.add(key=f"season-{first}-{last}-{best}", **terms, figure="gained" if best else "wins", least=1)


def _one_game(owner: Visitor) -> None:
    play(owner, (3000, 3050), (3100, 3000), names=USUAL, day=6)


def _alone(owner: Visitor) -> None:
    """Play a game of two, one of whom is then forgotten."""
    table = owner.begin("two-handed")
    level_round(table, 1)
    win_in_round_2(table, **{"seat2.left": "0"})
    owner.club.people.forget(2)


def _long(owner: Visitor) -> None:
    """Play enough games for every picture and table, and for everything that a story shows."""
    ann, bob, carla, dora, *_ = NAMES
    for day in range(1, 6):
        play(owner, (3100, 50 * day), (3000, -640), names=NAMES[:4], day=day)
    for game in range(1, 6):
        bets = {f"bet{person}": {"bet": person, "sure": "surely"} for person in (1, 2)}
        owner.club.record([Entry(f"{name}-{game}", game, 0, "table", name, bet) for name, bet in bets.items()])
    play(owner, (0, 6000), names=(ann, carla, bob, dora), day=6)
    play(owner, (6000, 6000), names=NAMES[4:], day=7)
    owner.begin(starter="seat2", **_seated(NAMES[4:])).play(1, **OUT)
    cells = brought(2000, 2500) | ended(3)
    keep(owner, "southern-ohio", (5000, 2505), paper=2, names=NAMES[2:], cells=cells)
    keep(owner, "laguna-woods", (99995, -99995, 640), names=NAMES[:6], cells=ended(1))
    binned = owner.begin(**_seated(NAMES[:4]))
    owner.send(binned.page().form("/bin"))
    last = keep(owner, "southern-ohio", (6000, 200), names=NAMES[:4])
    correct(last, 1, **adjusted("team2", "800"))


def _seated(names: tuple[str, ...]) -> dict[str, str]:
    return {f"seat{seat}": name for seat, name in enumerate(names, start=1)}


def _crowd(home: Path) -> None:
    """Write 200 people, after merging doubles, with 300 games over more than a year."""
    path = home / paths.CLUB
    write(league(7, 300, people=206), path)
    with Club.open(path) as club:
        club.people.change(12, retired=True)
        begin_season(club, "The first winter", last=date(2018, 12, 31))
        begin_season(club, "Since then", first=date(2019, 1, 1))
        begin_season(club, "The best five of 2018", last=date(2018, 12, 31), best=5)
        club.league.catch_up()


def _season(home: Path) -> None:
    """Write twelve people who play on forty evenings, in a finished season that is decided by rating gained.

    They plan a night of many tables, one of which has finished its first sitting, and a night with too few people.
    """
    path = home / paths.CLUB
    write(league(11, 94, people=14), path)
    with Club.open(path) as club:
        days = {"first_day": date(2018, 1, 1), "last_day": date(2018, 12, 31), "best": None}
        club.seasons.add(key="season", name="Winter", **days, figure="gained", least=5)
    with visiting(home) as owner:
        people = [person.name for person in owner.club.people.active()][:12]
        night = plan(owner, [*people, *LONGEST_NAMES.values()], sittings="3", minutes="45", rounds="")
        press(owner, night, "/begin")
        table = Table(owner, night_of(owner, night).games[0])
        table.play(1, **OUT_FIRST)
        table.decide(decision="over")
        plan(owner, people[:2], partners="fixed")
        owner.club.league.catch_up()


def _example(home: Path) -> None:
    _in_a_season(_one_game)(home)
    (home / paths.EXAMPLE_MARK).touch()


def _open_house(home: Path) -> None:
    """Create a host without a home club, whose operator has a link that tests know."""
    (home / paths.CLUBS).mkdir()
    (home / TOKEN).write_text(OPERATOR)


FURNISHERS: dict[Name, Callable[[Path], None]] = {
    Name.GAMES: furnish,
    Name.EMPTY: _in_a_season(lambda owner: None),
    Name.ONE_GAME: _in_a_season(_one_game),
    Name.ALONE: _in_a_season(_alone),
    Name.UNPLAYED: _in_a_season(lambda owner: owner.club.people.add("Ann")),
    Name.LONG: _in_a_season(_long, LONGEST_SEASON),
    Name.CROWD: _crowd,
    Name.SEASON: _season,
    Name.EXAMPLE: _example,
    Name.OPEN_HOUSE: _open_house,
}
