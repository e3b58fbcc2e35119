"""What stands against a round: errors keep it open, warnings want a yes, and a changed warning wants another."""

import pytest

from tests.web.driving import OUT_FIRST

ODD = OUT_FIRST | {"seat2.left": "63"}
MULTIPLE = "63 cannot be right: all cards count in steps of 5. Please count again."


def _first(table):
    return table.record.rounds[0]


def test_a_warning_keeps_the_round_open_until_somebody_says_that_it_is_right(table):
    sheet = table.sheet().finish(**ODD)
    assert sheet.page.status == 422
    assert sheet.page.beside("seat2.left") == MULTIPLE
    assert "Yes, it is right as it stands" in sheet.page.said
    assert not _first(table).finished
    assert sheet.finish(confirm=True).page.said == "Round 1 is kept."


def test_pressing_again_without_the_tick_keeps_it_open(table):
    sheet = table.sheet().finish(**ODD).finish()
    assert sheet.page.beside("seat2.left") == MULTIPLE
    assert not _first(table).finished


def test_what_was_confirmed_stays_to_be_read_beside_the_score(table):
    page = table.sheet().finish(**ODD).finish(confirm=True).page
    assert MULTIPLE in page.text


def test_a_changed_warning_wants_a_new_yes(table):
    sheet = table.sheet().finish(**ODD).finish(confirm=True, **{"seat2.left": "64"})
    assert sheet.page.status == 422
    assert "64 cannot be right" in sheet.page.beside("seat2.left")
    assert not _first(table).finished
    assert sheet.finish(confirm=True).page.status == 200


def test_a_second_warning_wants_a_new_yes(table):
    sheet = table.sheet().finish(**ODD).finish(confirm=True, **{"seat4.left": "21"})
    assert sheet.page.status == 422
    assert "63 cannot be right" in sheet.page.beside("seat2.left")
    assert "21 cannot be right" in sheet.page.beside("seat4.left")
    assert not _first(table).finished


def test_a_yes_to_nothing_is_no_harm(table):
    sheet = table.sheet().finish(**ODD).finish(confirm=True, **{"seat2.left": "65"})
    assert sheet.page.said == "Round 1 is kept."


@pytest.mark.parametrize("forged", ["1", "yes", "0" * 16, "é", "9" * 400])
def test_a_forged_yes_confirms_nothing(table, forged):
    sheet = table.sheet().finish(**ODD)
    table.visitor.send(sheet.form, action="finish", confirm=forged)
    assert not _first(table).finished


@pytest.mark.parametrize(
    ("typed", "name", "sentence"),
    [
        ({"team1.melded": "100"}, "team1.melded", "the cards in the books alone are worth"),
        ({"team2.melded": "20"}, "team2.melded", "is below the opening minimum of 50"),
        ({"team1.melded": "903"}, "team1.melded", "903 cannot be right"),
    ],
)
def test_what_is_odd_is_said_beside_its_input(table, typed, name, sentence):
    sheet = table.sheet().finish(**OUT_FIRST | typed)
    assert sentence in sheet.page.beside(name)
    assert sheet.finish(confirm=True).page.status == 200


def test_extra_books_where_the_rules_limit_them_want_a_yes(visitor):
    table = visitor.begin("friends-family")
    typed = {"table.ended": "stock", "team2.clean": "6", "team2.melded": "800", "team1.melded": "0"}
    typed |= {f"seat{seat}.left": "0" for seat in range(1, 5)}
    sheet = table.sheet().finish(**typed)
    assert "You need only 4 red books" in sheet.page.beside("team2.clean")
    assert sheet.finish(confirm=True).page.status == 200


@pytest.mark.parametrize(
    ("typed", "name", "sentence"),
    [
        ({"team1.melded": "9000"}, "team1.melded", "but 5 decks hold"),
        ({"team2.clean": "99"}, "team2.clean", "So many books need at least"),
        (
            {"seat2.red_threes_held": "6", "seat3.red_threes_held": "5"},
            "seat2.red_threes_held",
            "hold only 10",
        ),
    ],
)
def test_more_than_the_decks_hold_keeps_the_round_open_and_is_a_draft(table, typed, name, sentence):
    page = table.sheet().finish(**OUT_FIRST | typed).page
    assert page.status == 422
    assert sentence in page.beside(name)
    assert "confirm" not in page.form("/edit").names
    assert not _first(table).finished
    assert table.sheet().form.fields["team2.melded"] == "0"


def test_errors_are_put_right_on_the_same_page(table):
    sheet = table.sheet().finish(**OUT_FIRST | {"team1.melded": "9000"})
    assert sheet.finish(**{"team1.melded": "900"}).page.said == "Round 1 is kept."


def test_errors_and_warnings_are_named_together(table):
    page = table.sheet().finish(**ODD | {"team1.melded": "9000"}).page
    assert page.beside("seat2.left") == MULTIPLE
    assert page.beside("team1.melded")


NO_BLACK = OUT_FIRST | {"team1.dirty": "0", "team1.clean": "4", "seat3.left": "40"}


def test_going_out_without_the_books_costs_the_severe_penalty_once_somebody_confirmed_it(table):
    sheet = table.sheet().finish(**NO_BLACK | {"seat3.red_threes_held": "1"})
    assert sheet.page.status == 422
    assert "costs 500" in sheet.page.beside("table.ended")
    assert not _first(table).finished
    assert sheet.finish(confirm=True).page.status == 200
    assert table.record.course.now == (-1_040, 0)


@pytest.fixture
def strict(visitor):
    """A table where nobody goes out without the books."""
    return visitor.begin("southern-ohio")


def test_going_out_without_the_books_is_refused_where_the_rules_forbid_it(strict):
    sheet = strict.sheet().finish(**NO_BLACK)
    assert sheet.page.beside("table.ended").startswith(
        "Ann & Carla cannot have gone out. Still missing: 1 red book"
    )
    assert "confirm" not in sheet.page.form("/edit").names
    assert not _first(strict).finished


def test_a_refused_going_out_can_be_put_right(strict):
    sheet = strict.sheet().finish(**NO_BLACK).finish(**{"team1.dirty": "1"})
    assert sheet.page.said == "Round 1 is kept."


def test_a_refused_going_out_stands_by_the_tables_ruling_once_confirmed(strict):
    sheet = strict.sheet().finish(**NO_BLACK).finish(**{"team1.ruling": "It was her first game."})
    assert "Your table allowed it: It was her first game." in sheet.page.beside("table.ended")
    page = sheet.finish(confirm=True).page
    assert page.said == "Round 1 is kept."
    assert "It was her first game" in page.text


def test_a_ruling_of_the_other_team_lets_nothing_stand(strict):
    page = strict.sheet().finish(**NO_BLACK | {"team2.ruling": "Let it be."}).page
    assert "cannot have gone out" in page.beside("table.ended")


def test_the_warning_before_a_severe_penalty_names_the_book_that_is_missing(table):
    sheet = table.sheet().finish(**NO_BLACK)
    assert "1 black book (dirty)" in sheet.page.said


def test_a_finish_that_is_refused_records_no_zeros_that_nobody_typed(table):
    table.sheet().finish(**NO_BLACK)
    assert not [e for e in table.entries if e.field == "red_threes_held"]
