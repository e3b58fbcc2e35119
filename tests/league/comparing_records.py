"""The pages of records and of seasons beside what plain code makes of the same games."""

from collections import Counter
from datetime import date, datetime, timedelta

from tests.league import plain_records
from tests.league.clubs import ZONE
from tests.league.comparing_tables import (
    Asked,
    comparable,
    expected_rows,
    same_champions,
    same_sentence,
)
from tests.league.page_figures import (
    Pages,
    champions,
    drawn,
    game_of,
    marked,
    part,
    rows,
    text,
)
from tests.league.plain import PlainLeague, Row, Season
from tests.league.plain_words import amount, day, key, times
from tests.web.pages import Element, Page

CODES = dict(
    zip(
        ("round", "game", "comeback", "narrowest", "clean", "cuts", "shame"),
        plain_records.CODES,
        strict=True,
    )
)
"""The records as pages name them, and as the plain code does."""

UNITS = ("point", "point", "point", "point", "clean book", "exact cut", "red three")
UNIT_OF = dict(zip(CODES, UNITS, strict=True))

LONG = 550
"""Days from which on a season is drawn in years."""

Place = tuple[str, str, int, int]
"""A place of a record: whose, how much as it is written, in which game and round."""


def same_records(pages: Pages, kind: str) -> None:
    """The records of one kind of game."""
    plain = pages.plain
    page = pages.open("/league/records", kind=pages.kinds[kind])
    for code, plain_code in CODES.items():
        feats = plain_records.records(plain, kind, plain_code)
        places = [(key(one.who), amount(one.value), one.game, one.round) for one in feats]
        _same_record(page, plain, code, places, UNIT_OF[code])
    games = Counter(game.kind for game in plain.games)
    if len(games) > 1:
        offered = page.root.by_id("kind")
        assert offered is not None
        shown = {one["value"]: one.text for one in offered.all("option")}
        assert shown.keys() == {str(pages.kinds[one]) for one in games}
        for one, count in games.items():
            assert shown[str(pages.kinds[one])].endswith(f"({times(count, 'game')})")


def same_streaks(pages: Pages) -> None:
    """The longest winning streaks, of people and of partnerships."""
    page = pages.open("/league/records")
    for whose in ("people", "partnerships") if pages.plain.games else ():
        streaks = plain_records.longest_streaks(pages.plain, whose == "partnerships")
        places = [(key(one.who), amount(one.length), one.last, 0) for one in streaks]
        _same_record(page, pages.plain, f"streak-{whose}", places, "game")


def _same_record(page: Page, plain: PlainLeague, code: str, places: list[Place], unit: str) -> None:
    """The list of a record, the line of who holds it, and the picture."""
    (found,) = marked(page, "record", code)
    lines = [one for one in marked(found, "who") if one.tag == "tr"]
    shown = [
        (one["data-who"], text(one, "value"), int(one["data-game"]), int(one["data-round"]))
        for one in lines
    ]
    assert shown == places, code
    if not places:
        assert "Nobody yet." in found.text
        return
    days = {game.number: day(game.day) for game in plain.games}
    for line, (_, _, game, number) in zip(lines, places, strict=True):
        when = line.all("a")[-1]
        assert game_of(when) == game
        assert days[game] in when.text
        assert not number or when.text.endswith(f"round {number}")
    _, value, game, _ = places[0]
    held, _, when = (found.all("p")[at] for at in (1, 2, 3))
    assert held.text.startswith(f"{value} {unit}")
    assert (game_of(when.all("a")[0]), days[game] in when.text) == (game, True)
    if len(places) > 1:
        assert drawn(found)[0] == [value for _, value, *_ in places]


def same_seasons(pages: Pages) -> None:
    """The list of seasons, each with who is first in it."""
    page = pages.open("/league/seasons")
    listed = marked(page, "season")
    latest = sorted(pages.seasons.items(), key=lambda one: one[1].first, reverse=True)
    assert [int(one["data-season"]) for one in listed] == [number for number, _ in latest]
    for element, (_, season) in zip(listed, latest, strict=True):
        first = _first(pages.plain, season, together=False)
        assert champions(element) == [key(row.who) for row in first[:4]]
        if first:
            title = "Champion" if _is_over(season) else "In the lead"
            assert title in element.text
            asked = Asked.of(season)
            same_sentence(element.all("p")[-1].text, first, pages.plain, asked)


