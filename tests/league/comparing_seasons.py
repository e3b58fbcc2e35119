"""Compares the figures of seasons with the plain league of the same games."""

from datetime import date
from itertools import pairwise, product

from scorepad.league.facts import Tally, members
from scorepad.league.standings import Standing
from scorepad.store import Club
from scorepad.store.results.reads import EveningsOf
from scorepad.store.seasons import OF_EVENINGS
from tests.league.comparing import SIZES, key
from tests.league.plain import PlainLeague, competitors_of
from tests.league.plain_seasons import best_evenings, evenings


def same_gains(club: Club, plain: PlainLeague) -> None:
    """Check the rating gained by people and partnerships in ranges that begin and end on, before and after games."""
    days = sorted({game.day for game in plain.games})
    ends = [*pairwise([*days[:1], *days[::3], *days[-1:]]), *[(day, None) for day in days[:1]]]
    for (first, last), size in ((end, size) for end in ends for size in SIZES.values()):
        everyone = [key(who) for who in competitors_of(plain.games, size)]
        standings = [Standing(who, Tally(), None) for who in everyone]
        rated = club.league.rated(standings, first.isoformat(), last.isoformat() if last else None)
        gained = {each.competitor: each.gained for each in rated}
        assert gained == {who: plain.gained(members(who), first, last) for who in everyone}


def same_evenings(club: Club, plain: PlainLeague, most: int) -> None:
    """Check the evenings of people and partnerships, and which of them count, by each figure."""
    days = sorted({game.day for game in plain.games})
    ends = {(day, last) for day in days[:2] for last in (days[-1], None)}
    for (first, last), size, figure in product(ends, SIZES.values(), OF_EVENINGS):
        asked = EveningsOf(size, first.isoformat(), last.isoformat() if last else None, figure)
        stored = club.league.evening_values.best(asked, most)
        worth = {key(who): evenings(plain, who, first, last, figure) for who in competitors_of(plain.games, size)}
        assert {who: {date.fromisoformat(e.day): e.value for e in best.evenings} for who, best in stored.items()} == {
            who: of_who for who, of_who in worth.items() if of_who
        }
        for who, best in stored.items():
            days_counted = [date.fromisoformat(evening.day) for evening in best.counted]
            assert (days_counted, best.value) == best_evenings(worth[who], most)
