"""A partnership's page: every figure of the tiny league, and invalid keys."""

import pytest

from scorepad.league import competitor_figures
from tests.web.league.reading import counterparts, each_figure, figure, last_games
from tests.web.league.tiny_league import ids, key, play


def address(people, names):
    return f"/partners/{key(people, names)}"


@pytest.fixture
def part(tiny, tiny_ids):
    """A part of the page of Ann & Carla, by its name."""

    def read(name):
        page = tiny.get(f"{address(tiny_ids, 'Ann & Carla')}{name and '/' + name}")
        assert page.status == 200
        return page

    return read


@pytest.fixture
def both(part):
    return part("")


def test_it_links_to_both_players_and_games_are_those_of_the_two_alone(both, part, tiny_ids):
    assert both.heading == "Ann & Carla"
    for name in ("Ann", "Carla"):
        assert both.links[name] == f"/people/{tiny_ids[name]}"
    counts = each_figure(both, "games", "wins", "ties", "lost", "share", "best_run")
    assert counts == ["3", "2", "1", "0", "83%", "2"]
    games = last_games(part("games"))
    assert [game["data-game"] for game in games] == ["4", "2", "1"]
    assert games[2].text == "✓ Won 5 Jan 2026 Own points 6,500 Against Bob & Dora 20"


def test_the_rating_is_the_average_of_their_own(tiny, monkeypatch, part, tiny_ids):
    monkeypatch.setattr(competitor_figures, "PROVISIONAL", 1)
    both, *own = [tiny.get(address(tiny_ids, "Ann & Carla"))] + [
        tiny.get(f"/people/{tiny_ids[name]}") for name in ("Ann", "Carla")
    ]
    (rating, off), *players = (
        [int(text.replace(",", "")) for text in each_figure(page, "rating", "give_or_take")] for page in (both, *own)
    )
    assert abs(rating - sum(player[0] for player in players) / 2) <= 1
    assert abs(off - sum(player[1] ** 2 for player in players) ** 0.5 / 2) <= 1
    assert "The average of their own ratings. The real strength is very probably" in part("games").text


def test_points_a_round_are_compared_with_other_partnerships(part):
    page = part("rules")
    points = each_figure(page, "points_a_round", "play_a_round", "luck_a_round")
    assert points == ["4,650", "4,650", "0"]
    assert "Better than 2 of 3 other partnerships." in page.text


def test_opponents_are_listed_once(part, tiny_ids):
    page = part("opponents")
    assert "None: it takes three meetings with a pair that is harder than usual." in page.text
    assert "Easiest opponents" not in page.text


def test_a_pair_is_a_hard_or_an_easy_opponent_never_both(own_tiny):
    people = ids(own_tiny)
    for day in (9, 10, 11):
        play(own_tiny, (0, 6000), day=day, names=("Ann", "Eve", "Carla", "Finn"))
    page = own_tiny.get(address(people, "Ann & Carla") + "/opponents")
    assert counterparts(page, "opponents") == [("Eve & Finn Compare with Eve & Finn", "0% of 3", "32% a hint")]
    assert counterparts(page, "easiest") == [("Bob & Dora Compare with Bob & Dora", "83% of 3", "51% a hint")]
    compare = "/league/versus?one={Ann}-{Carla}&other={Bob}-{Dora}".format(**people)
    assert page.links["Compare with Bob & Dora"] == compare


@pytest.mark.parametrize(("names", "count"), [("Ann & Dora", "two"), ("Ann & Bob & Dora", "3")])
def test_people_who_never_played_together_have_an_empty_page(tiny, tiny_ids, names, count):
    page = tiny.get(address(tiny_ids, names))
    assert page.status == 200
    assert f"They have never played a game as a team of just {count}." in page.text
    assert page.links["Dora"] == f"/people/{tiny_ids['Dora']}"
    assert not page.root.all("svg")


def test_another_order_leads_to_the_right_address_and_other_keys_nowhere(tiny, tiny_ids):
    for part in ("", "/rules"):
        answer = tiny.client.get("/partners/{Carla}-{Ann}{}".format(part, **tiny_ids))
        assert (answer.status_code, answer.location) == (303, address(tiny_ids, "Ann & Carla") + part)
    for who in ("1", "1-1", "1-99999", "x", "1-", "01-3", "1-2-3-4-5", "1-" + "9" * 30, "1–3"):
        assert tiny.get(f"/partners/{who}").status == 404, who


def test_a_partnership_with_a_guest_is_in_no_table(own_tiny):
    people = ids(own_tiny)
    own_tiny.club.people.change(people["Carla"], guest=True)
    page = own_tiny.get(address(people, "Ann & Carla"))
    assert "One of them is a guest, so no table lists them." in page.text
    assert figure(page, "games") == "3"
