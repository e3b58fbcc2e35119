"""Problems of a round: errors keep it open, warnings need a confirmation, and a changed warning needs another."""

import re

import pytest

from tests.web.driving import OUT_FIRST, filled

ODD = OUT_FIRST | {"seat2.left": "63"}
MULTIPLE = "63 cannot be right: all cards count in steps of 5. Please count again."
NO_BLACK = OUT_FIRST | {"team1.dirty": "0", "team1.clean": "4", "seat3.left": "40"}
STOCK = {"table.ended": "stock", "team1.melded": "0", **{f"seat{seat}.left": "0" for seat in range(1, 5)}}
KEPT = "Round 1 is finished. On to round 2."


def _finished(table):
    return table.record.rounds[0].finished


def test_a_warning_keeps_the_round_open_until_somebody_says_that_it_is_right(table):
    sheet = table.sheet().finish(**ODD)
    for again in (sheet, sheet.finish()):
        assert again.page.status == 422
        assert again.page.beside("seat2.left") == MULTIPLE
        assert "Yes, this is right" in again.page.said
        assert not _finished(table)
    page = again.finish(confirm=True).page
    assert page.said.startswith(KEPT)
    assert MULTIPLE in table.visitor.get(f"{table.address}/rounds/1").text


@pytest.mark.parametrize(
    ("typed", "warnings"),
    [
        ({"seat2.left": "64"}, {"seat2.left": "64 cannot be right"}),
        ({"seat4.left": "21"}, {"seat2.left": "63 cannot be right", "seat4.left": "21 cannot be right"}),
    ],
    ids=["changed", "second"],
)
def test_another_warning_wants_a_new_yes(table, typed, warnings):
    sheet = table.sheet().finish(**ODD).finish(confirm=True, **typed)
    assert sheet.page.status == 422
    for name, words in warnings.items():
        assert words in sheet.page.beside(name)
    assert not _finished(table)
    assert sheet.finish(confirm=True).page.status == 200


def test_a_yes_to_nothing_is_no_harm_and_a_forged_one_confirms_nothing(table):
    sheet = table.sheet().finish(**ODD)
    for forged in ("1", "yes", "0" * 16, "é", "9" * 400):
        table.visitor.send(sheet.form, action="finish", confirm=forged)
        assert not _finished(table), forged
    assert table.sheet().finish(**ODD).finish(confirm=True, seat2__left="65").page.said.startswith(KEPT)


@pytest.mark.parametrize(
    ("slug", "typed", "name", "words"),
    [
        ("partnership", OUT_FIRST | {"team1.melded": "100"}, "team1.melded",
         "the cards in the books alone are worth"),
        ("partnership", OUT_FIRST | {"team2.melded": "20"}, "team2.melded", "is below the opening minimum of 50"),
        ("partnership", OUT_FIRST | {"team1.melded": "903"}, "team1.melded", "903 cannot be right"),
        ("friends-family", STOCK | {"team2.clean": "6", "team2.melded": "800"}, "team2.clean",
         "You need only 4 red books"),
    ],
)  # fmt: skip
def test_what_is_odd_stands_beside_its_input_and_can_be_confirmed(visitor, slug, typed, name, words):
    sheet = visitor.begin(slug).sheet().finish(**typed)
    assert words in sheet.page.beside(name)
    assert sheet.finish(confirm=True).page.status == 200


@pytest.mark.parametrize(
    ("typed", "name", "words"),
    [
        ({"team1.melded": "9000"}, "team1.melded", "One pile is too large."),
        ({"team2.clean": "99"}, "team2.clean", "That many books need at least"),
        ({"seat2.red_threes_held": "6", "seat3.red_threes_held": "5"}, "seat2.red_threes_held", "hold only 10"),
    ],
)  # fmt: skip
def test_more_than_the_decks_hold_keeps_the_round_open_until_it_is_put_right(table, typed, name, words):
    sheet = table.sheet().finish(**ODD | typed)
    assert sheet.page.status == 422
    assert words in sheet.page.beside(name)
    assert sheet.page.beside("seat2.left") == MULTIPLE
    assert "confirm" not in sheet.form.names
    assert not _finished(table)
    assert table.sheet().form.fields["team2.melded"] == "0"
    right = OUT_FIRST | {"seat2.red_threes_held": "0", "seat3.red_threes_held": "0", "team2.clean": "0"}
    assert sheet.finish(**right).page.said.startswith(KEPT)


