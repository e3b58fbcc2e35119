"""What a game changed, and what an evening changed: docs/league.md, "What is new"."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from scorepad.league.competitors import CompetitorKey
from scorepad.league.facts import RecordCandidate
from scorepad.league.ratings import MEAN, Rating

FEWEST_GAMES = 5
"""The fewest earlier games of a kind before one of them can set a record."""

FEWEST_WON, FEWEST_NOT_WON = 3, 5
"""The shortest streaks that are news."""


class RatingMove(NamedTuple):
    """A person's rating as it is shown, before and after. `games` counts theirs until then, up to ten."""

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
    """A streak that was reached or, if it `is_over`, ended: above zero games won, below zero games not won."""

    who: CompetitorKey
    length: int
    is_over: bool


class RecordNews(NamedTuple):
    """A record that was set in a kind of game."""

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
    """How far a game moved the rating of everyone whom it rated."""
    shown = {person: rating.shown for person, rating in before.items()}
    return tuple(
        RatingMove(person, shown.get(person, round(MEAN)), rating.shown, games[person])
        for person, rating in after.items()
    )


def streak_news(who: CompetitorKey, before: int, after: int) -> StreakNews | None:
    """What is new about a streak that was `before` a game and is `after` it."""
    if after >= FEWEST_WON:
        return StreakNews(who, after, is_over=False)
    if before >= FEWEST_WON or (before <= -FEWEST_NOT_WON and after > 0):
        return StreakNews(who, before, is_over=True)
    return None


def best_of_game(candidates: Iterable[RecordCandidate]) -> list[RecordCandidate]:
    """The best candidate for each record; the first if several are equal."""
    best: dict[str, RecordCandidate] = {}
    for candidate in candidates:
        if candidate.code not in best or candidate.value > best[candidate.code].value:
            best[candidate.code] = candidate
    return list(best.values())


def together(games: Sequence[News]) -> News:
    """What these games, in the order of play, changed together: of everything that came twice, the last."""
    moves: dict[int, RatingMove] = {}
    for move in (move for game in games for move in game.moves):
        before = moves[move.person].before if move.person in moves else move.before
        moves[move.person] = move._replace(before=before)
    records = {(news.kind, news.record.code): news for game in games for news in game.records}
    badges = {(news.who, news.code): news for game in games for news in game.badges}
    streaks = {news.who: news for game in games for news in game.streaks}
    return News(tuple(moves.values()), tuple(records.values()), tuple(badges.values()), tuple(streaks.values()))
