"""What is no fault in a rule set, and is hardly meant: a book that no meld may become, a case that never holds."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Protocol

from scorepad.rules.lookup import kinds_for_need
from scorepad.rules.model import RuleSet
from scorepad.rules.words import Answer, MadeOf


@dataclass(frozen=True, slots=True)
class Oddity:
    """The path of what is odd, what is odd about it, and the end of the sentence for someone who writes a file."""

    path: str
    message: str
    ending: str = "."


def oddities(rules: RuleSet) -> Iterator[Oddity]:
    yield from _books(rules)
    yield from _needs(rules)
    yield from _never("going_out.cases", rules.going_out.cases)
    yield from _never("end.targets", rules.end.targets)
    for bonus in rules.bonuses:
        yield from _never(f"bonuses.{bonus.code}.cases", bonus.cases)


def _books(rules: RuleSet) -> Iterator[Oddity]:
    melds = rules.melds
    allowed = {MadeOf.WILDS: ("wild_melds", melds.wild_melds), MadeOf.SEQUENCE: ("sequences", melds.sequences)}
    for book in rules.books:
        key, may = allowed.get(book.made_of, ("", True))
        if not may:
            yield Oddity(f"books.{book.code}", "no meld may become one", f": “melds.{key}” is false.")


def _needs(rules: RuleSet) -> Iterator[Oddity]:
    most = {book.code: book.most for book in rules.books}
    for at, case in enumerate(rules.going_out.cases, start=1):
        for need, count in case.needs.items():
            limits = [most[code] for code in kinds_for_need(rules, need)]
            possible = sum(limit or 0 for limit in limits)
            if None not in limits and possible < count:
                path = f"going_out.cases.{at}.needs.{need}"
                yield Oddity(path, f"going out takes {count}, and a team may have {possible} at most")


class _Case(Protocol):
    """A case of several, of which the first that fits holds."""

    @property
    def players(self) -> tuple[int, ...]: ...


def _never(path: str, cases: Sequence[_Case]) -> Iterator[Oddity]:
    for at, case in enumerate(cases):
        before = next((n for n, earlier in enumerate(cases[:at], start=1) if _holds_wherever(earlier, case)), 0)
        if before:
            ending = f". Under “set”, give “{path}” as a whole, with what is rarer first."
            why = f"case {at + 1} never holds, because case {before} before it holds there too"
            yield Oddity(f"{path}.{at + 1}", why, ending)


def _holds_wherever(earlier: _Case, case: _Case) -> bool:
    lists = ((getattr(earlier, key, ()), getattr(case, key, ())) for key in ("players", "rounds"))
    if not all(not wide or (narrow and {*narrow} <= {*wide}) for wide, narrow in lists):
        return False
    way = getattr(earlier, "concealed", Answer.EITHER)
    return way is Answer.EITHER or way is getattr(case, "concealed", way)