def test_a_pile_that_is_not_counted_yet_is_not_too_small_as_well(table):
    sheet = table.sheet().finish(**{"table.ended": "seat1", "team2.clean": "2"})
    assert sheet.page.beside("team2.melded")
    assert "points melded" not in sheet.page.text


def test_the_largest_pile_is_named_where_all_are_too_much(table):
    sheet = table.sheet().finish(**ODD | {"seat4.left": "8000"})
    assert "One pile is too large." in sheet.page.beside("seat4.left")


def test_going_out_without_the_books_costs_the_severe_penalty_once_it_is_confirmed(table):
    table.sheet().finish(**NO_BLACK)
    assert table.applied("red_threes_held") == []  # No zeros that were not typed.
    sheet = table.sheet().finish(**NO_BLACK | {"seat3.red_threes_held": "1"})
    assert sheet.page.status == 422
    assert "1 black book (dirty)" in sheet.page.said
    assert "costs 500" in sheet.page.beside("table.ended")
    assert not _finished(table)
    assert sheet.finish(confirm=True).page.status == 200
    assert table.record.course.now == (-1_040, 0)


def test_going_out_without_the_books_is_refused_where_the_rules_forbid_it(binding):
    sheet = binding.sheet().finish(**NO_BLACK | {"team2.ruling": "The other team’s own."})
    words = "Ann & Carla cannot have gone out. Still missing: 1 red book"
    assert sheet.page.beside("table.ended").startswith(words)
    assert "confirm" not in sheet.form.names
    assert not _finished(binding)
    assert sheet.finish(team1__dirty="1").page.said.startswith(KEPT)


def test_a_refused_going_out_stands_by_the_tables_ruling_once_confirmed(binding):
    sheet = binding.sheet().finish(**NO_BLACK).finish(team1__ruling="It was her first game.")
    assert "Your table allowed it: It was her first game." in sheet.page.beside("table.ended")
    page = sheet.finish(confirm=True).page
    assert page.said.startswith(KEPT)
    assert "It was her first game" in binding.visitor.get(f"{binding.address}/rounds/1").text


@pytest.mark.parametrize(
    ("which", "said"), [("table", "Going out anyway costs 500 points"), ("binding", "These rules forbid it.")]
)
def test_what_going_out_without_the_books_costs_is_on_the_page_before_anybody_went_out(request, which, said):
    played = request.getfixturevalue(which)
    assert "data-too-soon" not in played.sheet().page.source  # A table that tallies no books is asked at the end.
    played.sheet().save(team1__clean="4")
    page = played.sheet().page
    assert 'data-too-soon="seat1 seat3"' in page.source
    assert "Still missing: " in page.source
    assert said in page.source
    played.sheet().save(team1__clean="4", team1__dirty="4", team1__ruling="")
    assert 'data-too-soon="seat1 seat3"' not in played.sheet().page.source


def test_what_was_confirmed_when_somebody_went_out_is_not_asked_again_unless_it_changed(table):
    table.sheet().save(**{name: NO_BLACK[name] for name in ("team1.clean", "team1.dirty")})
    given = re.search(r'name="confirm" value="(\w+)" disabled', table.sheet().page.source).group(1)
    counted = NO_BLACK | {"seat3.red_threes_held": "1"}
    for books, status in (("5", 422), ("4", 200)):
        form = table.sheet().form
        fields = filled(form, counted | {"team1.clean": books}) | {"action": "finish", "confirm": given}
        assert table.visitor.post(form.action, fields).status == status
    assert table.record.course.now == (-1_040, 0)
