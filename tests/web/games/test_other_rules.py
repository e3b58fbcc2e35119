"""Changing rules, choices, decks and rounds on paper mid-game: what re-scoring changes, and that nothing is lost."""

import pytest

from scorepad.rules import preset, slugs
from scorepad.scoring.game.course import Phase
from scorepad.store import Entry
from tests.web.driving import OUT_FIRST
from tests.web.games.editing import keep, mend, preview, send

FOUR = [s for s in slugs() if any((t.players, t.teams) == (4, 2) for t in preset(s).tables)]


@pytest.mark.parametrize("slug", [slug for slug in FOUR if slug != "partnership"])
def test_other_rules_score_every_round_as_the_preview_said(table, slug):
    table.play(1, **OUT_FIRST, **{"seat1.exact_cut": "1"})
    page = preview(table, rules=slug)
    keep(table, page)
    record = table.record
    assert record.agreement.base.slug == slug
    sums = page.root.all("tr")[2].text
    assert all(f"{total:,}".replace("-", "−") in sums for total in record.course.now)
    for address in ("", "/rounds/1", "/rounds/1/edit", "/settings"):
        assert table.visitor.get(f"{table.address}{address}").status == 200


def test_what_other_rules_do_not_count_is_named_and_kept(visitor):
    table = visitor.begin("catawba")
    table.play(1, **OUT_FIRST | {"team1.aces": "1", "team1.melded": "1200"})
    before = table.record.course.now
    page = preview(table, rules="partnership")
    assert "No longer counted: " in page.text
    keep(table, page)
    assert table.values[1, "team1", "aces"]["n"] == 1
    mend(table, rules="catawba")
    assert table.record.course.now == before


def test_rules_that_had_ended_the_game_say_so(begun):
    begun.play(2, **OUT_FIRST)
    page = preview(begun, rules="classic")
    assert "The game would then have ended after round 1" in page.text or "The game is then over" in page.text
    keep(begun, page)
    assert begun.record.course.phase is not Phase.PLAYING


def test_a_going_out_that_other_rules_forbid_is_named_and_breaks_nothing(begun):
    page = preview(begun, rules="whitnack")
    assert "Please check round 1 afterwards: Ann & Carla cannot have gone out" in page.text
    keep(begun, page)
    assert begun.visitor.get(f"{begun.address}/rounds/1").status == 200
    assert begun.record.rounds[0].finished


def test_an_opening_once_played_is_never_faulted(table):
    table.play(1, **OUT_FIRST | {"team1.melded": "960", "team2.melded": "50"})
    assert "Please check" not in preview(table, rules="catawba").text


def test_a_count_that_cannot_be_read_is_shown_as_such(begun):
    club = begun.visitor.club
    seen = club.cells(begun.game)[1, "team1", "clean"].seq
    points = {"as": "points", "typed": "5"}
    club.record([Entry("odd", begun.game, 1, "team1", "clean", points, base=seen)])
    assert begun.record.rounds[0].errors[0].code == "bad_number"
    assert begun.visitor.get(f"{begun.address}/rounds/1/edit").status == 200
    assert preview(begun, rules="southern-ohio").status == 200


def test_choices_of_new_rules_can_be_made_before_they_are_kept(begun):
    page = send(begun, preview(begun, rules="friends-family"), "edit")
    keep(begun, send(begun, page, **{"choice.books": "short"}))
    agreed = begun.record.agreement
    assert (agreed.base.slug, agreed.choices["books"]) == ("friends-family", "short")


def test_a_choice_alone_is_changed(courtesy):
    page = preview(courtesy, **{"choice.books": "short"})
    assert "Books needed to go out: Short" in page.text
    keep(courtesy, page)
    agreed = courtesy.record.agreement
    assert (agreed.rules.going_out.cases[0].needs, agreed.decks) == ({"clean": 1, "dirty": 1}, 5)


def test_decks_and_totals_brought_forward_are_changed(begun):
    mend(begun, decks="6", **{"team1.brought": "100", "team2.brought": "−40"})
    assert begun.record.agreement.decks == 6
    assert begun.record.course.now == (4600, -40)
    mend(begun, **{"team1.brought": ""})
    assert begun.record.course.now == (4500, -40)


def test_rounds_that_came_before_on_paper_move_those_played_here(begun):
    begun.decide(seat="3")
    page = preview(begun, paper="2")
    assert "3 (was 1)" in page.text
    keep(begun, page)
    record = begun.record
    assert [r.on_paper for r in record.rounds] == [True, True, False]
    assert (record.course.now, record.course.next_round) == ((4500, 0), 4)
    assert record.course.starter.seat == 3
    mend(begun, paper="1")
    assert [r.on_paper for r in begun.record.rounds] == [True, False]
    assert begun.record.course.now == (4500, 0)


def test_rounds_that_were_moved_are_moved_back_by_one_undo(begun):
    before = begun.values
    mend(begun, paper="2")
    begun.visitor.send(begun.page().form("/undo"))
    assert begun.values == before


def test_a_round_that_has_a_sheet_here_was_not_on_paper(visitor):
    table = visitor.begin(paper="2")
    table.sheet(1).save(**{"team1.melded": "300"})
    assert preview(table, paper="1").beside("paper").startswith("Round 1 has a sheet here")
