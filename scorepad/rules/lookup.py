"""What a rule set says for one round at one table: needs, minimums and bonuses as functions, even where constant."""

from collections.abc import Sequence

from scorepad.rules import words as w
from scorepad.rules.model import (
    Bonus,
    BonusCase,
    Book,
    OpeningStep,
    OutCase,
    RuleSet,
    Table,
    Target,
    Threes,
)


def fits(listed: Sequence[int], number: int) -> bool:
    """Whether a list of players or rounds speaks of this one; an empty list speaks of all."""
    return not listed or number in listed


def table_for(rules: RuleSet, players: int | None = None, teams: int | None = None) -> Table | None:
    """The first table for that many players (the usual one if None) and teams (any if None), or None."""
    wanted = rules.tables[0].players if players is None else players
    for table in rules.tables:
        if table.players == wanted and teams in (None, table.teams):
            return table
    return None


def out_case(rules: RuleSet, round_number: int, players: int, concealed: bool = False) -> OutCase:
    """What going out pays and needs in that round, at that table, in that way."""
    return next(
        case
        for case in rules.going_out.cases
        if fits(case.players, players)
        and fits(case.rounds, round_number)
        and case.concealed.allows(concealed)
    )


def concealed_differs(rules: RuleSet) -> bool:
    """Whether it matters in these rules that somebody goes out in one turn, with nothing melded before."""
    return any(case.concealed is not w.Answer.EITHER for case in rules.going_out.cases)


def opening_step(rules: RuleSet, round_number: int, players: int, total: int) -> OpeningStep:
    """What a team with that total before the round must open with; `total` in points.

    The last round listed repeats for every later one.
    """
    at = round_number if rules.opening.by is w.OpeningBy.ROUND else total
    steps = [step for step in rules.opening.steps if fits(step.players, players)]
    return next(s for s in reversed(steps) if s.start is None or s.start <= at)


def bonus_case(bonus: Bonus, round_number: int, players: int) -> BonusCase:
    """The size of a bonus in that round, at that table."""
    return next(
        case
        for case in bonus.cases
        if fits(case.players, players) and fits(case.rounds, round_number)
    )


def target_for(rules: RuleSet, players: int) -> Target:
    """The total that ends the game; only for rules that end by target."""
    return next(target for target in rules.end.targets if fits(target.players, players))


def threes_rules(rules: RuleSet, color: w.Color, place: w.Place) -> tuple[Threes, ...]:
    """The rules for threes of that colour in that place: conditional ones first, the general one last."""
    return tuple(t for t in rules.threes if t.color is color and t.place is place)


def general_threes(rules: RuleSet, color: w.Color, place: w.Place) -> Threes:
    """The rule that holds where no condition does."""
    return threes_rules(rules, color, place)[-1]


def book(rules: RuleSet, code: str) -> Book | None:
    """The kind of book with that code, or None."""
    return next((kind for kind in rules.books if kind.code == code), None)


def book_for_need(rules: RuleSet, need: str) -> Book | None:
    """The kind of book that a need is named after, or the first that counts for it."""
    return book(rules, need) or next((k for k in rules.books if need in k.counts_for), None)
