"""Seasons are begun, changed, ended, removed and taken back through their pages."""

from datetime import date

import pytest

from scorepad.league.standings import Figure
from scorepad.store import Season
from scorepad.store.seasons import Seasons
from tests.web.standings import set_today

SEASONS = "/league/seasons"
TYPED = {"name": "Winter", "first_day": "2026-01-01", "last_day": "2026-03-31", "least": "2"}


@pytest.fixture
def visitor(first_visitor):
    """Every test here is about a club that holds its own seasons alone."""
    return first_visitor


def _begin(visitor, **otherwise):
    return visitor.send(visitor.get(SEASONS).form(SEASONS), **TYPED | otherwise)


def _form(visitor, ending, number=1):
    page = "/edit" if ending in ("/edit", "/remove") else ""
    return visitor.get(f"{SEASONS}/{number}{page}").form(ending)


def test_a_club_without_a_season_is_told_what_one_is_and_can_begin_one(visitor):
    page = visitor.get(SEASONS)
    assert "No season yet" in page.text
    assert "open" in page.root.by_id("begin").attributes
    assert page.form(SEASONS).fields["figure"] == "wins"


def test_a_season_is_begun_as_it_was_typed(visitor):
    page = _begin(visitor, figure="rating")
    assert (page.status, page.heading) == (200, "Winter")
    assert page.said == "“Winter” is a season now."
    days = date(2026, 1, 1), date(2026, 3, 31)
    assert visitor.club.seasons.all() == [Season(1, "Winter", *days, Figure.RATING, 2)]
    assert "No game of this season is finished yet" in page.text


def test_a_season_may_have_no_last_day(visitor):
    assert "From 1 Jan 2026 on" in _begin(visitor, last_day="").text


def test_the_same_form_sent_twice_begins_one_season(visitor):
    form = visitor.get(SEASONS).form(SEASONS)
    for _ in range(2):
        assert visitor.send(form, **TYPED).heading == "Winter"
    assert len(visitor.club.seasons.all()) == 1


def test_a_form_that_comes_again_with_another_season_is_asked_about(visitor):
    form = visitor.get(SEASONS).form(SEASONS)
    visitor.send(form, **TYPED)
    page = visitor.send(form, **TYPED | {"name": "Spring", "first_day": "2026-02-01"})
    assert page.status == 422
    page = visitor.send(form, **TYPED | {"name": "Old", "first_day": "2025-01-01", "last_day": ""})
    assert page.status == 422
    assert len(visitor.club.seasons.all()) == 1


@pytest.mark.parametrize(
    ("field", "text", "said"),
    [
        ("name", "", "A name is needed."),
        ("name", "x" * 41, "too long"),
        ("name", "a\u202eb", "do not show"),
        ("first_day", "", "Choose the first day."),
        ("first_day", "soon", "such as 2026-03-31"),
        ("first_day", "9" * 400, "such as 2026-03-31"),
        ("last_day", "2026-02-30", "such as 2026-03-31"),
        ("last_day", "2025-12-31", "is before the first"),
        ("figure", "luck", "by what the season is decided"),
        ("least", "0", "from 1 to 999"),
        ("least", "9" * 400, "from 1 to 999"),
        ("least", "", "from 1 to 999"),
    ],
)
@pytest.mark.parametrize("changing", [False, True])
def test_what_cannot_be_is_said_beside_it_and_what_was_typed_kept(
    visitor, field, text, said, changing
):
    if changing:
        _begin(visitor)
        page = visitor.send(_form(visitor, "/edit"), **TYPED | {field: text})
    else:
        page = _begin(visitor, **{field: text})
    assert page.status == 422
    assert said in page.beside(field)
    assert "Nothing was changed yet" in page.said
    typed = TYPED | ({field: text[:400]} if field != "figure" else {})
    assert {name: page.root.by_id(name)["value"] for name in typed} == typed
    assert len(visitor.club.seasons.all()) == int(changing)


def test_days_of_another_season_are_refused_and_it_is_named(visitor):
    _begin(visitor)
    page = _begin(visitor, name="Spring", first_day="2026-03-31", last_day="")
    assert page.status == 422
    assert page.beside("first_day").startswith("“Winter” has some of these days")


@pytest.mark.parametrize("ending", ["", "/edit", "/end", "/remove", "/restore"])
def test_a_form_without_our_token_changes_nothing_and_is_asked_again(visitor, ending):
    _begin(visitor, last_day="")
    before = visitor.club.seasons.season(1)
    number = "/1" if ending else ""
    page = visitor.post(
        f"{SEASONS}{number}{ending}", {**TYPED, "figure": "wins", "csrf_token": "x"}
    )
    assert "lost its connection" in page.said
    assert visitor.club.seasons.all() == [before]


