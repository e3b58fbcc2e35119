"""Check how a game ends, and what a table may choose."""

import re
from collections.abc import Iterator

from scorepad.rules import words as w
from scorepad.rules.faults import Fault
from scorepad.rules.lookup import fits
from scorepad.rules.model import RuleSet

CODE = re.compile(r"[a-z][a-z0-9_]{0,39}")
"""The name of a book, a bonus, a set of books or a choice."""

Faults = Iterator[Fault]


def deals(rules: RuleSet) -> Faults:
    numbers = sorted({table.players for table in rules.tables})
    taken: set[tuple[int, int]] = set()
    for at, deal in enumerate(rules.deals, start=1):
        path = f"deals.{at}"
        if not deal.rounds or min(deal.rounds) < 1:
            yield Fault(f"{path}.rounds", "must name the rounds, from 1 on.")
        named = {(players, number) for players in numbers if fits(deal.players, players) for number in deal.rounds}
        if taken & named:
            yield Fault(f"{path}.rounds", "names a round that an earlier deal names too.")
        if deal.hand is deal.foot is deal.knee is deal.draw is None:
            yield Fault(path, "changes nothing: give “hand”, “foot”, “knee” or “draw” a number.")
        taken |= named


def how_it_ends(rules: RuleSet) -> Faults:
    end = rules.end
    stated = {"rounds": end.rounds, "minutes": end.minutes}
    wanted = {w.EndBy.ROUNDS: "rounds", w.EndBy.TIME: "minutes"}.get(end.by)
    for key, value in stated.items():
        if key == wanted and (value is None or value < 1):
            yield Fault(f"end.{key}", f"must be 1 or more in a game that ends by {end.by}.")
        elif key != wanted and value is not None:
            yield Fault(f"end.{key}", f"must be “none” in a game that ends by {end.by}.")
    if end.by is not w.EndBy.TARGET and end.targets:
        yield Fault("end.targets", f"must be empty in a game that ends by {end.by}.")
    if end.by is w.EndBy.TARGET:
        for players in sorted({t.players for t in rules.tables}):
            if not any(fits(t.players, players) for t in end.targets):
                yield Fault("end.targets", f"needs a total for {players} players: {{ players = [], points = … }}.")


def choices(rules: RuleSet) -> Faults:
    keys = [choice.key for choice in rules.choices]
    for at, choice in enumerate(rules.choices):
        path = f"choices.{choice.key}"
        values = [option.value for option in choice.options]
        typed = choice.typed
        if not CODE.fullmatch(choice.key) or keys.index(choice.key) < at:
            yield Fault(path, "needs a key of its own, in small letters.")
        if len(values) < 2 - typed or len(set(values)) < len(values):
            few = "an option" if typed else "two or more options"
            yield Fault(f"{path}.options", f"needs {few}, each with its own value.")
        if typed and rules.opening.by is not w.OpeningBy.ROUND:
            yield Fault(path, "minimums can be typed only where they follow the round.")
