"""What games changed, in sentences: for results, evenings, the home page and the standings."""

import logging
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date

from scorepad.language.words import join_words, plural
from scorepad.league.club_names import club_kind_names
from scorepad.league.facts import WHOLE, GameFacts, Tally
from scorepad.league.figures import BADGES, level_text, record_line
from scorepad.league.game_facts import LEVELS, RecordCode
from scorepad.league.news import BadgeNews, News, RecordNews, StreakNews, night_table
from scorepad.league.standings import PROVISIONAL, Figure, RankedStanding
from scorepad.league.tables import EVERYTHING, PEOPLE, DayRange, PlayedGames, league_table, value_of
from scorepad.scoring.names import fold_name
from scorepad.scoring.text.explain import day as day_text
from scorepad.store import Season
from scorepad.store.results.reads import STREAK
from scorepad.web.app.current import g
from scorepad.web.app.freshness import today
from scorepad.web.league.champions import champions
from scorepad.web.league.standing_rows import movements
from scorepad.web.people.people_view import Competitor, PeopleView, people_view


@dataclass(frozen=True, slots=True)
class NewsLine:
    """A sentence: who it is about, what is new, and the kind of game it ends with, "" for none."""

    who: str
    text: str
    kind: str = ""


MILESTONES = {
    "game": ("played a first game", "played their first game", "played game number {}"),
    "won": ("won a first game", "won their first game", "won game number {}"),
}
"""The badges whose levels are milestones: the words for the first level, of one or of several people, and for a later
one."""


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
    moves.sort(key=lambda row: (row.before - row.after, fold_name(row.person.name)))
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
    later = sorted((badge for badge in milestones if badge.level > 1), key=lambda badge: -badge.level)
    yield from (_milestone_line(badge, people) for badge in later)
    yield from (_badge_line(badge, people) for badge in badges if badge.code not in MILESTONES)
    earned = {(badge.who, badge.level) for badge in badges if badge.code == STREAK}
    yield from (_streak_line(streak, people) for streak in streaks if (streak.who, streak.length) not in earned)
    yield from _first_lines([badge for badge in milestones if badge.level == 1], people)


def _record_line(news: RecordNews, people: PeopleView, kinds: Mapping[int, str]) -> NewsLine:
    return NewsLine(people.name(sorted(news.record.people)), record_line(news.record), kinds.get(news.kind, ""))


def _milestone_line(badge: BadgeNews, people: PeopleView) -> NewsLine:
    return NewsLine(people.name_of(badge.who), f" {MILESTONES[badge.code][-1].format(badge.level)}")


def _first_lines(badges: Sequence[BadgeNews], people: PeopleView) -> Iterator[NewsLine]:
    """Yield one sentence for everyone who won, and one for everyone who played, a first game."""
    for code in ("won", "game"):
        who = [people.name_of(badge.who) for badge in badges if badge.code == code]
        if who:
            yield NewsLine(join_words(who), f" {MILESTONES[code][len(who) > 1]}")


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


# How the last evening moved its people in the table of all games by wins


def rank_lines(who: Collection[str], people: PeopleView) -> Iterator[NewsLine]:
    """Yield a sentence for each of these people whose change of rank is news, the best rank first."""
    games = PlayedGames.over(g.club.store.league, EVERYTHING)
    table = league_table(games, people, PEOPLE, figure=Figure.WINS, least=None)
    ranked = [RankedStanding(table.above(value_of(Figure.WINS, of)) + 1, of) for of in table.standings_of(who)]
    moved = movements(table, games, people, PEOPLE, ranked)
    for row in sorted(ranked, key=lambda row: (row.rank, fold_name(people.name_of(row.standing.competitor)))):
        movement = moved.get(row.standing.competitor)
        if movement and movement.steps and movement.is_news(row.rank):
            way = "up" if movement.steps > 0 else "down"
            ranks = f"from rank {row.rank + movement.steps} to {row.rank} in the table of all games"
            text = f" went {way} {ranks} over the evening{movement.past}"
            yield NewsLine(people.name_of(row.standing.competitor), text, movement.overtook)


# Who leads each running season

MAX_SEASONS = 2
"""The most seasons on the home page; those that began last are shown."""


@dataclass(frozen=True, slots=True)
class SeasonLeader:
    """Who leads a season, and why."""

    season: Season
    first: Sequence[Competitor]
    reason: str

    @property
    def named(self) -> Sequence[Competitor]:
        """The leaders named in the sentence: both of two, else only the first."""
        return self.first if len(self.first) < 3 else self.first[:1]

    @property
    def lead(self) -> str:
        """The words after the names: " leads ", " and 2 others lead "."""
        others = len(self.first) - len(self.named)
        if others:
            return f" and {plural(others, 'other', 'others')} lead "
        return " lead " if len(self.first) > 1 else " leads "


def season_leaders(people: PeopleView) -> list[SeasonLeader]:
    """Return the leaders of the running seasons, the latest to begin first, without seasons that have no leader."""
    running = [season for season in g.club.store.seasons.all() if season.is_running(today())]
    leaders = []
    for season in running[:MAX_SEASONS]:
        first = champions(season, PlayedGames.over(g.club.store.league, DayRange.of_season(season)), people, PEOPLE)
        if first.winners:
            leaders.append(SeasonLeader(season, first.winners, first.reason))
    return leaders


