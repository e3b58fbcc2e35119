"""Sums of figures. Sums of months, years, seasons and all time are stored; sums of days are added up from games."""

from collections.abc import Iterable, Sequence
from datetime import date
from functools import lru_cache
from operator import add, neg

from sqlite_utils import Database

from scorepad.league.facts import FIGURES, LAST_GAME, CompetitorKey, GameFacts, is_partnership, order_of
from scorepad.league.periods import Period, PeriodRange, cover, start_of
from scorepad.store.errors import Damaged
from scorepad.store.results.tables import CLUB_SIZE, PARTNERSHIP_SIZE, PEOPLE_SIZE

CLUB = ""
"""The `who` of the sums over the whole club."""

LAST_DAY = "9999-12-31"
"""The last day of a season without an end."""

STORED = {
    CLUB_SIZE: (Period.DAY, Period.MONTH, Period.YEAR, Period.ALL),
    PEOPLE_SIZE: (Period.MONTH, Period.YEAR, Period.ALL),
    PARTNERSHIP_SIZE: (Period.YEAR, Period.ALL),
}
"""The sums that are stored. There are about as many others as games, so those are computed on request."""

FIGURE_NAMES = ", ".join(FIGURES)
SUMS = ", ".join(f"sum({name})" for name in FIGURES)
_MARKS = ", ".join("?" * len(FIGURES))
_ADDED = ", ".join(f"{name} = {name} + excluded.{name}" for name in FIGURES)
_ADD = f"INSERT INTO league_tally VALUES (?, ?, ?, ?, ?, {_MARKS}) ON CONFLICT DO UPDATE SET {_ADDED}"
_DROP = """
    DELETE FROM league_tally WHERE size = ? AND span = ? AND start = ? AND who = ? AND kind = ?
      AND games = 0 AND rounds = 0"""
_OF_SPANS = f"""
    SELECT who, kind, {FIGURE_NAMES} FROM league_tally WHERE size = ? AND span = ? AND start BETWEEN ? AND ?"""
_OF_GAMES = {
    PEOPLE_SIZE: f"""
    SELECT who, kind, {FIGURE_NAMES} FROM league_played WHERE who NOT GLOB '*-*' AND ord BETWEEN ? AND ?""",
    PARTNERSHIP_SIZE: f"""
    SELECT who, kind, {FIGURE_NAMES} FROM league_played WHERE who GLOB '*-*' AND ord BETWEEN ? AND ?""",
}

Key = tuple[int, int, str, CompetitorKey, int]
Figures = tuple[int, ...]
Season = tuple[str, str, str]
Periods = tuple[tuple[int, str], ...]


def size_of(who: CompetitorKey) -> int:
    """The `size` of a competitor's sums, or the club's."""
    if who == CLUB:
        return CLUB_SIZE
    return PARTNERSHIP_SIZE if is_partnership(who) else PEOPLE_SIZE


def parts_of(size: int, periods: Iterable[PeriodRange]) -> tuple[str, list[object]]:
    """Return SQL that selects `who`, `kind` and figures of these periods, a few rows each, and its parameters."""
    parts: list[str] = []
    values: list[object] = []
    for period_range in periods:
        if period_range.period in (*STORED[size], Period.SEASON):
            parts.append(_OF_SPANS)
            values += [size, period_range.period, period_range.first, period_range.last]
        else:
            parts.append(_OF_GAMES[size])
            first, last = _days(period_range)
            values += [order_of(first, 0), order_of(last, LAST_GAME)]
    return " UNION ALL ".join(parts), values


def _days(period_range: PeriodRange) -> tuple[str, str]:
    """Return the first and last day of adjacent sums. They may be days that do not exist, just outside of it."""
    first, last = f"{period_range.first}-01-01"[:10], f"{period_range.last}-99-99"[:10]
    return first, last


