"""The choices of the standings: days, order, pages, and what cannot be chosen."""

import pytest

from scorepad.league import tables
from scorepad.web.league import standings as module
from tests.web.league.reading import LEAGUE, standings
from tests.web.league.tiny_league import play

MANY = "9" * 400


def choose(visitor, page, **typed):
    return visitor.get(LEAGUE, **page.form(LEAGUE).fields | typed)


def test_other_days_keep_the_order_the_group_and_the_kind(tiny):
    tiny.get(LEAGUE)
    kind = str(tiny.club.league.kinds()[0].kind.id)
    page = tiny.get(LEAGUE, by="rating", whose="partnerships", kind=kind)
    shown = choose(tiny, page, **{"from": "2026-01-01"})
    assert shown.heading == "From 1 Jan 2026 on"
    fields = shown.form(LEAGUE).fields
    assert (fields["by"], fields["kind"], fields["whose"]) == ("rating", kind, "partnerships")
    assert (fields["over"], fields["had"]) == ("days", "2026-01-01/")


def test_typed_days_win_over_a_season(tiny):
    page = tiny.get(LEAGUE, over="all")
    shown = choose(tiny, page, **{"from": "2020-01-01", "to": "2020-02-01"})
    assert shown.heading == "1 Jan 2020 to 1 Feb 2020"
    assert choose(tiny, shown).heading == "1 Jan 2020 to 1 Feb 2020"
    assert choose(tiny, shown, over="all").heading == "All games"


def test_pages_of_a_long_table_follow_each_other(first_visitor, monkeypatch):
    visitor = first_visitor
    for at in range(13):
        play(visitor, (6500, 20), names=tuple(f"P{4 * at + n:02}" for n in range(4)))
    page = visitor.get(LEAGUE, by="games")
    assert len(standings(page)) == 50
    assert "Rows 1 to 50 of 52." in page.text
    more = visitor.get(page.links["Next rows"])
    assert standings(more) == [(1, "P50", "1"), (1, "P51", "1")]
    assert "Rows 51 to 52 of 52." in more.text
    assert standings(visitor.get(more.links["Previous rows"])) == standings(page)
    for unknown in ("9999", MANY, "0", "-1", "x", "1-2"):
        assert standings(visitor.get(LEAGUE, by="games", after=unknown)) == standings(page)
    monkeypatch.setattr(tables, "PROVISIONAL", 1)
    for choices in ({"by": "wins"}, {"by": "rating"}, {"by": "share", "whose": "partnerships"}):
        monkeypatch.setattr(module, "ROWS", 100)
        whole = visitor.get(LEAGUE, **choices)
        assert not {"Next rows", "Previous rows"} & whole.links.keys()
        monkeypatch.setattr(module, "ROWS", 11)
        page, rows = visitor.get(LEAGUE, **choices), []
        while "Next rows" in page.links:
            rows += standings(page)
            page, before = visitor.get(page.links["Next rows"]), page
            assert standings(visitor.get(page.links["Previous rows"])) == standings(before)
        assert rows + standings(page) == standings(whole)


@pytest.mark.parametrize(
    ("query", "fault"),
    [
        ({"over": "season-7"}, "There is no such season"),
        ({"over": f"season-{MANY}"}, "There is no such season"),
        ({"over": "yesterday"}, "There is no such season"),
        ({"over": "days"}, "Choose the first day"),
        ({"over": "days", "from": "2026-02-30"}, "such as 2026-03-31"),
        ({"over": "days", "from": "1.2.2026"}, "such as 2026-03-31"),
        ({"over": "days", "from": MANY}, "such as 2026-03-31"),
        ({"over": "days", "to": "٢٠٢٦-٠١-٠١"}, "such as 2026-03-31"),
        ({"over": "days", "from": "2026-02-01", "to": "2026-01-01"}, "is before the first"),
        ({"kind": "7"}, "No game of this kind"),
        ({"kind": MANY}, "No game of this kind"),
        ({"kind": "x"}, "No game of this kind"),
        ({"by": "luck"}, "A table cannot be ranked by that"),
        ({"whose": "cats"}, "Choose people or partnerships"),
        ({"least": "0"}, "from 1 to 999"),
        ({"least": MANY}, "from 1 to 999"),
        ({"least": "two"}, "from 1 to 999"),
    ],
    ids=str,
)
def test_a_bad_request_shows_the_usual_table_and_what_is_wrong(tiny, query, fault):
    page = tiny.get(LEAGUE, **query)
    assert page.status == 422
    assert fault in page.text
    assert "Below is the usual one" in page.said
    assert len(standings(page)) == 4
    assert "open" in page.root.by_id("choose").attributes


def test_everything_typed_is_kept(tiny):
    page = tiny.get(LEAGUE, over="days", least="many", **{"from": "soon", "to": "2026-01-01"})
    least, since, until = (page.root.by_id(name) for name in ("least", "from", "to"))
    assert (least["value"], since["value"], until["value"]) == ("many", "soon", "2026-01-01")
    assert (since["type"], until["type"]) == ("text", "date")
    assert since["aria-describedby"] == "from-note"
    assert page.beside("from").startswith("Type a day")


def test_a_club_without_games_answers_bad_requests_too(first_visitor):
    page = first_visitor.get(LEAGUE, over="days", least="0")
    assert page.status == 422
    assert "from 1 to 999" in page.said
