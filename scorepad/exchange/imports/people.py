"""Match the names of a file with people of the club: by name, by a close name, or as new people."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from difflib import get_close_matches
from enum import StrEnum

from scorepad.exchange.imports.plan import Decisions
from scorepad.scoring.names import fold_name
from scorepad.store import Club, Player

NEW = 0
MAX_COMPARED = 500
"""The most names checked for close ones. Any further unknown names are new people unless someone decides otherwise."""


class How(StrEnum):
    """How a name was matched."""

    NAME = "name"
    CLOSE = "close"
    NEW = "new"
    CHOSEN = "chosen"


@dataclass(frozen=True, slots=True)
class PersonMatch:
    """A name of the file and its match: `person` is an id, NEW for a new person. `others` may be meant instead.

    `same` is another name of the file, folded, chosen for the same person, "" if none was.
    """

    name: str
    folded: str
    games: int
    person: int
    how: How
    others: tuple[Player, ...]
    same: str = ""


class Matcher:
    """The people of a club by name.

    The names close to each name of the file are found once and remembered. A preview and a recording ask for the names
    in the same order, but not equally often, and must not differ in the names that are still compared.
    """

    def __init__(self, club: Club, decisions: Decisions) -> None:
        self._decisions = decisions
        everyone = [player for player in club.people.everyone() if not player.forgotten]
        self._people = {player.id: player for player in everyone}
        self._named: dict[str, list[Player]] = {}
        for player in sorted(everyone, key=lambda player: (player.merged_into is not None, player.retired, player.id)):
            current = self._people.get(player.merged_into or player.id)
            of_name = self._named.setdefault(fold_name(player.name), [])
            if current is not None and current not in of_name:
                of_name.append(current)
        self._close_to: dict[str, list[Player]] = {}

    def match(self, names: Mapping[str, tuple[str, int]]) -> Iterator[PersonMatch]:
        """Match each name. `names` maps folded names to their spelling and number of games."""
        for folded, (name, games) in names.items():
            same = self._named.get(folded, [])
            close = [] if same else self._close(folded)
            spelt = self._decisions.spelt(name)
            if (other := fold_name(spelt)) != folded:
                (match,) = self.match({other: (spelt, games)})
                yield PersonMatch(name, folded, games, match.person, How.CHOSEN, match.others, other)
                continue
            others = tuple(same or close)
            chosen = self._decisions.people.get(folded)
            usual = others[0].id if others else NEW
            if chosen is not None and chosen != usual and (chosen == NEW or chosen in self._people):
                yield PersonMatch(name, folded, games, chosen, How.CHOSEN, others)
            elif others:
                how = How.NAME if same else How.CLOSE
                yield PersonMatch(name, folded, games, others[0].id, how, others)
            else:
                yield PersonMatch(name, folded, games, NEW, How.NEW, ())

    def _close(self, folded: str) -> list[Player]:
        """People with nearly this name, or with this name and more or fewer surnames."""
        if folded in self._close_to:
            return self._close_to[folded]
        if len(self._close_to) == MAX_COMPARED:
            return []
        near = [name for name in get_close_matches(folded, self._named, n=3, cutoff=0.8) if not _numbered(folded, name)]
        near += [name for name in self._named if _is_part(folded, name)][:3]
        close = list({player.id: player for name in near for player in self._named[name]}.values())[:5]
        self._close_to[folded] = close
        return close

    def named(self, text: str) -> Player | None:
        """Return the person of the club with this name, None if there is none."""
        return next(iter(self._named.get(fold_name(text), [])), None)

    def is_known(self, name: str) -> bool:
        """Whether someone in the club has this name."""
        return fold_name(name) in self._named


def near_names(folded: str, names: Sequence[str]) -> list[str]:
    """Return names of the same file, folded, that may be another spelling of this one."""
    near = [name for name in get_close_matches(folded, names, n=4, cutoff=0.75) if not _numbered(folded, name)]
    near += [name for name in names if _is_part(folded, name) or _is_initial(folded, name)]
    return [name for name in dict.fromkeys(near) if name != folded][:5]


def _is_initial(one: str, other: str) -> bool:
    """Whether one name abbreviates words of the other: “ann m.” and “ann miller”."""
    words, others = one.replace(".", " ").split(), other.replace(".", " ").split()
    pairs = [*zip(words, others, strict=False)]
    return (
        len(words) == len(others) > 1
        and words != others
        and all(word.startswith(more) or more.startswith(word) for word, more in pairs)
    )


def _numbered(one: str, other: str) -> bool:
    """Whether two names have different numbers: “Ann 1” and “Ann 2” are two people."""
    numbers = [[letter for letter in name if letter.isdigit()] for name in (one, other)]
    return numbers[0] != numbers[1]


def _is_part(one: str, other: str) -> bool:
    """Whether one name is the other without surnames: “ann” and “ann miller”."""
    shorter, longer = sorted((one.split(), other.split()), key=len)
    return bool(shorter) and len(shorter) < len(longer) and longer[: len(shorter)] == shorter


def count_names(people: Iterable[str], names: dict[str, tuple[str, int]]) -> None:
    """Add one game for each of these people to `names`."""
    for name in people:
        folded = fold_name(name)
        written, games = names.get(folded, (name, 0))
        names[folded] = written, games + 1
