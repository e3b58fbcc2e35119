"""What is new after a game and since the last evening, for pages outside the league, if its figures are ready."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import date

from flask import Blueprint

from scorepad.league.facts import WHOLE, GameFacts, Tally
from scorepad.league.game_facts import LEVELS
from scorepad.league.news import night_table
from scorepad.league.standings import usual_least
from scorepad.scoring.text.explain import plural
from scorepad.store.results.places import ALL_TIME, Ranking
from scorepad.store.results.tables import PEOPLE_SIZE
from scorepad.web.app.current import g
from scorepad.web.evenings.lines import NewsLine
from scorepad.web.evenings.news import NewsView, is_league_ready, news_of
from scorepad.web.evenings.season_leaders import SeasonLeader, season_leaders
from scorepad.web.league.freshness import today
from scorepad.web.people.people_view import PeopleView, people_view

WAIT, HOME_WAIT = 2.0, 0.2
"""Seconds the result page and the home page wait for the league."""

NEAR = 2
"""A person at most this many wins behind the next one has a chance to catch up soon."""

MAX_COMING = 2
"""The most sentences about what comes up."""

_WINS = Ranking(PEOPLE_SIZE, ALL_TIME, "wins")


@dataclass(frozen=True, slots=True)
class GameNews:
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
    about: str
    view: NewsView
    coming: Sequence[NewsLine]
    leaders: Sequence[SeasonLeader]


def install(pages: Blueprint) -> None:
    """Register the template globals."""
    pages.add_app_template_global(news_of_game)
    pages.add_app_template_global(latest_evening)


def news_of_game(number: int) -> GameNews | None:
    """Return what a finished game changed, None if it is in no figure."""
    if not is_league_ready(WAIT):
        return GameNews("What tonight changed")
    league = g.club.store.league
    with g.club.store.reading():
        game = league.game(number)
        if game is None:
            return None
        people = people_view()
        facts = [facts for facts in league.evenings.games(game.day) if facts.game == number]
        title = "What tonight changed" if game.day == today().isoformat() else "What this game changed"
        return GameNews(title, game.day, news_of(facts, people))


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
            _about(games, people),
            news_of(games, people),
            _coming_up(games, people)[:MAX_COMING],
            season_leaders(people),
        )


def _title(day: str) -> str:
    ago = (today() - date.fromisoformat(day)).days
    return {0: "Tonight", 1: "Last night"}.get(ago, "The last evening")


def _about(games: Sequence[GameFacts], people: PeopleView) -> str:
    """How many games there were and who was best, "" for a single game."""
    if len(games) == 1:
        return ""
    rows = [row for row in night_table(games) if people.is_ranked(row.who)]
    best = [people.name_of(row.who) for row in rows if row.rank == rows[0].rank]
    text = plural(len(games), "game", "games")
    return f"{text}. Best of the night: {', '.join(best).removesuffix('.')}." if best else f"{text}."


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
    places = g.club.store.league.places
    wins = replace(_WINS, least=usual_least(places.busiest(_WINS)))
    shares = [(share, who) for who in ranked if (share := places.value(wins, who)) is not None]
    for share, who in sorted(shares, key=lambda pair: (-pair[0], people.name_of(pair[1]))):
        above = places.rows(wins, share, 1, upwards=True)
        behind = -int(-(above[0][0] - share) // WHOLE) if above else NEAR + 1
        if above and behind <= NEAR:
            next_one = min(people.name_of(other) for _, (other, _) in above)
            return [NewsLine(people.name_of(who), f" needs {plural(behind, 'win', 'wins')} to catch ", next_one)]
    return []
