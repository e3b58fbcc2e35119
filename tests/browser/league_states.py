"""Every page of the league in every state, by club, and how to get there."""

from collections.abc import Callable
from dataclasses import dataclass

from playwright.sync_api import Page

from tests.browser.clubs import Name
from tests.browser.states import State, press, states, write

DAYS = "/league?over=days&from=2018-01-01&to=2026-12-31"
WRONG_DAYS = "/league?over=days&from=tomorrow&to=2026-02-30"
SAVE = press("Save changes")
NAMELESS = (write("", "Name", ""), SAVE)
FAULTY_SEASON = (write("", "Name", ""), write("", "Games needed to be in the table", "many"), SAVE)


@dataclass(frozen=True)
class Cast:
    """The people whose pages are visited, by their ids and keys, and a year in which they played."""

    person: int
    other: int
    pair: str
    opponents: str
    year: int


FOUR = Cast(1, 2, "1-3", "2-4", 2026)
"""The first four people of a club; partners sit opposite each other."""

CROWD = Cast(77, 78, "77-78", "95-96", 2018)
"""The people in the crowd who played most."""


def _by_points(page: Page) -> None:
    """Rank a table by points a round, which requires choosing a kind of game."""
    page.locator("#choose > summary").click()
    # The page before has the same words.
    with page.expect_navigation():
        page.get_by_role("navigation", name="Ranked by").locator("~ .pick a").first.click()


def _of_another_kind(page: Page) -> None:
    page.get_by_label("Kind of game").select_option(index=1)
    with page.expect_navigation():
        press("Show")(page)


def _open(text: str) -> Callable[[Page], None]:
    return lambda page: page.locator("summary", has_text=text).click()


def _begin_a_nameless_season(page: Page) -> None:
    page.locator("summary", has_text="Begin a season").click()
    write("", "Name", "")(page)
    press("Begin the season")(page)


PARTS = {"games": "Rating together", "opponents": "Hardest opponents", "rules": "Favourite rules"}
"""The parts of a partnership's page, each with text that it shows."""

STANDINGS = states(("/league?over=all", "All games"))
PEOPLE = states(("/people", "Add a person"), ("/league/versus", "who leads"))
TOO_FEW = states(
    ("/people", "Add a person"),
    ("/league/versus", "This page needs two people"),
    ("/league/everyone", "This table needs two people"),
    ("/league/prophets", "No bet is settled yet."),
)
EVERYWHERE = STANDINGS + states(
    ("/league/records", "Records"),
    ("/league/seasons", "Begin a season"),
    ("/league/seasons/1", "Change the season"),
    ("/evenings", "Nights"),
)


def _person(number: int) -> tuple[State, ...]:
    own = f"/people/{number}"
    return states(
        (own, "name or colour"),
        (f"{own}/games", "Games"),
        (f"{own}/partners", "Hardest opponents"),
        (f"{own}/badges", "of 11 badges"),
        (f"{own}/rules", "Rules"),
        (f"{own}/year/2017", "No games in 2017"),
        (f"{own}/edit", "No longer plays"),
    )


def _played(cast: Cast) -> tuple[State, ...]:
    """Return the states of clubs where people play as partners."""
    versus = "/league/versus?one="
    return _person(cast.person) + states(
        ("/league?over=all&whose=partnerships", "Ranked by"),
        (f"/people/{cast.person}/year/{cast.year}", "Share picture"),
        (f"/partners/{cast.pair}/year/{cast.year}", "Share picture"),
        (f"/league/year/{cast.year}", "Busiest month"),
        (f"/partners/{cast.pair}", "Rating"),
        *((f"/partners/{cast.pair}/{part}", words) for part, words in PARTS.items()),
        (f"{versus}{cast.person}&other={cast.other}", "As partners"),
        (f"{versus}{cast.pair}&other={cast.opponents}", "Who led"),
    )