def _first(plain: PlainLeague, season: Season, *, together: bool) -> list[Row]:
    """Who is first in a season; nobody where points a round decide and several kinds were played."""
    asked = Asked.of(season, together)
    found = asked.rows(plain) if comparable(plain, asked) == season.figure else []
    return [row for row in found if row.rank == 1]


def _is_over(season: Season) -> bool:
    return season.last is not None and season.last < datetime.now(ZONE).date()


def same_review(pages: Pages, number: int) -> None:
    """A season in review."""
    plain, season = pages.plain, pages.seasons[number]
    page = pages.open(f"/league/seasons/{number}")
    games = plain.chosen(season.first, season.last)
    if not games:
        assert not rows(page)
        return
    (sums,) = [one for one in page.root.all("dl") if "standing" in one["class"].split()]
    assert text(sums, "games") == amount(len(games))
    assert text(sums, "rounds") == amount(sum(len(game.rounds) for game in games))
    boxes = [one for one in page.root.all("section") if one["class"] == "first-of-all"]
    both = [one for one in (False, True) if _first(plain, season, together=one)]
    for box, together in zip(boxes, both, strict=True):
        asked = Asked.of(season, together)
        same_champions(box, asked.rows(plain), plain, asked)
    _same_tables(page, plain, season)
    _same_months(page, plain, season)
    _same_bests(page, plain, season)


def _same_tables(page: Page, plain: PlainLeague, season: Season) -> None:
    asked = Asked.of(season)
    by = comparable(plain, asked)
    asked = Asked(by, season.first, season.last, least=season.least)
    assert rows(part(page, "table")) == expected_rows(plain, asked.rows(plain)[:10], asked)
    most = Asked("games", season.first, season.last).rows(plain)[:5]
    expected = [
        (key(row.who), {"rank": str(row.rank), "games": amount(row.figures.games)}) for row in most
    ]
    assert rows(part(page, "most")) == expected


def _same_months(page: Page, plain: PlainLeague, season: Season) -> None:
    """The games of each month, or of each year of a long season; where there were none, that is said too."""
    games = plain.chosen(season.first, season.last)
    first = max(season.first, plain.games[0].day)
    last = min(season.last or date.max, plain.games[-1].day)
    form = "%b %Y" if (last - first).days <= LONG else "%Y"
    days = [first + timedelta(days=at) for at in range((last - first).days + 1)]
    counts = Counter(f"{game.day:{form}}" for game in games)
    expected = {f"{one:{form}}": str(counts[f"{one:{form}}"]) for one in days}
    values, words = drawn(part(page, "months"))
    assert words == "; ".join(f"{name}: {count}" for name, count in expected.items())
    assert values == list(expected.values())


def _same_bests(page: Page, plain: PlainLeague, season: Season) -> None:
    """The records of the three kinds that were played most."""
    games = plain.chosen(season.first, season.last)
    played = Counter(game.kind for game in games)
    kinds = {game.number: game.kind for game in games}
    shown = []
    for box in part(page, "records").all("section")[1:]:
        there = marked(box, "record")
        kind = kinds[game_of(there[0].all("a")[0])]
        shown.append(kind)
        _same_best(there, plain, season, kind)
    most = sorted(played.values(), reverse=True)[:3]
    assert [played[kind] for kind in shown] == most
    assert len(set(shown)) == len(shown)
    assert (f"{len(played) - 3} more" in part(page, "records").text) == (len(played) > 3)


def _same_best(there: list[Element], plain: PlainLeague, season: Season, kind: str) -> None:
    days = season.first, season.last
    expected = {}
    for code, plain_code in CODES.items():
        for one in plain_records.records(plain, kind, plain_code, 1, days):
            said = times(one.value, UNIT_OF[code])
            expected[code] = (said, one.game, key(one.who))
    found = {
        one["data-record"]: (
            text(one, "value"),
            game_of(one.all("a")[0]),
            marked(one, "who")[0]["data-who"],
        )
        for one in there
    }
    assert found == expected
