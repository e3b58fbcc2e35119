"""Games that count, scored again under other rules: what they would have counted for."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from scorepad.league.competitors import CompetitorKey, is_partnership
from scorepad.league.facts import GameFacts, StoredGame, Tally
from scorepad.league.game_facts import game_facts
from scorepad.league.standings import Standing
from scorepad.rules.model import RuleSet
from scorepad.scoring.game.what_if import WhatIf, what_if


@dataclass(frozen=True, slots=True)
class RescoredGame:
    """A game as it counts, and as it would count under other rules."""

    if_so: WhatIf
    before: GameFacts
    after: GameFacts


def rescored(stored: StoredGame, names: Mapping[int, str], rules: RuleSet) -> RescoredGame | None:
    """Score a game again under rules with a table of its size. None if it does not count in the league.

    The people in its seats are who they are now.
    """
    before = game_facts(stored, {})
    if before is None:
        return None
    if_so = what_if(stored.cells, names, rules)
    after = game_facts(StoredGame(stored.game, stored.day, if_so.cells, stored.seqs), {})
    return RescoredGame(if_so, before, after) if after else None


def standings_of(games: Iterable[GameFacts]) -> list[Standing]:
    """Return how everyone stands after these games, in no order. Partnerships are left out."""
    tallies: dict[CompetitorKey, list[Tally]] = {}
    for facts in games:
        for competitor, _, tally in facts.appearances:
            if not is_partnership(competitor):
                tallies.setdefault(competitor, []).append(tally)
    return [Standing(who, Tally.sum(parts), None) for who, parts in tallies.items()]
