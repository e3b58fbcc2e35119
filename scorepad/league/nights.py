"""The table of the night: docs/league.md, "Evenings"."""

from collections.abc import Iterable
from dataclasses import dataclass
from itertools import groupby

from scorepad.league.competitors import CompetitorKey, is_partnership
from scorepad.league.facts import GameFacts, Tally


@dataclass(frozen=True, slots=True)
class NightRow:
    """A person’s figures for an evening."""

    rank: int
    who: CompetitorKey
    tally: Tally


def night_table(games: Iterable[GameFacts]) -> list[NightRow]:
    """Rank the people who get the credit for a game of the evening, by wins, then by fewer games. Ties share a rank."""
    tallies: dict[CompetitorKey, Tally] = {}
    for facts in games:
        for who, _, tally in facts.appearances:
            if not is_partnership(who):
                tallies[who] = Tally.sum([tallies[who], tally]) if who in tallies else tally
    played = [(who, tally) for who, tally in tallies.items() if tally.games]
    played.sort(key=lambda row: _figure(row[1]))
    rows: list[NightRow] = []
    for _, equals in groupby(played, key=lambda row: _figure(row[1])):
        rank = len(rows) + 1
        rows += [NightRow(rank, who, tally) for who, tally in equals]
    return rows


def _figure(tally: Tally) -> tuple[int, int]:
    return -tally.share, tally.games
