"""Which rules to play by: those this club played last come first."""

from dataclasses import dataclass
from typing import Any

from scorepad.rules.model import RuleSet
from scorepad.rules.presets import preset, slugs
from scorepad.store import TABLE, WHOLE_GAME, Club

LATELY = 10
"""Games among which the rules played lately are looked for."""


@dataclass(frozen=True, slots=True)
class LastTime:
    """The latest game whose rules come with Scorepad: its number, its rules and its table."""

    game: int
    rules: RuleSet
    players: int
    teams: int


@dataclass(frozen=True, slots=True)
class RuleSets:
    """The rule sets to choose from: as last time (None where nothing was played), played lately, and all others."""

    last: LastTime | None
    lately: tuple[RuleSet, ...]
    others: tuple[RuleSet, ...]


def rule_sets(club: Club) -> RuleSets:
    """The rule sets for the page that asks for one."""
    rows = club.games(limit=LATELY, fields=("rules", "shape"))
    played = [last for row in rows if (last := _played(row.id, dict(row.cells)))]
    lately = tuple(dict.fromkeys(one.rules for one in played))
    others = tuple(rules for rules in map(preset, slugs()) if rules not in lately)
    return RuleSets(played[0] if played else None, lately, others)


def _played(game: int, cells: dict[Any, Any]) -> LastTime | None:
    slug = str(cells[WHOLE_GAME, TABLE, "rules"].value.get("slug"))
    shape = cells[WHOLE_GAME, TABLE, "shape"].value
    if slug not in slugs():
        return None
    rules = preset(slug)
    fits = any((t.players, t.teams) == (shape["players"], shape["teams"]) for t in rules.tables)
    return LastTime(game, rules, shape["players"], shape["teams"]) if fits else None
