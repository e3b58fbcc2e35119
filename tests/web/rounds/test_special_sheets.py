"""Inputs that only some rule sets have, and adjustments, which cover everything else."""

import pytest

from scorepad.play.sheet_form import input_for
from scorepad.rules import preset

LEVEL = {"table.ended": "stock", "team1.melded": "0", "team2.melded": "0"}
LEVEL |= {f"seat{seat}.left": "0" for seat in range(1, 5)}


def _adjusted(points, reason="So agreed", place="team1.adjustment1"):
    return {f"{place}.points": points, f"{place}.reason": reason}


@pytest.mark.parametrize(("typed", "points"), [("-50", -50), ("–50", -50), ("100", 100), ("+1,000", 1_000)])
def test_an_adjustment_may_be_typed_with_any_sign_and_taken_away_again(table, typed, points):
    stem = "team1.adjustment3"
    table.sheet().save(**_adjusted(typed, place=stem))
    assert table.teams[0].adjustments[0].points == points
    assert table.sheet().form.fields[f"{stem}.points"] == typed
    table.sheet().save(**_adjusted("", "", stem))
    assert table.record.rounds == ()


@pytest.mark.parametrize(
    ("points", "reason", "beside"),
    [
        *[("-50", reason, "reason") for reason in ("", " ", "\u202e", "x" * 201, "Ann\ufffd", None)],
        *[(points, "So agreed", "points") for points in ("", "--50", "fifty", "٥٠", "9" * 400)],
    ],
)
def test_an_adjustment_needs_both_its_points_and_its_reason(table, nothing_recorded, points, reason, beside):
    nothing_recorded()
    stem = "team1.adjustment1"
    page = table.sheet().save(**_adjusted(points, reason)).page
    assert page.status == 422
    assert page.beside(f"{stem}.{beside}").endswith(".")
    assert page.form("/edit").fields[f"{stem}.points"] == points
    fold = next(d for d in page.root.all("details") if d.by_id(f"{stem}.points"))
    assert "open" in fold.attributes


@pytest.mark.parametrize(
    ("typed", "name", "words"),
    [
        ({"team1.lost_aces": "1", "team1.aces": "1", "team1.melded": "200"}, "team1.aces", "may not meld that rank"),
        ({"team1.aces": "2", "team1.melded": "400"}, "team1.aces", "at most 1"),
        ({"team1.sevens": "1", "team1.unfinished_sevens": "1", "team1.melded": "400"}, "team1.sevens", "at most 1"),
    ],
)  # fmt: skip
def test_a_team_has_one_premium_book_of_a_rank_that_it_did_not_lose(visitor, typed, name, words):
    table = visitor.begin("catawba")
    page = table.sheet().finish(**LEVEL | typed).page
    assert words in page.beside(name)
    assert not table.record.rounds[0].finished


def test_a_premium_rank_that_was_lost_is_kept_with_the_round(visitor):
    table = visitor.begin("catawba")
    table.sheet().finish(**LEVEL | {"team1.lost_aces": "1"})
    assert table.teams[0].lost == ("aces",)
    assert table.sheet().form.fields["team1.lost_aces"] == "1"


def test_a_void_round_scores_nothing_and_need_not_be_counted(visitor):
    table = visitor.begin("two-handed")
    assert table.sheet().finish(table__ended="stock").page.status == 200
    typed = {"table.ended": "stock", "team1.clean": "2", "team1.melded": "300", "team2.melded": "0"}
    page = table.sheet().finish(**typed, **{"seat1.left": "50", "seat2.left": "100"}).page
    assert table.record.course.now == (0, 0)
    assert table.record.rounds[0].finished
    assert all("the round is void" in line for team in page.lines for line in team)
    assert len(page.lines[0]) == 3


def test_a_void_round_is_finished_whatever_was_tallied(visitor):
    table = visitor.begin("two-handed")
    table.sheet().save(team1__clean="1")
    page = table.sheet().finish(table__ended="stock", team2__dirty="").page
    assert (page.status, table.record.rounds[0].finished) == (200, True)


def test_choices_change_what_the_sheet_asks(visitor, courtesy):
    bolivias = visitor.begin("friends-family", **{"choice.bolivias": "on"})
    assert "team1.bolivia" in bolivias.sheet().form.names - courtesy.sheet().form.names


def test_what_counts_for_a_team_is_said_beside_its_own_input_or_its_first_players():
    table = preset("partnership").tables[0]
    for names, beside in (("team2", "team2"), ("seat2", "seat2"), ("seat1", "")):
        name = input_for("teams[1].bonuses.first_to_open", table, {f"{names}.first_to_open"})
        assert name == (f"{beside}.first_to_open" if beside else "")
