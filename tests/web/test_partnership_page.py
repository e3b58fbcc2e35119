"""A partnership's page: every figure of the tiny league, and the keys that are none."""

import pytest

from tests.web.driving import Visitor
from tests.web.kept import ended
from tests.web.tiny_league import figure, ids, play, play_tiny_league, table

LONG = ("Wilhelmina-Konstanze von und zu Altenbg.", "Maximilian-Ferdinand Graf Hohenlohe-Lan.")
NASTY = ("<b>Ann</b>", "Bob'\" & Co")


@pytest.fixture(scope="module")
def people(app):
    """The ids of the tiny league, by name."""
    return play_tiny_league(Visitor(app))


def _address(people, *names):
    return "/partners/" + "-".join(str(number) for number in sorted(people[one] for one in names))


@pytest.fixture
def both(visitor, people):
    """The page of Ann and Carla."""
    page = visitor.get(_address(people, "Ann", "Carla"))
    assert page.status == 200
    return page


def test_it_has_both_names_and_leads_to_both_players(both, people):
    assert both.heading == "Ann & Carla"
    assert both.links["Ann"] == f"/people/{people['Ann']}"
    assert both.links["Carla"] == f"/people/{people['Carla']}"


def test_games_are_those_of_the_two_alone(both):
    names = ("games", "wins", "ties", "lost", "share", "best_run")
    assert [figure(both, name) for name in names] == ["3", "2", "1", "0", "83%", "2 games"]
    games = both.root.all("ul")[1].all("li")
    assert [one["data-game"] for one in games] == ["4", "2", "1"]
    assert games[2].text == "✓ Won 5 Jan 2026 Own points 6,500 Against Bob & Dora 20"


def test_the_rating_is_the_middle_of_their_own(visitor, both, people):
    own = [visitor.get(f"/people/{people[name]}") for name in ("Ann", "Carla")]
    ratings = [int(figure(page, "rating").replace(",", "")) for page in own]
    together = int(figure(both, "rating").replace(",", ""))
    assert abs(together - sum(ratings) / 2) <= 1
    offs = [int(figure(page, "give_or_take").replace(",", "")) for page in own]
    off = int(figure(both, "give_or_take").replace(",", ""))
    assert abs(off - (offs[0] ** 2 + offs[1] ** 2) ** 0.5 / 2) <= 1


def test_points_a_round_stand_beside_those_of_the_other_partnerships(both):
    assert figure(both, "points_a_round") == "4,650"
    assert "Better than 2 of 3 other partnerships." in both.text
    assert (figure(both, "play_a_round"), figure(both, "luck_a_round")) == ("4,650", "0")


def test_partnerships_they_met_are_listed_once(both, people):
    assert table(both, "opponents") == [
        ("Bob & Dora Compare with Bob & Dora", "3", "83%"),
    ]
    assert "Easiest opponents" not in both.text
    address = both.links["Compare with Bob & Dora"]
    assert address == "/league/versus?one={Ann}-{Carla}&other={Bob}-{Dora}".format(**people)


def test_what_happened_at_the_table_is_that_of_both(first_visitor):
    cells = ended(1) | {
        (1, "seat1", "exact_cut"): {"as": "count", "n": 1},
        (1, "seat3", "exact_cut"): {"as": "count", "n": 1},
    }
    play(first_visitor, (100, 0), slug="partnership", cells=cells)
    page = first_visitor.get(_address(ids(first_visitor), "Ann", "Carla"))
    assert (figure(page, "exact_cuts"), figure(page, "luck_a_round")) == ("2", "200")


def test_people_who_never_played_together_have_a_page_that_says_so(visitor, people):
    page = visitor.get(_address(people, "Ann", "Dora"))
    assert page.status == 200
    assert "They have never played a game together, just the two of them." in page.text
    assert page.links["Dora"] == f"/people/{people['Dora']}"
    assert not page.root.all("svg")


def test_three_who_never_played_together_too(visitor, people):
    page = visitor.get(_address(people, "Ann", "Bob", "Dora"))
    assert "just the 3 of them" in page.text


def test_another_order_leads_to_the_right_spelling(visitor, people):
    right = _address(people, "Ann", "Carla")
    answer = visitor.client.get("/partners/{Carla}-{Ann}".format(**people))
    assert (answer.status_code, answer.location) == (303, right)


@pytest.mark.parametrize(
    "who", ["1", "1-1", "1-99999", "x", "1-", "01-3", "1-2-3-4-5", "1-" + "9" * 30, "1–3"]
)
def test_what_is_no_partnership_is_not_found(visitor, people, who):
    assert visitor.get(f"/partners/{who}").status == 404


def test_merged_people_count_as_who_they_are(first_visitor):
    people = play_tiny_league(first_visitor)
    club = first_visitor.club
    annie = club.people.add("Annie").id
    club.people.merge(annie, people["Ann"])
    for other, there in (
        ("Carla", _address(people, "Ann", "Carla")),
        ("Ann", f"/people/{people['Ann']}"),
    ):
        answer = first_visitor.client.get(f"/partners/{people[other]}-{annie}")
        assert (answer.status_code, answer.location) == (303, there)


def test_nobody_who_was_forgotten_has_a_partnership(first_visitor):
    people = play_tiny_league(first_visitor)
    first_visitor.club.people.forget(people["Carla"])
    assert first_visitor.get(_address(people, "Ann", "Carla")).status == 410


def test_a_partnership_with_a_guest_says_that_it_stands_in_no_table(first_visitor):
    people = play_tiny_league(first_visitor)
    first_visitor.club.people.set_guest(people["Carla"], True)
    page = first_visitor.get(_address(people, "Ann", "Carla"))
    assert "There is a guest among them, so they stand in no table." in page.text


@pytest.mark.parametrize("names", [LONG, NASTY])
def test_names_stand_there_as_they_were_typed(first_visitor, names):
    play(first_visitor, (6500, 20), names=(names[0], "Carla", names[1], "Dora"))
    page = first_visitor.get(_address(ids(first_visitor), *names))
    assert page.heading == f"{names[0]} & {names[1]}"
    assert [one.text for one in page.root.all("b")] == ["6,500", "20"]
