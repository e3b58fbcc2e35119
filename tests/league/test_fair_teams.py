"""Fair teams: exact proposals are compared with brute force, and the search for many people with its own score."""

from fractions import Fraction
from itertools import combinations, permutations

import pytest

from scorepad.league.facts import GameFacts, GameKind, Side, Tally
from scorepad.league.fair_teams import FairTeams, TableShape, partners_lately

RATINGS = {person: 1500 + person * person * 37 % 331 for person in range(1, 25)}
LATELY = {(a, b): 5 for a, b in combinations(RATINGS, 2) if (a * b) % 7 == 1}
SHAPES = [TableShape(2, 2), TableShape(2, 1), TableShape(3, 2), TableShape(2, 3), TableShape(4, 1)]


def unfairness(tables):
    """Return the score of docs/league.md, in whole rating points."""
    total = Fraction()
    for table in tables:
        means = [Fraction(sum(RATINGS[person] for person in team), len(team)) for team in table]
        pairs = [pair for team in table for pair in combinations(sorted(team), 2)]
        total += max(means) - min(means) + 20 * sum(LATELY.get(pair, 0) for pair in pairs)
    return total


def everyone_seated(people, shape):
    """Every seating, as a set of tables of teams."""
    found = set()
    for order in permutations(people):
        teams = [frozenset(order[at : at + shape.size]) for at in range(0, len(order), shape.size)]
        tables = [frozenset(teams[at : at + shape.teams]) for at in range(0, len(teams), shape.teams)]
        found.add(frozenset(tables))
    return found


@pytest.mark.parametrize("shape", SHAPES)
def test_no_way_to_sit_down_is_fairer_than_what_is_proposed(shape):
    people = range(1, max(1, 8 // shape.players) * shape.players + 1)
    proposed = FairTeams(shape, RATINGS, LATELY).propose(people)
    best = sorted(unfairness(tables) for tables in everyone_seated(people, shape))
    assert [Fraction(proposal.score, shape.size) for proposal in proposed] == best[: len(proposed)]
    assert [unfairness(proposal.tables) for proposal in proposed] == best[: len(proposed)]
    assert len({frozenset(map(frozenset, proposal.tables)) for proposal in proposed}) == len(proposed)


@pytest.mark.parametrize(
    ("count", "shape"), [(16, TableShape(2, 2)), (24, TableShape(2, 2)), (24, TableShape(3, 2)), (18, TableShape(2, 3))]
)
def test_many_people_are_seated_so_that_no_two_gain_by_changing_seats(count, shape):
    people = range(1, count + 1)
    first, *others = FairTeams(shape, RATINGS, LATELY).propose(people)
    assert sorted(person for table in first.tables for team in table for person in team) == list(people)
    assert [first, *others] == sorted([first, *others])
    for one, other in combinations(people, 2):
        swap = {one: other, other: one}
        tables = [[[swap.get(p, p) for p in team] for team in table] for table in first.tables]
        assert unfairness(tables) >= unfairness(first.tables)
    assert FairTeams(shape, RATINGS, LATELY).propose(reversed(people)) == [first, *others]


def test_partners_of_the_last_evenings_are_known_by_how_lately_it_was():
    kind = GameKind(1, "vegas", "Vegas", 4, 2, 5)

    def game(*teams):
        sides = tuple(Side(team, 0, 0, 0) for team in teams)
        return GameFacts(1, "2026-01-01", kind, 1, Tally(), sides, (), (), ())

    evenings = [[game((3, 1), (2, 4))], [], [game((1, 3), (4, 5))], [], [], [game((6, 7))]]
    assert partners_lately(evenings) == {(1, 3): 5, (2, 4): 5, (4, 5): 3}
