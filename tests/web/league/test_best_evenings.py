"""A season that counts only everyone's best evenings."""

import pytest

from tests.web.league import reading
from tests.web.league.reading import begin_season, champions, column, section, standings
from tests.web.league.tiny_league import ids, play

SEASONS = "/league/seasons"
REVIEW = f"{SEASONS}/1"


@pytest.fixture
def tiny(own_tiny, monkeypatch):
    """A visitor of the tiny league on the day after its last game; on the last day Ann and Bob won once more."""
    play(own_tiny, (6500, 20), names=("Ann", "Carla", "Bob", "Dora"), day=8)
    reading.set_today(monkeypatch, "2026-01-09")
    return own_tiny


def evenings(page, visitor, name):
    number = str(ids(visitor)[name])
    (listed,) = [item for item in page.root.all("div") if item["data-evenings"] == number]
    return [part.text.replace(" ,", ",") for part in listed.all("dd")]


def test_wins_of_the_best_evenings_decide_and_the_page_lists_them(tiny):
    begin_season(tiny, "2026-01-05", "2026-01-08", best=2)
    page = tiny.get(REVIEW)
    # Ann won on 5, 6 and, with half a win, 8 January; Carla also on the 7th.
    assert column(page, "best") == {"Ann": "2½", "Bob": "1½", "Carla": "2", "Dora": "1½"}
    assert champions(page)[0] == "Ann"
    assert "Decided by wins of everyone’s best 2 evenings." in page.text
    assert "2½ wins in the best 2 evenings, 5 games in all" in section(page, "first").text
    assert evenings(page, tiny, "Ann") == ["5 Jan 2026: 1, 8 Jan 2026: 1½", "Not counted: 6 Jan 2026: 1, 7 Jan 2026: 0"]
    whole = tiny.get(page.links["The whole table"])
    assert standings(whole) == standings(page)
    assert column(whole, "wins")["Ann"] == "3½"
    assert "Champion" in whole.text
    assert "Best evenings" not in tiny.get("/league", over="all").links
    assert tiny.get("/league", over="all", by="best").classed("standings")[0]["data-by"] == "wins"


@pytest.mark.parametrize("figure", ["gained", "books"])
def test_with_as_many_evenings_as_anyone_played_nothing_is_left_out(tiny, figure):
    begin_season(tiny, "2026-01-05", "2026-01-08", figure=figure, best=4)
    page = tiny.get(REVIEW)
    assert column(page, "best") == column(page, figure)
    assert "Not counted" not in page.text


def test_an_open_season_has_a_leader(tiny):
    begin_season(tiny, "2026-01-08", "", best=3)
    page = tiny.get(REVIEW)
    assert champions(page)[0] == "Ann"
    assert "In the lead" in page.text
    assert evenings(page, tiny, "Ann") == ["8 Jan 2026: 1½"]


def test_how_many_count_is_typed_changed_and_refused_for_averages(tiny):
    begin_season(tiny)
    form = tiny.get(f"{REVIEW}/edit").form("/edit")
    page = tiny.send(form, figure="share", best="3")
    assert (page.status, tiny.club.seasons.season(1).best) == (422, None)
    assert page.beside("best").startswith("Best evenings work with wins")
    assert "best 3 evenings" in tiny.send(page.form("/edit"), figure="wins", best="3").text
    again = tiny.get(f"{REVIEW}/edit").form("/edit")
    assert again.fields["best"] == "3"
    assert "evenings" not in tiny.send(again, best="").text
