"""Head to head: who leads in the tiny league, and pairs that cannot be compared."""

import pytest

from scorepad.web.players import versus
from tests.support.cells import game_cells
from tests.web.kept import ended
from tests.web.league.reading import cells, each_figure, figure, figures, last_games, set_today
from tests.web.league.tiny_league import ids, key, play

VERSUS = "/league/versus"


def compare(visitor, people, first, second):
    return visitor.get(VERSUS, one=key(people, first), other=key(people, second))


@pytest.mark.parametrize(
    ("first", "second", "leads", "counts", "longest"),
    [
        ("Ann", "Bob", "Ann leads by 2 meetings.", ["2", "1", "0"], ["2 meetings", "0 meetings"]),
        ("Bob", "Ann", "Ann leads by 2 meetings.", ["0", "1", "2"], ["0 meetings", "2 meetings"]),
        ("Ann", "Dora", "Ann leads by 1 meeting.", ["2", "1", "1"], ["2 meetings", "1 meeting"]),
        ("Bob & Dora", "Ann & Carla", "Ann & Carla lead by 2 meetings.", ["0", "1", "2"], ["0 meetings", "2 meetings"]),
    ],
)  # fmt: skip
def test_it_shows_who_leads_and_by_how_much(tiny, tiny_ids, first, second, leads, counts, longest):
    page = compare(tiny, tiny_ids, first, second)
    assert page.status == 200
    assert page.heading == f"{first} against {second}"
    assert figure(page, "leads") == leads
    (table,) = page.classed("key")
    assert [row[1] for row in cells(table)] == counts
    assert figures(page, "longest") == longest


def test_the_last_meetings_have_both_totals(tiny, tiny_ids):
    games = last_games(compare(tiny, tiny_ids, "Dora", "Ann"))
    assert [game["data-game"] for game in games] == ["4", "3", "2", "1"]
    outcomes = [figure(game, "outcome") for game in games]
    assert outcomes == ["A tie", "Dora won", "Ann won", "Ann won"]
    assert games[1].text == "Dora won 7 Jan 2026 Dora & Carla 6,000 Ann & Bob 0"
    assert games[1].all("a")[0]["href"] == "/games/3/story"


def test_the_current_run_has_a_name(own_tiny):
    people = ids(own_tiny)
    page = compare(own_tiny, people, "Ann", "Dora")
    assert figure(page, "run") == "None: the last meeting was a tie"
    play(own_tiny, (20, 6500))
    for pair in (("Ann", "Dora"), ("Dora", "Ann")):
        page = compare(own_tiny, people, *pair)
        run, leads = each_figure(page, "run", "leads")
        assert (run, leads) == ("Dora was ahead in the last meeting", "They are level.")


def test_pictures_are_described_and_have_their_tables(tiny, tiny_ids):
    page = compare(tiny, tiny_ids, "Ann", "Dora")
    bar, course = (picture.all("desc")[0].text for picture in page.root.all("svg"))
    assert bar == figure(page, "counted") == "Of 4 meetings, Ann was ahead in 2, Dora in 1, and 1 was a tie."
    assert course == "Ann led by 2 at most. Ann leads by 1 meeting."
    (divided,) = page.classed("divided")
    parts = [(part["data-team"], part.all("text")[0].text) for part in divided.all("g") if part["data-team"]]
    assert parts == [("1", "♠\ufe0e 2"), ("2", "♦\ufe0e 1")]
    assert [sign["data-team"] for sign in page.classed("key")[0].all("span") if sign["class"] == "suit"] == ["1", "2"]
    (table,) = [table for part in page.root.all("details") for table in part.all("table")]
    assert [" ".join(row) for row in cells(table)] == ["1 Ann 1", "2 Ann 2", "3 Ann 1", "4 Ann 1"]


def test_the_picture_shows_thirty_meetings_and_the_list_ten(first_visitor):
    for at in range(33):
        play(first_visitor, (6500, 20), day=1 + at % 20)
    page = compare(first_visitor, ids(first_visitor), "Ann", "Bob")
    rows = cells(page.root.all("details")[0].all("table")[0])
    assert (rows[0], rows[-1], len(rows)) == (("4", "Ann", "4"), ("33", "Ann", "33"), 30)
    assert "after each of the last 30 meetings" in page.text
    assert figure(page, "run") == "Ann was ahead in the last 33 meetings"
    assert len(last_games(page)) == 10


def test_two_people_are_also_partners(tiny, tiny_ids):
    page = compare(tiny, tiny_ids, "Ann", "Carla")
    together = each_figure(page, "together_games", "together_wins", "together_share")
    assert together == ["3 games", "2", "83%"]
    assert page.links["Their page as partners"] == "/partners/{Ann}-{Carla}".format(**tiny_ids)
    assert "never played together" in compare(tiny, tiny_ids, "Ann", "Dora").text


def test_two_who_never_met_have_no_pictures_and_a_club_without_people_no_choices(first_visitor):
    page = first_visitor.get(VERSUS)
    assert page.status == 200
    assert "This page needs two people." in page.text
    play(first_visitor, (6500, 20))
    page = compare(first_visitor, ids(first_visitor), "Ann", "Carla")
    assert page.status == 200
    assert "They have never played against each other." in page.text
    assert not page.root.all("svg")


def test_two_are_chosen_from_lists(tiny, tiny_ids):
    page = tiny.get(VERSUS)
    assert (page.status, page.heading) == (200, "Head to head")
    form = page.form(VERSUS)
    assert form.method == "get"
    chosen = {"one": str(tiny_ids["Ann"]), "other": str(tiny_ids["Bob"])}
    assert tiny.get(form.action, **chosen).heading == "Ann against Bob"
    options = [option.text for option in page.root.all("select")[0].all("option")]
    assert options == ["Choose", "Ann", "Bob", "Carla", "Dora"]


