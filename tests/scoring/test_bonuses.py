"""Bonuses by player, team and round, grades that exclude each other, and combinations of books."""

import pytest

from scorepad.rules import from_document
from tests.rules.documents import changed
from tests.support.scoring import answer, points

EVERY = from_document(changed({"stock.round": "scored"}))


def _paid(number, players, counts):
    others = [{}] * (2 if players == 6 else 1)
    result = answer(EVERY, {"bonuses": counts}, *others, round=number, players=players)
    return points(result["teams"][0]), [problem["code"] for problem in result["problems"]]


@pytest.mark.parametrize(
    ("number", "players", "each"), [(1, 2, 150), (2, 2, 150), (1, 4, 200), (2, 4, 100), (1, 6, 200), (7, 6, 100)]
)
def test_a_bonus_is_sized_by_round_and_players(number, players, each):
    assert _paid(number, players, {"exact_cut": 1}) == ({"exact_cut": each}, [])


@pytest.mark.parametrize(
    ("players", "counts", "possible"),
    [
        (4, {"exact_cut": 2}, True),
        (4, {"exact_cut": 3}, False),
        (4, {"exact_cut": 1, "near_cut": 1}, True),
        (4, {"exact_cut": 2, "near_cut": 1}, False),
        (2, {"exact_cut": 1, "near_cut": 1}, False),
        (2, {"near_cut": 1}, True),
        (4, {"exact_deal": 2}, True),
        (4, {"exact_deal": 3}, False),
        (4, {"exact_cut": 2, "exact_deal": 2, "first_to_open": 1, "talked": 20}, True),
        (4, {"first_to_open": 2}, False),
    ],
)
def test_a_team_has_no_more_of_a_bonus_than_its_players_can_get(players, counts, possible):
    assert _paid(2, players, counts)[1] == ([] if possible else ["more_than_possible"])


def test_grades_of_one_bonus_are_reported_together():
    team = {"bonuses": {"exact_cut": 2, "near_cut": 1}}
    (problem,) = answer(EVERY, team, {}, players=4)["problems"]
    assert problem["path"] == "teams[0].bonuses.near_cut"
    start = "A team can have at most 2 exact cuts or cuts one card off."
    assert problem["message"].startswith(start)


def test_a_bonus_may_cost():
    assert _paid(2, 4, {"talked": 3})[0] == {"talked": -75}


@pytest.mark.parametrize(
    ("books", "paid"),
    [
        ({"clean": 3, "dirty": 2}, {}),
        ({"clean": 3, "dirty": 3}, {"grand": 500}),
        ({"clean": 6, "dirty": 6}, {"grand": 500}),
        ({"samba": 1}, {}),
        ({"samba": 2}, {"twins": 250}),
        ({"samba": 5}, {"twins": 500}),
        ({"samba": 4, "clean": 3, "dirty": 3}, {"grand": 500, "twins": 500}),
    ],
)
def test_combinations_pay_once_or_for_every_complete_set(books, paid):
    result = answer(EVERY, {"books": books, "melded": 1500}, {}, players=4)["teams"][0]
    lines = points(result)
    assert {code: lines[code] for code in ("grand", "twins") if code in lines} == paid
    assert result["bonus"] == sum(paid.values())
