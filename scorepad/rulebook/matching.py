"""Questions that find a rule set, for a table that knows how it plays but not what its rules are called.

The possible answers come from the rule sets themselves, with every option of their choices. No rule number is defined
here.
"""

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache

from scorepad.rules.lookup import fits as includes
from scorepad.rules.lookup import general_threes, table_for
from scorepad.rules.model import RuleSet
from scorepad.rules.parse import choose
from scorepad.rules.words import BonusKind, CardPlace, Color, Counted, EndBy, MadeOf, OpeningBy

Answers = Mapping[str, int]
"""A table's answers by question key. Questions may be left unanswered."""


MAX_ASKED, MIN_ASKED = 6, 3
"""The most questions to ask; and the fewest, even if only one rule set fits before that."""


def _yes_or_no(answer: int) -> str:
    return ("No", "Yes")[answer]


@dataclass(frozen=True, slots=True)
class Question:
    """A question about a rule set.

    `read` yields the answers of a rule set (yes is 1, no is 0), and `say` puts an answer into words. `about` names the
    topic.
    """

    key: str
    about: str
    text: str
    read: Callable[[RuleSet], Iterable[int]]
    say: Callable[[int], str] = "{:,}".format

    def answers(self, rule_sets: Iterable[RuleSet], players: int | None = None) -> list[int]:
        """Return every answer that these rule sets give, sorted; with `players`, only for that many players."""
        return sorted({answer for rules in rule_sets for answer in _answers(rules, players)[self.key]})


def _clean_book(rules: RuleSet) -> Iterator[int]:
    return (book.points for book in rules.books if book.made_of is MadeOf.NATURALS and not book.ranks)


def _cut(rules: RuleSet) -> Iterator[int]:
    yield int(any(bonus.kind is BonusKind.CUT for bonus in rules.bonuses))


def _end(rules: RuleSet) -> Iterator[int]:
    """Yield the number of rounds or the totals that end the game; nothing for a game by the clock."""
    if rules.end.by is EndBy.ROUNDS and rules.end.rounds:
        yield rules.end.rounds
    elif rules.end.by is EndBy.TARGET:
        yield from (target.points for target in rules.end.targets)


def _end_words(answer: int) -> str:
    return f"After {answer} rounds" if answer < FEWEST_POINTS else f"At {answer:,} points"


def _red_three(rules: RuleSet) -> Iterator[int]:
    rule = general_threes(rules, Color.RED, CardPlace.HELD)
    yield max(0, -rule.pays[0].points) if rule.pays and rule.counted is not Counted.NEVER else 0


def _wild_books(rules: RuleSet) -> Iterator[int]:
    yield int(any(book.made_of is MadeOf.WILDS for book in rules.books))


def _by_total(rules: RuleSet) -> Iterator[int]:
    yield int(rules.opening.by is OpeningBy.TOTAL)


FEWEST_POINTS = 100
"""A smaller answer about the end is a number of rounds."""

FIRST_QUESTIONS = (
    Question("clean", "a clean book", "How many points for a book without wild cards?", _clean_book),
    Question("cut", "a cut for a bonus", "Do you cut for a bonus?", _cut, _yes_or_no),
    Question(
        "out",
        "books to go out",
        "How many books to go out?",
        lambda rules: (sum(case.needs.values()) for case in rules.going_out.cases),
    ),
)
"""The questions on the page of a new game."""

PLAYERS = Question("players", "players", "How many of you play?", lambda rules: (t.players for t in rules.tables))

QUESTIONS = (
    PLAYERS,
    *FIRST_QUESTIONS,
    Question("end", "the end of the game", "When is the game over?", _end, _end_words),
    Question("red", "a red three left", "What does a red three left in hand cost?", _red_three),
    Question("wild", "books of wild cards", "Do you make books of wild cards only?", _wild_books, _yes_or_no),
    Question("total", "openings by total", "Does the opening depend on your own total?", _by_total, _yes_or_no),
)


@lru_cache(maxsize=512)
def _answers(rules: RuleSet, players: int | None = None) -> Mapping[str, frozenset[int]]:
    options = [{choice.key: option.value} for choice in rules.choices for option in choice.options]
    variants = [_at(variant, players) for variant in (rules, *(choose(rules, picked) for picked in options))]
    return {
        question.key: frozenset(answer for variant in variants for answer in question.read(variant))
        for question in QUESTIONS
    }


def _at(rules: RuleSet, players: int | None) -> RuleSet:
    """Return a rule set reduced to what applies to this many players, if it has a table for them."""
    if players is None or table_for(rules, players) is None:
        return rules
    cases = tuple(case for case in rules.going_out.cases if includes(case.players, players))
    targets = tuple(target for target in rules.end.targets if includes(target.players, players))
    going_out, end = replace(rules.going_out, cases=cases), replace(rules.end, targets=targets)
    return replace(rules, going_out=going_out, end=end)


def fits(rules: RuleSet, answers: Answers) -> bool:
    """Whether a rule set matches all of a table's answers."""
    return _matches(rules, answers) == len(answers)


def by_likelihood(rule_sets: Sequence[RuleSet], answers: Answers) -> list[RuleSet]:
    """Return the rule sets, those that match most answers first. Ties keep their order."""
    return sorted(rule_sets, key=lambda rules: -_matches(rules, answers))


def _matches(rules: RuleSet, answers: Answers) -> int:
    return sum(answer in _answers(rules, answers.get(PLAYERS.key))[key] for key, answer in answers.items())


def unmet(rules: RuleSet, answers: Answers) -> list[tuple[Question, list[int]]]:
    """Return the questions that a rule set answers differently, each with the rule set's answers."""
    own = _answers(rules, answers.get(PLAYERS.key))
    return [
        (question, sorted(own[question.key]))
        for question in QUESTIONS
        if question.key in answers and answers[question.key] not in own[question.key]
    ]


def nearest(rule_sets: Sequence[RuleSet], answers: Answers) -> list[RuleSet]:
    """Return the rule sets that match most answers."""
    most = max((_matches(rules, answers) for rules in rule_sets), default=0)
    return [rules for rules in rule_sets if _matches(rules, answers) == most]


def next_question(rule_sets: Sequence[RuleSet], answers: Answers, left_open: Collection[str] = ()) -> Question | None:
    """Return the question that best tells the nearest rule sets apart; None once enough is known.

    The number of players comes first, because other answers depend on it.
    """
    asked = {*answers, *left_open}
    if PLAYERS.key not in asked:
        return PLAYERS
    near = nearest(rule_sets, answers)
    if len(asked) >= MAX_ASKED or (len(asked) >= MIN_ASKED and len(near) == 1):
        return None
    # If only one is nearest, comparing it with the others still shows how well it fits.
    among = near if len(near) > 1 else rule_sets
    players = answers.get(PLAYERS.key)
    ranked = sorted((_largest_group(q, among, players), at) for at, q in enumerate(QUESTIONS) if q.key not in asked)
    if not ranked or (ranked[0][0] == len(among) and len(asked) >= MIN_ASKED):
        return None
    return QUESTIONS[ranked[0][1]]


def _largest_group(question: Question, rule_sets: Sequence[RuleSet], players: int | None) -> int:
    """Return how many rule sets remain after the answer that leaves the most."""
    return max(
        (
            sum(answer in _answers(rules, players)[question.key] for rules in rule_sets)
            for answer in question.answers(rule_sets, players)
        ),
        default=len(rule_sets),
    )
