"""The tables on the page of the standings beside what plain code makes of the same games."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date
from typing import Any

from tests.league.page_figures import Pages, champions, drawn, rows
from tests.league.plain import PlainLeague, Row, Season
from tests.league.plain_figures import Figures
from tests.league.plain_words import amount, average, key, percent, rated, times, wins
from tests.web.pages import Element, Page

ROWS, BARS, FIRST = 50, 10, 4
"""Rows of a page, bars of its picture, and names of who is first."""

OF_POINTS = {"points", "luck", "play"}


@dataclass(frozen=True)
class Asked:
    """A table: over which days, of which kind, whose, by which figure, from how many games on."""

    by: str
    first: date | None = None
    last: date | None = None
    kind: str | None = None
    least: int = 1
    together: bool = False

    @classmethod
    def of(cls, season: Season, together: bool = False) -> "Asked":
        """The table that decides a season."""
        return cls(season.figure, season.first, season.last, least=season.least, together=together)

    def rows(self, plain: PlainLeague) -> list[Row]:
        """The rows of the plain table."""
        return plain.standings(
            self.by, self.first, self.last, kind=self.kind, least=self.least, together=self.together
        )


def is_one_kind(plain: PlainLeague, asked: Asked) -> bool:
    """Whether all games of a table are of one kind, so that points can be compared."""
    return len({game.kind for game in plain.chosen(asked.first, asked.last, asked.kind)}) == 1


def comparable(plain: PlainLeague, asked: Asked) -> str:
    """The figure by which a page ranks it: wins, where points a round cannot be compared."""
    return "wins" if asked.by == "points" and not is_one_kind(plain, asked) else asked.by


def written(counted: Figures, plain: PlainLeague, last: date | None) -> dict[str, str]:
    """All figures of a row as a page writes them."""
    return {
        "games": amount(counted.games),
        "wins": wins(counted.wins),
        "share": percent(counted.share),
        "points": average(counted.points_a_round),
        "luck": average(counted.luck_a_round),
        "play": average(counted.play_a_round),
        "rating": rated(plain.ratings.on(counted.who, last)),
        "books": amount(counted.books),
    }


def expected_rows(
    plain: PlainLeague, found: Sequence[Row], asked: Asked
) -> list[tuple[str, dict[str, str]]]:
    """The rows of a table as a page has them, with every figure that it shows."""
    hidden = set() if is_one_kind(plain, asked) else OF_POINTS
    expected = []
    for row in found:
        cells = {"rank": str(row.rank)} | written(row.figures, plain, asked.last)
        shown = {code: cell for code, cell in cells.items() if code not in hidden}
        expected.append((key(row.who), shown))
    return expected


def same_standings(pages: Pages, asked: Asked, **address: Any) -> None:
    """One table on its page, or its pages, with its picture and who is first in it."""
    plain = pages.plain
    ranked = Asked(**(vars(asked) | {"by": comparable(plain, asked)}))
    expected = ranked.rows(plain)
    if asked.kind:
        address["kind"] = pages.kinds[asked.kind]
    address |= {"by": asked.by, "least": asked.least}
    address["whose"] = "partnerships" if asked.together else "people"
    page = pages.open("/league", **address)
    if not expected:
        assert not rows(page)
        assert not champions(page)
        return
    _same_first(page, expected, plain, ranked)
    _same_bars(page, expected, plain, ranked)
    found = rows(page)
    for start in range(ROWS, len(expected), ROWS):
        assert f"Rows {start - ROWS + 1} to {start} of {len(expected)}." in page.text
        page = pages.open("/league", **address, page=start // ROWS + 1)
        found += rows(page)
    assert found == expected_rows(plain, expected, ranked)
    if len(expected) <= ROWS:
        one, more = ("partnership", "partnerships") if asked.together else ("person", "people")
        assert f"{len(expected)} {one if len(expected) == 1 else more}." in page.text


def _same_first(page: Page, expected: list[Row], plain: PlainLeague, asked: Asked) -> None:
    (element,) = [one for one in page.root.all("section") if one["aria-labelledby"] == "first"]
    same_champions(element, expected, plain, asked)


def same_champions(there: Element, expected: list[Row], plain: PlainLeague, asked: Asked) -> None:
    """Who is first, and the line below that says by what."""
    first = [row for row in expected if row.rank == 1]
    assert champions(there) == [key(row.who) for row in first[:FIRST]]
    assert (f"and {len(first) - FIRST} more" in there.text) == (len(first) > FIRST)
    same_sentence(there.all("p")[-1].text, first, plain, asked)


def same_sentence(said: str, first: list[Row], plain: PlainLeague, asked: Asked) -> None:
    """The line that says by what somebody is first, in how many games; or what several have alike."""
    figure = written(first[0].figures, plain, asked.last)[asked.by]
    if len(first) == 1:
        assert times(first[0].figures.games, "game") in said
    else:
        figure = figure.split(" ±")[0]
        assert said.endswith(" each")
    after = said.removeprefix("Rating ").removeprefix(figure)
    assert len(after) < len(said), (said, figure)
    assert not after[:1].isdigit(), (said, figure)


def _same_bars(page: Page, expected: list[Row], plain: PlainLeague, asked: Asked) -> None:
    best = expected[:BARS]
    said = [written(row.figures, plain, asked.last)[asked.by] for row in best]
    values, words = drawn(page)
    assert values == said
    lines = [
        f"{row.rank}. {plain.name(row.who)}, {value}" for row, value in zip(best, said, strict=True)
    ]
    assert words == "; ".join(lines)
