"""Head to head: choosing two, and their meetings; everyone with and against everyone."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import date
from fractions import Fraction
from functools import cached_property
from heapq import nsmallest
from itertools import pairwise
from typing import Any, Self

from flask import redirect, render_template, request, url_for

from scorepad.language.words import join_words, plural
from scorepad.league.club_names import FORGOTTEN
from scorepad.league.facts import WHOLE, CompetitorKey, Side, competitor_key, is_partnership, members
from scorepad.league.figures import NOTHING, wins_text
from scorepad.league.tables import PEOPLE
from scorepad.scoring.names import fold_name
from scorepad.store import Club, Forgotten, NoSuchPerson
from scorepad.store.results.rows import Meeting, PairTotals, PlayedGame
from scorepad.web.app.current import g
from scorepad.web.app.design_tokens import suits
from scorepad.web.app.freshness import league_page, today
from scorepad.web.league.charts import WIDTH
from scorepad.web.people.people_view import Competitor, PeopleView, people_view
from scorepad.web.players.player_figures import TIED, WON, TeamTotal, outcome
from scorepad.web.result.lead import LeadChart, lead_chart

BAR_HEIGHT = 56

_DIGIT, _ROOM_FOR_NUMBER = 16.0, 12


@dataclass(frozen=True, slots=True)
class BarPart:
    left: float
    width: float
    count: int

    @property
    def fits(self) -> bool:
        """Whether the number fits inside."""
        return self._has_room_for(len(f"{self.count:,}"))

    @property
    def has_room_for_suit(self) -> bool:
        return self._has_room_for(len(f"{self.count:,}") + 2)

    def _has_room_for(self, letters: int) -> bool:
        return self.width >= letters * _DIGIT + _ROOM_FOR_NUMBER

    @property
    def middle(self) -> float:
        return round(self.left + self.width / 2, 1)


@dataclass(frozen=True, slots=True)
class DividedBar:
    parts: tuple[BarPart, ...]
    width: int = WIDTH
    height: int = BAR_HEIGHT


def divided_bar(counts: Sequence[int]) -> DividedBar | None:
    """Return a bar of these counts, each as wide as its share; None if all are 0."""
    whole = sum(counts)
    if not whole:
        return None
    stops = [1 + round((WIDTH - 2) * sum(counts[:at]) / whole, 1) for at in range(len(counts) + 1)]
    return DividedBar(
        tuple(BarPart(a, round(b - a, 1), count) for (a, b), count in zip(pairwise(stops), counts, strict=True))
    )


Choice = tuple[CompetitorKey, str]


@dataclass(frozen=True, slots=True)
class VersusForm:
    """The choices of both inputs by name, and the chosen keys, "" for none yet."""

    firsts: list[Choice]
    seconds: list[Choice]
    first: CompetitorKey
    second: CompetitorKey

    @classmethod
    def of(cls, club: Club, people: PeopleView, first: CompetitorKey, second: CompetitorKey) -> Self:
        """Offer all people, or for a partnership the partnerships it has met."""
        everyone = [
            (str(player.id), player.name)
            for player in people.people.values()
            if player.merged_into is None and not player.forgotten
        ]
        if not is_partnership(first):
            chosen = _choices(people, [second] if is_partnership(second) else [])
            return cls(everyone, chosen + everyone, first, second)
        met = {pair.other for pair in club.league.meetings.opponents(first)} - {first}
        named = {key for key in met if all(people.has_name(person) for person in members(key))}
        if is_partnership(second):
            named.add(second)
        return cls(_choices(people, [first]) + everyone, _choices(people, named), first, second)


def _choices(people: PeopleView, keys: Iterable[CompetitorKey]) -> list[Choice]:
    choices = [(key, people.name_of(key)) for key in keys]
    return sorted(choices, key=lambda choice: (fold_name(choice[1]), members(choice[0])))


DRAWN = 30
"""The most meetings in the picture of the lead."""

LAST = 10
"""The most meetings listed."""


# The page


UNKNOWN = "This club has no person with this number. Choose two people from the lists."


@league_page
def show() -> Any:
    """Show the two requested competitors, or the form to choose them."""
    people = people_view()
    texts = [request.args.get(name, "") for name in ("one", "other")]
    try:
        first, second = (people.current_key(text) if text else "" for text in texts)
    except Forgotten:
        return _page(people, fault=FORGOTTEN, status=410)
    except NoSuchPerson:
        return _page(people, fault=UNKNOWN, status=404)
    if [first, second] != texts:
        return redirect(url_for("versus.show", one=first, other=second), 303)
    fault = _fault(people, first, second) if first and second else ""
    return _page(people, first, second, fault=fault, status=422 if fault else 200)


def _fault(people: PeopleView, first: CompetitorKey, second: CompetitorKey) -> str:
    """Return why these two can never have met, "" if they can."""
    if first == second and not is_partnership(first):
        return f"{people.name_of(first)} cannot play against themselves. Choose two people."
    if first == second:
        return "You chose the same partnership twice. Choose two."
    if is_partnership(first) != is_partnership(second):
        return "You chose a person and a partnership. Choose two people, or two partnerships."
    if both := sorted(set(members(first)) & set(members(second))):
        names = join_words([people.name((person,)) for person in both])
        return f"{names} {'are' if len(both) > 1 else 'is'} in both partnerships, so these two can never meet."
    return ""


def _page(
    people: PeopleView, first: CompetitorKey = "", second: CompetitorKey = "", *, fault: str = "", status: int = 200
) -> Any:
    club = g.club.store
    can_compare = first and second and not fault
    html = render_template(
        "league/versus.html",
        form=VersusForm.of(club, people, first, second),
        page=VersusPage.of(club, people, first, second) if can_compare else None,
        fault=fault,
    )
    return html, status


@dataclass(frozen=True, slots=True)
class ListedMeeting:
    """A listed meeting: its outcome in words, and both teams with their totals in the order of the competitors."""

    met: Meeting
    text: str
    teams: tuple[TeamTotal, TeamTotal]


@dataclass(frozen=True)
class VersusPage:
    """Two competitors without a person in common. `last` are the last meetings, the latest first.

    `together_alone` counts the games in which they were the whole team; `longest` are the longest winning streaks.
    """

    first: Competitor
    second: Competitor
    pair: PairTotals
    together: PairTotals | None
    together_alone: int
    longest: tuple[int, int]
    last: list[Meeting]
    last_ahead: list[PlayedGame | None]
    """The last game in which the first, and the second, was ahead."""
    people: PeopleView

    @classmethod
    def of(cls, club: Club, people: PeopleView, first: CompetitorKey, second: CompetitorKey) -> Self:
        league = club.league
        are_people = not is_partnership(first)
        pair = competitor_key((*members(first), *members(second)))
        return cls(
            first=people.competitor(first),
            second=people.competitor(second),
            pair=league.meetings.totals(first, second),
            together=league.meetings.totals(first, second, together=True) if are_people else None,
            together_alone=sum(tally.games for tally in league.tallies_by_kind(pair).values()) if are_people else 0,
            longest=league.meetings.longest_streaks(first, second),
            last=league.meetings.latest(first, second, DRAWN),
            last_ahead=league.meetings.last_ahead(first, second),
            people=people,
        )

    @property
    def are_partnerships(self) -> bool:
        return is_partnership(self.first.key)

    @property
    def _were(self) -> str:
        return "were" if self.are_partnerships else "was"

    @property
    def leader_text(self) -> str:
        """Who leads, and by how much."""
        lead_of_first = self.pair.wins - self.pair.lost
        if lead_of_first == 0:
            return "They are level."
        name = (self.first if lead_of_first > 0 else self.second).name
        meetings = plural(abs(lead_of_first), "meeting", "meetings")
        return f"{name} {'lead' if self.are_partnerships else 'leads'} by {meetings}."

    @cached_property
    def bar(self) -> DividedBar | None:
        """The meetings as a bar: won, tied, lost."""
        return divided_bar((self.pair.wins, self.pair.ties, self.pair.lost))

    @property
    def suits(self) -> tuple[str, ...]:
        """The suits of both, those of the first two teams, as text instead of emoji."""
        return tuple(f"{suit}\N{VARIATION SELECTOR-15}" for suit in suits()[:2])

    @property
    def bar_text(self) -> str:
        first = f"{self.first.name} {self._were} ahead in {self.pair.wins}"
        second = f"{self.second.name} in {self.pair.lost}"
        meetings = plural(self.pair.games, "meeting", "meetings")
        ties = plural(self.pair.ties, "was a tie", "were ties") if self.pair.ties else "none was a tie"
        return f"Of {meetings}, {first}, {second}, and {ties}."

    @cached_property
    def leads(self) -> list[int]:
        """The lead of the first in meetings won: before the meetings in the picture, and after each of them."""
        steps = [(met.share == WHOLE) - (met.share == 0) for met in self.last[::-1]]
        leads = [self.pair.wins - self.pair.lost - sum(steps)]
        for step in steps:
            leads.append(leads[-1] + step)
        return leads

    @property
    def before(self) -> int:
        """How many meetings are older than those in the picture."""
        return self.pair.games - len(self.last)

    @cached_property
    def picture(self) -> LeadChart | None:
        """The lead after each of the last meetings; above zero the first leads."""
        return lead_chart([(ahead, 0) for ahead in self.leads], self.before)

    @property
    def picture_text(self) -> str:
        most = (self.first, max(self.leads)), (self.second, -min(self.leads))
        sentences = [f"{who.name} led by {by} at most." for who, by in most if by > 0]
        return " ".join([*sentences, self.leader_text])

    @property
    def streak_text(self) -> str:
        streak = self.last[0].streak
        if streak == 0:
            return "None: the last meeting was a tie"
        meetings = plural(abs(streak), "meeting", "meetings") if abs(streak) > 1 else "meeting"
        return f"{(self.first if streak > 0 else self.second).name} {self._were} ahead in the last {meetings}"

    @property
    def since(self) -> list[tuple[Competitor, PlayedGame | None, str]]:
        """For each of the two, the last game in which they were ahead, and how long ago it was."""
        both = zip((self.first, self.second), self.last_ahead, strict=True)
        return [(competitor, game, _ago(game.day) if game else "Never") for competitor, game in both]

    @cached_property
    def meetings(self) -> list[ListedMeeting]:
        return [self._meeting(met) for met in self.last[:LAST]]

    def _meeting(self, met: Meeting) -> ListedMeeting:
        return ListedMeeting(
            met, self._outcome(met), (self._team(met, self.first.key), self._team(met, self.second.key))
        )

    def _outcome(self, met: Meeting) -> str:
        """Who won the game, or who was ahead if neither won it alone."""
        result = outcome(met.share)
        better = self.first if result == WON else self.second
        share = _side(met, better.key).share
        if result == TIED:
            return "A tie" if share else "Level"
        return f"{better.name} won" if share == WHOLE else f"{better.name} {self._were} ahead"

    def _team(self, met: Meeting, key: CompetitorKey) -> TeamTotal:
        """The team of these people, with their own names first."""
        own, side = members(key), _side(met, key)
        partners = [person for person in side.people if person not in own]
        return TeamTotal(self.people.name([*own, *partners]), side.total)

    @property
    def together_key(self) -> CompetitorKey:
        return competitor_key((*members(self.first.key), *members(self.second.key)))

    @property
    def together_share(self) -> Fraction | None:
        pair = self.together
        return Fraction(pair.share, WHOLE * pair.games) if pair and pair.games else None


def _ago(day: str) -> str:
    """Return how long ago a day (ISO) was: "12 days ago"."""
    days = (today() - date.fromisoformat(day)).days
    return {0: "Today", 1: "Yesterday"}.get(days) or f"{plural(days, 'day', 'days')} ago"


def _side(met: Meeting, key: CompetitorKey) -> Side:
    return next(side for side in met.game.sides if set(members(key)) <= set(side.people))


# Everyone with and against everyone

MAX_EVERYONE = 20
"""The most people in the table: those who played most."""


@dataclass(frozen=True, slots=True)
class PairCell:
    """How one person did with another, and against them; all zero if they never did."""

    together: PairTotals
    against: PairTotals

    @property
    def has_met(self) -> bool:
        """Whether they ever sat at one table."""
        return bool(self.together.games or self.against.games)

    def wins(self, pair: PairTotals) -> str:
        """Return how many of these games were won, such as "3½ of 9"."""
        return f"{wins_text(Fraction(pair.share, WHOLE))} of {pair.games}" if pair.games else NOTHING


@dataclass(frozen=True, slots=True)
class EveryoneRow:
    competitor: Competitor
    cells: list[PairCell]


@dataclass(frozen=True, slots=True)
class EveryonePage:
    """The people by name, a row for each of them with a cell for each, and how many more have played."""

    people: list[Competitor]
    rows: list[EveryoneRow]
    more: int

    @classmethod
    def of(cls, club: Club, people: PeopleView) -> Self:
        played = club.league.tallies(PEOPLE).items()
        games = {who: tally.games for who, tally in played if tally.games and people.is_ranked(who)}
        most = nsmallest(MAX_EVERYONE, games, key=lambda who: (-games[who], int(who)))
        shown = [people.competitor(who) for who in most]
        shown.sort(key=lambda competitor: (fold_name(competitor.name), int(competitor.key)))
        meetings = club.league.meetings
        rows = [
            EveryoneRow(
                one,
                [
                    PairCell(meetings.totals(one.key, two.key, together=True), meetings.totals(one.key, two.key))
                    for two in shown
                ],
            )
            for one in shown
        ]
        return cls(shown, rows, len(games) - len(shown))


@league_page
def everyone() -> Any:
    """Show how everyone did with and against everyone else."""
    return render_template("league/everyone.html", page=EveryonePage.of(g.club.store, people_view()))
