"""The year in review of a person, of a partnership and of the club: a page each, and a picture to share."""

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import MAXYEAR, date, timedelta
from fractions import Fraction
from functools import cached_property
from typing import Any

from flask import abort, redirect, render_template, url_for

from scorepad.exchange.documents.league import Record, record_document
from scorepad.language.words import format_number, plural
from scorepad.league import counterparts
from scorepad.league.club_names import club_kind_names
from scorepad.league.facts import WHOLE, CompetitorKey, is_partnership, members
from scorepad.league.figures import BADGES, RECORDS, BadgeText, has_records, level_text, percent, rounds_number, tens
from scorepad.league.periods import cover
from scorepad.league.prophets import ProphetTable
from scorepad.league.ratings import Rating, rating_of
from scorepad.league.standings import PROVISIONAL, Figure
from scorepad.league.tables import DAYS, PARTNERSHIPS, PEOPLE, DayRange, PlayedGames, league_table
from scorepad.league.year import (
    Month,
    OwnGame,
    Upset,
    YearCounterpart,
    best_month,
    greatest_upset,
    highest_rating,
    longest_streak,
    opponents,
    partners,
    ties_of,
    win_share,
    wins_of,
)
from scorepad.scoring.names import fold_name
from scorepad.store import Club
from scorepad.store.results.rows import EarnedBadge
from scorepad.web.app.current import g
from scorepad.web.app.design_tokens import colours
from scorepad.web.app.freshness import league_page, today
from scorepad.web.league.champions import MAX_EQUALS
from scorepad.web.league.season_review import months_between
from scorepad.web.people.people_view import Competitor, PeopleView, people_view, person_here
from scorepad.web.result.picture import MAX_LINES, Summary, summary_answer

KINDS = 3
"""The most kinds of game listed, and searched for records."""


@dataclass(frozen=True, slots=True)
class Fact:
    """A row: its label, who it is about, and the figure as text."""

    code: str
    label: str
    text: str
    who: Sequence[Competitor] = ()
    game: int | None = None
    """The game it is about, None if it is about several."""

    @property
    def line(self) -> str:
        """The row as a line of the picture."""
        names = " and ".join(competitor.name for competitor in self.who)
        return f"{self.label}: {', '.join(filter(None, [names, self.text]))}"


@dataclass(frozen=True)
class Year:
    number: int
    club: Club
    people: PeopleView

    @property
    def first(self) -> date:
        return date(self.number, 1, 1)

    @property
    def last(self) -> date:
        return date(self.number, 12, 31)

    @property
    def is_over(self) -> bool:
        return today() > self.last

    @property
    def so_far(self) -> str:
        """The text after the year's number: ", so far" until it is over."""
        return "" if self.is_over else ", so far"

    @property
    def has_begun(self) -> bool:
        return today() >= self.first

    @property
    def days_before(self) -> tuple[date, date]:
        """The days of the year before to compare with: all of them, or those up to today's of a year so far."""
        before = max(self.number - 1, 1)
        first = self.first.replace(year=before)
        until = self.last if self.is_over else today()
        # The 29th of February is compared with the 28th.
        day = min(until.day, 28) if until.month == 2 else until.day
        return first, until.replace(year=before, day=day)

    def before(self, text: str) -> Fact:
        """Return the row that compares with the year before."""
        return Fact("before", f"In {self.number - 1}" if self.is_over else f"In {self.number - 1} by this day", text)

    @cached_property
    def kind_names(self) -> Mapping[int, str]:
        """The names of all kinds, most played first."""
        return club_kind_names(self.club, self.club.league.kinds())

    def favourites(self, games: Mapping[int, int]) -> list[tuple[int, str, int]]:
        """Return the kinds with the most games: id, name and games."""
        played = [(kind, name, games[kind]) for kind, name in self.kind_names.items() if games.get(kind)]
        return sorted(played, key=lambda kind: -kind[2])[:KINDS]

    def records(self, kinds: Sequence[int], is_own: Callable[[CompetitorKey], bool]) -> list[tuple[str, Record]]:
        """Return the records of these kinds, by name, that stood at the end of the year and were set in it."""
        days = "", self.last.isoformat()
        until = PlayedGames.over(self.club.league, DayRange(DAYS, "", None, self.last)).tallies
        found = []
        for kind in kinds:
            if not has_records(until[kind].games):
                continue
            for code in RECORDS:
                record = record_document(self.club, self.people, kind, code, 1, days)
                for best in record["best"]:
                    if best["day"] >= self.first.isoformat() and is_own(best["competitor"]["key"]):
                        found.append((self.kind_names[kind], record))
        return found


