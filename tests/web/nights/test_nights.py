"""A club night through its pages: planned, drawn, begun, played, and its result."""

import json
import re
import threading
from datetime import timedelta

import pytest

from scorepad.exchange.exports import no_report
from scorepad.exchange.imports.club_file import scan
from scorepad.play.nights import NightTerms, terms_document
from scorepad.play.search_tables import search_tables
from scorepad.store import Club, Role
from scorepad.store.file.doctor import examine
from scorepad.web.nights import drawing, nights
from tests.exchange.club_files import exported, restored
from tests.support.waiting import until
from tests.web.access.conftest import known_at
from tests.web.driving import OUT_FIRST, Table, Visitor
from tests.web.nights.planning import NAMES, night_of, plan, play_all, press
from tests.web.pages import Page


def test_a_night_is_planned_drawn_begun_played_and_has_a_result(first_visitor):
    visitor = first_visitor
    night = plan(visitor, sittings="2")
    drawn = night_of(visitor, night)
    assert [len(sitting.tables) for sitting in drawn.drawn] == [3, 3]
    assert drawn.complete
    page = press(visitor, night, "/begin")
    assert page.said == "Sitting 1 has begun at 3 tables."
    games = night_of(visitor, night).begun[0].games
    teams = [visitor.club.people.named(name)[0].id for name in NAMES[:12]]
    assert sorted(p for game in games for p in Table(visitor, game).loaded.agreement.players) == sorted(teams)
    play_all(visitor, night)
    assert visitor.get(f"/games/{games[0]}").status == 200
    document = json.loads(visitor.client.get(f"/nights/{night}/result.json").text)
    assert [row["rank"] for row in document["standings"]] == [1] * 6 + [7] * 6
    assert not document["by_round"]
    press(visitor, night, "/begin")
    play_all(visitor, night)
    page = visitor.get(f"/nights/{night}")
    assert "The result" in page.text
    assert "9,000" in page.text
    csv = visitor.client.get(f"/nights/{night}/result.csv").text
    assert csv.splitlines()[0].endswith("Rank,Name,Points,Rounds,Points a round,Games,Won")
    assert len(csv.splitlines()) == 13
    assert visitor.client.get(f"/nights/{night}/picture.png").mimetype == "image/png"
    assert visitor.get("/league?by=games").text.count("Player") >= 12


def test_only_the_sittings_to_come_are_drawn_again_when_people_come_and_leave(first_visitor):
    visitor = first_visitor
    night = plan(visitor, sittings="3")
    press(visitor, night, "/begin")
    first = night_of(visitor, night).begun
    form = visitor.get(f"/nights/{night}/plan").form("/plan")
    gone, *here = map(str, night_of(visitor, night).here)
    fields = form.fields | {"here": here, "names": "Late Lena", "sittings": "4"}
    page = visitor.post(form.action, fields)
    assert "The night is changed." in page.said
    until(lambda: "Drawing" not in visitor.get(f"/nights/{night}").text)
    after = night_of(visitor, night)
    lena = visitor.club.people.named("Late Lena")[0].id
    assert after.begun == first
    assert len(after.drawn) == 4
    assert after.gone == (int(gone),)
    assert all(lena in sitting.people and int(gone) not in sitting.people for sitting in after.coming)


def test_who_sits_out_does_so_in_turn_or_sits_at_another_table(first_visitor):
    night = night_of(first_visitor, plan(first_visitor, NAMES[:6], sittings="3"))
    assert sorted(person for sitting in night.drawn for person in sitting.out) == sorted(night.people)
    other = plan(first_visitor, NAMES[:6], sittings="2", rules="friends-family", others="1")
    assert [[sum(map(len, table)) for table in s.tables] for s in night_of(first_visitor, other).drawn] == [[4, 2]] * 2


