"""Partners and opponents: the worked examples of docs/league.md, and ties."""

from fractions import Fraction
from random import Random

import pytest

from scorepad.league.counterparts import (
    Sureness,
    above_usual,
    below_usual,
    chance_of,
    expected_share,
    first_by_share,
    most_played,
    nemesis,
    rival,
    standing_out,
    sureness,
)
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
    assert nemesis(pairs(Dora=(10, 1), Emil=(6, 4)), HALF, str).other == "Dora"
    assert nemesis(pairs(Dora=(10, 2), Emil=(6, 4)), HALF, str) is None
    assert nemesis(pairs(Dora=(10, 0)), HALF, str) is None


def test_a_best_partner_is_above_the_usual_share_by_more_than_chance(monkeypatch):
    monkeypatch.setattr("scorepad.league.counterparts.members", lambda key: (0,))
    named = pairs(Bob=(20, 17), Carla=(20, 8), Dora=(20, 5))
    assert [pair.other for pair in standing_out(named, HALF, str, best=True)] == ["Bob"]
    assert [round(chance_of(pair, HALF, best=True), 4) for pair in named] == [0.0013, 0.8684, 0.9941]
    # 14 of 20 happens by chance to one of three in a sixth of all clubs, and there is no best of one.
    assert standing_out(pairs(Bob=(20, 14), Carla=(20, 8), Dora=(20, 8)), HALF, str, best=True) == []
    assert standing_out(pairs(Bob=(20, 17)), HALF, str, best=True) == []
    assert standing_out(pairs(Bob=(2, 2), Carla=(20, 17)), HALF, str, best=True) == []


def test_nothing_stands_out_where_everything_or_nothing_was_won(monkeypatch):
    monkeypatch.setattr("scorepad.league.counterparts.members", lambda key: (0,))
    for share, wins in ((0, 0), (1, 30)):
        records = pairs(Bob=(30, wins), Carla=(30, wins))
        assert not any(standing_out(records, Fraction(share), str, best=best) for best in (True, False))


def test_opponents_are_hard_below_the_usual_share_and_easy_above_it():
    met = pairs(Dora=(10, 7), Emil=(10, 6), Frida=(10, 5))
    usual = Fraction(6, 10)
    both = below_usual(met, usual), above_usual(met, usual)
    assert [[pair.other for pair in some] for some in both] == [["Frida"], ["Dora"]]


def test_in_a_club_of_coin_flips_hardly_anyone_has_a_best_partner(monkeypatch):
    monkeypatch.setattr("scorepad.league.counterparts.members", lambda key: (int(key),))
    clubs = [_partners_of(Random(seed), games=400, people=8, better=0.0) for seed in range(60)]
    everyone = [records for club in clubs for records in club.values()]
    assert len(everyone) == 480
    # Someone always has the highest share.
    assert all(first_by_share(records, _usual(records), str, highest=True) for records in everyone)
    assert sum(_named(records) is not None for records in everyone) <= 0.05 * len(everyone)


def test_a_partner_who_is_truly_better_is_found(monkeypatch):
    monkeypatch.setattr("scorepad.league.counterparts.members", lambda key: (int(key),))
    clubs = [_partners_of(Random(seed), games=800, people=6, better=0.25) for seed in range(40)]
    named = [_named(club["0"]) for club in clubs]
    assert named.count("1") >= 36
    assert set(named) <= {"1", None}


def _partners_of(random, games, people, better):
    """Return everyone's partners in a club of coin flips, in which the first two together win `better` more often."""
    totals = {}
    for _ in range(games):
        seats = random.sample(range(people), 4)
        teams = [{*seats[:2]}, {*seats[2:]}]
        lucky = next((at for at, team in enumerate(teams) if team == {0, 1}), None)
        won = random.random() < 0.5 + (0 if lucky is None else better if lucky == 0 else -better)
        for team, has_won in zip(teams, (won, not won), strict=True):
            for person in team:
                (other,) = team - {person}
                of, wins = totals.get((person, other), (0, 0))
                totals[person, other] = of + 1, wins + has_won
    return {
        str(person): pairs(**{str(other): record for (who, other), record in totals.items() if who == person})
        for person in range(people)
    }


def _usual(records):
    return Fraction(sum(pair.share for pair in records), WHOLE * sum(pair.games for pair in records))


def _named(records):
    named = standing_out(records, _usual(records), str, best=True)
    return named[0].other if named else None


def test_how_sure_follows_from_the_games():
    assert [sureness(games) for games in (1, 88, 89)] == [Sureness.HINT, Sureness.HINT, Sureness.FAIR]
    assert 1 / (89 + 11) ** 0.5 == 0.1
