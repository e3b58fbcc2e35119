"""What games changed, in sentences: for results, evenings, the home page and the standings."""

import logging
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from scorepad.league.club_names import club_kind_names
from scorepad.league.facts import GameFacts
from scorepad.league.figures import BADGES, RECORDS, level_text
from scorepad.league.game_facts import RecordCode
from scorepad.league.news import BadgeNews, News, RecordNews, StreakNews
from scorepad.league.standings import PROVISIONAL
from scorepad.scoring.text.explain import plural
from scorepad.store.results.records import STREAK
from scorepad.web.app.current import g
from scorepad.web.evenings.lines import NewsLine
from scorepad.web.evenings.ranks import rank_lines
from scorepad.web.people.people_view import Competitor, PeopleView

MILESTONES = {
    "game": ("played a first game", "played game number {}"),
    "won": ("won a first game", "won game number {}"),
}
"""The badges whose levels are milestones: the words for the first level, and for a later one."""


MAX_MOVES = 4
"""The most rating changes shown where a page has one line for them."""


@dataclass(frozen=True, slots=True)
class MoveRow:
    """A person's rating before and after."""

    person: Competitor
    before: int
    after: int
    is_provisional: bool


@dataclass(frozen=True, slots=True)
class NewsView:
    """What is new: sentences, the most important first, and rating changes, the largest gain first."""

    lines: Sequence[NewsLine]
    moves: Sequence[MoveRow]

    @property
    def largest(self) -> list[MoveRow]:
        """The largest rating changes, without provisional ratings, the largest gain first."""
        sure = [row for row in self.moves if not row.is_provisional and row.after != row.before]
        most = sorted(sure, key=lambda row: -abs(row.after - row.before))[:MAX_MOVES]
        return [row for row in sure if row in most]


def is_league_ready(wait: float) -> bool:
    """Whether the figures are complete and current, after waiting at most `wait` seconds.

    False if they cannot be read, so that a page can leave them out.
    """
    try:
        return g.club.league_worker.is_done(wait) and g.club.store.league.is_fresh()
    except Exception:
        logging.getLogger(__name__).exception("The figures of the league cannot be read.")
        return False


def news_of(games: Sequence[GameFacts], people: PeopleView) -> NewsView:
    """Return what these games of one evening, in the order of play, changed."""
    league = g.club.store.league
    news = league.news.together([facts.game for facts in games])
    kinds = club_kind_names(g.club.store, league.kinds()) if news.records else {}
    moves = [
        MoveRow(people.competitor(str(move.person)), move.before, move.after, move.games < PROVISIONAL)
        for move in news.moves
        if people.is_ranked(str(move.person))
    ]
    moves.sort(key=lambda row: (row.before - row.after, row.person.name))
    lines = [*_lines(news, people, kinds)]
    if games and games[0].day == league.evenings.last():
        here = {str(person) for facts in games for side in facts.sides for person in side.people}
        lines += rank_lines([who for who in sorted(here) if people.is_ranked(who)], people)
    return NewsView(lines, moves)


def _lines(news: News, people: PeopleView, kinds: Mapping[int, str]) -> Iterator[NewsLine]:
    badges = [badge for badge in news.badges if people.is_ranked(badge.who)]
    streaks = [streak for streak in news.streaks if people.is_ranked(streak.who)]
    milestones = [badge for badge in badges if badge.code in MILESTONES]
    yield from (_record_line(record, people, kinds) for record in news.records)
    yield from (_milestone_line(badge, people) for badge in sorted(milestones, key=lambda badge: -badge.level))
    yield from (_badge_line(badge, people) for badge in badges if badge.code not in MILESTONES)
    earned = {(badge.who, badge.level) for badge in badges if badge.code == STREAK}
    yield from (_streak_line(streak, people) for streak in streaks if (streak.who, streak.length) not in earned)


def _record_line(news: RecordNews, people: PeopleView, kinds: Mapping[int, str]) -> NewsLine:
    text, record = RECORDS[news.record.code], news.record
    value = -record.value if record.code == RecordCode.NARROWEST else record.value
    title = text.title[0].lower() + text.title[1:]
    who = people.name(sorted(record.people))
    return NewsLine(who, f" set a record: {title}, {plural(value, *text.unit)}, in ", kinds.get(news.kind, ""))


def _milestone_line(badge: BadgeNews, people: PeopleView) -> NewsLine:
    first, later = MILESTONES[badge.code]
    text = first if badge.level == 1 else later.format(badge.level)
    return NewsLine(people.name_of(badge.who), f" {text}")


def _badge_line(badge: BadgeNews, people: PeopleView) -> NewsLine:
    text = BADGES[badge.code]
    level = f", {level_text(text, badge.level)}" if badge.level > 1 else ""
    return NewsLine(people.name_of(badge.who), f" earned {text.name}{level}")


def _streak_line(streak: StreakNews, people: PeopleView) -> NewsLine:
    length, name = abs(streak.length), people.name_of(streak.who)
    if not streak.is_over:
        return NewsLine(name, f" won {length} games in a row")
    if streak.length > 0:
        return NewsLine(name, f"’s run of {length} wins is over")
    return NewsLine(name, f" won again after {length} games")


@dataclass(frozen=True, slots=True)
class GameResult:
    """The result of a game: the teams with their totals, the best first, and whether the first are tied."""

    game: int
    teams: Sequence[tuple[str, int]]
    is_tie: bool


def result_of(facts: GameFacts, people: PeopleView) -> GameResult:
    """Return the result of a game that counts."""
    sides = sorted(facts.sides, key=lambda side: side.ahead)
    teams = [(people.name(side.people), side.total) for side in sides]
    return GameResult(facts.game, teams, sum(not side.ahead for side in sides) > 1)