def test_fixed_partners_stay_together_and_are_ranked_as_pairs(first_visitor):
    visitor = first_visitor
    pairs = [f"{one} & {other}" for one, other in zip(NAMES[:8:2], NAMES[1:8:2], strict=True)]
    night = plan(visitor, pairs, sittings="1", partners="fixed")
    teams = {team for table in night_of(visitor, night).drawn[0].tables for team in table}
    assert teams == {*night_of(visitor, night).pairs}
    assert len(teams) == 4
    press(visitor, night, "/begin")
    play_all(visitor, night)
    rows = json.loads(visitor.client.get(f"/nights/{night}/result.json").text)["standings"]
    assert [len(row["people"]) for row in rows] == [2] * 4


def test_pairs_are_chosen_by_ticks_and_a_former_partner_is_never_left_over(first_visitor):
    visitor = first_visitor
    night = plan(visitor, NAMES[:8], sittings="2", partners="fixed")
    a, b, c, d, *_ = night_of(visitor, night).here
    assert visitor.get(f"/nights/{night}").links["Who plays with whom"] == f"/nights/{night}/pairs"
    page = make_pair(visitor, night, a, c)
    names = visitor.club.people.names([a, b, c, d])
    assert page.said == f"{names[a]} & {names[c]} play together."
    assert f"{names[b]} with {names[d]}" in page.text
    assert {*map(frozenset, night_of(visitor, night).here_in_pairs)} >= {frozenset({a, c}), frozenset({b, d})}
    until(lambda: night_of(visitor, night).is_drawn)
    teams = {frozenset(team) for table in night_of(visitor, night).drawn[0].tables for team in table}
    assert teams == {*map(frozenset, night_of(visitor, night).here_in_pairs)}
    assert f"Undo: {names[a]} & {names[b]} again" in page.text
    (undo,) = page.classed("undo")
    people = [hidden["value"] for hidden in undo.all("input") if hidden["name"] == "person"]
    visitor.post(undo["action"], page.forms[0].fields | {"person": people})
    until(lambda: night_of(visitor, night).is_drawn)
    assert {*map(frozenset, night_of(visitor, night).here_in_pairs)} >= {frozenset({a, b}), frozenset({c, d})}
    # A pair that it is already changes nothing.
    before = night_of(visitor, night)
    make_pair(visitor, night, b, a)
    assert night_of(visitor, night) == before


def test_pairs_need_two_ticks_and_a_page_that_is_up_to_date(first_visitor):
    visitor = first_visitor
    night = plan(visitor, NAMES[:8], sittings="2", partners="fixed")
    one, _, three, *_ = night_of(visitor, night).here
    form = visitor.get(f"/nights/{night}/pairs").form("/pairs")
    page = visitor.post(form.action, form.fields | {"person": [str(one)]})
    assert page.status == 422
    assert "Tick two people" in page.text
    assert page.form("/pairs").fields["person"] == str(one)
    make_pair(visitor, night, *night_of(visitor, night).here[4:8:3])
    page = visitor.post(form.action, form.fields | {"person": [str(one), str(three)]})
    assert page.status == 422
    assert "just changed this night" in page.text
    other = plan(visitor, NAMES[:8], sittings="2")
    assert visitor.client.get(f"/nights/{other}/pairs").location == f"/nights/{other}"


def test_late_comers_and_leavers_of_pairs_change_only_their_pairs(first_visitor):
    visitor = first_visitor
    night = plan(visitor, NAMES[:8], sittings="3", partners="fixed")
    press(visitor, night, "/begin")
    one, *_, last = night_of(visitor, night).here
    before = night_of(visitor, night).here_in_pairs
    form = visitor.get(f"/nights/{night}/plan").form("/plan")
    here = [str(person) for person in night_of(visitor, night).here if person != one]
    page = visitor.post(form.action, form.fields | {"here": here})
    assert "Fixed partners need an even number of people, and there are 7." in page.text
    assert "without a partner" in visitor.get(f"/nights/{night}/pairs").text
    form = visitor.get(f"/nights/{night}/plan").form("/plan")
    visitor.post(form.action, form.fields | {"here": here, "names": "Late Lena"})
    until(lambda: night_of(visitor, night).is_drawn)
    lena = visitor.club.people.named("Late Lena")[0].id
    after = night_of(visitor, night).here_in_pairs
    assert {*map(frozenset, after)} == {*map(frozenset, before[1:]), frozenset({before[0][1], lena})}
    make_pair(visitor, night, lena, last)
    assert frozenset({lena, last}) in set(map(frozenset, night_of(visitor, night).here_in_pairs))