# The year of a person or partnership


@dataclass(frozen=True, slots=True)
class YearFigures:
    """A year in numbers. `rating`: before, after and highest, as text. `month`: the best with its wins and ties."""

    games: int
    wins: int
    ties: int
    share: Fraction | None
    rating: str
    month: tuple[Month, int, int] | None
    streak: int
    partner: YearCounterpart | None
    most_met: YearCounterpart | None
    kinds: Mapping[int, int]


@dataclass(frozen=True)
class OwnYear:
    """A year of one competitor. Only games that count for it are read."""

    key: CompetitorKey
    year: Year

    @cached_property
    def competitor(self) -> Competitor:
        return self.year.people.competitor(self.key)

    @property
    def name(self) -> str:
        return self.competitor.name

    @property
    def address(self) -> tuple[str, dict[str, Any]]:
        """The endpoint of the page, and its URL arguments without the year."""
        if is_partnership(self.key):
            return "years.partnership", {"who": self.key}
        return "years.person", {"person": int(self.key)}

    @property
    def ground(self) -> str:
        """The colour of the picture: the person's own, felt for a partnership."""
        own = self.competitor.colours
        return colours()[f"person-{own[0]}" if len(own) == 1 else "felt"]

    @cached_property
    def years(self) -> list[int]:
        return self.year.club.league.years.with_games(self.key)

    @cached_property
    def _figures(self) -> YearFigures:
        """The figures of the games, cached in memory until any figure of the club changes."""
        if self.year.number not in self.years:
            # Of the many years without games, none is cached.
            return self._read()
        return self.year.club.league.cached(("year", self.year.number, self.key), self._read)

    def _read(self) -> YearFigures:
        rows = self.year.club.league.years.games(self.key, self.year.number)
        games, best = [row.played for row in rows], None
        if month := best_month(games):
            of_month = [played for played in games if played.day[:7] == month.month]
            best = month, wins_of(of_month), ties_of(of_month)
        met = self._ranked(opponents(games, members(self.key)))
        return YearFigures(
            games=len(games),
            wins=wins_of(games),
            ties=ties_of(games),
            share=win_share(games),
            rating=self._rating([row.rating for row in rows if row.rating]),
            month=best,
            streak=longest_streak(games),
            partner=None if is_partnership(self.key) else self._best_partner(games),
            most_met=counterparts.most_played(met, self.year.people.name_of),
            kinds=Counter(played.kind for played in games),
        )

    def _before(self) -> str:
        """Games won and played, and the win share, of the year before, "" without a game; up to the same day."""
        last = self.year.days_before[1].isoformat()

        def read() -> str:
            rows = self.year.club.league.years.games(self.key, self.year.number - 1)
            games = [row.played for row in rows if row.played.day <= last]
            played = plural(len(games), "game", "games")
            return f"{wins_of(games)} of {played} won, {percent(win_share(games))}" if games else ""

        return self.year.club.league.cached(("year before", last, self.key), read)

    def _rating(self, after: list[Rating]) -> str:
        """The rating before the year, after it, and the highest; "" without a rated game."""
        if not after:
            return ""
        ids, league = members(self.key), self.year.club.league
        start = rating_of(ids, league.ratings_before(ids, self.year.first.isoformat()))
        end = rating_of(ids, league.ratings(ids, self.year.last.isoformat()))
        games = league.recent.count_games([self.key], self.year.last.isoformat(), PROVISIONAL)[self.key]
        if games < PROVISIONAL:
            first, last = format_number(tens(start)), format_number(tens(end))
            return f"about {first} – {last}, provisional: {plural(games, 'game', 'games')}"
        shown = start.shown, end.shown, highest_rating(start, after, end)
        return "{} – {}, high {}".format(*map(format_number, shown))

    def _best_partner(self, games: list[OwnGame]) -> YearCounterpart | None:
        usual = win_share(games) or Fraction(1, 2)
        together = self._ranked(partners(games, members(self.key)))
        name = self.year.people.name_of
        return next(iter(counterparts.standing_out(together, usual, name, best=True)), None)

    @property
    def count(self) -> int:
        return self._figures.games

    @property
    def counts(self) -> list[tuple[str, str, str]]:
        """Games, wins, ties if there were any, and win share: code, label and text."""
        figures = self._figures
        return [
            ("games", "Games", format_number(figures.games)),
            ("wins", "Won", format_number(figures.wins)),
            *([("ties", "Tied", format_number(figures.ties))] if figures.ties else []),
            ("share", "Win share", percent(figures.share)),
        ]

    @cached_property
    def facts(self) -> list[Fact]:
        return [fact for fact in self._facts() if fact]

    def _facts(self) -> Iterator[Fact | None]:
        figures = self._figures
        if figures.rating:
            yield Fact("rating", "Rating", figures.rating)
        yield self._best_month()
        if streak := figures.streak:
            yield Fact("run", "Longest run", plural(streak, "game won", "games won in a row"))
        yield self._met("partner", "Best partner", figures.partner, "{} of {} won")
        yield self._met("rival", "Met most", figures.most_met, "ahead in {} of {}")
        if before := self._before():
            yield self.year.before(before)

    def _best_month(self) -> Fact | None:
        if self._figures.month is None:
            return None
        best, wins, ties = self._figures.month
        month = f"{date.fromisoformat(best.month + '-01'):%B}"
        tied = f", {format_number(ties)} tied" if ties else ""
        return Fact("month", "Best month", f"{month}, {wins} of {best.games} won{tied}")

    def _ranked(self, counted: list[YearCounterpart]) -> list[YearCounterpart]:
        return [each for each in counted if self.year.people.is_ranked(each.other)]

    def _met(self, code: str, label: str, other: YearCounterpart | None, text: str) -> Fact | None:
        if other is None:
            return None
        share = percent(Fraction(other.share, WHOLE * other.games))
        return Fact(code, label, text.format(share, other.games), (self.year.people.competitor(other.other),))

    @cached_property
    def kinds(self) -> list[tuple[int, str, int]]:
        return self.year.favourites(self._figures.kinds)

    @cached_property
    def records(self) -> list[tuple[str, Record]]:
        return self.year.records([kind for kind, _, _ in self.kinds], self._is_own)

    def _is_own(self, holder: CompetitorKey) -> bool:
        return holder == self.key if is_partnership(self.key) else self.key in holder.split("-")

    @cached_property
    def badges(self) -> list[tuple[BadgeText, str, EarnedBadge]]:
        """The earned levels with their texts; none for a partnership."""
        if is_partnership(self.key):
            return []
        earned = self.year.club.league.years.badges(self.key, self.year.number)
        return [(BADGES[badge.code], level_text(BADGES[badge.code], badge.level), badge) for badge in earned]


