"""Every page of the league in every state it can be in, club by club, and how a person gets there."""

from collections.abc import Iterator
from dataclasses import dataclass

import pytest
from playwright.sync_api import Page

from tests.browser.leagues import Clubs, Told
from tests.browser.states import State
from tests.browser.steps import press, unfold, write

WRONG_DAYS = "over=days&from=tomorrow&to=2026-02-30"
PLAYED_DAYS = "over=days&from=2018-01-01&to=2026-12-31"


@dataclass(frozen=True)
class Cast:
    """Whom the pages of a club are about, by their numbers and keys."""

    person: int
    other: int
    pair: str
    against: str


FOUR = Cast(1, 2, "1-3", "2-4")
"""The first four people of a club, who sit crosswise."""

CROWD = Cast(29, 30, "29-30", "61-62")
"""Those of the crowd who played most."""


def _by_points(page: Page) -> None:
    """Ranks a table by points a round, which takes choosing a kind of game."""
    folded = page.locator("details", has=page.locator("summary", has_text="Points a round"))
    folded.locator("summary").click()
    folded.get_by_role("link").first.click()


def _of_another_kind(page: Page) -> None:
    page.get_by_label("Kind of game").select_option(index=1)
    press("Show")(page)


FAULTY_SEASON = (
    write("", "Name", ""),
    write("", "Least number of games to be in the table", "many"),
    press("Save changes"),
)


def _everywhere(cast: Cast | None) -> Iterator[State]:
    """What every club has."""
    yield State("standings", "/league?over=all", "All games")
    yield State("records", "/league/records", "Records")
    yield State("seasons", "/league/seasons", "Begin a season")
    yield State("season", "/league/seasons/1", "Change the season")
    yield from _people(cast)


def _people(cast: Cast | None) -> Iterator[State]:
    yield State("people", "/people", "Add a person")
    yield State(
        "head to head, to choose",
        "/league/versus",
        "who leads" if cast else "This page needs two people",
    )


def _person(person: int) -> Iterator[State]:
    yield State("player", f"/people/{person}", "Change name or colour")
    yield State("person, change", f"/people/{person}/edit", "No longer plays")


def _changes(cast: Cast) -> Iterator[State]:
    """Where people are changed, and what is said when that cannot be."""
    person, forget = f"/people/{cast.person}/edit", f"/people/{cast.person}/forget"
    nameless = (write("", "Name", ""), press("Save changes"))
    yield State("people, fault", "/people", "Please type a name", (press("Add"),))
    yield State("person, faults", person, "Nothing was changed yet", nameless)
    yield State("person, forget", forget, "This cannot be taken back")
    yield State("forget, unsure", forget, "Tick “This cannot", (press("Forget for ever"),))
    merge = f"/people/{cast.person}/merge?into="
    yield State("merge", f"{merge}{cast.other + 3}", "will count for")
    refused = (press("Yes, the same person"),)
    yield State("merge, refused", f"{merge}{cast.other}", "Keep both", refused)
    yield State("season, change", "/league/seasons/1/edit", "Remove this season")
    yield State("season, faults", "/league/seasons/1/edit", "Please type a name", FAULTY_SEASON)
    begin = (unfold("Begin a season"), write("", "Name", ""), press("Begin the season"))
    yield State("seasons, faults", "/league/seasons", "Nothing was changed yet", begin)


def _played(cast: Cast) -> Iterator[State]:
    """What there is where people play as partners."""
    yield from _person(cast.person)
    partnerships = "/league?over=all&whose=partnerships"
    yield State("standings, partnerships", partnerships, "Ranked by")
    yield State("partners", f"/partners/{cast.pair}", "Rating")
    people = f"/league/versus?one={cast.person}&other={cast.other}"
    yield State("head to head, people", people, "As partners")
    partnerships = f"/league/versus?one={cast.pair}&other={cast.against}"
    yield State("head to head, partnerships", partnerships, "Who was ahead")


def _odd(cast: Cast) -> Iterator[State]:
    """Other orders and days, and what can be asked for all the same."""
    yield State("standings, rating", "/league?over=all&by=rating", "Bars start at 1,500")
    yield State("standings, days", f"/league?{PLAYED_DAYS}", "Ranked by")
    yield State("standings, wrong days", f"/league?{WRONG_DAYS}", "This table cannot be shown")
    themself = f"/league/versus?one={cast.person}&other={cast.person}"
    yield State("head to head, themself", themself, "cannot play against themselves")
    yield State("standings, season", "/league?over=season-1", "Ranked by")
    yield State("records, no such kind", "/league/records?kind=999", "No game of that kind")
    yield State("standings, no one", "/league?over=all&least=900", "no one played")


def _stories() -> Iterator[State]:
    for told, says in {
        Told.OVER: "The moment it was decided",
        Told.TIE: "A tie",
        Told.IN_PLAY: "The game so far",
        Told.PAPER: "on paper",
        Told.THREE_TEAMS: "won",
        Told.BINNED: "bin",
        Told.CORRECTED: "Corrections",
    }.items():
        name = told.name.lower().replace("_", " ")
        yield State(f"story, {name}", f"/games/{told}/story", says)
    yield State("story, unfolded", f"/games/{Told.OVER}/story?rounds=open", "Fold all the rounds")


def _crowded() -> Iterator[State]:
    yield State("standings, points", "/league?over=all", "Points a round", (_by_points,))
    yield State("records, another kind", "/league/records", "Records", (_of_another_kind,))
    yield State("player, a guest", "/people/9", "guest")
    yield State("story", "/games/3/story", "The moment it was decided")
    yield State("head to head, strangers", "/league/versus?one=29&other=9", "never")


STATES: dict[Clubs, tuple[State, ...]] = {
    Clubs.EMPTY: tuple(_everywhere(None)),
    Clubs.ONE_GAME: (*_everywhere(FOUR), *_played(FOUR)),
    Clubs.ALONE: (State("standings", "/league?over=all", "All games"), *_person(1)),
    Clubs.UNPLAYED: (*_people(None), *_person(1)),
    Clubs.LONG: (
        *_everywhere(FOUR),
        *_played(FOUR),
        *_odd(FOUR),
        *_changes(FOUR),
        *_stories(),
    ),
    Clubs.CROWD: (*_everywhere(CROWD), *_played(CROWD), *_crowded()),
}


def seen_in(*clubs: Clubs) -> pytest.MarkDecorator:
    """Runs the tests of a file on every page of these clubs, one after the other; their `shown` is the page."""
    seen = [(club, state) for club in clubs for state in STATES[club]]
    names = [f"{club}: {state.name}" for club, state in seen]
    return pytest.mark.parametrize("shown", seen, indirect=True, ids=names, scope="module")
