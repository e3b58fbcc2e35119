"""Everybody whom a form may seat: whom to offer, who is meant by a name, and how each is shown."""

from collections.abc import Collection
from dataclasses import dataclass
from functools import cached_property
from typing import Self

from scorepad.scoring.names import folded
from scorepad.store import Club, Player
from scorepad.web.clubs import player_ids, values_of

RECENT_GAMES = 30
"""Games among whose players the most recent ones are looked for."""

CHIPS = 12
"""People offered at first sight; the others are one tap further."""

MOST_OFFERED = 200
"""People offered at all; whoever is not among them is found by typing the name."""


@dataclass(frozen=True)
class People:
    """Everybody the club knows, in the order of names, and the ids of who played lately, the latest first.

    `sitting` are those of a game: who was forgotten stays where they sit, and is found nowhere else.
    """

    known: tuple[Player, ...]
    recent: tuple[int, ...]
    sitting: frozenset[int] = frozenset()

    @classmethod
    def of(cls, club: Club, sitting: Collection[int] = ()) -> Self:
        """The people of a club."""
        known = tuple(club.people.everyone())
        now = {one.id: one.merged_into or one.id for one in known}
        games = club.games(limit=RECENT_GAMES, fields=("player",))
        played = (one for game in games for one in player_ids(values_of(dict(game.cells))))
        recent = dict.fromkeys(now[one] for one in played if one in now)
        return cls(known, tuple(recent), frozenset(sitting))

    @cached_property
    def names(self) -> dict[int, str]:
        """The names by id of all who may sit at the table, who retired too."""
        everyone = (one for one in self.known if one.merged_into is None)
        return {one.id: one.name for one in everyone if not one.forgotten or one.id in self.sitting}

    @cached_property
    def offered(self) -> dict[int, str]:
        """The names by id of those who are offered for a seat."""
        passed_over = {one.id for one in self.known if one.retired or one.forgotten}
        return {one: name for one, name in self.names.items() if one not in passed_over}

    @cached_property
    def nameless(self) -> set[int]:
        """Who sits there and was forgotten."""
        return {one.id for one in self.known if one.forgotten and one.id in self.sitting}

    @cached_property
    def alike(self) -> dict[str, list[int]]:
        """The ids of the people of each name, whatever its case and accents: who has it before whose alias it is."""
        found: dict[str, dict[int, None]] = {}
        named = (one for one in self.known if not one.forgotten)
        for one in sorted(named, key=lambda one: (bool(one.merged_into), one.retired, one.id)):
            found.setdefault(folded(one.name), {})[one.merged_into or one.id] = None
        return {name: list(ids) for name, ids in found.items()}

    @property
    def chips(self) -> list[int]:
        """Whom to offer first: those who played lately, then by name."""
        return [one for one in dict.fromkeys([*self.recent, *self.offered]) if one in self.offered][
            :CHIPS
        ]

    @property
    def others(self) -> list[int]:
        """Whom to offer on demand, by name."""
        first = set(self.chips)
        return [player for player in self.offered if player not in first][: MOST_OFFERED - CHIPS]

    def shown(self, player: int) -> str:
        """A person's name, numbered where two people share it."""
        name = self.names[player]
        same = [
            one
            for one in self.alike.get(folded(name), ())
            if folded(self.names[one]) == folded(name)
        ]
        return name if len(same) < 2 else f"{name} ({same.index(player) + 1})"

    def first_name_of(self, text: str) -> list[str]:
        """The names of others whose first name this is."""
        bare = folded(text)
        return [name for name in self.offered.values() if folded(name).split(" ")[0] == bare]
