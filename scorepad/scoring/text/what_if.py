"""A game scored again under other rules, in sentences."""

from collections.abc import Mapping, Sequence

from scorepad.rules.words import EndBy
from scorepad.scoring.game.agreement import Agreement
from scorepad.scoring.game.carry_over import Uncertainty, Why
from scorepad.scoring.game.course import Totals
from scorepad.scoring.game.what_if import WhatIf
from scorepad.scoring.place import PlaceKind, parse_place
from scorepad.scoring.text.explain import format_number, join_words, lower_first, value_text

DOUBTS = {
    Why.TYPED: ("Taken as typed", "These points were typed. Under those rules the cards may be worth other points."),
    Why.PILES: ("Taken as counted", "Under those rules the cards in these piles are worth different points."),
    Why.DROPPED: ("Not counted", "Those rules do not count this."),
}
"""A short label and a reason for each kind of doubt."""


def outcome_text(winners: Sequence[int], totals: Totals, teams: Sequence[str], *, over: bool = True) -> str:
    """Return who won, or who led if the game is not `over`: "Ann & Carla won, 5,200 to 4,100"."""
    names = join_words([teams[team - 1] for team in winners])
    others = [points for team, points in enumerate(totals, start=1) if team not in winners]
    best = totals[winners[0] - 1]
    points = [format_number(best), *map(format_number, sorted(others, reverse=best == max(totals)))]
    tied, won = ("tied", "won") if over else ("were level", "led")
    verb = tied if len(winners) > 1 else won
    return f"{names} {verb}, {points[0]} to {join_words(points[1:])}" if others else f"{names} {verb} at {points[0]}"


def end_text(comparison: WhatIf) -> str:
    """Return how the end of the game would have differed; "" if it would not."""
    before, after = comparison.before.course, comparison.after.course
    if comparison.after.agreement.rules.end.by is EndBy.TIME:
        return "Those rules end a game by time. It is counted up to the round in which your game ended."
    if comparison.by_table:
        return f"Your table ended this game itself, after round {after.counted}. So it would under those rules."
    if not comparison.ended:
        return f"The game would not have been over after round {after.counted}."
    return f"The game would have ended after round {after.counted}." if after.counted < before.counted else ""


def doubt_text(doubt: Uncertainty, agreed: Agreement, names: Mapping[int, str]) -> str:
    """Return a cell whose worth is not certain: "Round 2, Ann & Carla, cards melded: 410"."""
    round_number, place, _ = doubt.cell
    who = _who(place, round_number, agreed, names)
    return f"Round {round_number}, {who}, {lower_first(doubt.label)}: {value_text(doubt.value)}"


def _who(text: str, round_number: int, agreed: Agreement, names: Mapping[int, str]) -> str:
    place, seating = parse_place(text), agreed.seated_in(round_number)
    if place.kind is PlaceKind.TEAM:
        return seating.teams[place.number - 1]
    return names.get(seating.players[place.number - 1], f"Seat {place.number}")
