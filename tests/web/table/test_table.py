"""The table between rounds: totals, minimums, who starts, and what was said about it."""

import pytest

from tests.web.driving import OUT_FIRST, level_round


def _minimums(table):
    return [note.text.partition(" this round ")[0] for note in table.page().classed("side-note")]


def _starts(table):
    return table.page().classed("bar-round")[0].all("span")[0].text


def _totals(table):
    return [one.text for one in table.page().classed("big")]


def test_a_new_table_says_what_is_played_and_where_to_begin(table):
    page = table.page()
    assert "Partnership Hand & Foot, 4 rounds, 5 decks" in page.text
    assert page.links["Count the round"] == f"{table.address}/rounds/1/edit"
    assert _totals(table) == ["0", "0"]


def test_totals_add_up_round_by_round_each_leading_to_its_explanation(table):
    table.play(1, **OUT_FIRST)
    table.play(2, **OUT_FIRST | {"team2.melded": "35", "seat2.left": "100"})
    page = table.page()
    assert _totals(table) == ["9,000", "−65"]
    rows = [row.text for row in page.root.all("tr")]
    assert rows == ["Round Ann & Carla Bob & Dora", "1 +4,500 4,500 0 0", "2 +4,500 9,000 −65 −65"]
    assert page.links["2"] == f"{table.address}/rounds/2"


def test_a_round_that_is_only_begun_stands_beside_the_totals_and_does_not_count(table):
    table.sheet(1).save(**{"team1.melded": "300"})
    page = table.page()
    assert _totals(table) == ["0", "0"]
    assert page.classed("so-far")[0].text == "this round +300"
    assert page.root.all("table") == []


def test_minimums_follow_the_round(table):
    assert _minimums(table) == ["opens with 50"] * 2
    table.play(1, **OUT_FIRST)
    assert _minimums(table) == ["opens with 90"] * 2


def test_minimums_follow_each_players_own_total(visitor):
    table = visitor.begin("two-handed")
    ahead = OUT_FIRST | {"team1.melded": "1000", "seat1.left": "0"}
    table.play(
        1, **{name: text for name, text in ahead.items() if name in table.sheet(1).form.names}
    )
    assert _minimums(table) == ["opens with 90", "opens with 50"]


def test_a_game_to_a_target_says_so(visitor):
    assert "to 10,000 points" in visitor.begin("two-handed").page().text


def test_before_anybody_said_so_the_rules_say_who_starts(visitor, table):
    assert _starts(table) == "The first cutter starts"
    assert _starts(visitor.begin("southern-ohio")) == "The player left of the dealer starts"


def test_the_start_moves_on_clockwise_from_whoever_started(table):
    table.decide(seat="3")
    assert _starts(table) == "Carla starts"
    level_round(table, 1)
    assert _starts(table) == "Dora starts"
    assert "Dora starts: the start moves on one player a round." in table.page().text
    level_round(table, 2)
    assert _starts(table) == "Ann starts"


def test_who_starts_can_be_corrected_without_a_round_being_begun(table):
    table.decide(seat="3")
    table.decide(seat="2")
    assert _starts(table) == "Bob starts"
    assert table.record.rounds == ()


def test_the_player_who_is_behind_starts_where_the_rules_say_so(visitor):
    table = visitor.begin("two-handed")
    table.play(
        1,
        **{
            "table.ended": "seat1",
            "team1.clean": "1",
            "team1.dirty": "1",
            "team1.melded": "300",
            "team2.melded": "0",
            "seat2.left": "0",
        },
    )
    assert _starts(table) == "Bob starts"
    assert "Bob starts: because the other player is ahead." in table.page().text


@pytest.mark.parametrize("seat", ["", "0", "5", "Ann", "٣", "9" * 400, "-1"])
def test_a_seat_that_is_not_at_the_table_changes_nothing(table, nothing_recorded, seat):
    nothing_recorded()
    page = table.decide(seat=seat)
    assert page.said == "Nothing was changed: choose who starts."


def test_pressing_the_same_button_twice_says_it_once(table):
    form = table.page().form("/starter")
    for _ in range(2):
        assert table.visitor.send(form, seat="3").status == 200
    assert [e.value for e in table.entries if e.field == "starter"] == [{"seat": 3}]


def test_another_button_of_a_page_that_was_used_before_says_so(table):
    form = table.page().form("/starter")
    table.visitor.send(form, seat="3")
    page = table.visitor.send(form, seat="2")
    assert page.said.startswith("Nothing was changed: that page had been used before.")
    assert _starts(table) == "Carla starts"


def test_two_phones_that_disagree_who_starts_are_told_and_nothing_is_overwritten(table):
    mine, theirs = table.page().form("/starter"), table.page().form("/starter")
    table.visitor.send(theirs, seat="3")
    page = table.visitor.send(mine, seat="2")
    assert page.said.startswith("Someone else decided this meanwhile")
    assert _starts(table) == "Carla starts"
    table.decide(seat="2")
    assert _starts(table) == "Bob starts"


@pytest.mark.parametrize(
    "changes", [{"csrf_token": "x"}, {"csrf_token": None}, {"key": "x"}, {"seen": "x"}]
)
def test_a_stale_page_decides_nothing_and_shows_the_table(table, nothing_recorded, changes):
    form = table.page().form("/starter")
    nothing_recorded()
    page = table.visitor.send(form, **{"seat": "3", **changes})
    assert page.status == 422
    assert "lost its connection" in page.said
    assert page.heading == "Round 1"


def test_the_table_of_a_game_that_is_over_leads_to_its_result(table):
    for number in range(1, 5):
        table.play(number, **OUT_FIRST)
    answer = table.visitor.client.get(table.address)
    assert (answer.status_code, answer.location) == (302, f"{table.address}/result")
    assert table.page().heading == "Ann & Carla won"
    assert "opens with" not in table.page().text


def test_a_game_that_is_over_has_no_next_round(table):
    for number in range(1, 5):
        level_round(table, number)
    assert table.visitor.get(f"{table.address}/rounds/5/edit").status == 404
    assert table.visitor.get(f"{table.address}/rounds/4/edit").status == 200
