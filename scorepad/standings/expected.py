"""Adds figures for comparison to the rows of a table: expected wins, from the sizes of tables, and the club's luck."""

from collections.abc import Sequence
from dataclasses import replace
from fractions import Fraction

from scorepad.standings.kinds import club_luck
from scorepad.standings.league_table import PlayedGames
from scorepad.standings.stored_table import RankedPage
from scorepad.store.results.rows import PlayedKind


def with_comparisons(page: RankedPage, games: PlayedGames, kinds: Sequence[PlayedKind], group: str) -> RankedPage:
    """Return the rows with their expected wins, and with the club's luck if all games are of one kind."""
    teams = {kind.kind.id: kind.kind.teams for kind in kinds}
    luck = next(iter(club_luck(kinds, games.tallies).values()), None) if games.has_one_kind else None
    sizes = {teams[kind] for kind in games.tallies if kind in teams}
    if not sizes:
        return page
    counts = _counts(page, games, group) if len(sizes) > 1 else {}
    rows = []
    for row in page.rows:
        who, tally = row.standing.competitor, row.standing.tally
        if len(sizes) == 1:
            expected = Fraction(tally.games, min(sizes))
        else:
            expected = sum((Fraction(count, teams[kind]) for kind, count in counts.get(who, {}).items()), Fraction())
        rows.append(replace(row, standing=replace(row.standing, expected=expected, club_luck=luck)))
    return replace(page, rows=rows)


def _counts(page: RankedPage, games: PlayedGames, group: str) -> dict[str, dict[int, int]]:
    stretches = games.range.stretches(games.club_days)
    competitors = [row.standing.competitor for row in page.rows]
    return games.league.games_by_kind(group, stretches, competitors)