def make_pair(visitor, night, *people):
    form = visitor.get(f"/nights/{night}/pairs").form("/pairs")
    return visitor.post(form.action, form.fields | {"person": [str(person) for person in people]})


def test_the_code_of_a_table_works_all_night_and_phones_follow_their_people(first_visitor):
    visitor = first_visitor
    night = plan(visitor, NAMES[:8], sittings="2")
    press(visitor, night, "/begin")
    first = night_of(visitor, night).begun[0]
    link = table_link(visitor, first.games[0])
    person = first.tables[0][0][0]
    own, idle = phone_from(visitor, link), phone_from(visitor, link)
    own.access.set_player(own.phone.id, person)
    idle.access.set_player(idle.phone.id, 0)
    play_all(visitor, night)
    press(visitor, night, "/begin")
    second = night_of(visitor, night).begun[1]
    hers = second.games[second.table_of(person) - 1]
    assert {p.game for p in own.passes} == {first.games[0], hers}
    assert {p.game for p in idle.passes} == {first.games[0], second.games[0]}
    assert table_link(visitor, second.games[0]) == link
    late = phone_from(visitor, link)
    assert {p.game for p in late.passes} == {second.games[0]}
    result = own.get(f"/games/{first.games[0]}/result")
    assert f"/games/{hers}" in result.links.values()
    assert "Rematch" not in result.text
    form = next(f for f in visitor.get(f"/games/{second.games[0]}/invite").forms if f.fields.get("role") == "scorer")
    visitor.post(form.action, form.fields | {"sure": "1"})
    assert {p.game for p in own.passes} == {hers}
    assert not late.passes
    assert table_link(visitor, second.games[0]) != link


def test_a_beginning_is_taken_back_until_something_is_entered(first_visitor):
    visitor = first_visitor
    night = plan(visitor, NAMES[:8], sittings="2")
    press(visitor, night, "/begin")
    games = night_of(visitor, night).begun[0].games
    phone = phone_from(visitor, table_link(visitor, games[0]))
    assert "has not begun" in press(visitor, night, "/take-back").said
    assert not night_of(visitor, night).begun
    assert all(Table(visitor, game).loaded.is_binned for game in games)
    again = visitor.get(f"/nights/{night}").form("/begin")
    visitor.post(again.action, again.fields)
    visitor.post(again.action, again.fields)
    (sitting,) = night_of(visitor, night).begun
    assert sitting.games[0] in {p.game for p in phone.passes}
    stale = visitor.get(f"/nights/{night}").form("/take-back")
    Table(visitor, sitting.games[1]).play(1, **OUT_FIRST)
    assert "Table 2 entered something already" in visitor.post(stale.action, stale.fields).said
    assert night_of(visitor, night).begun == (sitting,)


def test_unequal_numbers_of_rounds_are_never_added_up_silently(first_visitor):
    visitor = first_visitor
    night = plan(visitor, NAMES[:8], sittings="1", rounds="", minutes="45")
    press(visitor, night, "/begin")
    first, second = night_of(visitor, night).begun[0].games
    Table(visitor, first).play(1, **OUT_FIRST)
    Table(visitor, first).play(2, **OUT_FIRST)
    Table(visitor, second).play(1, **OUT_FIRST)
    page = visitor.get(f"/nights/{night}")
    assert "the table is by points a round" in page.text
    assert json.loads(visitor.client.get(f"/nights/{night}/result.json").text)["by_round"]
    page = press_decision(visitor, night, "cut")
    assert "1 round is left out" in page.text
    assert "by points a round" not in page.text
    assert "left out, because" not in press_decision(visitor, night, "whole").text


