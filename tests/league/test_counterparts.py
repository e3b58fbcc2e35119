"""Partners and opponents: the worked examples of docs/league.md, and ties."""

from fractions import Fraction

import pytest

from scorepad.league.counterparts import Sureness, expected_share, first_by_share, most_played, nemesis, rival, sureness
from scorepad.league.facts import WHOLE
from scorepad.store.results.rows import PairTotals

HALF = Fraction(1, 2)


def pairs(**records):
    """Build pairs from the games and wins of each name."""
    return [PairTotals(name, games, won, 0, WHOLE * won) for name, (games, won) in records.items()]


@pytest.mark.parametrize(
    ("record", "percent"), [((3, 3), 62), ((20, 14), 63), ((10, 2), 35), ((0, 0), 50)], ids=str
)  # fmt: skip
def test_a_few_games_change_the_usual_share_a_little(record, percent):
    (pair,) = pairs(Bob=record)
    assert round(100 * expected_share(pair, HALF)) == percent


def test_the_first_five_are_by_expected_share_then_games_then_name(monkeypatch):
    monkeypatch.setattr("scorepad.league.counterparts.members", lambda key: (0,))
    records = pairs(A=(4, 1), B=(3, 3), C=(2, 2), E=(4, 2), D=(4, 2), F=(6, 3), G=(3, 0), H=(20, 14))
    both = (first_by_share(records, HALF, str, highest=highest) for highest in (True, False))
    assert ["".join(pair.other for pair in first) for first in both] == ["HBFDE", "GAFDE"]
    assert most_played(records, str).other == "H"
    assert most_played(pairs(A=(2, 2)), str) is None


def test_a_rival_is_met_often_and_even_and_a_nemesis_is_hard(monkeypatch):
    monkeypatch.setattr("scorepad.league.counterparts.members", lambda key: (0,))
    assert rival(pairs(Dora=(20, 13), Emil=(10, 5), Frida=(6, 3)), str).other == "Emil"
    assert rival(pairs(Dora=(4, 2)), str) is None
    assert nemesis(pairs(Dora=(10, 2), Emil=(4, 0)), HALF, str).other == "Dora"
    assert nemesis(pairs(Dora=(10, 5)), HALF, str) is None


def test_how_sure_follows_from_the_games():
    words = [sureness(games) for games in (13, 14, 88, 89)]
    assert words == [Sureness.FEW, Sureness.FAIR, Sureness.FAIR, Sureness.SURE]
    assert [1 / (games + 11) ** 0.5 for games in (14, 89)] == [0.2, 0.1]
