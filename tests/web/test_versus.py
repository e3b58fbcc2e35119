"""Head to head: who leads in the tiny league, and every two who cannot be compared."""

import pytest

from tests.web.driving import Visitor
from tests.web.tiny_league import figure, figures, ids, play, play_tiny_league

LONG = "Wilhelmina-Konstanze von und zu Altenbg."
NASTY = "<b>Ann</b>&'Co'"


@pytest.fixture(scope="module")
def people(app):
    """The ids of the tiny league, by name."""
    return play_tiny_league(Visitor(app))


def _key(people, names):
    return "-".join(str(people[one]) for one in names.split(" & "))


def _compared(visitor, people, one, other):
    return visitor.get("/league/versus", one=_key(people, one), other=_key(people, other))


@pytest.mark.parametrize(
    ("one", "other", "leads", "counts", "longest"),
    [
        ("Ann", "Bob", "Ann leads by 2 meetings.", ["2", "1", "0"], ["2 meetings", "0 meetings"]),
        ("Bob", "Ann", "Ann leads by 2 meetings.", ["0", "1", "2"], ["0 meetings", "2 meetings"]),
        ("Ann", "Dora", "Ann leads by 1 meeting.", ["2", "1", "1"], ["2 meetings", "1 meeting"]),
        (
            "Bob & Dora",
            "Ann & Carla",
            "Ann & Carla lead by 2 meetings.",
            ["0", "1", "2"],
            ["0 meetings", "2 meetings"],
        ),
    ],
)
def test_it_says_who_leads_and_by_what(visitor, people, one, other, leads, counts, longest):
    page = _compared(visitor, people, one, other)
    assert page.status == 200
    assert page.heading == f"{one} against {other}"
    assert figure(page, "leads") == leads
    (key,) = [found for found in page.root.all("table") if found["class"] == "key"]
    assert [row.all("td")[0].text for row in key.all("tbody")[0].all("tr")] == counts
    assert figures(page, "longest") == longest


def test_the_last_meetings_are_told_from_both_sides(visitor, people):
    page = _compared(visitor, people, "Dora", "Ann")
    games = [one for one in page.root.all("li") if one["data-game"]]
    assert [one["data-game"] for one in games] == ["4", "3", "2", "1"]
    assert [figure(one, "outcome") for one in games] == ["A tie", "Dora won", "Ann won", "Ann won"]
    assert games[1].text == "Dora won 7 Jan 2026 Dora 6,000 Ann 0"
    assert games[1].all("a")[0]["href"] == "/games/3/story"


def test_the_run_of_now_says_whose_it_is(first_visitor):
    people = play_tiny_league(first_visitor)
    page = _compared(first_visitor, people, "Ann", "Dora")
    assert figure(page, "run") == "None: the last meeting was a tie"
    play(first_visitor, (20, 6500))
    page = _compared(first_visitor, people, "Ann", "Dora")
    assert figure(page, "run") == "Dora won the last meeting"
    assert figure(page, "leads") == "They are level."


def test_the_pictures_have_their_tables(visitor, people):
    page = _compared(visitor, people, "Ann", "Dora")
    bar, difference = page.root.all("svg")
    assert bar.all("desc")[0].text == "Of 4 meetings Ann won 2, Dora won 1, 1 tied."
    assert difference.all("desc")[0].text == "Ann was ahead by 2 at most. Ann leads by 1 meeting."
    rows = [
        row.text for found in page.root.all("details") for row in found.all("tbody")[0].all("tr")
    ]
    assert rows == ["1 Ann 1", "2 Ann 2", "3 Ann 1", "4 Ann 1"]


def test_the_difference_goes_back_thirty_meetings(first_visitor):
    for at in range(33):
        play(first_visitor, (6500, 20), day=1 + at % 20)
    people = ids(first_visitor)
    page = _compared(first_visitor, people, "Ann", "Bob")
    rows = page.root.all("details")[0].all("tbody")[0].all("tr")
    assert (rows[0].text, rows[-1].text, len(rows)) == ("4 Ann 4", "33 Ann 33", 30)
    assert "after each of the last 30 meetings" in page.text
    assert figure(page, "run") == "Ann won the last 33 meetings"


