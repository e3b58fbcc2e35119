"""The form that chooses two to compare head to head."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Self

from scorepad.league.facts import CompetitorKey, is_partnership, members
from scorepad.scoring.names import fold_name
from scorepad.store import Club
from scorepad.web.people.people_view import PeopleView

Choice = tuple[CompetitorKey, str]


@dataclass(frozen=True, slots=True)
class VersusForm:
    """The choices of both inputs by name, and the chosen keys, "" for none yet."""

    firsts: list[Choice]
    seconds: list[Choice]
    first: CompetitorKey
    second: CompetitorKey

    @classmethod
    def of(cls, club: Club, people: PeopleView, first: CompetitorKey, second: CompetitorKey) -> Self:
        """Offer all people, or for a partnership the partnerships it has met."""
        everyone = [
            (str(player.id), player.name)
            for player in people.people.values()
            if player.merged_into is None and not player.forgotten
        ]
        if not is_partnership(first):
            chosen = _choices(people, [second] if is_partnership(second) else [])
            return cls(everyone, chosen + everyone, first, second)
        met = {pair.other for pair in club.league.meetings.opponents(first)} - {first}
        named = {key for key in met if all(people.has_name(person) for person in members(key))}
        if is_partnership(second):
            named.add(second)
        return cls(_choices(people, [first]) + everyone, _choices(people, named), first, second)


def _choices(people: PeopleView, keys: Iterable[CompetitorKey]) -> list[Choice]:
    choices = [(key, people.name_of(key)) for key in keys]
    return sorted(choices, key=lambda choice: (fold_name(choice[1]), members(choice[0])))
