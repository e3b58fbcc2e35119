"""What only some rule sets ask, and the table's own way out of anything: adjustments."""

import pytest

from scorepad.play.sheet_form import input_for
from scorepad.rules import preset
from tests.web.driving import OUT_FIRST

LEVEL = {"table.ended": "stock", "team1.melded": "0", "team2.melded": "0"}
LEVEL |= {f"seat{seat}.left": "0" for seat in range(1, 5)}


def _points(table, team=0):
    """Code to points of the first round's lines."""
    return {line.code: line.points for line in table.record.rounds[0].scores[team].lines}


def test_an_adjustment_goes_to_the_bonus_with_its_reason(table):
    own_way = {"team2.adjustment1.points": "−50", "team2.adjustment1.reason": "Looked at the stock"}
    page = table.sheet().finish(**OUT_FIRST | own_way).page
    assert page.lines[1] == ["Adjustment, Looked at the stock: −50"]
    assert table.record.course.now == (4_500, -50)


@pytest.mark.parametrize(
    ("typed", "points"), [("-50", -50), ("–50", -50), ("100", 100), ("+1,000", 1_000)]
)
def test_an_adjustment_may_be_typed_with_any_sign(table, typed, points):
    own_way = {"team1.adjustment3.points": typed, "team1.adjustment3.reason": "So agreed"}
    table.sheet().save(**own_way)
    assert table.record.rounds[0].entry.teams[0].adjustments[0].points == points
    assert table.sheet().form.fields["team1.adjustment3.points"] == typed


@pytest.mark.parametrize(
    ("points", "reason", "beside"),
    [
        ("-50", "", "reason"),
        ("-50", " ", "reason"),
        ("-50", "\u202e", "reason"),
        ("-50", "x" * 201, "reason"),
        ("-50", "Ann\ufffd", "reason"),
        ("", "So agreed", "points"),
        ("--50", "So agreed", "points"),
        ("fifty", "So agreed", "points"),
        ("٥٠", "So agreed", "points"),
        ("9" * 400, "So agreed", "points"),
    ],
)
def test_an_adjustment_needs_both_its_points_and_its_reason(
    table, nothing_recorded, points, reason, beside
):
    nothing_recorded()
    stem = "team1.adjustment1"
    page = table.sheet().save(**{f"{stem}.points": points, f"{stem}.reason": reason}).page
    assert page.status == 422
    assert page.beside(f"{stem}.{beside}").endswith(".")
    assert page.form("/edit").fields[f"{stem}.points"] == points
    assert (
        "open" in next(d for d in page.root.all("details") if d.by_id(f"{stem}.points")).attributes
    )


def test_half_an_adjustment_that_never_came_is_refused_too(table, nothing_recorded):
    nothing_recorded()
    half = {"team1.adjustment1.points": "-50", "team1.adjustment1.reason": None}
    page = table.sheet().save(**half).page
    assert page.beside("team1.adjustment1.reason")


def test_an_adjustment_can_be_taken_away_again(table):
    stem = "team1.adjustment1"
    table.sheet().save(**{f"{stem}.points": "-50", f"{stem}.reason": "So agreed"})
    table.sheet().save(**{f"{stem}.points": "", f"{stem}.reason": ""})
    assert table.record.rounds == ()


def test_a_premium_rank_that_was_lost_cannot_be_claimed(visitor):
    table = visitor.begin("catawba")
    typed = LEVEL | {"team1.lost_aces": "1", "team1.aces": "1", "team1.melded": "200"}
    page = table.sheet().finish(**typed).page
    assert "may not meld that rank" in page.beside("team1.aces")
    assert not table.record.rounds[0].finished


def test_a_premium_rank_that_was_lost_is_kept_with_the_round(visitor):
    table = visitor.begin("catawba")
    table.sheet().finish(**LEVEL | {"team1.lost_aces": "1"})
    assert table.record.rounds[0].entry.teams[0].lost == ("aces",)
    assert table.sheet().form.fields["team1.lost_aces"] == "1"


