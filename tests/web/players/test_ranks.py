"""The ranks on the pages of players and pairs, and people who are rated as a pair."""

from tests.web.league.reading import each_figure, figure, figures
from tests.web.league.tiny_league import ids, key, play


def _page_of(visitor, name):
    return visitor.get(f"/people/{ids(visitor)[name]}")


def test_a_player_sees_the_own_ranks_and_how_many_games_are_missing(first_visitor):
    for _ in range(9):
        play(first_visitor, (6500, 20))
    assert each_figure(_page_of(first_visitor, "Bob"), "rank_rating", "rank_wins") == ["after 1 more game", "3 of 4"]
    play(first_visitor, (20, 6500))
    page = _page_of(first_visitor, "Bob")
    assert each_figure(page, "rank_rating", "rank_wins") == ["3 of 4", "3 of 4"]
    assert "Rank by rating 3 of 4" in page.text
    pair = first_visitor.get(f"/partners/{key(ids(first_visitor), 'Ann & Carla')}")
    assert each_figure(pair, "rank_rating", "rank_wins") == ["1 of 2", "1 of 2"]
    first_visitor.club.people.change(ids(first_visitor)["Bob"], guest=True)
    assert figures(_page_of(first_visitor, "Bob"), "rank_wins") == []


def test_people_who_always_play_together_are_rated_as_a_pair(first_visitor):
    for _ in range(3):
        play(first_visitor, (6500, 20))
    people = ids(first_visitor)
    pair = "Ann & Carla always play together: rated as a pair."
    assert figure(first_visitor.get(f"/people/{people['Ann']}"), "inseparable") == pair
    assert figure(first_visitor.get("/partners/{Ann}-{Carla}".format(**people)), "inseparable") == pair
    play(first_visitor, (6500, 20), names=("Ann", "Bob", "Dora", "Emil"))
    for name in ("Ann", "Carla"):
        assert figures(first_visitor.get(f"/people/{people[name]}"), "inseparable") == []
