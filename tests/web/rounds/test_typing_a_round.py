"""Typing a round into its sheet: drafts, numbers and sums, and what is left blank."""

import pytest

from tests.web.driving import OUT_FIRST


def _there(table, number=1):
    """What stands in the cells of a round."""
    cells = table.visitor.club.cells(table.game)
    return {f"{place}.{name}": c.value for (n, place, name), c in cells.items() if n == number}


def test_a_draft_is_saved_as_far_as_it_was_counted(table):
    page = table.sheet().save(**{"team1.clean": "2", "team1.melded": "120+85"}).page
    assert page.said.startswith("Saved.")
    assert page.form("/edit").fields["team1.melded"] == "120+85"
    assert page.lines == [["2 red books × 500 = 1,000", "Cards melded: 205"]]
    assert _there(table) == {
        "team1.clean": {"as": "count", "n": 2},
        "team1.melded": {"as": "points", "typed": "120+85"},
    }


def test_saving_an_untouched_sheet_records_nothing(table, nothing_recorded):
    nothing_recorded()
    page = table.sheet().save().page
    assert page.status == 200
    assert page.links["To the table"] == table.address


def test_a_finished_round_is_kept_and_counted(table):
    page = table.sheet().finish(**OUT_FIRST).page
    assert page.said == "Round 1 is kept."
    assert page.heading == "Round 1"
    assert table.record.course.now == (4_500, 0)


def test_a_count_that_stands_as_a_visible_zero_is_recorded_as_zero(table):
    table.sheet().finish(**OUT_FIRST)
    there = _there(table)
    assert there["team2.clean"] == {"as": "count", "n": 0}
    assert there["seat4.red_threes_held"] == {"as": "count", "n": 0}


def test_blank_points_are_not_zero_but_not_counted_yet(table):
    page = table.sheet().finish(**OUT_FIRST | {"team2.melded": "", "seat4.left": ""}).page
    assert page.status == 422
    assert page.beside("team2.melded") == "Count what was melded; type 0 if it was nothing."
    assert page.beside("seat4.left") == "Count what was left; type 0 if it was nothing."
    assert not table.record.rounds[0].finished


def test_an_emptied_count_is_not_zero_either(table, nothing_recorded):
    nothing_recorded()
    page = table.sheet().finish(**OUT_FIRST | {"team2.clean": " "}).page
    assert page.status == 422
    assert page.beside("team2.clean") == "Count these; type 0 if there were none."


def test_the_player_who_went_out_need_not_say_that_nothing_is_left(table):
    assert "seat1.left" not in OUT_FIRST
    assert table.sheet().finish(**OUT_FIRST).page.status == 200


def test_a_round_must_say_how_it_ended(table):
    typed = {name: text for name, text in OUT_FIRST.items() if name != "table.ended"}
    page = table.sheet().finish(**typed).page
    assert page.beside("table.ended") == "Say who went out, or that the stock ran out."


@pytest.mark.parametrize(
    ("typed", "points"),
    [
        ("410", 410),
        (" 410 ", 410),
        ("0", 0),
        ("0410", 410),
        ("1,200", 1_200),
        ("12,000+500", 12_500),
        ("120+85+40", 245),
        ("120 + 85 + 40", 245),
        ("120+85+", 205),
        ("999999", 999_999),
    ],
)
def test_points_may_be_typed_as_numbers_or_sums(table, typed, points):
    page = table.sheet().save(**{"team1.melded": typed}).page
    assert page.status == 200
    assert table.record.rounds[0].entry.teams[0].melded == points
    assert page.form("/edit").fields["team1.melded"] == typed.strip()


def test_a_count_may_have_leading_zeros(table):
    assert table.sheet().save(**{"team1.clean": "0" * 5000 + "5"}).page.status == 200
    assert table.record.rounds[0].entry.teams[0].books == {"clean": 5}


def test_an_input_that_is_missing_counts_as_not_touched(table):
    table.sheet().save(**{"team1.melded": "410", "seat2.left": "65"})
    table.sheet().save(**{"team1.melded": None, "seat2.left": None, "team1.clean": "1"})
    team = table.record.rounds[0].entry.teams[0]
    assert (team.melded, team.books) == (410, {"clean": 1})


def test_a_tick_can_be_taken_away_again(table):
    table.sheet().save(**{"seat3.exact_cut": "1"})
    assert table.sheet().form.fields["seat3.exact_cut"] == "1"
    table.sheet().save(**{"seat3.exact_cut": ""})
    assert table.sheet().form.fields["seat3.exact_cut"] == ""


def test_a_value_can_be_taken_away_again(table):
    table.sheet().save(**{"team1.melded": "410"})
    table.sheet().save(**{"team1.melded": ""})
    assert table.sheet().form.fields["team1.melded"] == ""
