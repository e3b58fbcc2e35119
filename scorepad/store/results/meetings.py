"""Read how two competitors did with and against each other: `Club.league.meetings` has these methods."""

from fractions import Fraction

from sqlite_utils import Database

from scorepad.league.facts import WHOLE, CompetitorKey, members, next_streak
from scorepad.league.periods import Period
from scorepad.store.connections import Reader
from scorepad.store.results.rows import GAME, Meeting, PairTotals, played_game
from scorepad.store.results.tables import PEOPLE_SIZE

_ALWAYS = """
    SELECT other FROM league_pair AS pair WHERE who = ?1 AND together = 1 AND games = ?2 AND ?2 = (
      SELECT sum(games) FROM league_tally WHERE size = ?3 AND span = ?4 AND start = '' AND who = pair.other)"""
_TOTALS = "other, games, wins, ties, share"


class Meetings(Reader):
    """Meetings of people, and of partnerships. Use `Club.league.meetings`."""

    def partners(self, person: CompetitorKey, least: int = 1) -> list[PairTotals]:
        """Return everyone who played in a person's team in at least `least` games, unordered."""
        return self._pairs(person, least, together=True)

    def always_with(self, person: CompetitorKey, games: int) -> list[CompetitorKey]:
        """Return people with exactly `games` games, all of them in this person's team, by id."""
        with self.reading() as db:
            rows = db.conn.execute(_ALWAYS, (person, games, PEOPLE_SIZE, Period.ALL)).fetchall()
        return sorted((who for (who,) in rows), key=int)

    def opponents(self, competitor: CompetitorKey, least: int = 1) -> list[PairTotals]:
        """Return everyone a competitor met at least `least` times, unordered. Partnerships meet partnerships."""
        return self._pairs(competitor, least, together=False)

    def share_of_meetings(self, competitor: CompetitorKey) -> Fraction:
        """Return the share of all their meetings that a competitor won; 1/2 if there are none."""
        with self.reading() as db:
            games, share = db.conn.execute(
                "SELECT total(games), total(share) FROM league_pair WHERE who = ? AND together = 0", (competitor,)
            ).fetchone()
        return Fraction(int(share), WHOLE * int(games)) if games else Fraction(1, 2)

    def _pairs(self, competitor: CompetitorKey, least: int, *, together: bool) -> list[PairTotals]:
        with self.reading() as db:
            rows = db.conn.execute(
                f"SELECT {_TOTALS} FROM league_pair WHERE who = ? AND together = ? AND games >= ?",
                (competitor, together, least),
            )
            return [PairTotals(*row) for row in rows]

    def totals(self, competitor: CompetitorKey, other: CompetitorKey, *, together: bool = False) -> PairTotals:
        """Return how a competitor did against another, or with them; all zero if they never met."""
        with self.reading() as db:
            row = db.conn.execute(
                f"SELECT {_TOTALS} FROM league_pair WHERE who = ? AND together = ? AND other = ?",
                (competitor, together, other),
            ).fetchone()
        return PairTotals(*row) if row else PairTotals(other, 0, 0, 0, 0)

    def latest(self, competitor: CompetitorKey, other: CompetitorKey, limit: int) -> list[Meeting]:
        """Return the last games of two competitors against each other, latest first, from the side of the first."""
        first, second, swapped = _in_order(competitor, other)
        with self.reading() as db:
            rows = db.conn.execute(
                f"SELECT {GAME}, meeting.share"
                " FROM league_meeting AS meeting JOIN league_game AS game ON game.ord = meeting.ord"
                " WHERE one = ? AND other = ? ORDER BY meeting.ord DESC LIMIT ?",
                (first, second, limit),
            ).fetchall()
            if not rows:
                return []
            oldest, share = rows[-1][1], rows[-1][6]
            streak = _streak_before(db, (first, second), oldest, share)
        meetings = []
        for row in reversed(rows):
            streak = next_streak(streak, row[6])
            meetings.append(_meeting(row, streak, swapped))
        return meetings[::-1]

    def longest_streaks(self, competitor: CompetitorKey, other: CompetitorKey) -> tuple[int, int]:
        """Return the longest run of meetings that each of the two won."""
        with self.reading() as db:
            row = db.conn.execute(
                "SELECT won, lost FROM league_pair WHERE who = ? AND together = 0 AND other = ?", (competitor, other)
            ).fetchone()
        return tuple(row) if row else (0, 0)


def _streak_before(db: Database, two: tuple[CompetitorKey, CompetitorKey], order: int, share: int) -> int:
    """Return the streak before a meeting if it had the same outcome, else 0: another streak ends there anyway."""
    (count,) = db.conn.execute(
        "SELECT count(*) FROM league_meeting WHERE one = ?1 AND other = ?2 AND ord < ?3 AND ord > coalesce("
        "(SELECT max(ord) FROM league_meeting WHERE one = ?1 AND other = ?2 AND ord < ?3 AND share <> ?4), 0)",
        (*two, order, share),
    ).fetchone()
    return int({WHOLE: count, 0: -count}.get(share, 0))


def _in_order(competitor: CompetitorKey, other: CompetitorKey) -> tuple[CompetitorKey, CompetitorKey, bool]:
    """Return the two in the order of the table, and whether they were swapped."""
    if members(competitor) < members(other):
        return competitor, other, False
    return other, competitor, True


def _meeting(row: tuple[int, ...], streak: int, swapped: bool) -> Meeting:
    game, share = played_game(row[:6]), row[6]
    return Meeting(game, WHOLE - share, -streak) if swapped else Meeting(game, share, streak)