def test_the_organiser_ends_a_timed_sitting_at_all_tables_and_takes_that_back(first_visitor):
    visitor = first_visitor
    night = plan(visitor, sittings="2", rounds="", minutes="45")
    press(visitor, night, "/begin")
    between, counting, first = (Table(visitor, game) for game in night_of(visitor, night).begun[0].games)
    for table in (between, counting):
        table.play(1, **OUT_FIRST)
    between.tap("team1.clean:+1")
    counting.sheet(2).save(**{"team1.melded": "500"})
    page = visitor.get(f"/nights/{night}")
    assert "Table 1 ends with the rounds finished so far" in page.text
    assert "Tables 2, 3 are counting, or in the first round, and finish that round." in page.text
    stale = next(f for f in page.forms if f.fields.get("decision") == "end")
    assert press_decision(visitor, night, "end").said == "Sitting 1 ends."
    assert [table.record.course.phase.value for table in (between, counting, first)] == ["over", "playing", "playing"]
    assert "Round 2 is the last: finish it." in counting.page().text
    assert "last round" in visitor.get(f"/nights/{night}/board").text
    # A form that is sent again does nothing more.
    visitor.post(stale.action, stale.fields)
    assert press_decision(visitor, night, "go-on").said == "Sitting 1 goes on."
    assert [table.record.course.phase.value for table in (between, counting, first)] == ["playing"] * 3
    assert "Round 2 is the last" not in counting.page().text
    press_decision(visitor, night, "end")
    counting.play(2, **OUT_FIRST)
    first.play(1, **OUT_FIRST)
    assert {table.record.course.phase.value for table in (between, counting, first)} == {"over"}
    assert "the table is by points a round" in visitor.get(f"/nights/{night}").text
    assert "The organiser ended the sitting" in visitor.get(f"{between.address}/history").text
    press(visitor, night, "/begin")
    assert "just changed this night" in visitor.post(stale.action, stale.fields).said
    second = night_of(visitor, night).begun[1]
    assert {Table(visitor, game).record.course.phase.value for game in second.games} == {"playing"}


def test_a_sitting_of_rounds_has_no_such_button(first_visitor):
    night = plan(first_visitor, NAMES[:8], sittings="1")
    press(first_visitor, night, "/begin")
    assert "at all tables" not in first_visitor.get(f"/nights/{night}").text


def test_the_board_shows_the_clock_each_table_and_who_waits(first_visitor):
    visitor = first_visitor
    night = plan(visitor, NAMES[:8], sittings="2", rounds="", minutes="45")
    assert "The first sitting begins soon." in visitor.get(f"/nights/{night}/board").text
    press(visitor, night, "/begin")
    sitting = night_of(visitor, night).begun[0]
    board = visitor.get(f"/nights/{night}/board")
    assert "Sitting 1 of 2" in board.text
    assert "0 of 2 tables finished" in board.text
    assert "time left 4" in board.text
    Table(visitor, sitting.games[0]).play(1, **OUT_FIRST)
    Table(visitor, sitting.games[0]).decide(decision="over")
    board = visitor.get(f"/nights/{night}/board")
    assert "1 of 2 tables finished" in board.text
    assert "Table 2 of sitting 1 still plays" in board.text
    press(visitor, night, "/begin")
    board = visitor.get(f"/nights/{night}/board")
    assert "waits for" in board.text
    assert "(table 2)" in board.text


def test_a_night_can_be_left_out_of_the_league(first_visitor):
    visitor = first_visitor
    night = plan(visitor, NAMES[:8], sittings="2")
    press(visitor, night, "/begin")
    play_all(visitor, night)
    games = night_of(visitor, night).games
    assert "left out of the league" in press_decision(visitor, night, "leave-out").said
    assert not any(Table(visitor, game).record.course.in_league for game in games)
    press(visitor, night, "/begin")
    play_all(visitor, night)
    assert not any(Table(visitor, game).record.course.in_league for game in night_of(visitor, night).games)
    assert "It does not count in the league." in visitor.get(f"/games/{games[0]}/result").text
    press_decision(visitor, night, "count")
    assert all(Table(visitor, game).record.course.in_league for game in night_of(visitor, night).games)


