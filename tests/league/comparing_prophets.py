"""Compares the table of prophets with plain code."""

from datetime import date

import pytest

from scorepad.league.bets import LEAST
from scorepad.league.club_names import ClubPeople
from scorepad.league.prophets import EVER, ProphetTable
from scorepad.store import Club
from tests.league.plain import PlainLeague
from tests.league.plain_prophets import coin, forecast, is_clear, last_bets, prophets, ranks


def same_prophets(club: Club, plain: PlainLeague, days: tuple[str, str] = EVER) -> ProphetTable:
    """Fail unless the table of these days is the plain one. Return it."""
    people = ClubPeople.of(club)
    table = ProphetTable.of(club, people, days)
    first, last = (date.fromisoformat(day) if day else None for day in days)
    games = [game for game in plain.chosen(first, last) if last_bets(game)]
    listed = {person for person in people.people if people.is_ranked(str(person))}
    everyone = prophets(games, listed)
    ranked = ranks(everyone, LEAST)
    assert {row.prophet.person: (row.prophet.bets, row.prophet.right, row.prophet.score) for row in table.rows} == {
        person: (len(bets.errors), bets.right, bets.mean) for person, bets in everyone.items()
    }
    assert {row.prophet.person: row.rank for row in table.rows} == {who: ranked.get(who) for who in everyone}
    clear = {person for person in ranked if is_clear(everyone[person], len(ranked))}
    assert {row.prophet.person for row in table.rows if row.is_clear} == clear
    assert [row.rank for row in table.rows if row.rank] == sorted(ranked.values())
    assert table.games == len(games)
    coins = [coin(len(game.totals)) for game in games]
    assert table.coin == (sum(coins) / len(coins) if coins else None)
    expected = forecast(plain, games)
    assert (table.forecast is None) == (expected is None)
    assert table.forecast is None or table.forecast == pytest.approx(expected)
    return table
