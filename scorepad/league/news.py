"""What a game or an evening changed, and the table of the night: docs/league.md, "What is new" and "Evenings"."""

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import NamedTuple

from scorepad.league.facts import CompetitorKey, GameFacts, RecordCandidate, Tally, is_partnership
from scorepad.league.ratings import MEAN, Rating
from scorepad.league.standings import RankedStanding, Standing

FEWEST_GAMES = 5
"""The fewest earlier games of a kind before a game can set a record."""

FEWEST_WON, FEWEST_NOT_WON = 3, 5
"""The shortest streaks that are news."""


class RatingMove(NamedTuple):
    """A person's shown rating before and after. `games` is the number of their games until then, at most ten."""

    person: int
    before: int
    after: int
    games: int


class BadgeNews(NamedTuple):
    """A level of a badge that someone earned."""

    who: CompetitorKey
    code: str
    level: int


class StreakNews(NamedTuple):
    """A streak that was reached or, if `is_over`, ended. `length` is positive for games won, negative for not won."""

    who: CompetitorKey
    length: int
    is_over: bool


class RecordNews(NamedTuple):
    """A record that was set for a kind of game."""

    kind: int
    record: RecordCandidate


@dataclass(frozen=True, slots=True)
class News:
    """What one game or several changed."""

    moves: tuple[RatingMove, ...] = ()
    records: tuple[RecordNews, ...] = ()
    badges: tuple[BadgeNews, ...] = ()
    streaks: tuple[StreakNews, ...] = ()


def rating_moves(
    before: Mapping[int, Rating], after: Mapping[int, Rating], games: Mapping[int, int]
) -> tuple[RatingMove, ...]:
    """Return how a game moved the rating of each person in it. `games` are their games until then."""
    shown = {person: rating.shown for person, rating in before.items()}
    return tuple(
        RatingMove(person, shown.get(person, round(MEAN)), rating.shown, games[person])
        for person, rating in after.items()
    )


def streak_news(who: CompetitorKey, before: int, after: int) -> StreakNews | None:
    """Return the news about a streak from its lengths before and after a game, if any."""
    if after >= FEWEST_WON:
        return StreakNews(who, after, is_over=False)
    if before >= FEWEST_WON or (before <= -FEWEST_NOT_WON and after > 0):
        return StreakNews(who, before, is_over=True)
    return None


def best_of_game(candidates: Iterable[RecordCandidate]) -> list[RecordCandidate]:
    """Return the best candidate for each record, in a tie the first."""
    best: dict[str, RecordCandidate] = {}
    for candidate in candidates:
        if candidate.code not in best or candidate.value > best[candidate.code].value:
            best[candidate.code] = candidate
    return list(best.values())


def together(games: Sequence[News]) -> News:
    """Merge the news of games in the order of play: total rating moves, and the latest of all other repeated news."""
    moves: dict[int, RatingMove] = {}
    for move in (move for game in games for move in game.moves):
        before = moves[move.person].before if move.person in moves else move.before
        moves[move.person] = move._replace(before=before)
    records = {(news.kind, news.record.code): news for game in games for news in game.records}
    badges = {(news.who, news.code): news for game in games for news in game.badges}
    streaks = {news.who: news for game in games for news in game.streaks}
    return News(tuple(moves.values()), tuple(records.values()), tuple(badges.values()), tuple(streaks.values()))


# ---- Evenings in a row


def evenings_in_a_row(club: Iterable[int], own: Collection[int]) -> tuple[int, int]:
    """Return on how many of the club's last evenings in a row someone played, and on how many at most.

    Both are evenings in their order; one without them ends the row, also the club's last one.
    """
    row = longest = 0
    for evening in club:
        row = row + 1 if evening in own else 0
        longest = max(longest, row)
    return row, longest


# ---- The table of the night


def night_table(
    games: Iterable[GameFacts], is_ranked: Callable[[CompetitorKey], bool] = lambda _: True
) -> list[RankedStanding]:
    """Rank the people who get the credit for a game of the evening, by wins, then by fewer games. Ties share a rank."""
    tallies: dict[CompetitorKey, Tally] = {}
    for facts in games:
        for who, _, tally in facts.appearances:
            if not is_partnership(who) and is_ranked(who):
                tallies[who] = Tally.sum([tallies[who], tally]) if who in tallies else tally
    played = sorted((_figure(tally), at, who) for at, (who, tally) in enumerate(tallies.items()) if tally.games)
    rows: list[RankedStanding] = []
    for _, equals in groupby(played, key=lambda row: row[0]):
        rank = len(rows) + 1
        rows += [RankedStanding(rank, Standing(who, tallies[who], None)) for _, _, who in equals]
    return rows


def _figure(tally: Tally) -> tuple[int, int]:
    return -tally.share, tally.games
