"""A partnership's page: every figure of the tiny league, and keys that are no partnership."""

import pytest

from tests.web.league.reading import counterparts, each_figure, figure, last_games
from tests.web.league.tiny_league import ids, key


def address(people, names):
    return f"/partners/{key(people, names)}"


@pytest.fixture
def both(tiny, tiny_ids):
    """The page of Ann and Carla."""
    page = tiny.get(address(tiny_ids, "Ann & Carla"))
    assert page.status == 200
    return page


def test_it_has_both_names_and_links_to_both_players(both, tiny_ids):
    assert both.heading == "Ann & Carla"
    assert both.links["Ann"] == f"/people/{tiny_ids['Ann']}"
    assert both.links["Carla"] == f"/people/{tiny_ids['Carla']}"


def test_games_are_those_of_the_two_alone(both):
    counts = each_figure(both, "games", "wins", "ties", "lost", "share", "best_run")
    assert counts == ["3", "2", "1", "0", "83%", "2 games"]
    games = last_games(both)
    assert [game["data-game"] for game in games] == ["4", "2", "1"]
    assert games[2].text == "✓ Won 5 Jan 2026 Own points 6,500 Against Bob & Dora 20"


def test_the_rating_is_the_average_of_their_own(tiny, both, tiny_ids):
    own = [tiny.get(f"/people/{tiny_ids[name]}") for name in ("Ann", "Carla")]
    (rating, off), *players = (
        [int(text.replace(",", "")) for text in each_figure(page, "rating", "give_or_take")]
        for page in (both, *own)
    )
    assert abs(rating - sum(player[0] for player in players) / 2) <= 1
    assert abs(off - sum(player[1] ** 2 for player in players) ** 0.5 / 2) <= 1
    assert "The average of their own ratings. The true strength is very likely" in both.text


def test_points_a_round_are_compared_with_other_partnerships(both):
    points = each_figure(both, "points_a_round", "play_a_round", "luck_a_round")
    assert points == ["4,650", "4,650", "0"]
    assert "Better than 2 of 3 other partnerships." in both.text


def test_opponents_are_listed_once(both, tiny_ids):
    assert counterparts(both, "opponents") == [("Bob & Dora Compare with Bob & Dora", "3", "83%")]
    assert "Easiest opponents" not in both.text
    compare = "/league/versus?one={Ann}-{Carla}&other={Bob}-{Dora}".format(**tiny_ids)
    assert both.links["Compare with Bob & Dora"] == compare


@pytest.mark.parametrize(("names", "count"), [("Ann & Dora", "two"), ("Ann & Bob & Dora", "3")])
def test_people_who_never_played_together_have_an_empty_page(tiny, tiny_ids, names, count):
    page = tiny.get(address(tiny_ids, names))
    assert page.status == 200
    assert f"They have never played a game together, just the {count} of them." in page.text
    assert page.links["Dora"] == f"/people/{tiny_ids['Dora']}"
    assert not page.root.all("svg")


def test_another_order_leads_to_the_right_address(tiny, tiny_ids):
    answer = tiny.client.get("/partners/{Carla}-{Ann}".format(**tiny_ids))
    assert (answer.status_code, answer.location) == (303, address(tiny_ids, "Ann & Carla"))


@pytest.mark.parametrize(
    "who", ["1", "1-1", "1-99999", "x", "1-", "01-3", "1-2-3-4-5", "1-" + "9" * 30, "1–3"]
)
def test_what_is_no_partnership_is_not_found(tiny, who):
    assert tiny.get(f"/partners/{who}").status == 404


def test_merged_people_lead_to_the_other(own_tiny):
    people = ids(own_tiny)
    annie = own_tiny.club.people.add("Annie").id
    own_tiny.club.people.merge(annie, people["Ann"])
    for other, expected in (
        ("Carla", address(people, "Ann & Carla")),
        ("Ann", f"/people/{people['Ann']}"),
    ):
        answer = own_tiny.client.get(f"/partners/{people[other]}-{annie}")
        assert (answer.status_code, answer.location) == (303, expected)


def test_a_forgotten_person_has_no_partnership(own_tiny):
    people = ids(own_tiny)
    own_tiny.club.people.forget(people["Carla"])
    assert own_tiny.get(address(people, "Ann & Carla")).status == 410


def test_a_partnership_with_a_guest_is_in_no_table(own_tiny):
    people = ids(own_tiny)
    own_tiny.club.people.change(people["Carla"], guest=True)
    page = own_tiny.get(address(people, "Ann & Carla"))
    assert "One of them is a guest, so no table lists them." in page.text
    assert figure(page, "games") == "3"
