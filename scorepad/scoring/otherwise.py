"""Cards and books that count plus, minus or not at all for a team that meets a condition."""

from collections.abc import Sequence
from dataclasses import replace

from scorepad.rules.model import Otherwise
from scorepad.rules.words import Counting, Sign
from scorepad.scoring.model import ScoreLine, Waived
from scorepad.scoring.sheet import Kind, Sheet
from scorepad.scoring.text.conditions import because

_COUNTED = {Kind.MELDED: Counting.MELDED, Kind.LEFT: Counting.LEFT, Kind.BOOK: Counting.BOOKS}

SIGNS = {Sign.PLUS: 1, Sign.MINUS: -1, Sign.NOTHING: 0}


def about(kind: Kind, rules: Sequence[Otherwise]) -> list[Otherwise]:
    """Return the rules that are about fields of this kind."""
    return [rule for rule in rules if _COUNTED.get(kind) in rule.of]


def count_otherwise(sheet: Sheet, line: ScoreLine, holding: Sequence[Otherwise]) -> ScoreLine:
    """Return a line as the first rule about it counts it; waived if the rule does not count it."""
    kind = sheet.by_code[line.code].kind
    rule = next(iter(about(kind, holding)), None)
    usual = -1 if kind is Kind.LEFT else 1
    if rule is None or SIGNS[rule.counts] == usual:
        return line
    reason = because(sheet.rules, rule.when)
    if rule.counts is Sign.NOTHING:
        return replace(line, points=0, waived=Waived.OTHERWISE, reason=reason)
    return replace(line, each=None if line.each is None else -line.each, points=-line.points, reason=reason)
