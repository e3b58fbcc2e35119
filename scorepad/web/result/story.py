"""The story page of a game: its course, what turned it, every round, who played, and what was corrected."""

from dataclasses import dataclass
from functools import cached_property
from typing import Any, Self

from flask import render_template, request

from scorepad.language.words import format_number, join_words, plural
from scorepad.league.chances import after_each_round
from scorepad.league.forecast import Turn, shown, turn
from scorepad.play.change_words import Change, ChangeWords, points_text
from scorepad.play.game import LoadedGame
from scorepad.play.sheet_form import ENDED
from scorepad.rules.parse import option_of
from scorepad.scoring.game.course import leaders, merits
from scorepad.scoring.game.record import RoundRecord
from scorepad.scoring.receipt import Receipt
from scorepad.store import NO_PLAYER
from scorepad.web.app.current import g
from scorepad.web.app.templates import ending, new_key
from scorepad.web.games.history import LoggedAction, log_actions
from scorepad.web.live.live_page import game_page
from scorepad.web.result.lead import chance_words, margin
from scorepad.web.result.result import ResultPage, RoundsTableRow, day_begun
from scorepad.web.result.story_people import (
    Corrections,
    Scorer,
    ScorerSummary,
    SeatedPlayer,
    rounds_text,
    seat_histories,
    summarize_scorers,
)

MAX_CORRECTIONS = 20
"""The most corrections listed, the latest first; the history has all of them."""


@game_page
def show(game: LoadedGame) -> Any:
    """Show the story of a game. With ?rounds=open, the sheets of all rounds are expanded."""
    page = StoryPage.of(game, unfolded=request.args.get("rounds") == "open")
    return render_template("result/story.html", page=page)


@dataclass(frozen=True, slots=True)
class StoryRound:
    """A round played here: its row in the table, its score, and how it ended ("" if unknown)."""

    row: RoundsTableRow
    record: RoundRecord
    ended: str
    corrected: bool
    is_turn: bool

    @property
    def number(self) -> int:
        return self.record.entry.round_number

    @property
    def receipt(self) -> Receipt:
        return Receipt.of(self.record.entry, self.record.scores, self.record.before)