# The year of the club

SHORTEST_STREAK = 2
"""The fewest games won in a row that the club's year mentions."""


@dataclass(frozen=True)
class ClubYear:
    """A year of the whole club, computed from stored sums."""

    year: Year

    name = "The club"

    @property
    def address(self) -> tuple[str, dict[str, Any]]:
        """The endpoint of the page, and its URL arguments without the year."""
        return "years.club", {}

    @property
    def ground(self) -> str:
        return colours()["felt"]

    @cached_property
    def years(self) -> list[int]:
        return self.year.club.league.years.with_games()

    @cached_property
    def _games(self) -> PlayedGames:
        return PlayedGames.over(
            self.year.club.league, DayRange(DAYS, str(self.year.number), self.year.first, self.year.last)
        )

    @property
    def count(self) -> int:
        return self._games.count

    @property
    def counts(self) -> list[tuple[str, str, str]]:
        """Games and rounds: code, label and text. A tally counts each round once for every team."""
        teams = {played.kind.id: played.kind.teams for played in self.year.club.league.kinds()}
        rounds = sum(tally.rounds // teams[kind] for kind, tally in self._games.tallies.items())
        return [("games", "Games", format_number(self.count)), ("rounds", "Rounds", rounds_number(rounds, self.count))]

    @cached_property
    def facts(self) -> list[Fact]:
        return [fact for fact in self._facts() if fact]

    def _facts(self) -> Iterator[Fact | None]:
        yield self._first("player", "Most wins", PEOPLE, Figure.WINS)
        yield self._first("pair", "Partners with most wins", PARTNERSHIPS, Figure.WINS)
        yield self._first("gained", "Most rating gained", PEOPLE, Figure.GAINED)
        yield self._longest_streak()
        yield self._upset()
        yield self._most_cuts()
        yield self._prophet()
        yield self._wooden_spoon()
        yield self._busiest_month()
        yield self._year_before()

    def _first(self, code: str, label: str, group: str, figure: Figure) -> Fact | None:
        def ranked() -> tuple[str, list[CompetitorKey]]:
            table = league_table(self._games, self.year.people, group, figure=figure, least=1)
            best = table.page(1).rows[0].standing if table.first else None
            is_one = best and (best.wins if figure is Figure.WINS else (best.gained or 0) > 0)
            return (table.reason, table.first) if is_one else ("", [])

        reason, first = self.year.club.league.cached(("year", self.year.number, code), ranked)
        return Fact(code, label, reason, [self.year.people.competitor(who) for who in first]) if first else None

    def _longest_streak(self) -> Fact | None:
        def longest() -> tuple[CompetitorKey, int] | None:
            streaks = self.year.club.league.years.longest_runs(self.year.number)
            person = next(filter(self.year.people.is_ranked, streaks), None)
            return (person, streaks[person]) if person else None

        found = self.year.club.league.cached(("year", self.year.number, "run"), longest)
        if found is None or found[1] < SHORTEST_STREAK:
            return None
        person, streak = found
        return Fact("run", "Longest run", f"{streak} games won in a row", [self.year.people.competitor(person)])

    def _upset(self) -> Fact | None:
        year, league = self.year, self.year.club.league

        def greatest() -> Upset | None:
            games = league.years.rated(year.number)
            people = {person for rated in games for side in rated.sides for person in side.people}
            eve = (year.first - timedelta(days=1)).isoformat()
            played = league.recent.count_games([str(person) for person in people], eve, PROVISIONAL)
            before = league.ratings_before(people, year.first.isoformat())
            return greatest_upset(games, before, {int(who): count for who, count in played.items()}, PROVISIONAL)

        upset = league.cached(("year", year.number, "upset"), greatest)
        if upset is None:
            return None
        losers = year.people.name(upset.losers)
        text = f"beat {losers}, who were rated {format_number(upset.below)} higher"
        return Fact("upset", "Upset of the year", text, [year.people.team(upset.winners)], upset.game)

    def _most_cuts(self) -> Fact | None:
        tallies = self.year.club.league.tallies(PEOPLE, self._games.parts)
        cuts = {who: tally.exact_cuts for who, tally in tallies.items() if self.year.people.is_ranked(who)}
        most = max(cuts.values(), default=0)
        first = sorted((self.year.people.competitor(who) for who, count in cuts.items() if count == most), key=_by_name)
        if not most or len(first) > MAX_EQUALS:
            return None
        return Fact("cuts", "Most exact cuts", plural(most, "exact cut", "exact cuts"), first)

    def _prophet(self) -> Fact | None:
        days = self.year.first.isoformat(), self.year.last.isoformat()
        first = ProphetTable.of(self.year.club, self.year.people, days).clear
        if not first or len(first) > MAX_EQUALS:
            return None
        right = ", ".join(f"{row.prophet.right} of {row.prophet.bets} bets right" for row in first)
        people = [self.year.people.competitor(str(row.prophet.person)) for row in first]
        return Fact("prophet", "Prophet", right, people)

    def _wooden_spoon(self) -> Fact | None:
        def last() -> tuple[str, list[CompetitorKey]]:
            table = league_table(self._games, self.year.people, PEOPLE, figure=Figure.SHARE, least=None)
            return table.last_reason, table.last

        reason, who = self.year.club.league.cached(("year", self.year.number, "spoon"), last)
        if not who or len(who) > MAX_EQUALS:
            return None
        return Fact("spoon", "Wooden spoon", reason, [self.year.people.competitor(key) for key in who])

    def _year_before(self) -> Fact | None:
        first, last = self.year.days_before
        games = PlayedGames.over(self.year.club.league, DayRange(DAYS, "", first, last)).count
        return self.year.before(plural(games, "game", "games")) if games else None

    def _busiest_month(self) -> Fact | None:
        league = self.year.club.league
        months = [
            (sum(tally.games for tally in league.club_tallies(cover(first, last)).values()), f"{first:%B}")
            for _, first, last in months_between(self.year.first, self.year.last)
        ]
        games, name = max(months, key=lambda month: month[0])
        return Fact("month", "Busiest month", f"{name}, {plural(games, 'game', 'games')}") if games else None

    @cached_property
    def kinds(self) -> list[tuple[int, str, int]]:
        return self.year.favourites({kind: tally.games for kind, tally in self._games.tallies.items()})

    @cached_property
    def records(self) -> list[tuple[str, Record]]:
        """The records of the kind played most."""
        return self.year.records([kind for kind, _, _ in self.kinds[:1]], lambda _: True)

    @property
    def badges(self) -> list[tuple[BadgeText, str, EarnedBadge]]:
        """Always empty: only people earn badges."""
        return []


def _by_name(competitor: Competitor) -> str:
    return fold_name(competitor.name)


# The picture to share


def picture_name(page: OwnYear | ClubYear) -> str:
    key = "club" if isinstance(page, ClubYear) else page.key
    return f"scorepad-{key}-{page.year.number}.png"


def picture(page: OwnYear | ClubYear) -> Any:
    rest = f": {page.year.number}{page.year.so_far}"
    return summary_answer(Summary(page.name, page.ground, page.counts, _lines(page), rest), picture_name(page))


def _lines(page: OwnYear | ClubYear) -> list[str]:
    lines = [fact.line for fact in page.facts]
    earned = [
        plural(len(page.records), "record set", "records set") if page.records else "",
        plural(len(page.badges), "badge earned", "badges earned") if page.badges else "",
    ]
    if any(earned):
        lines = [*lines[: MAX_LINES - 1], ", ".join(filter(None, earned))]
    return lines


# The views


@league_page
def person(person: int, year: int, as_: str) -> Any:
    """Show a person's year. Redirect if they were merged."""
    player = person_here(person, "years.person", year=year, as_=as_)
    return _answer(OwnYear(str(player.id), _year(year, people_view())), as_)


@league_page
def partnership(who: str, year: int, as_: str) -> Any:
    people = people_view()
    key = people.current_key(who)
    if not is_partnership(who):
        abort(404)
    if not is_partnership(key):
        # Both were merged into one person.
        return redirect(url_for("years.person", person=int(key), year=year, as_=as_), 303)
    if key != who:
        return redirect(url_for("years.partnership", who=key, year=year, as_=as_), 303)
    return _answer(OwnYear(key, _year(year, people)), as_)


@league_page
def club(year: int, as_: str) -> Any:
    return _answer(ClubYear(_year(year, people_view())), as_)


@league_page
def newest() -> Any:
    """Redirect to the club's latest year with games, or to the current year."""
    years = g.club.store.league.years.with_games()
    return redirect(url_for("years.club", year=years[-1] if years else today().year), 303)


def _year(number: int, people: PeopleView) -> Year:
    if number >= MAXYEAR:
        abort(404)
    return Year(number, g.club.store, people)


def _answer(page: OwnYear | ClubYear, as_: str) -> Any:
    """Return the page, or its picture. Redirect from the picture while figures are being updated, or without games."""
    endpoint, place = page.address
    if as_ == "page":
        return render_template("year/year.html", page=page, endpoint=endpoint, place=place, file=picture_name(page))
    if g.is_updating or not page.count:
        return redirect(url_for(endpoint, year=page.year.number, **place), 303)
    return picture(page)
