"""What a club can do with its people: `Club.people` has these verbs."""

from collections.abc import Callable, Iterable
from typing import Unpack

from scorepad.store import changing, merging, players
from scorepad.store.checks import check_key, clean_name
from scorepad.store.connections import Connections
from scorepad.store.errors import BadName
from scorepad.store.facts import Player, Traits


class People:
    """The people of an open club. Every change is one transaction and raises `version`."""

    def __init__(self, connections: Connections, now: Callable[[], str]) -> None:
        """Use `Club.people`."""
        self._connections = connections
        self._now = now

    def add(self, name: str, *, key: str | None = None, alone: bool = False) -> Player:
        """Keep a new person; the same `key` gives the same one again.

        Raises BadName, NameTaken where somebody has the name and nobody else may (`alone`), and
        BadEntry or KeyReused for the key.
        """
        kept = clean_name(name)
        if key is not None:
            check_key(key)
        with self._connections.writing() as db:
            return players.add(db, kept, key, self._now(), alone=alone)

    def everyone(self) -> list[Player]:
        """Everybody in the order of names: who retired, was merged or forgotten too."""
        with self._connections.reading() as db:
            return players.everyone(db)

    def offered(self) -> list[Player]:
        """Those whom a table may be asked about, in the order of names."""
        with self._connections.reading() as db:
            return players.offered(db)

    def named(self, name: str) -> list[Player]:
        """Everybody of this name, whatever its case and accents, who retired too.

        The name of somebody who was merged gives the person they are. Nobody for what can be no
        name.
        """
        try:
            clean_name(name)
        except BadName:
            return []
        with self._connections.reading() as db:
            return players.named(db, name)

    def names(self, ids: Iterable[int]) -> dict[int, str]:
        """The names of these people as they are shown; ids that nobody has are left out."""
        return {number: name for number, (_, name) in self.shown(ids).items()}

    def shown(self, ids: Iterable[int]) -> dict[int, tuple[int, str]]:
        """By each of these ids, whose it is now and their name; unknown ids are left out."""
        with self._connections.reading() as db:
            return players.shown(db, ids)

    def person(self, number: int) -> Player:
        """The person who was kept under that id. Raises NoSuchPerson."""
        with self._connections.reading() as db:
            return players.person(db, number)

    def canonical(self) -> dict[int, int]:
        """Whose each id is now, of those alone that were merged."""
        with self._connections.reading() as db:
            return players.canonical(db)

    def version(self) -> int:
        """How often anything was changed about people; 0 in a club where nobody was ever kept."""
        with self._connections.reading() as db:
            return players.version(db)

    def games_of(self, number: int) -> int:
        """In how many games, not in the bin, a person sat, by whatever name."""
        with self._connections.reading() as db:
            return merging.games_of(db, number)

    def change(self, number: int, *, was: Traits | None = None, **to: Unpack[Traits]) -> Player:
        """Change something about a person, all of it or nothing; give the person as they are now.

        `was` is what somebody had seen: ChangedMeanwhile, unless that stands there still, or what
        it is to be. Raises BadName, NameTaken and NoSuchPerson.
        """
        if "name" in to:
            to["name"] = clean_name(to["name"])
        with self._connections.writing() as db:
            return changing.change(db, number, to, was or {})

    def rename(self, number: int, name: str) -> Player:
        """Give a person another name. Raises BadName, NameTaken and NoSuchPerson."""
        return self.change(number, name=name)

    def set_colour(self, number: int, colour: int | None) -> Player:
        """Give a person a colour from 1 to 8, or None for the one that goes with their id."""
        return self.change(number, colour=colour)

    def set_guest(self, number: int, guest: bool) -> Player:
        """Say whether a person is a guest."""
        return self.change(number, guest=guest)

    def set_retired(self, number: int, retired: bool) -> Player:
        """Say whether a person plays no more."""
        return self.change(number, retired=retired)

    def merge(self, one: int, into: int) -> Player:
        """Let all of one person's games be another's; give that other, as whom both go on.

        Raises NoSuchPerson, and CannotMerge where both sat in one round of a game.
        """
        with self._connections.writing() as db:
            return merging.merge(db, one, into)

    def unmerge(self, number: int, *, was: int | None = None) -> Player:
        """Take a merge back: somebody is themselves again.

        `was` is whom somebody had seen them to be: ChangedMeanwhile where they are another by now.
        Raises NoSuchPerson.
        """
        with self._connections.writing() as db:
            return merging.unmerge(db, number, was)

    def forget(self, number: int) -> None:
        """Take away the name of a person and of all who were merged into them, for ever.

        Their games stay. Raises NoSuchPerson; to forget somebody twice is no fault.
        """
        with self._connections.writing() as db:
            changing.forget(db, number)
        self._connections.empty_journal()
