"""Scores games again under other rules: what they would have counted for."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from itertools import groupby

from scorepad.league.facts import CompetitorKey, GameFacts, StoredGame, Tally, is_partnership
from scorepad.league.game_facts import game_facts
from scorepad.league.ratings import Rating, Replay
from scorepad.league.standings import Evening, Standing
from scorepad.rules.model import RuleSet
from scorepad.scoring.game.what_if import WhatIf, what_if


@dataclass(frozen=True, slots=True)
class RescoredGame:
    """A game as it counts, and as it would count under other rules."""

    comparison: WhatIf
    before: GameFacts
    after: GameFacts


def rescored(stored: StoredGame, names: Mapping[int, str], rules: RuleSet) -> RescoredGame | None:
    """Score a game again under rules with a table of its size. None if it does not count in the league.

    Merged people in its seats must be resolved.
    """
    before = game_facts(stored, {})
    if before is None:
        return None
    comparison = what_if(stored.cells, names, rules)
    after = game_facts(StoredGame(stored.game, stored.day, comparison.cells, stored.seqs), {})
    return RescoredGame(comparison, before, after) if after else None


def standings_of(games: Iterable[GameFacts]) -> list[Standing]:
    """Return everyone's standing after these games, in no particular order, without partnerships."""
    tallies: dict[CompetitorKey, list[Tally]] = {}
    for facts in games:
        for competitor, _, tally in facts.appearances:
            if not is_partnership(competitor):
                tallies.setdefault(competitor, []).append(tally)
    return [Standing(who, Tally.sum(parts), None) for who, parts in tallies.items()]


def gains_of(
    games: Iterable[GameFacts], before: Mapping[int, Rating]
) -> tuple[dict[CompetitorKey, list[Evening]], dict[int, Rating]]:
    """Replay games from the ratings before them. Return each person's gain per evening, and the final ratings."""
    replay, now = Replay(), dict(before)
    for person, rating in before.items():
        replay.learn(person, rating)
    evenings: dict[CompetitorKey, list[Evening]] = {}
    for day, of_day in groupby(sorted(games, key=lambda facts: facts.order), key=lambda facts: facts.day):
        eve, people = dict(now), set()
        for facts in of_day:
            now |= replay.play(facts.sides)
            people |= {person for side in facts.sides for person in side.people}
        for person in people:
            gained = now.get(person, Rating()).shown - eve.get(person, Rating()).shown
            evenings.setdefault(str(person), []).append(Evening(day, gained))
    return evenings, now


def evenings_of(games: Iterable[GameFacts], column: str) -> dict[CompetitorKey, list[Evening]]:
    """Return the value of each evening of these games; `column` is a figure of `Tally`."""
    days: dict[CompetitorKey, dict[str, int]] = {}
    for facts in games:
        for competitor, _, tally in facts.appearances:
            if tally.games and not is_partnership(competitor):
                of_days = days.setdefault(competitor, {})
                of_days[facts.day] = of_days.get(facts.day, 0) + getattr(tally, column)
    return {who: [Evening(*each) for each in sorted(of_days.items())] for who, of_days in days.items()}
