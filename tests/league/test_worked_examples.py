"""Worked examples of docs/league.md, run through the code of each figure. More are in the tests of their topics."""

import re
from fractions import Fraction

import pytest

from scorepad.league.facts import WHOLE, Side, Tally, next_streak
from scorepad.league.figures import EXPECTED, LUCK, about, evening_text, figure_text
from scorepad.league.ratings import Rating
from scorepad.league.standings import (
    BestEvenings,
    Evening,
    Figure,
    Moved,
    Standing,
    TableRank,
    ranks_before,
    tenth_of,
    usual_least,
)
from scorepad.league.year import Month, OwnGame, best_month, highest_rating, longest_streak
from scorepad.web.evenings.news import MoveRow, NewsView
from scorepad.web.people.people_view import Competitor
from tests.support.server import ROOT

DOCS = " ".join((ROOT / "docs/league.md").read_text("utf-8").split())


def of(tally, rating=None, **figures):
    return Standing("1", tally, rating, **figures)


def moved(before, now):
    """Return how far everyone moved between two tables of values, if all of them played."""
    above = {who: sum(other > value for other in now.values()) for who, value in now.items()}
    changes = {who: Moved(before[who], now[who]) for who in now}
    places = [TableRank(who, 1 + above[who], now[who]) for who in now]
    ranks = ranks_before(places, changes, lambda value: sum(other > value for other in now.values()))
    return [ranks[place.competitor] - place.rank for place in places]


def months(*played):
    """Return the games of a year from each month, its games, and how many of them were won."""
    return [
        OwnGame(f"2026-{month:02}-01", 1, 1, (Side((1,), 100, WHOLE * (at < won), 0), Side((2,), 0, 0, 1)))
        for month, games, won in played
        for at in range(games)
    ]


def largest(**changes):
    rows = [MoveRow(Competitor(who, who, (), None), 1500, 1500 + by, False) for who, by in changes.items()]
    return [row.person.name for row in NewsView([], rows).largest]


NINE = Tally(games=9, share=WHOLE * 11 // 2)
GAINED = of(Tally(), Rating(1581.8), before=Rating(1519.6)), of(Tally(), Rating(1431), before=Rating())
THREE = [Evening("05", 2 * WHOLE), Evening("12", WHOLE // 2), Evening("19", WHOLE)]
BEST = BestEvenings(THREE, 2, Figure.WINS)


@pytest.mark.parametrize(
    ("words", "computed", "expected"),
    [
        ("expect 3 + 1 = 4 wins; 5½ wins are +1.5", figure_text(EXPECTED, of(NINE, expected=Fraction(4))), "+1.5"),
        ("33 points of luck a round and the club's had 20: +13",
         figure_text(LUCK, of(Tally(itemised=2, luck=66), club_luck=Fraction(20))), "+13"),
        ("has 18 games, so pairs with 5 or more are listed; if it has 4, all are",
         (usual_least(18), usual_least(4)), (5, 1)),
        ("a rating of 1,537: \"3 games, about 1,540\"", about(Rating(1537)), "about 1,540"),
        ("Bob won twice and is first now, \"▲2\"; Ann and Carla share rank 2, \"▼1\"",
         moved({"Bob": 4, "Ann": 5, "Carla": 5}, {"Bob": 6, "Ann": 5, "Carla": 5}), [2, -1, -1]),
        ("counted down). A tie ends it", [next_streak(3, WHOLE // teams) for teams in (2, 3, 4)], [0, 0, 0]),
        ("gained 62 from January to March", figure_text(Figure.GAINED, GAINED[0]), "+62"),
        ("ends at 1,431: −69", figure_text(Figure.GAINED, GAINED[1]), "−69"),
        ("The 5th and the 19th count, and she has 3",
         ([evening.day for evening in BEST.counted], evening_text(Figure.WINS, BEST.value)), (["05", "19"], "3")),
        ("3 wins in 10 games are in the fourth", tenth_of(WHOLE * 3 / 10), 3),
        ("the last 90 % to 100 %", [tenth_of(WHOLE * share) for share in (0.9, 1)], [9, 9]),
        ("March with 4 wins in 6 games is better than May with 4 in 7, and than June with 3 in 3",
         best_month(months((3, 6, 4), (5, 7, 4), (6, 3, 3))), Month("2026-03", 6, 4 * WHOLE)),
        ("after two wins in December and three in January, January's year has 3", longest_streak(months((1, 4, 3))), 3),
        ("someone who begins the year with 2,216 and only falls, to 1,598, has \"high 2,216\"",
         highest_rating(Rating(2216), [Rating(1800)], Rating(1598)), 2216),
        ("Ann +14, Carla +9, Bob −12, Dora −11; Emil, +3, is not named",
         largest(Ann=14, Carla=9, Emil=3, Dora=-11, Bob=-12), ["Ann", "Carla", "Dora", "Bob"]),
    ],
    ids=lambda value: re.sub(r"\W+", "-", value)[:30] if isinstance(value, str) else "",
)  # fmt: skip
def test_an_example_is_in_the_docs_and_right(words, computed, expected):
    assert words in DOCS
    assert computed == expected
