"""Questions that find a rule set, for a table that knows how it plays but not what its rules are called, and groups.

Each has two to four replies, told apart by what the rule sets say, with every option of their choices. No rule number
is defined here.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache, partial

from scorepad.language.words import join_words
from scorepad.rules.lookup import general_threes
from scorepad.rules.model import RuleSet
from scorepad.rules.parse import choose
from scorepad.rules.words import BonusKind, BookShape, CardPlace, Color, Counted, EndBy, Leave, MadeOf, OpeningBy

MAX_GUIDED, MAX_BEGUN = 3, 10
"""The most questions asked before a game, and before own rules are begun: these take longer to change than to find."""


@dataclass(frozen=True, slots=True)
class Reply:
    """An answer in whole words. `books` are the kinds of books to draw beside it, each with how many."""

    code: str
    text: str
    note: str = ""
    books: tuple[tuple[MadeOf, int], ...] = ()


@dataclass(frozen=True, slots=True)
class Fork:
    """A question whose replies divide the rule sets. `read` yields the codes of the replies that a set gives."""

    key: str
    about: str
    text: str
    read: Callable[[RuleSet], Iterable[str]]
    replies: tuple[Reply, ...]

    def given(self, rules: RuleSet) -> frozenset[str]:
        """Return the codes of a rule set, with every option of its choices."""
        return frozenset(code for variant in variants(rules) for code in self.read(variant))

    def reply(self, code: str) -> Reply | None:
        return next((reply for reply in self.replies if reply.code == code), None)


def guide(rule_sets: Sequence[RuleSet]) -> list[Fork]:
    """Return the questions that these rule sets answer differently. Numbers in the replies are the most usual ones."""
    forks = [_needs(), *_by_usual_number(rule_sets), _asking(), _bonus(), _opening(), _shapes(), _dirty()]
    return [kept for fork in forks if len((kept := _only_given(fork, rule_sets)).replies) > 1]


def next_fork(
    forks: Sequence[Fork], rule_sets: Sequence[RuleSet], replied: Mapping[str, str], most: int = MAX_GUIDED
) -> Fork | None:
    """Return the question that leaves the fewest rule sets, None after the `most`. `replied` has the codes by key.

    The first asks what going out needs: every table knows it, and it divides the sets nearly best.
    """
    left = [fork for fork in forks if fork.key not in replied]
    if len(replied) >= most or not left:
        return None
    if not replied:
        return left[0]
    near = best_fitting(forks, rule_sets, replied)
    return min(left, key=lambda fork: remaining(fork, near if len(near) > 1 else rule_sets))


def remaining(fork: Fork, rule_sets: Sequence[RuleSet]) -> float:
    """Return how many of these rule sets remain after a reply, on average."""
    counts = [sum(reply.code in fork.given(rules) for rules in rule_sets) for reply in fork.replies]
    return sum(count * count for count in counts) / sum(counts) if any(counts) else float(len(rule_sets))


def differing(forks: Sequence[Fork], rules: RuleSet, replied: Mapping[str, str]) -> list[Fork]:
    """Return the questions to which a rule set gives none of a table's replies. One left open is met by all."""
    return [
        fork for fork in forks if (code := replied.get(fork.key)) and fork.reply(code) and code not in fork.given(rules)
    ]


def by_replies(forks: Sequence[Fork], rule_sets: Sequence[RuleSet], replied: Mapping[str, str]) -> list[RuleSet]:
    """Return the rule sets, those that differ least from the replies first. Ties keep their order."""
    return sorted(rule_sets, key=lambda rules: len(differing(forks, rules, replied)))


def best_fitting(forks: Sequence[Fork], rule_sets: Sequence[RuleSet], replied: Mapping[str, str]) -> list[RuleSet]:
    """Return the rule sets that differ least from the replies."""
    ranked = by_replies(forks, rule_sets, replied)
    least = len(differing(forks, ranked[0], replied)) if ranked else 0
    return [rules for rules in ranked if len(differing(forks, rules, replied)) == least]


def _only_given(fork: Fork, rule_sets: Sequence[RuleSet]) -> Fork:
    given = frozenset[str]().union(*map(fork.given, rule_sets))
    return replace(fork, replies=tuple(reply for reply in fork.replies if reply.code in given))


@lru_cache(maxsize=512)
def variants(rules: RuleSet) -> tuple[RuleSet, ...]:
    """Return the rules as they are, and with each option of their choices."""
    options = [{choice.key: option.value} for choice in rules.choices for option in choice.options]
    return (rules, *(choose(rules, picked) for picked in options))