# The news on results and on the home page

WAIT, HOME_WAIT = 2.0, 0.2
"""Seconds the result page and the home page wait for the league."""

NEAR = 2
"""A person at most this many wins behind the next one has a chance to catch up soon."""

MAX_COMING = 2
"""The most sentences about what comes up."""


@dataclass(frozen=True, slots=True)
class ResultNews:
    """What a game changed. `view` is None while the figures are not ready."""

    title: str
    day: str = ""
    view: NewsView | None = None

    @property
    def is_updating(self) -> bool:
        return self.view is None


@dataclass(frozen=True, slots=True)
class LatestEvening:
    """A summary of the last evening: its day, how much was played, news, what comes up, who leads."""

    day: str
    title: str
    since: str
    """The title of what is new: "New since last night"."""
    about: str
    best: tuple[str, int] | None
    """The team with the most points in one round, and its points."""
    view: NewsView
    coming: Sequence[NewsLine]
    leaders: Sequence[SeasonLeader]


def news_of_game(number: int) -> ResultNews | None:
    """Return what a finished game changed, None if it is in no figure."""
    if not is_league_ready(WAIT):
        return ResultNews("What tonight changed")
    league = g.club.store.league
    with g.club.store.reading():
        game = league.game(number)
        if game is None:
            return None
        people = people_view()
        facts = [facts for facts in league.evenings.games(game.day) if facts.game == number]
        title = "What tonight changed" if game.day == today().isoformat() else "What this game changed"
        return ResultNews(title, game.day, news_of(facts, people))


def latest_evening() -> LatestEvening | None:
    """Return the last evening, None if there is none or the figures are not ready."""
    if not is_league_ready(HOME_WAIT):
        return None
    with g.club.store.reading():
        evenings = g.club.store.league.evenings
        day = evenings.last()
        if day is None:
            return None
        people, games = people_view(), evenings.games(day)
        return LatestEvening(
            day,
            _title(day),
            _since(day),
            _about(games, people),
            _best_round(games, people),
            news_of(games, people),
            _coming_up(games, people)[:MAX_COMING],
            season_leaders(people),
        )


def _title(day: str) -> str:
    return {0: "Best of tonight", 1: "Best of last night"}.get(_days_since(day), "Best of the last evening")


def _since(day: str) -> str:
    return {0: "New tonight", 1: "New since last night"}.get(_days_since(day), f"New on {day_text(day)}")


def _days_since(day: str) -> int:
    return (today() - date.fromisoformat(day)).days


def _about(games: Sequence[GameFacts], people: PeopleView) -> str:
    """How many games there were and who was best, "" for a single game."""
    if len(games) == 1:
        return ""
    rows = night_table(games, people.is_ranked)
    best = sorted((people.name_of(row.standing.competitor) for row in rows if row.rank == 1), key=fold_name)
    text = plural(len(games), "game", "games")
    return f"{text}. Best of the night: {', '.join(best).removesuffix('.')}." if best else f"{text}."


def _best_round(games: Sequence[GameFacts], people: PeopleView) -> tuple[str, int] | None:
    """Return who made the most points in one round, and the points; None if no game was played round by round."""
    candidates = [record for facts in games for record in facts.record_candidates if record.code == RecordCode.ROUND]
    best = max(candidates, key=lambda record: record.value, default=None)
    return (people.name(best.people), best.value) if best else None


def _coming_up(games: Sequence[GameFacts], people: PeopleView) -> list[NewsLine]:
    """What the people of an evening are close to reaching."""
    here = dict.fromkeys(str(person) for facts in games for side in facts.sides for person in side.people)
    ranked = [who for who in here if people.is_ranked(who)]
    milestones = [line for who in ranked for line in _milestones(who, people)]
    return [line for _, line in sorted(milestones, key=lambda pair: -pair[0])][:1] + _chase(ranked, people)


def _milestones(who: str, people: PeopleView) -> Iterator[tuple[int, NewsLine]]:
    """Yield the milestones a person reaches with the next game or win, each with its number."""
    tally = Tally.sum([Tally(), *g.club.store.league.tallies_by_kind(who).values()])
    name = people.name_of(who)
    if tally.games + 1 in LEVELS["game"][1:]:
        yield tally.games + 1, NewsLine(name, f" plays game number {tally.games + 1} next")
    if tally.wins + 1 in LEVELS["won"][1:]:
        yield tally.wins + 1, NewsLine(name, f"’s next win is number {tally.wins + 1}")


def _chase(ranked: Sequence[str], people: PeopleView) -> list[NewsLine]:
    """The highest person in the table of all games by wins who can soon catch the next one."""
    games = PlayedGames.over(g.club.store.league, EVERYTHING)
    places = league_table(games, people, PEOPLE, figure=Figure.WINS, least=None).places
    here = [place for place in places if place.competitor in ranked]
    for share, _, who in sorted(here, key=lambda place: (-place.value, fold_name(people.name_of(place.competitor)))):
        above = [place for place in places if place.value > share]
        behind = -int(-(above[-1].value - share) // WHOLE) if above else NEAR + 1
        if behind <= NEAR:
            level = (people.name_of(place.competitor) for place in above if place.value == above[-1].value)
            next_one = min(level, key=fold_name)
            return [NewsLine(people.name_of(who), f" needs {plural(behind, 'win', 'wins')} to catch ", next_one)]
    return []
