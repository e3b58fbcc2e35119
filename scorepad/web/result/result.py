"""The result of a finished game, as a page and as text; and its rematch."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any
from urllib.parse import quote

from flask import flash, redirect, render_template, url_for

from scorepad.language.words import format_number, plural, say
from scorepad.play.game import LoadedGame, team_names
from scorepad.play.new_game import begin_rematch, current_rematch, no_rematch
from scorepad.play.nights import next_game_of, place_of
from scorepad.rules import lookup
from scorepad.rules.words import EndBy, Winner
from scorepad.scoring.cells import TABLE
from scorepad.scoring.game.agreement import NIGHT, WHOLE_GAME
from scorepad.scoring.game.course import Phase, Totals, merits
from scorepad.scoring.game.record import RoundRecord
from scorepad.scoring.text.explain import day
from scorepad.store import Club, Phone
from scorepad.web.app.current import g, load
from scorepad.web.app.forms import valid_submission
from scorepad.web.app.permissions import Permission, permissions_of
from scorepad.web.app.templates import new_key
from scorepad.web.live.live_page import news_of_totals, own_fragments
from scorepad.web.people.people_view import Competitor
from scorepad.web.result.lead import (
    LeadChart,
    LeadStory,
    chart_description,
    game_chart,
    lead_story,
    margin,
    names_in_chart,
    on_paper,
    special_sentence,
    story_sentences,
    totals_here,
)
from scorepad.web.result.story_people import players_with_pages, program_sentences, stand_in_sentences

# The table of rounds, and how the game ended


@dataclass(frozen=True, slots=True)
class RoundsTableRow:
    """A row of the table. `number` is None unless it is one round; `totals` is None if the round does not count."""

    label: str
    number: int | None
    points: Totals | None
    totals: Totals | None

    @property
    def text(self) -> str:
        """The row outside the table: "Round 3: 120 / 85, so far 340 / 360"."""
        label = self.label if self.number is None else f"Round {self.label}"
        if self.points is None:
            return f"{label}: {_joined(self.totals)}" if self.totals else label
        so_far = "" if self.totals in (None, self.points) else f", so far {_joined(self.totals or ())}"
        return f"{label}: {_joined(self.points)}{so_far}"


def _joined(points: Totals) -> str:
    # Python formats with a hyphen-minus. A real minus sign would double the price of a text message.
    return " / ".join(f"{count:,}" for count in points)


def rows_of(loaded: LoadedGame, paper: int) -> Iterator[RoundsTableRow]:
    """Yield the rows of a game whose first `paper` rounds were played on paper."""
    record, brought = loaded.record, loaded.agreement.brought
    if paper:
        yield RoundsTableRow("On paper: " + (f"1 to {paper}" if paper > 1 else "1"), None, None, brought)
    elif any(brought):
        yield RoundsTableRow("Brought forward", None, None, brought)
    for round_number, round_record in enumerate(record.rounds[paper:], start=paper + 1):
        counts = round_number <= record.course.counted
        totals = record.course.totals[round_number] if counts else None
        points = None if round_record.on_paper else round_record.totals
        yield RoundsTableRow(f"{round_number}{_note(round_record, counts)}", round_number, points, totals)


def _note(record: RoundRecord, counts: bool) -> str:
    if record.on_paper:
        return ", on paper"
    if counts:
        return "" if record.finished else ", open again"
    return ", not counted" if record.finished else ", so far, not counted"


def how_it_ended(loaded: LoadedGame) -> str:
    """Return what ended the game: its rounds, its target, the clock, or a decision of the table."""
    course = loaded.record.course
    last = course.counted
    if last == 0:
        return "No round counts."
    left_out = "" if course.in_league else " It does not count in the league."
    return _ending(loaded, last) + left_out


def _ending(loaded: LoadedGame, last: int) -> str:
    course, end = loaded.record.course, loaded.agreement.rules.end
    if end.by is EndBy.TIME:
        return f"Time was up after round {last}."
    if end.by is EndBy.TARGET:
        target = lookup.target_for(loaded.agreement.rules, loaded.agreement.table.players).points
        if max(course.now) >= target:
            return f"The target of {format_number(target)} points was reached in round {last}."
    elif end.rounds is not None and last >= end.rounds:
        has_all = last == end.rounds > 1
        return f"All {last} rounds were played." if has_all else f"Round {last} was the last."
    whole = f" of {end.rounds}" if end.rounds else ""
    return f"The table ended it early, after round {last}{whole}."


def _encoded(text: str) -> str:
    return quote(text, safe="", errors="replace")


def day_begun(club: Club, game: int) -> str:
    """Return the day when a game began, by the club's clock: "21 Nov 2025". "" if its entry is damaged."""
    begun = club.clock.days_of_games([game])
    return day(begun[game]) if begun else ""


# The views


def show(game: int) -> Any:
    loaded = load(game)
    if loaded.record.course.phase is not Phase.OVER:
        return redirect(url_for("table.show", game=game))
    own = own_fragments(loaded, {"news": news_of_totals(loaded, g.phone)})
    rematch = rematch_for(loaded, g.phone)
    return render_template("result/result.html", page=ResultPage(loaded, new_key()), own=own, rematch=rematch)


def rematch_for(loaded: LoadedGame, phone: Phone | None) -> int | None:
    """Return the rematch that is being played, or the game of the night's next sitting, if this phone may see it."""
    number = current_rematch(loaded.club, loaded.id) or next_game_of(loaded, phone)
    return number if number and Permission.WATCH in permissions_of(phone, number) else None