CLEAN, DIRTY = MadeOf.NATURALS, MadeOf.MIXED


def _needs() -> Fork:
    pair = ((CLEAN, 1), (DIRTY, 1))
    return Fork(
        "needs",
        "what going out needs",
        "What do you need to go out?",
        _needed,
        (
            Reply("one", "One book", "Any, a clean one, or none.", ((CLEAN, 1),)),
            Reply("pair", "One clean, one dirty", "One red, one black.", pair),
            Reply("more", "More of each", "Two, three or more.", ((CLEAN, 3), (DIRTY, 3))),
            Reply("kinds", "Wild cards or sevens", "A book of them too.", ((MadeOf.WILDS, 1), (MadeOf.ANY, 1))),
        ),
    )


def _needed(rules: RuleSet) -> Iterator[str]:
    common = {book.code for book in rules.books if book.made_of in (CLEAN, DIRTY) and not book.ranks}
    every = common.union(*(book.counts_for for book in rules.books if book.code in common))
    for case in rules.going_out.cases:
        if any(count and kind not in every for kind, count in case.needs.items()):
            yield "kinds"
        else:
            most = max(case.needs.values(), default=0)
            yield "more" if most > 1 else "pair" if sum(case.needs.values()) > 1 else "one"


OTHER, NONE = "other", "none"


def _by_usual_number(rule_sets: Sequence[RuleSet]) -> Iterator[Fork]:
    """Yield the questions about a number: its replies are the most usual one, another one, and none."""
    for key, about, text, read, usual_text, other, none in _NUMBERS:
        usual = _usual(read, rule_sets)
        replies = Reply(str(usual), usual_text.format(usual)), Reply(OTHER, other), Reply(NONE, none)
        yield Fork(key, about, text, partial(_number_codes, read, usual), replies)


def _number_codes(read: Callable[[RuleSet], Iterable[int]], usual: int, rules: RuleSet) -> Iterator[str]:
    return (NONE if not number else str(number) if number == usual else OTHER for number in read(rules))


def _usual(read: Callable[[RuleSet], Iterable[int]], rule_sets: Sequence[RuleSet]) -> int:
    """Return the number that most rule sets have, 0 if none has one. Of equally usual ones, the smallest."""
    counts = Counter(number for rules in rule_sets for number in {*read(rules)} if number)
    return min(counts, key=lambda number: (-counts[number], number), default=0)


def _rounds(rules: RuleSet) -> Iterator[int]:
    """Yield the number of rounds, 0 for a game to a total. A game by the clock has another number each time."""
    yield {EndBy.ROUNDS: rules.end.rounds or 0, EndBy.TARGET: 0, EndBy.TIME: -1}[rules.end.by]


def _red_three(rules: RuleSet) -> Iterator[int]:
    rule = general_threes(rules, Color.RED, CardPlace.HELD)
    yield max(0, -rule.pays[0].points) if rule.pays and rule.counted is not Counted.NEVER else 0


def _taken(rules: RuleSet) -> Iterator[int]:
    yield rules.play.take.cards or 0


def _pays(rules: RuleSet) -> Iterator[int]:
    return (case.points for case in rules.going_out.cases)


_NUMBERS = (
    (
        *("end", "the end of the game", "When is a game over?", _rounds),
        *("After {} rounds", "After another number of rounds", "At a number of points"),
    ),
    (
        *("red", "a red three left in hand", "What does a red three left in your hand cost?", _red_three),
        *("{:,} points", "Another number of points", "Nothing"),
    ),
    (
        *("pile", "taking the pile", "What may you take from the pile?", _taken),
        *("Its top {} cards", "Another number of cards", "The whole pile"),
    ),
    (
        *("pays", "what going out pays", "What does going out pay?", _pays),
        *("{:,} points", "Another number of points", "Nothing"),
    ),
)
"""Key, subject and words of each question about a number, what it reads, and its replies."""


def _asking() -> Fork:
    kinds = {Leave.BINDING: "yes", Leave.BINDING_IF_ASKED: "yes", Leave.COURTESY: "may", Leave.IF_YOU_LIKE: "may"}
    return Fork(
        "asking",
        "asking the partner",
        "Do you ask your partner before you go out?",
        lambda rules: [kinds.get(rules.going_out.leave, NONE)],
        (
            Reply("yes", "Yes, and a no stops you"),
            Reply("may", "Yes, but a no does not stop you"),
            Reply(NONE, "No, nobody needs to ask"),
        ),
    )