def test_a_form_with_faults_keeps_what_was_typed_and_saves_nothing(first_visitor):
    visitor = first_visitor
    form = visitor.get("/nights/new").form("/nights/new")
    typed = {"names": "Ann\n!\u0007", "sittings": "x", "rounds": "2", "minutes": "30", "name": "Spring"}
    page = visitor.post(form.action, form.fields | typed)
    assert page.status == 422
    assert "Line 2:" in page.text
    assert "Type a number from 1 to 30." in page.text
    assert "Leave one of the two empty." in page.text
    assert [page.form("/nights/new").fields[name] for name in ("sittings", "minutes", "name")] == ["x", "30", "Spring"]
    assert not visitor.club.nights.all()
    assert not visitor.club.people.everyone()


def test_too_few_people_are_a_plan_that_says_what_is_missing(first_visitor):
    night = plan(first_visitor, ["Ann", "Bob"])
    assert "A table needs 4 people, and there are only 2." in first_visitor.get(f"/nights/{night}").text


def test_a_night_is_planned_for_a_day_before_anyone_is_there(first_visitor):
    visitor = first_visitor
    day = visitor.club.clock.today() + timedelta(days=9)
    night = plan(visitor, [], day=day.isoformat(), begins="19.30", sittings="2")
    page = visitor.get(f"/nights/{night}")
    assert f"{day:%A}, {day.day} {day:%b} {day.year}, 19:30" in page.text
    assert "Nobody is ticked yet." in page.text
    assert not page.classed("error")
    assert "19:30" in visitor.get("/nights").text
    listed = json.loads(visitor.client.get(f"/nights/{night}/result.json").text)["night"]
    assert (listed["day"], listed["begins"]) == (day.isoformat(), "19:30")
    # A form that does not ask for the day keeps it.
    form = visitor.get(f"/nights/{night}/plan").form("/plan")
    fields = {name: text for name, text in form.fields.items() if name not in ("day", "begins")}
    visitor.post(form.action, fields | {"name": "Spring"})
    assert (night_of(visitor, night).name, night_of(visitor, night).day) == ("Spring", day.isoformat())
    visitor.post(form.action, visitor.get(f"/nights/{night}/plan").form("/plan").fields | {"day": "", "begins": ""})
    assert night_of(visitor, night).day == ""


@pytest.mark.parametrize(
    ("typed", "sentence"),
    [
        ({"day": "tomorrow"}, "Type a day as year, month and day"),
        ({"day": "2999-01-01"}, "more than two years ahead"),
        ({"begins": "19:30"}, "Choose the day, too."),
        ({"day": "2026-12-04", "begins": "half past 7"}, "Type a time such as 19:30."),
    ],
)
def test_a_day_or_time_that_is_none_is_a_fault_and_is_kept(first_visitor, typed, sentence):
    form = first_visitor.get("/nights/new").form("/nights/new")
    page = first_visitor.post(form.action, form.fields | typed)
    assert page.status == 422
    assert sentence in page.text
    assert page.form("/nights/new").fields.items() >= typed.items()
    assert not first_visitor.club.nights.all()


def test_a_night_from_before_days_is_a_night_without_one(first_visitor):
    document = {name: value for name, value in terms_document(NightTerms(rules="partnership")).items()
                if name not in ("day", "begins")}  # fmt: skip
    night = first_visitor.club.nights.add(document, key="old").id
    assert night_of(first_visitor, night).day == ""
    assert first_visitor.get(f"/nights/{night}").status == 200


def test_another_draw_is_another_seating_of_the_same_people(first_visitor):
    night = plan(first_visitor, sittings="2")
    before = night_of(first_visitor, night)
    press(first_visitor, night, "/draw")
    until(lambda: night_of(first_visitor, night).is_drawn)
    after = night_of(first_visitor, night)
    assert (before.seed, after.seed) == (1, 2)
    assert before.drawn != after.drawn
    assert before.people == after.people


