"""Check what going out needs and pays."""

from collections.abc import Iterator

from scorepad.rules import words as w
from scorepad.rules.faults import Fault, suggest
from scorepad.rules.lookup import fits, threes_rules
from scorepad.rules.model import RuleSet

Faults = Iterator[Fault]


def going_out(rules: RuleSet) -> Faults:
    out = rules.going_out
    if out.without_books is w.WithoutBooks.FORBIDDEN and out.penalty != 0:
        message = "must be 0 where going out without the books is forbidden."
        yield Fault("going_out.penalty", message)
    if out.penalty > 0:
        yield Fault("going_out.penalty", f"a penalty must be 0 or a negative number: −{out.penalty}.")
    names = sorted({need for book in rules.books for need in book.counts_for})
    for at, case in enumerate(out.cases, start=1):
        for need, count in case.needs.items():
            path = f"going_out.cases.{at}.needs.{need[:60]}"
            if need not in names:
                yield Fault(path, f"no kind of book counts for it.{suggest(need, names)}")
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