def _bonus() -> Fork:
    kinds = {BonusKind.CUT: "cut", BonusKind.DEAL: "deal"}
    return Fork(
        "bonus",
        "a bonus for cutting or dealing",
        "Is there a bonus for cutting or dealing exactly?",
        lambda rules: {kinds[bonus.kind] for bonus in rules.bonuses if bonus.kind in kinds} or {NONE},
        (
            Reply("cut", "Yes, for an exact cut"),
            Reply("deal", "Yes, for an exact deal"),
            Reply(NONE, "No, for neither"),
        ),
    )


def _opening() -> Fork:
    return Fork(
        "opening",
        "what the opening depends on",
        "What does the opening minimum depend on?",
        lambda rules: [rules.opening.by.value],
        (
            Reply(OpeningBy.ROUND.value, "The round", "It is the same for everyone."),
            Reply(OpeningBy.TOTAL.value, "Our own total", "Whoever is ahead needs more."),
        ),
    )


def _shapes() -> Fork:
    return Fork(
        "books",
        "what a book is",
        "What is a book made of?",
        _shape,
        (
            Reply("rank", "Cards of one rank", "Seven kings."),
            Reply("both", "One rank, or a sequence", "Seven kings, or four to ten of hearts."),
            Reply("sequence", "Only sequences", "Four to ten of hearts."),
        ),
    )


def _shape(rules: RuleSet) -> Iterator[str]:
    shapes = {book.shape for book in rules.books}
    yield "rank" if shapes == {BookShape.SET} else "sequence" if shapes == {BookShape.SEQUENCE} else "both"


def _dirty() -> Fork:
    return Fork(
        "dirty",
        "going out with a dirty book alone",
        "Can you go out with a dirty book alone?",
        _out_dirty,
        (
            Reply("yes", "Yes, any book will do", "One with wild cards too.", ((DIRTY, 1),)),
            Reply("no", "No, we need a clean one", "On its own or beside others.", ((CLEAN, 1),)),
        ),
    )


def _out_dirty(rules: RuleSet) -> Iterator[str]:
    met = {need for book in rules.books if book.made_of is DIRTY for need in (book.code, *book.counts_for)}
    for case in rules.going_out.cases:
        yield "yes" if met.issuperset(case.needs) else "no"


# ---- Groups: what people ask first about a rule set


MOST_OF_ALL = 0.6
"""The part of all rule sets from which on a group stands last."""


@dataclass(frozen=True, slots=True)
class Grouping:
    """A question that groups rule sets. `read` yields the groups of a set for one option of its choices."""

    key: str
    title: str
    read: Callable[[RuleSet], Iterable[str]]

    def answers(self, rules: RuleSet) -> tuple[str, ...]:
        """Return the groups of a rule set, the usual one first."""
        return tuple(dict.fromkeys(answer for variant in variants(rules) for answer in self.read(variant)))

    def groups(self, rule_sets: Iterable[RuleSet]) -> dict[str, list[RuleSet]]:
        """Return the rule sets by group, large groups first. A set with several tables or choices is in several.

        A group with most of the sets is last: it says least about them.
        """
        found: dict[str, list[RuleSet]] = {}
        every = [*rule_sets]
        for rules in every:
            for answer in self.answers(rules):
                found.setdefault(answer, []).append(rules)
        return dict(sorted(found.items(), key=lambda group: (len(group[1]) > MOST_OF_ALL * len(every), -len(group[1]))))


def _out(rules: RuleSet) -> Iterator[str]:
    fork = _needs()
    return (reply.text for code in _needed(rules) if (reply := fork.reply(code)))


def _who(rules: RuleSet) -> Iterator[str]:
    for table in rules.tables:
        yield "Each alone" if table.team_size == 1 else "Two teams" if table.teams == 2 else "Three teams or more"


def _dealt(rules: RuleSet) -> Iterator[str]:
    for table in rules.tables:
        packets = {"hand": table.hand, "knee": table.knee, "foot": table.foot}
        dealt = [f"{cards} in the {name}" for name, cards in packets.items() if cards]
        yield join_words(dealt) if len(dealt) > 1 else f"{table.hand} cards, no foot"


def _clean(rules: RuleSet) -> Iterator[str]:
    points = (book.points for book in rules.books if book.made_of is CLEAN and not book.ranks)
    first = next(points, None)
    yield "No clean book" if first is None else f"{first:,} for a clean book"


GROUPINGS = (
    Grouping("out", "Going out needs", _out),
    Grouping("cards", "Cards dealt", _dealt),
    Grouping("clean", "A clean book", _clean),
    Grouping("who", "Who plays", _who),
)