@pytest.mark.parametrize(("name", "unfinished"), [("aces", "0"), ("sevens", "1")])
def test_a_team_has_one_premium_book_finished_or_unfinished(visitor, name, unfinished):
    table = visitor.begin("catawba")
    count = "2" if unfinished == "0" else "1"
    typed = {f"team1.{name}": count, f"team1.unfinished_{name}": unfinished, "team1.melded": "400"}
    page = table.sheet().finish(**LEVEL | typed).page
    assert "at most 1" in page.beside(f"team1.{name}")


def test_an_unfinished_premium_book_costs_what_it_would_have_paid(visitor):
    table = visitor.begin("catawba")
    table.sheet().finish(**LEVEL | {"team1.unfinished_aces": "1"})
    assert _points(table) == {"unfinished_aces": -1_000}


CANASTA = LEVEL | {"table.ended": "seat1", "team1.clean": "1", "team1.melded": "200"}


@pytest.mark.parametrize(("concealed", "points"), [(None, 100), ("1", 200)])
def test_going_out_concealed_pays_more_where_the_rules_say_so(visitor, concealed, points):
    table = visitor.begin("classic")
    table.sheet().finish(**CANASTA | {"team1.concealed": concealed})
    assert _points(table)["going_out"] == points


@pytest.mark.parametrize(("count", "points"), [("1", 100), ("3", 300), ("4", 800)])
def test_red_threes_laid_pay_a_team_that_opened(visitor, count, points):
    table = visitor.begin("classic")
    table.sheet().finish(**CANASTA | {"team1.red_threes_laid": count})
    assert _points(table)["red_threes_laid"] == points


def test_red_threes_laid_cost_a_team_that_never_opened(visitor):
    table = visitor.begin("classic")
    table.sheet().finish(**CANASTA | {"team2.red_threes_laid": "2"})
    assert _points(table, team=1)["red_threes_laid"] == -200


def test_a_void_round_scores_nothing_and_says_why(visitor):
    table = visitor.begin("two-handed")
    typed = {"table.ended": "stock", "team1.clean": "2", "team1.melded": "300", "team2.melded": "0"}
    page = table.sheet().finish(**typed, **{"seat1.left": "50", "seat2.left": "100"}).page
    assert table.record.course.now == (0, 0)
    assert all("the round is void" in line for team in page.lines for line in team)
    assert len(page.lines[0]) == 3


def test_an_exact_cut_is_a_players_and_each_may_have_one(table):
    table.sheet().finish(**OUT_FIRST | {"seat1.exact_cut": "1", "seat3.exact_cut": "1"})
    assert _points(table)["exact_cut"] == 200


def test_choices_change_what_the_sheet_asks(visitor):
    allowed = visitor.begin("friends-family", **{"choice.bolivias": "on"})
    assert "team1.bolivia" in allowed.sheet().form.names
    assert "team1.bolivia" not in visitor.begin("friends-family").sheet().form.names


def test_what_counts_for_a_team_is_said_beside_its_own_input_or_its_first_players():
    table = preset("partnership").tables[0]
    path = "teams[1].bonuses.first_to_open"
    assert input_for(path, table, {"team2.first_to_open"}) == "team2.first_to_open"
    assert input_for(path, table, {"seat2.first_to_open"}) == "seat2.first_to_open"
    assert input_for(path, table, {"seat1.first_to_open"}) == ""


def test_a_round_that_nobody_scores_need_not_be_counted(visitor):
    table = visitor.begin("two-handed")
    sheet = table.sheet(1).finish(**{"table.ended": "stock"})
    assert sheet.page.status == 200
    assert table.record.course.now == (0, 0)
    assert table.record.rounds[0].finished


def test_where_an_empty_stock_is_scored_as_usual_everything_is_counted(visitor):
    sheet = visitor.begin().sheet(1).finish(**{"table.ended": "stock"})
    assert sheet.page.status == 422
    assert "Count what was melded" in sheet.page.said
