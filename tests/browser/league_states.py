"""Every page of the league in every state it can be in, club by club, and how a person gets there."""

from dataclasses import dataclass

from playwright.sync_api import Page

from tests.browser.clubs import Name, Story
from tests.browser.states import State, press, states, write

DAYS = "/league?over=days&from=2018-01-01&to=2026-12-31"
WRONG_DAYS = "/league?over=days&from=tomorrow&to=2026-02-30"
SAVE = press("Save changes")
NAMELESS = (write("", "Name", ""), SAVE)
FAULTY_SEASON = (
    write("", "Name", ""),
    write("", "Least number of games to be in the table", "many"),
    SAVE,
)


@dataclass(frozen=True)
class Cast:
    """Whom the pages of a club are about, by their numbers and keys."""

    person: int
    other: int
    pair: str
    opponents: str


FOUR = Cast(1, 2, "1-3", "2-4")
"""The first four people of a club, who sit crosswise."""

CROWD = Cast(29, 30, "29-30", "61-62")
"""Those of the crowd who played most."""


def _by_points(page: Page) -> None:
    """Rank a table by points a round, which takes choosing a kind of game."""
    folded = page.locator("details", has=page.locator("summary", has_text="Points a round"))
    folded.locator("summary").click()
    folded.get_by_role("link").first.click()


def _of_another_kind(page: Page) -> None:
    page.get_by_label("Kind of game").select_option(index=1)
    press("Show")(page)


def _begin_a_nameless_season(page: Page) -> None:
    page.locator("summary", has_text="Begin a season").click()
    write("", "Name", "")(page)
    press("Begin the season")(page)


STANDINGS = states(("standings", "/league?over=all", "All games"))


def _everywhere(has_people: bool = True) -> tuple[State, ...]:
    """What every club has."""
    return STANDINGS + states(
        ("records", "/league/records", "Records"),
        ("seasons", "/league/seasons", "Begin a season"),
        ("season", "/league/seasons/1", "Change the season"),
        *_people(has_people),
    )


def _people(has_people: bool) -> tuple[tuple[str, str, str], ...]:
    words = "who leads" if has_people else "This page needs two people"
    return (
        ("people", "/people", "Add a person"),
        ("head to head, to choose", "/league/versus", words),
    )


def _person(number: int) -> tuple[State, ...]:
    return states(
        ("player", f"/people/{number}", "Change name or colour"),
        ("person, change", f"/people/{number}/edit", "No longer plays"),
    )


def _played(cast: Cast) -> tuple[State, ...]:
    """What there is where people play as partners."""
    versus = "/league/versus?one="
    return _person(cast.person) + states(
        ("standings, partnerships", "/league?over=all&whose=partnerships", "Ranked by"),
        ("partners", f"/partners/{cast.pair}", "Rating"),
        ("head to head, people", f"{versus}{cast.person}&other={cast.other}", "As partners"),
        (
            *("head to head, partnerships", f"{versus}{cast.pair}&other={cast.opponents}"),
            "Who was ahead",
        ),
    )


ODD = states(
    # Other orders and days, and what can be asked for all the same.
    ("standings, rating", "/league?over=all&by=rating", "Bars start at 1,500"),
    ("standings, days", DAYS, "Ranked by"),
    ("standings, wrong days", WRONG_DAYS, "This table cannot be shown"),
    (*("head to head, themself", "/league/versus?one=1&other=1"), "cannot play against themselves"),
    ("standings, season", "/league?over=season-1", "Ranked by"),
    ("records, no such kind", "/league/records?kind=999", "No game of that kind"),
    ("standings, no one", "/league?over=all&least=900", "no one played"),
)
CHANGES = states(
    # Where people are changed, and what is said when that cannot be.
    ("people, fault", "/people", "Please type a name", press("Add")),
    ("person, faults", "/people/1/edit", "Nothing was changed yet", *NAMELESS),
    ("person, forget", "/people/1/forget", "This cannot be taken back"),
    ("forget, unsure", "/people/1/forget", "Tick “This cannot", press("Forget for ever")),
    ("merge", "/people/1/merge?into=5", "will count for"),
    ("merge, refused", "/people/1/merge?into=2", "Keep both", press("Yes, the same person")),
    ("season, change", "/league/seasons/1/edit", "Remove this season"),
    ("season, faults", "/league/seasons/1/edit", "Please type a name", *FAULTY_SEASON),
    ("seasons, faults", "/league/seasons", "Nothing was changed yet", _begin_a_nameless_season),
)
STORIES = states(
    ("story, over", f"/games/{Story.OVER}/story", "The moment it was decided"),
    ("story, tie", f"/games/{Story.TIE}/story", "A tie"),
    ("story, in play", f"/games/{Story.IN_PLAY}/story", "The game so far"),
    ("story, paper", f"/games/{Story.PAPER}/story", "on paper"),
    ("story, three teams", f"/games/{Story.THREE_TEAMS}/story", "won"),
    ("story, binned", f"/games/{Story.BINNED}/story", "bin"),
    ("story, corrected", f"/games/{Story.CORRECTED}/story", "Corrections"),
    ("story, unfolded", f"/games/{Story.OVER}/story?rounds=open", "Fold all the rounds"),
)
CROWDED = states(
    ("standings, points", "/league?over=all", "Points a round", _by_points),
    ("records, another kind", "/league/records", "Records", _of_another_kind),
    ("player, a guest", "/people/9", "guest"),
    ("story", "/games/3/story", "The moment it was decided"),
    ("head to head, strangers", "/league/versus?one=29&other=9", "never"),
)
STATES: dict[Name, tuple[State, ...]] = {
    Name.EMPTY: _everywhere(has_people=False),
    Name.ONE_GAME: _everywhere() + _played(FOUR),
    Name.ALONE: STANDINGS + _person(1),
    Name.UNPLAYED: states(*_people(False)) + _person(1),
    Name.LONG: _everywhere() + _played(FOUR) + ODD + CHANGES + STORIES,
    Name.CROWD: _everywhere() + _played(CROWD) + CROWDED,
}
