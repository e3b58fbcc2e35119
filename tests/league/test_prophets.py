"""Bets before games: what each costs, who is ranked, and who is called better than a coin."""

from fractions import Fraction
from random import Random

import pytest

from scorepad.league.bets import LEAST, Prophet, chance_of, error_of_bet, error_of_coin, person_of, valid_bets
from scorepad.league.club_names import ClubPeople
from scorepad.league.forecast import Pace, before_game, chances
from scorepad.league.prophets import ProphetTable
from scorepad.league.ratings import Rating
from scorepad.rules import lookup, preset
from scorepad.scoring.cells import Bet, parse_value, value_json
from scorepad.store import Club, Entry
from tests.league.clubs import ZONE, plain_league
from tests.league.comparing_prophets import same_prophets
from tests.support.leagues.club_file import write
from tests.support.leagues.generate import league

WON, LOST, TIED = (Fraction(0), Fraction(1)), (Fraction(1), Fraction(0)), (Fraction(1, 2), Fraction(1, 2))


def said(team, sure=""):
    return Bet(team, sure)


def test_how_sure_one_may_be_is_a_chance_of_two_and_of_three_teams():
    words = ("perhaps", "probably", "surely")
    assert [round(100 * chance_of(sure, 2)) for sure in words] == [60, 75, 90]
    assert [round(100 * chance_of(sure, 3)) for sure in words] == [43, 60, 82]
    assert chance_of("", 2) == chance_of("no word of this version", 2) == chance_of("perhaps", 2)


@pytest.mark.parametrize(("sure", "costs"), [("surely", ("0.01", "0.81", "0.16")), ("", ("0.16", "0.36", "0.01"))])
def test_a_bet_costs_the_square_of_what_was_missing(sure, costs):
    outcomes = (WON, LOST, TIED)
    assert tuple(error_of_bet(said(2, sure), outcome) for outcome in outcomes) == tuple(map(Fraction, costs))


def test_a_bet_on_three_teams_and_a_coin():
    won = (Fraction(1), Fraction(0), Fraction(0))
    # 9 to 1 against each: 9/11, 1/11, 1/11.
    assert error_of_bet(said(1, "surely"), won) == Fraction((4 + 1 + 1), 2 * 121)
    assert [error_of_coin(teams) for teams in (2, 3, 4)] == [Fraction(1, 4), Fraction(1, 3), Fraction(3, 8)]


@pytest.mark.parametrize("field", ["bet", "bets", "bet1a", "better", "bet²", "rules", "bet" + "1" * 16])
def test_what_is_no_field_of_a_bet(field):
    assert person_of(field) is None


def test_the_latest_bet_of_a_merged_person_counts():
    entered = [(1, 5, said(1)), (2, 7, said(2)), (3, 6, said(1)), (4, 9, said(3)), (0, 9, said(1))]
    assert valid_bets(entered, 2, {2: 1}) == {1: (7, said(2)), 3: (6, said(1))}


@pytest.mark.parametrize("value", [Bet(2, "surely"), Bet(0), Bet(1)])
def test_a_bet_survives_its_json(value):
    assert parse_value(value_json(value)) == value


def bets(right, wrong, sure=""):
    prophet = Prophet(1)
    for outcome in (WON,) * right + (LOST,) * wrong:
        prophet = prophet.after(said(2, sure), outcome)
    return prophet


def test_only_more_than_chance_is_called_better_than_a_coin():
    assert not bets(4, 0).is_clear(1)
    assert bets(5, 0).is_clear(1)
    assert not bets(5, 0).is_clear(2)
    assert bets(15, 5).is_clear(1)
    assert not bets(14, 6).is_clear(1)
    # Right more often than a coin, and yet too sure.
    assert not bets(45, 25, "surely").is_clear(1)


def test_among_coins_hardly_anyone_is_called_better_than_one():
    chance = Random(3)
    called = 0
    for _ in range(300):
        club = [Prophet(person) for person in range(8)]
        for _ in range(30):
            outcome = chance.choice((WON, LOST))
            club = [prophet.after(said(chance.choice((1, 2))), outcome) for prophet in club]
        called += any(prophet.is_clear(len(club)) for prophet in club)
    assert called <= 0.05 * 300 + 6


def test_the_ratings_say_before_a_game_what_the_chance_to_win_begins_with():
    rules = preset("partnership")
    ratings = (Rating(1560, 110), Rating(1490, 90))
    table = lookup.table_for(rules, 4)
    first, _ = chances(rules, table, 0, (0, 0), ratings, Pace(1250, 1600))
    assert before_game(ratings, 2) == pytest.approx(first)


@pytest.fixture(scope="module")
def club(tmp_path_factory):
    """A made-up league in which many bet, some on teams that are not there."""
    path = tmp_path_factory.mktemp("prophets") / "club.sqlite3"
    write(league(11, 60), path)
    chance = Random(5)
    with Club.open(path) as club:
        club.clock.change(ZONE.key)
        people = [person.id for person in club.people.everyone()][:12]
        with club.writing() as db:
            for (game,) in db.execute("SELECT id FROM game").fetchall():
                for person in chance.sample(people, 6):
                    bet = Bet(chance.choice((0, 1, 1, 2, 2, 3)), chance.choice(("", "perhaps", "probably", "surely")))
                    field = f"bet{person}"
                    club.record([Entry(f"{field}-{game}", game, 0, "table", field, value_json(bet), None)])
        club.league.catch_up()
        yield club


def test_everyone_has_the_plain_score_rank_and_right_bets(club):
    plain = plain_league(club)
    table = same_prophets(club, plain)
    assert table.ranked > 4
    days = sorted(game.day for game in plain.games)
    part = days[len(days) // 4].isoformat(), days[len(days) // 2].isoformat()
    assert 0 < same_prophets(club, plain, part).games < table.games


def test_the_others_follow_by_their_bets(club):
    rows = ProphetTable.of(club, ClubPeople.of(club)).rows
    few = [row.prophet.bets for row in rows if row.rank is None]
    assert few == sorted(few, reverse=True)
    assert all(row.missing == max(0, LEAST - row.prophet.bets) for row in rows)


def test_the_comparison_can_fail(club, monkeypatch):
    monkeypatch.setattr("tests.league.plain_prophets.ODDS", {"": Fraction(2)})
    with pytest.raises(AssertionError):
        same_prophets(club, plain_league(club))