@dataclass(frozen=True)
class StoryPage:
    """The story of a game, finished or in progress. With `unfolded`, all rounds show their sheets."""

    game: LoadedGame
    result: ResultPage
    log: Corrections
    day: str
    unfolded: bool

    @classmethod
    def of(cls, loaded: LoadedGame, *, unfolded: bool = False) -> Self:
        day = day_begun(loaded.club, loaded.id)
        log = Corrections.of(loaded.club, loaded.id)
        return cls(loaded, ResultPage(loaded, new_key()), log, day, unfolded)

    @property
    def standing(self) -> str:
        """The score of a game in progress, as a sentence."""
        course, teams = self.game.record.course, self.result.names
        if not course.counted:
            return "No round is finished yet."
        ranked = merits(self.game.agreement.rules, course.now)
        leading = leaders(ranked)
        ahead = [teams[team - 1] for team in leading]
        if len(ahead) > 1:
            each = plural(course.now[leading[0] - 1], "point", "points")
            return f"After round {course.counted} {join_words(ahead)} have {each} each."
        by = plural(margin(ranked), "point", "points")
        return f"{ahead[0]} ahead by {by} after round {course.counted}."

    @property
    def chance(self) -> str:
        """Who will probably win, "" where nobody can say."""
        return "" if self.result.over else chance_words(self.game)

    @cached_property
    def turn(self) -> Turn | None:
        """What turned the game; None in a tie, in a game in progress, and where no chances are known."""
        if not self.result.over or self.result.tie:
            return None
        chances = after_each_round(self.game.club, self.game.id, self.game.record)
        winner = self.result.winner.number - 1
        return turn([of_teams[winner] for of_teams in chances], self.result.paper) if len(chances) > 1 else None

    @property
    def turn_sentences(self) -> list[str]:
        turned, name = self.turn, self.result.winners[0]
        if turned is None:
            return []
        before = f"{shown(turned.before)} %"
        if turned.swing == self.game.record.course.counted:
            return [f"Before it, the chance of {name} was {before}.", "It was open until the last round."]
        safe = f"It was safe after round {turned.safe}." if turned.safe else "It was open until the last round."
        return [f"The chance of {name} went from {before} to {shown(turned.after)} %.", safe]

    @cached_property
    def rounds(self) -> list[StoryRound]:
        """Every round played here, including those that do not count."""
        records = self.game.record.rounds
        words = ChangeWords(self.game, self.game.names)
        turned = self.turn.swing if self.turn else None
        return [
            StoryRound(
                row=row,
                record=records[round_number - 1],
                ended=_ended(words, round_number),
                corrected=round_number in self.log.corrected,
                is_turn=round_number == turned,
            )
            for row in self.result.rows
            if (round_number := row.number) and not records[round_number - 1].on_paper
        ]

    @property
    def on_paper(self) -> str:
        """Which rounds were played on paper, as a sentence, "" if none were."""
        records = self.game.record.rounds
        numbers = [record.entry.round_number for record in records if record.on_paper]
        if not numbers:
            return ""
        were, their = ("were", "their") if len(numbers) > 1 else ("was", "its")
        rounds = rounds_text(numbers).capitalize()
        return f"{rounds} {were} played on paper: only {their} totals are known."

    @property
    def teams(self) -> list[tuple[str, dict[int, tuple[SeatedPlayer, ...]]]]:
        return seat_histories(self.game)

    @cached_property
    def programs(self) -> dict[str, str]:
        """The names of programs by the labels of their tokens."""
        return g.club.access.tokens.names()

    @property
    def scorers(self) -> list[ScorerSummary]:
        people = self.game.club.people.names({person for _, person in self.log.scorers if person})
        names: dict[Scorer, str] = {("", person): name for person, name in people.items()}
        names |= {(label, NO_PLAYER): name for label, name in self.programs.items()}
        numbers = {story_round.number for story_round in self.rounds}
        return summarize_scorers(self.log.scorers, names, numbers)

    @property
    def settings(self) -> str:
        """When the game ends, the decks and the table, as a short text."""
        agreed = self.game.agreement
        rules, table = agreed.rules, agreed.table
        teams = f"{table.teams} teams of {table.team_size}" if table.team_size > 1 else "each alone"
        decks = plural(agreed.decks, "deck", "decks")
        return f"{ending(rules, table.players)}, {decks}, {format_number(table.players)} players, {teams}"

    @property
    def choices(self) -> list[tuple[str, str]]:
        """The label of each choice with that of its chosen option."""
        chosen = self.game.agreement.choices
        return [
            (choice.label, option.label)
            for choice in self.game.agreement.base.choices
            if (option := option_of(choice, chosen.get(choice.key, choice.usual))) is not None
        ]

    @cached_property
    def corrections(self) -> list[tuple[LoggedAction, str]]:
        """The latest corrections, newest first, each with how it changed the totals."""
        latest = {correction.action.seq: correction for correction in self.log.corrections[::-1][:MAX_CORRECTIONS]}
        logged = log_actions(self.game, [correction.action for correction in latest.values()], self.programs)
        teams = self.result.names
        return [(action, points_text(teams, latest[action.seq].points())) for action in logged]

    @property
    def more_corrections(self) -> int:
        """How many earlier corrections there are."""
        return max(0, len(self.log.corrections) - MAX_CORRECTIONS)

    @property
    def corrected(self) -> list[str]:
        sentences, numbers = [], self.log.corrected
        if numbers:
            were, they = ("were", "they") if len(numbers) > 1 else ("was", "it")
            rounds = rounds_text(numbers).capitalize()
            sentences.append(f"{rounds} {were} changed after {they} had been finished.")
        if any(correction.is_deletion for correction in self.log.corrections):
            sentences.append("A round was deleted.")
        if any(correction.is_settings for correction in self.log.corrections):
            sentences.append("The settings of the game were changed after the first round.")
        return sentences or ["No round was changed after it had been finished."]


def _ended(words: ChangeWords, round_number: int) -> str:
    """Return who went out, or that the stock ran out."""
    cell = (round_number, ENDED.place, ENDED.field)
    value = words.loaded.values.get(cell)
    return str(words.text(Change(cell, None, value))) if value else ""