def test_one_alone_is_chosen_already_and_a_partnership_has_those_it_met(tiny, tiny_ids):
    page = tiny.get(VERSUS, one=tiny_ids["Carla"])
    assert page.status == 200
    assert page.form(VERSUS).fields == {"one": str(tiny_ids["Carla"]), "other": ""}
    page = tiny.get(VERSUS, one=key(tiny_ids, "Ann & Carla"))
    options = [option.text for option in page.root.all("select")[1].all("option")]
    assert options == ["Choose", "Bob & Dora"]


@pytest.mark.parametrize(
    ("first", "second", "fault"),
    [
        ("Ann", "Ann", "Ann cannot play against themselves."),
        ("Ann & Carla", "Ann & Carla", "You chose the same partnership twice."),
        ("Ann", "Bob & Dora", "You chose a person and a partnership."),
        ("Ann & Carla", "Carla & Dora", "Carla is in both partnerships"),
    ],
)
def test_some_can_never_meet(tiny, tiny_ids, first, second, fault):
    page = compare(tiny, tiny_ids, first, second)
    assert page.status == 422
    assert fault in page.said
    assert page.form(VERSUS)


def test_other_orders_lead_to_the_right_address(tiny, tiny_ids):
    turned = {"one": "{Carla}-{Ann}".format(**tiny_ids), "other": "{Bob}-{Dora}".format(**tiny_ids)}
    assert tiny.get(VERSUS, **turned).heading == "Ann & Carla against Bob & Dora"


def test_unknown_people_are_not_compared(tiny, tiny_ids):
    for other in ("99999", "x", "0", "1-1", "9" * 30, "1-2-3-4-5", "１"):
        page = tiny.get(VERSUS, one=tiny_ids["Ann"], other=other)
        assert page.status == 404, other
        assert "This club has no person with this number." in page.said


def test_a_third_team_may_have_won(first_visitor):
    six = ("Ann", "Bob", "Emil", "Carla", "Dora", "Frida")
    play(first_visitor, (4000, 3000, 6500), names=six, slug="laguna-woods", cells=ended(1), day=5)
    play(first_visitor, (0, 0, 6500), names=six, slug="laguna-woods", cells=ended(1), day=6)
    people = ids(first_visitor)
    page = compare(first_visitor, people, "Bob", "Ann")
    assert [figure(game, "outcome") for game in last_games(page)] == ["Level", "Ann was ahead"]
    assert figure(page, "counted") == "Of 2 meetings, Bob was ahead in 0, Ann in 1, and 1 was a tie."
    page = compare(first_visitor, people, "Ann & Carla", "Emil & Frida")
    assert figure(last_games(page)[0], "outcome") == "Emil & Frida won"


def test_games_with_others_in_the_team_are_not_games_of_the_pair(own_tiny):
    people = ids(own_tiny)
    cells = game_cells("southern-ohio", 6)
    for seat, name in enumerate(("Ann", "Bob", "Carla", "Dora", "Emil", "Frida"), start=1):
        cells[0, f"seat{seat}", "player"] = {"id": people.get(name) or own_tiny.club.people.add(name).id}
        cells[1, f"seat{seat}", "left"] = {"as": "points", "typed": "0"}
    play(own_tiny, (6500, 20), day=9, cells=cells | ended(1))
    page = compare(own_tiny, people, "Ann", "Carla")
    assert figure(page, "together_games") == "4 games"
    assert figure(page, "together_with_others") == "3 as a pair, 1 with others in their team."
    assert figure(own_tiny.get(page.links["Their page as partners"]), "games") == "3"
    emil = str(ids(own_tiny)["Emil"])
    assert "Their page as partners" not in own_tiny.get(f"{VERSUS}?one={people['Ann']}&other={emil}").links


def since(page):
    return [row.text for row in page.root.all("dd") if "data-ahead" in row.attributes]


def test_it_says_how_long_ago_each_was_ahead(own_tiny, monkeypatch):
    people = ids(own_tiny)
    set_today(monkeypatch, "2026-01-09")
    page = own_tiny.get("/league/versus", one=str(people["Ann"]), other=str(people["Dora"]))
    assert since(page) == ["3 days ago", "2 days ago"]
    assert [page.links[text] for text in ("3 days ago", "2 days ago")] == ["/games/2/story", "/games/3/story"]
    page = own_tiny.get("/league/versus", one=str(people["Ann"]), other=str(people["Bob"]))
    assert since(page) == ["3 days ago", "Never"]


def test_everyone_is_with_and_against_everyone(own_tiny, monkeypatch):
    people = ids(own_tiny)
    page = own_tiny.get("/league/everyone")
    cells = {(row["data-who"], cell["data-other"]): cell.text for row in page.root.all("tr") for cell in row.all("td")}
    ann, bob, carla, dora = (str(people[name]) for name in ("Ann", "Bob", "Carla", "Dora"))
    assert len(cells) == 16
    assert cells[ann, carla] == "with 2½ of 3 against 0 of 1"
    assert cells[carla, ann] == "with 2½ of 3 against 1 of 1"
    assert cells[ann, dora] == "with – against 2½ of 4"
    assert cells[bob, ann] == "with 0 of 1 against ½ of 3"
    assert cells[dora, dora] == "–"
    assert page.links["with 2½ of 3 against 0 of 1"] == f"/league/versus?one={ann}&other={carla}"
    monkeypatch.setattr(versus, "MAX_EVERYONE", 2)
    assert "These are the 2 who played most, of 4." in own_tiny.get("/league/everyone").text


def test_everyone_needs_two_who_have_played(first_visitor):
    assert "It appears after the first finished game." in first_visitor.get("/league/everyone").text