def change(db: Database, removed: Sequence[GameFacts], added: Sequence[GameFacts]) -> None:
    """Update the sums for removed and added games, delete empty sums, and queue these competitors' places."""
    seasons = tuple(db.conn.execute("SELECT CAST(season AS TEXT), first, last FROM league_season").fetchall())
    sums = _sums([*((facts, -1) for facts in removed), *((facts, 1) for facts in added)], seasons)
    keys = sorted(sums)
    db.conn.executemany(_ADD, [(*key, *sums[key]) for key in keys])
    if removed:
        db.conn.executemany(_DROP, keys)
    stale = sorted({who for _, _, _, who, _ in keys if who != CLUB})
    db.conn.executemany("INSERT OR IGNORE INTO league_due (who) VALUES (?)", [(who,) for who in stale])


def _sums(games: Iterable[tuple[GameFacts, int]], seasons: tuple[Season, ...]) -> dict[Key, Figures]:
    """Return what these games add to each stored sum.

    Games with the same periods, such as those of a month, are added up first: they add the same to each period.
    """
    parts: dict[tuple[int, Periods], dict[tuple[CompetitorKey, int], Figures]] = {}
    for facts, sign in games:
        kind, periods = facts.kind.id, _periods_of(facts.day, seasons)
        for who, _, tally in ((CLUB, None, facts.club), *facts.appearances):
            size = size_of(who)
            part = parts.setdefault((size, periods[size]), {})
            figures: Figures = tally if sign > 0 else tuple(map(neg, tally))
            added = part.get((who, kind))
            part[who, kind] = tuple(map(add, added, figures)) if added else figures
    sums: dict[Key, Figures] = {}
    for (size, periods_of_part), part in parts.items():
        for period, start in periods_of_part:
            for (who, kind), figures in part.items():
                key = (size, period, start, who, kind)
                before = sums.get(key)
                sums[key] = tuple(map(add, before, figures)) if before else figures
    return sums


@lru_cache(maxsize=1_000)
def _periods_of(day: str, seasons: tuple[Season, ...]) -> dict[int, Periods]:
    """Return the periods of the stored sums, by size, that a day belongs to."""
    of_seasons = [(int(Period.SEASON), season) for season, first, last in seasons if first <= day <= last]
    return {size: (*((int(period), start_of(day, period)) for period in STORED[size]), *of_seasons) for size in STORED}


def update_seasons(db: Database) -> None:
    """Store the sums of every season, from those of its years, months and days, and drop those of others."""
    rows = db.conn.execute("SELECT id, first_day, coalesce(last_day, ?) FROM season WHERE NOT removed", (LAST_DAY,))
    seasons = {season: (first, last) for season, first, last in rows}
    stored = {row[0]: row[1:] for row in db.conn.execute("SELECT season, first, last FROM league_season")}
    for season in {**seasons, **stored}:
        if seasons.get(season) != stored.get(season):
            _drop_season(db, season)
            if season in seasons:
                _add_season(db, season, *seasons[season])


def _drop_season(db: Database, season: int) -> None:
    db.conn.execute("DELETE FROM league_season WHERE season = ?", (season,))
    for size in STORED:
        key = (size, Period.SEASON, str(season))
        db.conn.execute(
            "INSERT OR IGNORE INTO league_due SELECT DISTINCT who FROM league_tally"
            " WHERE size = ? AND span = ? AND start = ? AND who <> ''",
            key,
        )
        db.conn.execute("DELETE FROM league_tally WHERE size = ? AND span = ? AND start = ?", key)


def _add_season(db: Database, season: int, first: str, last: str) -> None:
    db.conn.execute("INSERT INTO league_season (season, first, last) VALUES (?, ?, ?)", (season, first, last))
    try:
        periods = cover(date.fromisoformat(first), date.fromisoformat(last))
    except ValueError:
        raise Damaged from None
    for size in STORED:
        rows, values = parts_of(size, periods)
        key = (size, Period.SEASON, str(season))
        db.conn.execute(
            f"INSERT INTO league_tally SELECT ?, ?, ?, who, kind, {SUMS} FROM ({rows}) GROUP BY who, kind",
            (*key, *values),
        )
        db.conn.execute(
            "INSERT OR IGNORE INTO league_due SELECT DISTINCT who FROM league_tally"
            " WHERE size = ? AND span = ? AND start = ? AND who <> ''",
            key,
        )