def test_a_draw_gives_way_to_a_later_one_and_one_that_fails_can_be_had_again(first_visitor, monkeypatch, caplog):
    begun, may_end = [], threading.Event()

    def slow(task, report):
        begun.append(task)
        if len(begun) == 1:
            may_end.wait(60)
        report(0.5)
        if len(begun) == 3:
            raise OSError("no more processes")
        return search_tables(task, report)

    monkeypatch.setattr(drawing, "search_elsewhere", slow)
    monkeypatch.setattr(drawing, "AT_FIRST", 0.05)
    form = first_visitor.get("/nights/new").form("/nights/new")
    typed = {"names": "\n".join(NAMES[:8]), "rules": "partnership", "sittings": "2", "rounds": "1"}
    page = first_visitor.post(form.action, form.fields | typed)
    assert "Drawing the tables" in page.text
    (night,) = (night.id for night in first_visitor.club.nights.all())
    plan = first_visitor.get(f"/nights/{night}/plan").form("/plan")
    here = [str(person) for person in night_of(first_visitor, night).here]
    first_visitor.post(plan.action, plan.fields | {"here": here, "sittings": "3"})
    until(lambda: night_of(first_visitor, night).is_drawn)
    may_end.set()
    until(lambda: not [thread for thread in threading.enumerate() if thread.name == "drawing"])
    assert len(night_of(first_visitor, night).drawn) == 3
    press(first_visitor, night, "/draw")
    until(lambda: "could not be drawn" in caplog.text)
    until(lambda: "Draw the tables" in first_visitor.get(f"/nights/{night}").text)


def test_a_night_is_removed_and_put_back(first_visitor):
    night = plan(first_visitor, sittings="2")
    form = first_visitor.get(f"/nights/{night}/plan").form("/remove")
    page = first_visitor.post(form.action, form.fields)
    assert "The night is removed." in page.said
    assert not first_visitor.club.nights.all()
    undo = page.forms[0]
    assert "The night is back." in first_visitor.post(undo.action, undo.fields).said


def test_a_change_that_was_based_on_an_older_plan_is_not_saved(first_visitor):
    night = plan(first_visitor, sittings="2")
    form = first_visitor.get(f"/nights/{night}/plan").form("/plan")
    press(first_visitor, night, "/draw")
    until(lambda: night_of(first_visitor, night).is_drawn)
    page = first_visitor.post(form.action, form.fields | {"name": "Mine"})
    assert page.status == 422
    assert page.form("/plan").fields["name"] == "Mine"
    assert night_of(first_visitor, night).name == ""


def test_merged_people_are_one_person_of_the_night(first_visitor):
    night = plan(first_visitor, NAMES[:9], sittings="2")
    one, other = (first_visitor.club.people.named(name)[0].id for name in NAMES[7:9])
    first_visitor.club.people.merge(other, one)
    assert len(night_of(first_visitor, night).here) == 8


def test_paper_has_a_plan_a_slip_for_each_person_and_a_code_for_each_table(first_visitor):
    night = plan(first_visitor, sittings="2")
    wall = first_visitor.get(f"/nights/{night}/seating")
    slips = first_visitor.get(f"/nights/{night}/seating", slips="1")
    assert all(wall.text.count(name) >= 2 for name in NAMES[:12])
    assert len(slips.classed("slip")) == 12
    assert len(codes_of(first_visitor, night)) == 3


def test_a_phone_that_scans_early_waits_at_its_table_and_is_taken_along(first_visitor):
    visitor = first_visitor
    night = plan(visitor, NAMES[:8], sittings="2")
    first, second = codes_of(visitor, night)
    phone = Visitor(visitor.app, None)
    waiting = phone.get(second)
    assert "Sitting 1 has not begun. This page goes on by itself when it does." in waiting.text
    names = visitor.club.people.names(p for team in night_of(visitor, night).drawn[0].tables[1] for p in team)
    assert all(name in waiting.text for name in names.values())
    assert not phone.passes
    press(visitor, night, "/begin")
    games = night_of(visitor, night).begun[0].games
    assert "Who are you?" in phone.get(second).text
    assert {p.game for p in phone.passes} == {games[1]}
    assert codes_of(visitor, night) == [first, second]
    # It works in the next sitting, and until the link of the table is renewed.
    play_all(visitor, night)
    press(visitor, night, "/begin")
    later = Visitor(visitor.app, None)
    later.get(first)
    assert {p.game for p in later.passes} == {night_of(visitor, night).begun[1].games[0]}
    form = next(f for f in visitor.get(f"/games/{games[0]}/invite").forms if f.fields.get("role") == "scorer")
    visitor.post(form.action, form.fields | {"sure": "1"})
    assert later.get(first).status == 410
    assert codes_of(visitor, night)[0] != first
    assert codes_of(visitor, night)[1] == second