def test_two_people_are_also_partners(visitor, people):
    page = _compared(visitor, people, "Ann", "Carla")
    together = ("together_games", "together_wins", "together_share")
    assert [figure(page, name) for name in together] == ["3 games", "2", "83%"]
    assert page.links["Their page as partners"] == "/partners/{Ann}-{Carla}".format(**people)
    assert "never played together" in _compared(visitor, people, "Ann", "Dora").text


def test_two_who_never_met_are_told_so(first_visitor):
    play(first_visitor, (6500, 20))
    page = _compared(first_visitor, ids(first_visitor), "Ann", "Carla")
    assert page.status == 200
    assert "They have never played against each other." in page.text
    assert not page.root.all("svg")


def test_two_are_chosen_from_lists(visitor, people):
    page = visitor.get("/league/versus")
    assert (page.status, page.heading) == (200, "Head to head")
    form = page.form("/league/versus")
    assert form.method == "get"
    chosen = {"one": str(people["Ann"]), "other": str(people["Bob"])}
    assert visitor.get(form.action, **chosen).heading == "Ann against Bob"
    options = [one.text for one in page.root.all("select")[0].all("option")]
    assert options == ["Choose", "Ann", "Bob", "Carla", "Dora"]


def test_one_alone_is_chosen_already(visitor, people):
    page = visitor.get("/league/versus", one=people["Carla"])
    assert page.status == 200
    assert page.form("/league/versus").fields == {"one": str(people["Carla"]), "other": ""}


def test_a_partnership_is_compared_with_those_it_met(visitor, people):
    page = visitor.get("/league/versus", one=_key(people, "Ann & Carla"))
    options = [one.text for one in page.root.all("select")[1].all("option")]
    assert options == ["Choose", "Bob & Dora"]


def test_a_club_without_people_says_what_it_takes(first_visitor):
    page = first_visitor.get("/league/versus")
    assert page.status == 200
    assert "It takes two people." in page.text


@pytest.mark.parametrize(
    ("one", "other", "said"),
    [
        ("Ann", "Ann", "Ann cannot play against themselves."),
        ("Ann & Carla", "Ann & Carla", "These are the same partnership twice."),
        ("Ann", "Bob & Dora", "One of these is a person, the other a partnership."),
        ("Ann & Carla", "Carla & Dora", "Carla is in both partnerships"),
    ],
)
def test_some_can_never_meet(visitor, people, one, other, said):
    page = _compared(visitor, people, one, other)
    assert page.status == 422
    assert said in page.said
    assert page.form("/league/versus")


@pytest.mark.parametrize("other", ["99999", "x", "0", "1-1", "9" * 30, "1-2-3-4-5", "１"])
def test_unknown_people_are_not_found(visitor, people, other):
    page = visitor.get("/league/versus", one=people["Ann"], other=other)
    assert page.status == 404
    assert "There is nobody of this number in the club." in page.said


def test_merged_and_misspelt_keys_lead_to_the_right_address(first_visitor):
    people = play_tiny_league(first_visitor)
    club = first_visitor.club
    annie = club.people.add("Annie").id
    club.people.merge(annie, people["Ann"])
    asked = {"one": str(annie), "other": str(people["Bob"])}
    answer = first_visitor.client.get("/league/versus", query_string=asked)
    right = "/league/versus?one={Ann}&other={Bob}".format(**people)
    assert (answer.status_code, answer.location) == (303, right)
    turned = {"one": "{Carla}-{Ann}".format(**people), "other": "{Bob}-{Dora}".format(**people)}
    assert first_visitor.get("/league/versus", **turned).heading == "Ann & Carla against Bob & Dora"


def test_who_was_forgotten_is_compared_with_nobody(first_visitor):
    people = play_tiny_league(first_visitor)
    first_visitor.club.people.forget(people["Carla"])
    page = _compared(first_visitor, people, "Ann", "Carla")
    assert page.status == 410
    assert "Carla" not in page.source


@pytest.mark.parametrize("name", [LONG, NASTY])
def test_names_stand_there_as_they_were_typed(first_visitor, name):
    play(first_visitor, (6500, 20), names=(name, "Bob", "Carla", "Dora"))
    page = _compared(first_visitor, ids(first_visitor), name, "Bob")
    assert figure(page, "leads") == f"{name} leads by 1 meeting."
    assert page.heading == f"{name} against Bob"