def test_a_season_is_changed(visitor):
    _begin(visitor)
    page = visitor.send(_form(visitor, "/edit"), name="Spring", last_day="", figure="share")
    assert (page.heading, page.said) == ("Spring", "“Spring” is changed.")
    assert "Decided by win share, from 2 games on." in page.text
    assert visitor.send(_form(visitor, "/edit")).said == "Nothing was changed."


def test_what_somebody_else_changed_meanwhile_is_not_overwritten(visitor):
    _begin(visitor)
    form = _form(visitor, "/edit")
    visitor.club.seasons.change(1, least=7)
    page = visitor.send(form, name="Spring")
    assert page.status == 422
    assert "Somebody else has just changed “Winter”" in page.said
    assert visitor.club.seasons.season(1).least == 7
    assert visitor.send(page.form("/edit")).heading == "Spring"


def test_a_season_that_runs_is_ended_today(visitor, monkeypatch):
    set_today(monkeypatch, "2026-02-05")
    _begin(visitor, last_day="")
    page = visitor.send(_form(visitor, "/end"))
    assert "ends today" in page.said
    assert "1 Jan 2026 to 5 Feb 2026. Running." in page.text
    assert not [form for form in page.forms if form.action.endswith("/end")]


def test_a_season_that_was_changed_meanwhile_is_not_ended(visitor, monkeypatch):
    set_today(monkeypatch, "2026-02-05")
    _begin(visitor, last_day="")
    form = _form(visitor, "/end")
    visitor.club.seasons.change(1, name="Spring")
    assert "Somebody else has just changed" in visitor.send(form).said
    assert visitor.club.seasons.season(1).last_day is None


def test_a_season_that_is_put_off_while_it_is_ended_stays_so(visitor, monkeypatch):
    set_today(monkeypatch, "2026-02-05")
    _begin(visitor, last_day="")
    form, real = _form(visitor, "/end"), Seasons.change

    def after_another(seasons, number, **to):
        real(seasons, number, first_day=date(2026, 3, 1))
        return real(seasons, number, **to)

    monkeypatch.setattr(Seasons, "change", after_another)
    page = visitor.send(form)
    assert (page.status, page.said) == (200, "The last day is before the first.")
    assert visitor.club.seasons.season(1).last_day is None


@pytest.mark.parametrize("today", ["2025-12-31", "2026-04-01"])
def test_a_season_that_does_not_run_is_not_ended(visitor, monkeypatch, today):
    set_today(monkeypatch, "2026-02-05")
    _begin(visitor)
    form = _form(visitor, "/end")
    set_today(monkeypatch, today)
    assert "does not run today" in visitor.send(form).said
    assert visitor.club.seasons.season(1).last_day == date(2026, 3, 31)
    assert "/end" not in visitor.get(f"{SEASONS}/1").source


def test_a_season_is_removed_and_taken_back_at_once_or_later(visitor):
    _begin(visitor)
    page = visitor.send(_form(visitor, "/remove"))
    assert "“Winter” is removed." in page.said
    assert visitor.club.seasons.all() == []
    undo, later = [form for form in page.forms if form.action.endswith("/restore")]
    assert visitor.send(undo).said == "“Winter” is back."
    assert visitor.send(later).heading == "Winter"
    assert "was removed" not in visitor.get(f"{SEASONS}/1").text


def test_a_removed_season_says_so_and_can_be_taken_back_on_its_page(visitor):
    _begin(visitor)
    visitor.club.seasons.remove(1)
    page = visitor.get(f"{SEASONS}/1")
    assert "This season was removed" in page.said
    assert visitor.send(page.form("/restore")).said == "“Winter” is back."


def test_a_season_whose_days_are_taken_stays_removed(visitor):
    _begin(visitor)
    visitor.club.seasons.remove(1)
    _begin(visitor, name="Spring")
    page = visitor.send(_form(visitor, "/restore"))
    assert page.said.startswith("“Winter” stays removed. “Spring” has some of these days")


@pytest.mark.parametrize("ending", ["", "/edit"])
@pytest.mark.parametrize("number", ["2", "0", "x", "9" * 400])
def test_a_season_that_is_none_is_no_page(visitor, number, ending):
    _begin(visitor)
    assert visitor.get(f"{SEASONS}/{number}{ending}").status == 404


@pytest.mark.parametrize("ending", ["/edit", "/end", "/remove", "/restore"])
def test_a_season_that_is_none_cannot_be_changed(visitor, ending):
    assert visitor.post(f"{SEASONS}/1{ending}", TYPED).status == 404


def test_a_name_is_shown_whole_and_harmless(visitor):
    page = _begin(visitor, name="<b>Ünder & Över</b> “2026” 🎄")
    assert page.heading == "<b>Ünder & Över</b> “2026” 🎄"
    for address in (SEASONS, "/league", f"{SEASONS}/1/edit"):
        assert "<b>Ünder" not in visitor.get(address).source
