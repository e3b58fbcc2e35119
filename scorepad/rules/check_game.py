"""Check the deals, the going-out cases, the end of the game, and the choices of a rule set."""

import re
from collections.abc import Iterator

from scorepad.rules import words as w
from scorepad.rules.faults import Fault
from scorepad.rules.hints import suggest_labeled
from scorepad.rules.lookup import fits, threes_rules
from scorepad.rules.model import RuleSet

CODE = re.compile(r"[a-z][a-z0-9_]{0,39}")
"""The code of a book, bonus or combination, or the key of a choice."""

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


def going_out(rules: RuleSet) -> Faults:
    out = rules.going_out
    if out.without_books is w.WithoutBooks.FORBIDDEN and out.penalty != 0:
        message = "must be 0 where going out without the books is forbidden."
        yield Fault("going_out.penalty", message)
    if out.penalty > 0:
        yield Fault("going_out.penalty", f"a penalty must be 0 or a negative number: −{out.penalty}.")
    needs = sorted({need for book in rules.books for need in book.counts_for})
    names = {need: " or ".join(book.plural for book in rules.books if need in book.counts_for) for need in needs}
    for at, case in enumerate(out.cases, start=1):
        for need, count in case.needs.items():
            path = f"going_out.cases.{at}.needs.{need[:60]}"
            if need not in names:
                yield Fault(path, f"no kind of book counts for it.{suggest_labeled(need, names)}")
            elif count < 1:
                yield Fault(path, "must be 1 or more; leave out what is not needed.")
        laid = threes_rules(rules, w.Color.RED, w.CardPlace.LAID)
        if case.red_threes != 0 and any(rule.counted is not w.Counted.APART for rule in laid):
            path = f"going_out.cases.{at}.red_threes"
            yield Fault(path, "can be needed only where red threes laid down are counted “apart”.")
    yield from _uncovered_cases(rules)


def _uncovered_cases(rules: RuleSet) -> Faults:
    cases = rules.going_out.cases
    if not cases:
        yield Fault("going_out.cases", "at least one case is needed: what going out pays, and needs.")
        return
    rounds = {1, *(n for case in cases for n in case.rounds)}
    for players in sorted({t.players for t in rules.tables}):
        for round_number in sorted(rounds | {max(rounds) + 1}):
            for way, concealed in (("", False), (", concealed", True)):
                fit = [c for c in cases if fits(c.players, players) and fits(c.rounds, round_number)]
                if not any(c.concealed.allows(concealed) for c in fit):
                    where = f"{players} players in round {round_number}{way}"
                    yield Fault("going_out.cases", f"no case covers {where}.")


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
