"""The model of the result page: who won and how, the lead chart, the text to send."""

from dataclasses import dataclass, replace
from functools import cached_property

from scorepad.play.game import LoadedGame, team_names
from scorepad.rules.words import Winner
from scorepad.scoring.game.course import Phase, Totals, merits
from scorepad.scoring.text.explain import format_number, plural
from scorepad.web.people.people_view import Competitor
from scorepad.web.result.lead_chart import LETTER, NAMES, WIDTH, LeadChart, lead_chart
from scorepad.web.result.lead_story import LeadStory, chart_description, lead_story, margin, story_sentences
from scorepad.web.result.result_text import TextRound, mail_link, result_text, sms_link
from scorepad.web.result.rounds_table import RoundsTableRow, how_it_ended, rows_of
from scorepad.web.result.short_names import short_team, width
from scorepad.web.result.story_people import players_with_pages, program_sentences, stand_in_sentences

AHEAD = " ahead"
"""The text after a team's name in the chart of two teams."""

_LETTERS_IN_LINE = 30
"""Characters of the text that fit in one line on a narrow phone."""

_LONG, _LONGER = 7, 10
"""A total longer than the first is smaller, longer than the second smaller still."""


@dataclass(frozen=True, slots=True)
class TeamResult:
    """One team at the end of the game. `size` is the width class of its total: "", "long" or "longer"."""

    number: int
    name: str
    total: int
    wins: bool
    size: str


@dataclass(frozen=True)
class ResultPage:
    """A finished game. The story of a game uses it too, also during play."""

    game: LoadedGame
    key: str

    @cached_property
    def names(self) -> tuple[str, ...]:
        return team_names(self.game.record, self.game.names)

    @cached_property
    def stand_ins(self) -> tuple[str, ...]:
        """Who played for someone else, in sentences."""
        return stand_in_sentences(self.game)

    @property
    def programs(self) -> tuple[str, ...]:
        """Which rounds programs finished, in sentences."""
        return program_sentences(self.game)

    @cached_property
    def teams(self) -> list[TeamResult]:
        course = self.game.record.course
        totals = enumerate(zip(self.names, course.now, strict=True), start=1)
        return [TeamResult(team, name, total, team in course.winners, _size(total)) for team, (name, total) in totals]

    @property
    def in_order(self) -> list[TeamResult]:
        """Two teams in the order of the table, more teams from the best to the worst."""
        ranked = self._merits(self.game.record.course.now)
        return sorted(self.teams, key=lambda team: -ranked[team.number - 1]) if len(ranked) > 2 else self.teams

    @property
    def winning(self) -> list[TeamResult]:
        """The teams with the most points."""
        return [team for team in self.teams if team.wins]

    @property
    def winners(self) -> list[str]:
        return [team.name for team in self.winning]

    @property
    def winner(self) -> TeamResult:
        return self.winning[0]

    @property
    def wins(self) -> str:
        """The verb after the winner's name, which may be a team or one player."""
        table = self.game.agreement.table
        return "win" if table.players > table.teams else "wins"

    @property
    def tie(self) -> bool:
        return len(self.winners) > 1

    @property
    def headline(self) -> str:
        return "A tie" if self.tie else f"{self.winners[0]} won"

    @property
    def by_how_much(self) -> str:
        """How far the winner is ahead, as a sentence."""
        if self.tie:
            each = plural(self.winner.total, "point", "points")
            return f"{' and '.join(self.winners)} have {each} each."
        ranked = self._merits(self.game.record.course.now)
        points = plural(margin(ranked), "point", "points")
        why = "; the lowest total wins" if self.lowest_wins else ""
        if len(ranked) == 2:
            return f"Ahead by {points}{why}."
        second = sorted(ranked)[-2]
        names = " and ".join(team.name for team, points in zip(self.teams, ranked, strict=True) if points == second)
        return f"Ahead of {names} by {points}{why}."

    @property
    def lowest_wins(self) -> bool:
        return self.game.agreement.rules.end.winner is Winner.LOWEST

    def _merits(self, totals: Totals) -> Totals:
        return merits(self.game.agreement.rules, totals)

    @property
    def how(self) -> str:
        return how_it_ended(self.game)

    @property
    def was_decided(self) -> bool:
        """Whether the table ended the game and may undo that. After any other end it may play one more round."""
        return self.game.record.played.decision.over_after is not None

    @cached_property
    def paper(self) -> int:
        """The number of rounds played on paper before the first one here."""
        rounds = self.game.record.rounds
        return next((n for n, record in enumerate(rounds) if not record.on_paper), len(rounds))

    @cached_property
    def _totals(self) -> tuple[Totals, ...]:
        """The totals from the first round played here to the last."""
        course = self.game.record.course
        return course.totals[min(self.paper, course.counted) : course.counted + 1]

    @cached_property
    def chart(self) -> LeadChart | None:
        """The lead chart. None if two teams were always level, since it would be a straight line."""
        two = len(self.names) == 2
        if two and all(ours == theirs for ours, theirs in self._totals):
            return None
        return lead_chart([*map(self._merits, self._totals)] if two else self._totals, self.paper)

    @cached_property
    def story(self) -> LeadStory:
        story = lead_story([*map(self._merits, self._totals)], self.paper)
        return replace(story, biggest=None) if self.lowest_wins else story

    @property
    def over(self) -> bool:
        return self.game.record.course.phase is Phase.OVER

    @property
    def chart_description(self) -> str:
        return chart_description(self.story, self.names, over=self.over)

    @property
    def sentences(self) -> list[str]:
        """Who led, lead changes and the deciding round, as sentences."""
        return story_sentences(self.story, self.names, over=self.over)

    @property
    def short_names(self) -> list[str]:
        """The teams' names, shortened to fit into the chart and isolated for right-to-left scripts."""
        names = self.names
        if len(names) == 2:
            room = (WIDTH - self.chart.left) / LETTER if self.chart else 0
            cut = [short_team(name, room - width(AHEAD)) for name in names]
            return [f"\u2068{name}\u2069{AHEAD}" for name in cut]
        room = (NAMES - LETTER) / LETTER
        return [f"\u2068{short_team(name, room)}\u2069" for name in names]

    @cached_property
    def rows(self) -> list[RoundsTableRow]:
        return list(rows_of(self.game, self.paper))

    @cached_property
    def text(self) -> str:
        """The result as text."""
        final = [(team.name, team.total) for team in self.teams]
        head = [f"{self.headline}.", self.by_how_much, self.how, *self.stand_ins]
        return result_text(
            [line.replace("−", "-") for line in head],
            self.game.agreement.rules.name,
            final,
            [TextRound(row.text_label, row.points, row.totals) for row in self.rows],
        )

    @property
    def picture_name(self) -> str:
        """The file name of the picture."""
        return f"scorepad-game-{self.game.id}.png"

    @property
    def text_rows(self) -> int:
        """How many lines the text takes on a phone, which wraps long lines."""
        return sum(1 + len(line) // _LETTERS_IN_LINE for line in self.text.splitlines())

    @property
    def people(self) -> list[Competitor]:
        """The players who have a page."""
        return players_with_pages(self.game)

    @property
    def sms_link(self) -> str:
        return sms_link(self.text)

    @property
    def mail_link(self) -> str:
        return mail_link(f"{self.game.agreement.rules.name}: {self.headline}", self.text)


def _size(total: int) -> str:
    return "longer" if (written := len(format_number(total))) > _LONGER else "long" if written > _LONG else ""