def test_a_code_of_a_table_that_is_no_more_says_so(first_visitor):
    visitor = first_visitor
    night = plan(visitor, NAMES[:8], sittings="1")
    code = codes_of(visitor, night)[1]
    phone = Visitor(visitor.app, None)
    assert phone.get(code.replace("t2", "t1")).status == 410
    assert phone.get(code.replace(f"n{night}t", "n99t")).status == 404
    form = visitor.get(f"/nights/{night}/plan").form("/plan")
    here = [str(person) for person in night_of(visitor, night).here[:4]]
    visitor.post(form.action, form.fields | {"here": here})
    until(lambda: night_of(visitor, night).is_drawn)
    press(visitor, night, "/begin")
    assert "This table is not used any more tonight." in phone.get(code).text
    assert not phone.passes
    visitor.club.nights.remove(night)
    assert phone.get(code).status == 410


def codes_of(visitor, night):
    """The addresses in the codes of a night's tables, in order."""
    shown = []
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(nights, "qr_code", lambda url, label: shown.append(url.partition("192.168.1.20")[2]) or "")
        client = known_at(visitor, "192.168.1.20").client
        assert client.get(f"/nights/{night}/codes", base_url="http://192.168.1.20").status_code == 200
    return shown


def test_readers_see_a_night_and_cannot_change_it(first_visitor):
    night = plan(first_visitor, sittings="2")
    reader = Visitor(first_visitor.app, Role.READER)
    for page in ("", "/board", "/seating", "/result.csv", "/result.json"):
        assert reader.client.get(f"/nights/{night}{page}").status_code == 200
    assert [form.action for form in reader.get(f"/nights/{night}").forms] == []
    assert reader.client.get(f"/nights/{night}/plan").status_code == 403


@pytest.mark.parametrize("page", ["", "/board", "/seating", "/plan", "/codes", "/picture.png", "/result.csv"])
def test_an_unknown_night_is_not_found(first_visitor, page):
    assert first_visitor.client.get(f"/nights/99{page}").status_code == 404


def press_decision(visitor, night, decision):
    form = next(f for f in visitor.get(f"/nights/{night}").forms if f.fields.get("decision") == decision)
    return visitor.post(form.action, form.fields)


def table_link(visitor, game):
    """The link for keeping score that the page of a table's codes shows."""
    answer = known_at(visitor, "192.168.1.20").client.get(f"/games/{game}/invite", base_url="http://192.168.1.20")
    return Page(answer.status_code, answer.text).root.by_id("scorer-link").text.partition("/in/")[2]


def phone_from(visitor, link):
    phone = Visitor(visitor.app, None)
    phone.client.get(f"/in/{link}", follow_redirects=True)
    return phone


def test_a_night_goes_along_with_the_file_of_its_club(first_visitor, tmp_path):
    night = plan(first_visitor, sittings="2")
    press(first_visitor, night, "/begin")
    data = exported(first_visitor.club)
    with restored(tmp_path / "again", data) as other:
        assert other.nights.all() == first_visitor.club.nights.all()
        assert exported(other) == data
        assert [finding for finding in examine(other) if not finding.ok] == []


def test_a_file_with_a_broken_plan_is_refused(first_visitor, tmp_path):
    plan(first_visitor, sittings="2")
    data = re.sub(rb',"sha256":"[0-9a-f]*"', b"", exported(first_visitor.club))
    broken = {
        "this is no plan of a night": data.replace(b'"partners":"change"', b'"partners":"dance"'),
        "a person who is in no line above": data.replace(b'"people":[1,', b'"people":[99,'),
    }
    for said, lines in broken.items():
        (tmp_path / "club.jsonl").write_bytes(lines)
        with Club.open(tmp_path / "again.sqlite3") as other:
            faults = scan(other, tmp_path / "club.jsonl", no_report).faults
        assert [said in str(fault) for fault in faults] == [True]