def rematch(game: int) -> Any:
    """Begin a rematch of a finished game. If it already has one, redirect there."""
    loaded, form = load(game), valid_submission()
    if refusal := no_rematch(loaded):
        flash(refusal, "refused")
        return redirect(url_for("table.show", game=game), 303)
    number, began = begin_rematch(g.club.games, loaded, form)
    return redirect(_rematched(loaded, number, began=began), 303)


def _rematched(loaded: LoadedGame, rematch: int, *, began: bool) -> str:
    """Admit the phones of a game to its rematch, and return the URL to which this one goes."""
    g.club.admit_to_rematch(loaded.id, rematch)
    if began:
        flash("A new game with the same players. To change them: ⋯")
    elif Permission.SCORE in permissions_of(g.club.access.phone(g.token), rematch):
        flash("The rematch has already begun. Here it is.")
    else:
        flash("The rematch has already begun. To keep score there, scan the code at its table.")
        return url_for("result.show", game=loaded.id)
    return url_for("table.show", game=rematch)


_LETTERS_IN_LINE = 30
"""Characters of the text that fit in one line on a narrow phone."""

_SIZES = {5: "", 6: "long", 8: "longer", 10: "longest"}
"""The size of the totals by the length of the longest, so that two stand side by side on a phone."""


@dataclass(frozen=True, slots=True)
class TeamResult:
    """One team at the end of the game."""

    number: int
    name: str
    total: int
    wins: bool


@dataclass(frozen=True)
class ResultPage:
    """A finished game. The story of a game uses it too, also during play."""

    game: LoadedGame
    key: str

    @cached_property
    def night(self) -> int | None:
        """The number of the night to which the game belongs, None if there is none."""
        place = place_of(self.game.club, self.game.id) if (WHOLE_GAME, TABLE, NIGHT) in self.game.values else None
        return place.night.id if place else None

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
        return [TeamResult(team, name, total, team in course.winners) for team, (name, total) in totals]

    @property
    def size(self) -> str:
        """The size of the totals: "", "long", "longer", "longest" or "huge"."""
        written = max(len(format_number(team.total)) for team in self.teams)
        return next((size for most, size in _SIZES.items() if written <= most), "huge")

    @property
    def in_order(self) -> list[TeamResult]:
        """The teams from the best to the worst."""
        ranked = self._merits(self.game.record.course.now)
        return sorted(self.teams, key=lambda team: -ranked[team.number - 1])

    @property
    def winning(self) -> list[TeamResult]:
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
        return say("A tie") if self.tie else say("{team} won", team=self.winners[0])

    @property
    def win_by(self) -> str:
        """What follows the winner's name: "win by 720"."""
        points = format_number(margin(self._merits(self.game.record.course.now)))
        return say("win by {points}", points=points) if self.wins == "win" else say("wins by {points}", points=points)

    @property
    def special(self) -> str:
        """One sentence of what was special, on the page and in the picture."""
        if self.tie:
            both = "Both" if len(self.winning) == 2 else f"All {len(self.winning)}"
            return f"{both} have {plural(self.winner.total, 'point', 'points')}."
        return "The lowest total wins." if self.lowest_wins else special_sentence(self.story)

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
        return on_paper(self.game.record)

    @cached_property
    def chart(self) -> LeadChart | None:
        return game_chart(self.game.record, self.game.agreement.rules)

    @cached_property
    def story(self) -> LeadStory:
        story = lead_story([*map(self._merits, totals_here(self.game.record))], self.paper)
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
    def chart_names(self) -> list[str]:
        """The names of three or more teams, as the chart has them."""
        return names_in_chart(self.names)

    @cached_property
    def rows(self) -> list[RoundsTableRow]:
        return list(rows_of(self.game, self.paper))

    @cached_property
    def text(self) -> str:
        """The result in lines: how it ended, every team's total, every round."""
        head = [f"{self.headline}.", self.by_how_much, self.how, *self.stand_ins]
        totals = [f"{team.name}: {team.total:,}" for team in self.teams]
        heading = f"{self.game.agreement.rules.name}, round by round ({' / '.join(self.names)}):"
        lines = [*(line.replace("−", "-") for line in head), "", *totals, "", heading, *(row.text for row in self.rows)]
        return "\n".join(lines)

    @property
    def picture_name(self) -> str:
        return f"scorepad-game-{self.game.id}.png"

    @property
    def text_rows(self) -> int:
        """How many lines the text takes on a phone, which wraps long lines."""
        return sum(1 + len(line) // _LETTERS_IN_LINE for line in self.text.splitlines())

    @property
    def people(self) -> list[Competitor]:
        return players_with_pages(self.game)

    @property
    def sms_link(self) -> str:
        """A link that opens a text message.

        `?&` because iOS reads what follows "&" and Android what follows "?". Some Androids end the message even at an
        encoded "&", so it is written as "and".
        """
        return f"sms:?&body={_encoded(self.text.replace('&', 'and'))}"

    @property
    def mail_link(self) -> str:
        """A link that opens a mail. Lines of a mail end with CR LF (RFC 6068)."""
        subject, body = f"{self.game.agreement.rules.name}: {self.headline}", self.text.replace("\n", "\r\n")
        return f"mailto:?subject={_encoded(subject)}&body={_encoded(body)}"
