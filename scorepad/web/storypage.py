"""What the page of a game shows: its course, what decided it, every round, who was there, and what was corrected."""

from dataclasses import dataclass
from datetime import datetime
from functools import cached_property
from typing import Self

from scorepad.rules import lookup
from scorepad.rules.words import EndBy
from scorepad.scoring.explain import listed, number
from scorepad.scoring.game import leaders
from scorepad.scoring.record import RoundRecord
from scorepad.web.changelog import LoggedAction, actions_told
from scorepad.web.changes import Wording
from scorepad.web.chronicle import Chronicle
from scorepad.web.clubs import LoadedGame, current_club
from scorepad.web.endpage import EndPage, Row
from scorepad.web.given import Change
from scorepad.web.story import decided, margin
from scorepad.web.storywho import Scored, Side, rounds_named, scored, sides
from scorepad.web.words import ending, plural

MOST_TOLD = 20
"""Corrections that are told, the latest ones; the history has them all."""

ENDED = ("table", "ended")


@dataclass(frozen=True, slots=True)
class ToldRound:
    """A round that was played here: its row of the table, its score, and how it ended, "" while nobody said."""

    row: Row
    record: RoundRecord
    ended: str
    corrected: bool
    decisive: bool

    @property
    def number(self) -> int:
        """Its number."""
        return self.record.entry.number


@dataclass(frozen=True)
class StoryPage:
    """A game as its own page tells it, over or still being played; with `unfolded` all rounds are seen at once."""

    game: LoadedGame
    end: EndPage
    chronicle: Chronicle
    day: str
    unfolded: bool

    @classmethod
    def of(cls, loaded: LoadedGame, *, unfolded: bool = False) -> Self:
        """The page of a game."""
        day = day_of(_begun_at(loaded.id))
        return cls(loaded, EndPage.of(loaded), Chronicle.of(loaded.id), day, unfolded)

    @property
    def standing(self) -> str:
        """How the game stands while it is being played."""
        course, teams = self.game.record.course, self.game.agreement.teams
        if not course.counted:
            return "No round is finished yet."
        ahead = [teams[at] for at in leaders(course.now)]
        if len(ahead) > 1:
            each = plural(max(course.now), "point", "points")
            return f"After round {course.counted} {listed(ahead)} have {each} each."
        by = plural(margin(course.now), "point", "points")
        return f"{ahead[0]} ahead by {by} after round {course.counted}."

    @property
    def decided(self) -> str:
        """The moment it was decided, as a headline; "" where nothing was played here."""
        return decided(self.end.told)

    @cached_property
    def rounds(self) -> list[ToldRound]:
        """Every round that was played here, also those that do not count, which their row says."""
        records = self.game.record.rounds
        words = Wording(self.game, self.game.names)
        decisive = self.end.told.decided if self.end.over else None
        return [
            ToldRound(
                row=row,
                record=records[at - 1],
                ended=_ended(words, at),
                corrected=at in self.chronicle.corrected,
                decisive=at == decisive,
            )
            for row in self.end.rows
            if (at := row.number) and not records[at - 1].on_paper
        ]

    @property
    def on_paper(self) -> str:
        """Which rounds were played before the game came here, in a sentence; "" where none were."""
        found = [one.entry.number for one in self.game.record.rounds if one.on_paper]
        if not found:
            return ""
        were, their = ("were", "their") if len(found) > 1 else ("was", "its")
        named = rounds_named(found).capitalize()
        return f"{named} {were} played on paper: only {their} totals are known."

    @property
    def sides(self) -> list[Side]:
        """Who sat where."""
        return sides(self.game)

    @property
    def scorers(self) -> list[Scored]:
        """Who kept score."""
        names = current_club().player_names(self.chronicle.scorers)
        return scored(self.chronicle.scorers, names, {one.number for one in self.rounds})

    @property
    def agreed(self) -> str:
        """What was agreed, in a few words: when it ends, the decks, the table."""
        agreed = self.game.agreement
        rules, table = agreed.rules, agreed.table
        by_target = rules.end.by is EndBy.TARGET
        target = lookup.target_for(rules, table.players).points if by_target else None
        teams = f"{table.teams} teams of {table.team_size}" if table.team_size > 1 else "each alone"
        decks = plural(agreed.decks, "deck", "decks")
        return f"{ending(rules, target)}, {decks}, {number(table.players)} players, {teams}"

    @property
    def choices(self) -> list[tuple[str, str]]:
        """What the table chose: what there was to choose, and what was chosen."""
        chosen = self.game.agreement.choices
        return [
            (choice.label, option.label)
            for choice in self.game.agreement.base.choices
            for option in choice.options
            if option.value == chosen.get(choice.key, choice.options[0].value)
        ]

    @cached_property
    def corrections(self) -> list[LoggedAction]:
        """The latest corrections, newest first."""
        latest = self.chronicle.corrections[::-1][:MOST_TOLD]
        return list(actions_told(self.game, [one.action for one in latest]))

    @property
    def more_corrections(self) -> int:
        """How many earlier corrections there are."""
        return max(0, len(self.chronicle.corrections) - MOST_TOLD)

    @property
    def corrected(self) -> list[str]:
        """What was corrected, in sentences."""
        said, rounds = [], self.chronicle.corrected
        if rounds:
            were, they = ("were", "they") if len(rounds) > 1 else ("was", "it")
            named = rounds_named(rounds).capitalize()
            said.append(f"{named} {were} changed after {they} had been finished.")
        if any(not one.rounds for one in self.chronicle.corrections):
            said.append("What was agreed for the whole game was changed after the first round.")
        return said or ["No round was changed after it had been finished."]


def _ended(words: Wording, at: int) -> str:
    """Who went out, or that the stock ran out."""
    value = words.loaded.values.get((at, *ENDED))
    return str(words.of(Change((at, *ENDED), None, value))) if value else ""


def _begun_at(game: int) -> str:
    """When (UTC) a game was begun."""
    (row,) = current_club().games(limit=1, before=game + 1, binned=None, fields=())
    return row.created_at


def day_of(at: str) -> str:
    """The day of a moment of the store by the clock of this machine: "Friday, 21 November 2025"."""
    when = datetime.fromisoformat(at).astimezone()
    return f"{when:%A}, {when.day} {when:%B} {when.year}"
