"""The form in which two people are chosen, or for a partnership another one that it met."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Self

from scorepad.league.who import Who, is_partnership, members
from scorepad.scoring.names import folded
from scorepad.store import Club
from scorepad.web.whos import Whos

Choice = tuple[Who, str]


@dataclass(frozen=True, slots=True)
class VersusForm:
    """What may be chosen, by key and name, in the order of names, and what is chosen, "" for nothing yet."""

    ones: list[Choice]
    others: list[Choice]
    one: Who
    other: Who

    @classmethod
    def of(cls, club: Club, everybody: Whos, one: Who, other: Who) -> Self:
        """The form with these two chosen."""
        people = _people(everybody)
        if not is_partnership(one):
            also = _named(everybody, [other] if is_partnership(other) else [])
            return cls(people, also + people, one, other)
        met = {pair.other for pair in club.league.opponents(one)} - {one}
        others = {key for key in met if _is_named(everybody, key)}
        chosen = {other} if is_partnership(other) else set()
        return cls(
            _named(everybody, [one]) + people, _named(everybody, others | chosen), one, other
        )


def _people(everybody: Whos) -> list[Choice]:
    """All who may have played, in the order of names, as which they come."""
    return [
        (str(one.id), one.name)
        for one in everybody.people.values()
        if one.merged_into is None and not one.forgotten
    ]


def _is_named(everybody: Whos, who: Who) -> bool:
    return all(
        (one := everybody.people.get(person)) is not None and not one.forgotten
        for person in members(who)
    )


def _named(everybody: Whos, keys: Iterable[Who]) -> list[Choice]:
    found = [(key, everybody.name(members(key))) for key in keys]
    return sorted(found, key=lambda one: (folded(one[1]), members(one[0])))
