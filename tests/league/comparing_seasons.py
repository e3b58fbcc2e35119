"""Compare the figures of seasons with the plain league of the same games."""

from itertools import pairwise

from scorepad.league.competitors import members
from scorepad.league.facts import Tally
from scorepad.league.standings import Standing
from scorepad.store import Club
from tests.league.comparing import SIZES, key
from tests.league.plain import PlainLeague, competitors_of


def same_gains(club: Club, plain: PlainLeague) -> None:
    """The same rating gained, by people and partnerships, in days that begin and end at, before and after games."""
    days = sorted({game.day for game in plain.games})
    ends = [*pairwise([*days[:1], *days[::3], *days[-1:]]), *[(day, None) for day in days[:1]]]
    for (first, last), size in ((end, size) for end in ends for size in SIZES.values()):
        everyone = [key(who) for who in competitors_of(plain.games, size)]
        standings = [Standing(who, Tally(), None) for who in everyone]
        rated = club.league.rated(standings, first.isoformat(), last.isoformat() if last else None)
        gained = {each.competitor: each.gained for each in rated}
        assert gained == {who: plain.gained(members(who), first, last) for who in everyone}