ODD = states(
    ("/league/prophets", "A coin"),
    ("/games/1/bets", "called it"),
    # Other orders and days, and unusual requests.
    ("/league?over=all&by=rating", "Ranked by"),
    ("/league/everyone", "Everyone and everyone"),
    (DAYS, "Ranked by"),
    (WRONG_DAYS, "This table cannot be shown"),
    ("/league/versus?one=1&other=1", "cannot play against themselves"),
    ("/league?over=season-1", "Ranked by"),
    ("/league/records?kind=999", "No game of that kind"),
    ("/league?over=all&least=900", "no one played"),
    ("/league/what-if?over=all&rules=simpson", "Game by game"),
    ("/league/what-if?over=days&from=tomorrow", "Count them again"),
    ("/games/1/what-if?rules=catawba", "Count it again"),
)
CHANGES = states(
    # The pages that change people, and their errors.
    ("/people", "Please type a name", press("Add")),
    ("/people/1/edit", "Nothing was changed yet", *NAMELESS),
    ("/people/1/forget", "This cannot be taken back"),
    ("/people/1/forget", "Tick “This cannot", press("Forget for ever")),
    ("/people/1/merge?into=5", "will count for"),
    ("/people/1/merge?into=2", "Keep both", press("Yes, the same person")),
    ("/league/seasons/1/edit", "Remove this season"),
    ("/league/seasons/1/edit", "Please type a name", *FAULTY_SEASON),
    ("/league/seasons", "Nothing was changed yet", _begin_a_nameless_season),
)
EVENINGS = states(
    ("/evenings/2026-01-06", "What the evening changed"),
    ("/evenings/2025-01-01", "No finished games on this day"),
    ("/games/6/result", "What this game changed"),
    ("/evenings/teams", "Who is here?"),
    ("/evenings/teams?rules=dearie&table=6x2&here=1&here=2&here=3&here=4&here=5&here=6&here=7", "Another proposal"),
    ("/evenings/teams?rules=dearie&here=1", "A table needs"),
)
STORIES = states(
    ("/games/1/story", "What turned it"),
    ("/games/7/story", "A tie"),
    ("/games/8/story", "The game so far"),
    ("/games/9/story", "on paper"),
    ("/games/10/story", "won"),
    ("/games/11/story", "bin"),
    ("/games/12/story", "Corrections"),
    ("/games/1/story?rounds=open", "Fold all the rounds"),
)
CROWDED = states(
    (f"/league/year/{CROWD.year}", "Records set"),
    ("/league/everyone", "who played most"),
    ("/evenings/teams", "Who is here?"),
    ("/evenings/2018-01-05", "What the evening changed"),
    ("/league?over=all", "Points a round", _by_points),
    ("/league/clock?search=america", "type more letters"),
    ("/league/clock?zone=Pacific/Kiritimati", "would be on another day"),
    ("/league/clock?begins=00:00", "Let a day begin at 00:00"),
    ("/league/seasons/3", "Which evenings count", _open("Which evenings count")),
    ("/league/seasons?offer=quarter", "Begin the season"),
    ("/league/records", "Records", _of_another_kind),
    ("/people/9", "guest"),
    ("/games/3/story", "What turned it"),
    ("/league/versus?one=29&other=9", "never"),
)
SEASON = states(
    ("/league/seasons/1", "Champion partnership"),
    ("/league/seasons/1/months", "Rating gained by month"),
    ("/league/seasons/1/records", "Highest round"),
    ("/league/seasons/1/nights", "Earlier nights"),
    ("/league/seasons/1/sheet", "Back to the season"),
)
NIGHTS = states(
    ("/nights", "Plan a night"),
    ("/nights/1", "Biggest round"),
    ("/nights/2", "The tables cannot be drawn"),
    ("/nights/1/board", "Sitting 1 of 3"),
    ("/nights/1/plan", "Remove this night"),
    ("/nights/2/pairs", "Make these two a pair"),
    ("/nights/1/seating", "Sitting 3"),
    ("/nights/1/seating?slips=1", "against"),
    ("/nights/1/codes", "Lay one on each table"),
    ("/nights/new", "Nothing is saved yet", write("", "How many sittings?", "x"), press("Draw the tables")),
)
EXAMPLE = states(
    ("/", "An example club."), ("/example/delete", "Yes, delete it"), ("/league/prophets?from=2020-01-01", "Prophets")
)
STATES: dict[Name, tuple[State, ...]] = {
    Name.EMPTY: EVERYWHERE + TOO_FEW + states(("/league/what-if", "No finished games yet")),
    Name.ONE_GAME: EVERYWHERE + PEOPLE + _played(FOUR),
    Name.ALONE: STANDINGS + _person(1),
    Name.UNPLAYED: TOO_FEW + _person(1),
    Name.LONG: EVERYWHERE + PEOPLE + _played(FOUR) + ODD + CHANGES + STORIES + EVENINGS,
    Name.CROWD: EVERYWHERE + PEOPLE + _played(CROWD) + CROWDED,
    Name.SEASON: SEASON + NIGHTS,
    Name.EXAMPLE: EXAMPLE,
}
