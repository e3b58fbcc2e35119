"""Fair teams for tonight: who is here, the rules, and the proposed tables."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Self

from flask import render_template, request, url_for
from werkzeug.datastructures import MultiDict

from scorepad.language.words import plural
from scorepad.league.fair_teams import EVENINGS, FairTeams, Proposal, TableShape, Team, partners_lately
from scorepad.league.ratings import Rating
from scorepad.numbers import whole_number
from scorepad.play.new_game import RuleSetList, list_rule_sets
from scorepad.rules.model import RuleSet, Table
from scorepad.store import Player
from scorepad.web.app.current import g
from scorepad.web.app.freshness import today
from scorepad.web.evenings.news import is_league_ready
from scorepad.web.people.people_view import PeopleView, people_view

MAX = 24
"""The most people who are seated."""

WAIT = 2.0
"""Seconds the page waits for the ratings."""

_AFTER_ALL = "9999-12-31"


def show() -> Any:
    """Ask who is here, and propose tables for those who are ticked."""
    is_ready = is_league_ready(WAIT)
    with g.club.store.reading():
        return render_template("evenings/fair.html", page=FairPage.of(request.args), is_ready=is_ready)


@dataclass(frozen=True, slots=True)
class SeatedTeam:
    """A proposed team: its name and the mean rating of its people."""

    name: str
    rating: int


@dataclass(frozen=True, slots=True)
class ProposedTable:
    """A proposed table: its teams, and the URL of a new game with them."""

    teams: Sequence[SeatedTeam]
    address: str


@dataclass(frozen=True)
class FairPage:
    """Everyone in the club, who is here, and the choices. `at` is the index of the proposal and wraps around."""

    rules: RuleSet
    offered: Sequence[RuleSet]
    table: Table
    everyone: Sequence[Player]
    here: Sequence[int]
    is_asked: bool
    at: int
    people: PeopleView

    @classmethod
    def of(cls, args: MultiDict[str, str]) -> Self:
        listed = list_rule_sets(g.club.store)
        offered = (*listed.recent, *listed.own, *listed.others)
        rules = {rules.slug: rules for rules in offered}.get(args.get("rules", ""), offered[0])
        people = people_view()
        everyone = g.club.store.people.active()
        is_asked = "rules" in args
        ticked = {whole_number(text) for text in args.getlist("here")} if is_asked else _last_here()
        here = [person.id for person in everyone if person.id in ticked]
        everyone.sort(key=lambda person: person.id not in ticked)
        at = whole_number(args.get("at", "")) or 0
        return cls(rules, offered, _table(rules, args.get("table", ""), listed), everyone, here, is_asked, at, people)

    @property
    def shapes(self) -> list[tuple[str, str, bool]]:
        """The tables of these rules: the key in the URL, a label, and whether it is chosen."""
        return [(table.shape, _shape_text(table), table is self.table) for table in self.rules.tables]

    @property
    def most(self) -> int:
        """The most people who can be seated."""
        return MAX

    @property
    def is_too_many(self) -> bool:
        return len(self.here) > MAX

    @property
    def is_too_few(self) -> bool:
        return len(self.here) < self.table.players

    @cached_property
    def _games_today(self) -> Mapping[int, int]:
        counts = dict.fromkeys(self.here, 0)
        for facts in g.club.store.league.evenings.games(today().isoformat()):
            for side in facts.sides:
                counts |= {person: counts[person] + 1 for person in side.people if person in counts}
        return counts

    @cached_property
    def seated(self) -> list[int]:
        """The people who fill whole tables. Those who played most today sit out, ties going to the last by name."""
        count = len(self.here) // self.table.players * self.table.players
        ranked = sorted(self.here, key=lambda person: self._games_today[person])
        return ranked[:count]

    @property
    def left_over(self) -> list[str]:
        return [self.people.name([person]) for person in self.here if person not in self.seated]

    @cached_property
    def _ratings(self) -> dict[int, int]:
        guests = {person.id for person in self.everyone if person.guest}
        ratings = g.club.store.league.ratings([person for person in self.here if person not in guests])
        return {person: ratings.get(person, Rating()).shown for person in self.here}

    @cached_property
    def proposals(self) -> list[Proposal]:
        if self.is_too_few or self.is_too_many or not self.is_asked:
            return []
        evenings = g.club.store.league.evenings
        lately = partners_lately([evenings.games(row.day) for row in evenings.before(_AFTER_ALL, EVENINGS)])
        shape = TableShape(self.table.teams, self.table.team_size)
        return FairTeams(shape, self._ratings, lately).propose(self.seated)

    @property
    def number(self) -> int:
        """The index of the shown proposal, from 0; after the last it starts over."""
        return self.at % len(self.proposals)

    @property
    def tables(self) -> list[ProposedTable]:
        return [self._proposed(table) for table in self.proposals[self.number].tables]

    def _proposed(self, teams: Sequence[Team]) -> ProposedTable:
        seats = [person for row in zip(*teams, strict=True) for person in row]
        shown = [SeatedTeam(self.people.name(team), round(self._strength(team))) for team in teams]
        address = url_for(
            "new_game.show", slug=self.rules.slug, table=self.table.shape, seats="-".join(map(str, seats))
        )
        return ProposedTable(shown, address)

    def _strength(self, team: Team) -> float:
        return sum(self._ratings[person] for person in team) / len(team)

    @property
    def another(self) -> str:
        """The URL of the next proposal."""
        key = self.table.shape
        return url_for("fair.show", rules=self.rules.slug, table=key, at=self.number + 1, here=self.here)

    @property
    def summary(self) -> str:
        """How many people are here, and how many tables they fill."""
        tables = len(self.seated) // self.table.players
        return f"{plural(len(self.here), 'person', 'people')}, {plural(tables, 'table', 'tables')}."


def _last_here() -> set[int]:
    """Return everyone who played on the last evening."""
    evenings = g.club.store.league.evenings
    last = evenings.last()
    games = evenings.games(last) if last else []
    return {person for facts in games for side in facts.sides for person in side.people}


def _table(rules: RuleSet, key: str, listed: RuleSetList) -> Table:
    """Return the table named in the URL, else that of the last game, else the first of the rules."""
    tables = {table.shape: table for table in rules.tables}
    last = listed.last if listed.last and listed.last.rules.slug == rules.slug else None
    usual = [table for table in rules.tables if last and (table.players, table.teams) == (last.players, last.teams)]
    return tables.get(key) or next(iter(usual), rules.tables[0])


def _shape_text(table: Table) -> str:
    each = "each alone" if table.team_size == 1 else f"teams of {table.team_size}"
    return f"{table.players} at a table, {each}"
