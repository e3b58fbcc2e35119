"""A finished game scored again under other rules, beside the real result. Nothing is recorded."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import groupby
from typing import Any

from flask import redirect, render_template, url_for

from scorepad.play.game import LoadedGame, team_names
from scorepad.play.rules.catalog import playable
from scorepad.rules.model import RuleSet, Table
from scorepad.scoring.game.course import Course, Phase
from scorepad.scoring.game.record import GameRecord
from scorepad.scoring.game.what_if import DOUBTS, WhatIf, can_score_again, doubt_text, end_text, outcome_text, what_if
from scorepad.web.app.current import g, load
from scorepad.web.rules.rules import requested_rules

ONLY_POINTS = "Only the points of this game are known. It cannot be counted by other rules."
OTHER_SIZE = "These rules have no table of this size. Choose others from the list."


def show(game: int) -> Any:
    """Show a finished game under the rules in the query string, or ask which rules."""
    loaded = load(game)
    if loaded.record.course.phase is not Phase.OVER:
        return redirect(url_for("table.show", game=game))
    rules = requested_rules()
    fits = rules is not None and can_score_again(rules, loaded.agreement.table)
    has_counts = not loaded.record.has_only_points
    page = WhatIfPage(loaded, rules) if rules and fits and has_counts else None
    choices = rules_for(loaded.agreement.table) if has_counts else []
    fault = OTHER_SIZE if rules and not fits else ""
    shown = {"game": loaded, "page": page, "rules": rules, "choices": choices, "fault": fault}
    html = render_template("rules/what_if.html", **shown, note="" if has_counts else ONLY_POINTS)
    return html, 422 if fault else 200


def rules_for(table: Table) -> list[RuleSet]:
    """Return the rule sets of this club that have a table of this size."""
    return [rules for rules in playable(g.club.store) if can_score_again(rules, table)]


@dataclass(frozen=True)
class WhatIfPage:
    """A game as it was played, and under other rules."""

    game: LoadedGame
    rules: RuleSet

    @cached_property
    def comparison(self) -> WhatIf:
        return what_if(self.game.values, self.game.names, self.rules)

    @cached_property
    def teams(self) -> Sequence[str]:
        return team_names(self.game.record, self.game.names)

    @property
    def sides(self) -> list[tuple[str, str, Course]]:
        """Both rule sets: the name, how the game ended, and its course."""
        return [self._side(record) for record in (self.comparison.before, self.comparison.after)]

    def _side(self, record: GameRecord) -> tuple[str, str, Course]:
        course, over = record.course, record is self.comparison.before or self.comparison.ended
        text = outcome_text(course.winners, course.now, self.teams, over=over)
        return record.agreement.base.name, f"{text}.", course

    @property
    def verdict(self) -> str:
        """Whether the winner changes under the other rules, as a headline."""
        which = "Another" if self.comparison.has_other_winner else "The same"
        return f"{which} {'winner' if self.comparison.ended else 'lead'}"

    @property
    def end(self) -> str:
        return end_text(self.comparison)

    @property
    def doubts(self) -> list[tuple[str, str, list[str]]]:
        """The uncertain cells, grouped by reason, each group with its texts."""
        agreed, names = self.game.agreement, self.game.names
        order = list(DOUBTS)
        sorted_doubts = sorted(self.comparison.doubts, key=lambda doubt: order.index(doubt.why))
        return [
            (*DOUBTS[why], [doubt_text(doubt, agreed, names) for doubt in doubts])
            for why, doubts in groupby(sorted_doubts, key=lambda doubt: doubt.why)
        ]

    @property
    def faults(self) -> list[tuple[int, str]]:
        """The rounds that the other rules do not allow, and why."""
        return [(change.number, " ".join(change.faults)) for change in self.comparison.rounds if change.faults]

    @property
    def day(self) -> str:
        """The day of the game (ISO), "" if it does not count in the league."""
        played = g.club.store.league.game(self.game.id)
        return played.day if played else ""

    @property
    def missing(self) -> list[str]:
        """What the other rules count but this game did not record."""
        return [field.label for field in self.comparison.missing]
