"""Typing a round into its sheet: drafts, numbers and sums, and what is left blank."""

import pytest

from tests.web.driving import OUT_FIRST


def _cells(table):
    """What stands in the cells of the first round."""
    cells = table.visitor.club.cells(table.game)
    return {f"{place}.{name}": c.value for (n, place, name), c in cells.items() if n == 1}


def test_a_draft_is_saved_as_far_as_it_was_counted(table):
    page = table.sheet().save(team1__clean="2", team1__melded="120+85").page
    assert page.said.startswith("Saved.")
    assert page.form("/edit").fields["team1.melded"] == "120+85"
    assert page.lines == [["2 red books × 500 = 1,000", "Cards melded: 205"]]
    assert _cells(table) == {
        "team1.clean": {"as": "count", "n": 2},
        "team1.melded": {"as": "points", "typed": "120+85"},
    }


def test_saving_an_untouched_sheet_records_nothing(table, nothing_recorded):
    nothing_recorded()
    page = table.sheet().save().page
    assert page.status == 200
    assert page.links["To the table"] == table.address


def test_a_finished_round_is_kept_with_its_visible_zeros(table):
    page = table.sheet().finish(**OUT_FIRST).page
    assert (page.said, page.heading) == ("Round 1 is saved.", "Round 1")
    assert table.record.course.now == (4_500, 0)
    cells = _cells(table)
    assert cells["team2.clean"] == cells["seat4.red_threes_held"] == {"as": "count", "n": 0}
    assert "seat1.left" not in OUT_FIRST  # The player who went out has nothing left.


@pytest.mark.parametrize(
    ("typed", "notes"),
    [
        ({"team2.melded": "", "seat4.left": ""},
         {"team2.melded": "Count what was melded; type 0 if it was nothing.",
          "seat4.left": "Count what was left; type 0 if it was nothing."}),
        ({"team2.clean": " "}, {"team2.clean": "Count these. Type 0 if there were none."}),
        ({"table.ended": ""}, {"table.ended": "Say who went out, or that the stock ran out."}),
    ],
)  # fmt: skip
def test_a_blank_is_not_zero_but_not_counted_yet(table, typed, notes):
    page = table.sheet().finish(**OUT_FIRST | typed).page
    assert page.status == 422
    assert {name: page.beside(name) for name in notes} == notes
    assert not any(round_.finished for round_ in table.record.rounds)


@pytest.mark.parametrize(
    ("typed", "points"),
    [("410", 410), (" 410 ", 410), ("0", 0), ("0410", 410), ("1,200", 1_200), ("12,000+500", 12_500),
     ("120+85+40", 245), ("120 + 85 + 40", 245), ("120+85+", 205), ("999999", 999_999)],
)  # fmt: skip
def test_points_may_be_typed_as_numbers_or_sums(table, typed, points):
    page = table.sheet().save(team1__melded=typed).page
    assert page.status == 200
    assert table.melded[0] == points
    assert page.form("/edit").fields["team1.melded"] == typed.strip()


def test_a_count_may_have_leading_zeros(table):
    assert table.sheet().save(team1__clean="0" * 5000 + "5").page.status == 200
    assert table.teams[0].books == {"clean": 5}


def test_an_input_that_is_missing_counts_as_not_touched(table):
    table.sheet().save(team1__melded="410", seat2__left="65")
    table.sheet().save(team1__melded=None, seat2__left=None, team1__clean="1")
    assert (table.melded[0], table.teams[0].books) == (410, {"clean": 1})


@pytest.mark.parametrize(("name", "text"), [("seat3.exact_cut", "1"), ("team1.melded", "410")])
def test_what_was_typed_can_be_taken_away_again(table, name, text):
    for typed in (text, ""):
        table.sheet().save(**{name: typed})
        assert table.sheet().form.fields[name] == typed
