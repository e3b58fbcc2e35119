"""Score lines of the sets of books that pay extra."""

from collections.abc import Sequence

from scorepad.rules.document import provenance
from scorepad.rules.model import Combination, RuleSet
from scorepad.rules.words import Times
from scorepad.scoring.model import Counts, Part, ScoreLine, Waived
from scorepad.scoring.needs import books_named, waive


def combination_lines(rules: RuleSet, books: Counts) -> list[ScoreLine]:
    """Return a line for every set that these books make. In each group, only the best one pays."""
    made = [(combination, times) for combination in rules.combinations if (times := _times(rules, combination, books))]
    lines = [(combination.group, _line(rules, combination, times)) for combination, times in made]
    return [line if _is_best(line, group, lines) else waive(line, Waived.NOT_THE_BEST) for group, line in lines]


def _times(rules: RuleSet, combination: Combination, books: Counts) -> int:
    """Return how often the books make this set."""
    times = min(books_named(rules, name, books) // count for name, count in combination.books.items())
    return min(times, 1) if combination.times is Times.ONCE else times


def _line(rules: RuleSet, combination: Combination, times: int) -> ScoreLine:
    code, label, each = combination.code, combination.label, combination.points
    origin = provenance(rules, f"combinations.{code}.points")
    return ScoreLine(code, Part.BONUS, label, label, times, each, times * each, origin)


def _is_best(line: ScoreLine, group: str, lines: Sequence[tuple[str, ScoreLine]]) -> bool:
    """Whether no other line of the group pays more; in a tie, the first pays."""
    return not group or line is max((other for its, other in lines if its == group), key=lambda other: other.points)
