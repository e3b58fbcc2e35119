"""The names of a club's people and kinds of game, and who appears in tables."""

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property, partial
from itertools import count
from typing import Self

from scorepad.language.words import plural
from scorepad.league.facts import CompetitorKey, GameKind, Tally, competitor_key, members, parse_competitor
from scorepad.scoring.cells import parse_values
from scorepad.scoring.game.agreement import WHOLE_GAME, Agreement, agreement
from scorepad.store import SOMEBODY, Club, Forgotten, NoSuchPerson, Player
from scorepad.store.results.rows import PlayedKind

# ---- People

FORGOTTEN = "This person’s name was removed from the club. Their games and points stay."
UNKNOWN = "This club has no person with this number."


@dataclass(frozen=True)
class ClubPeople:
    """All people of a club by id, read once."""

    people: dict[int, Player]

    @classmethod
    def of(cls, club: Club) -> Self:
        return cls({player.id: player for player in club.people.everyone()})

    def name(self, people: Iterable[int]) -> str:
        """Return the joined names of people: "Anna & Bob"."""
        return " & ".join(self._name(person) for person in people) or "Unknown"

    def name_of(self, key: CompetitorKey) -> str:
        return self.name(members(key))

    def _name(self, person: int) -> str:
        player = self.people.get(person)
        return SOMEBODY if player is None or player.forgotten else player.name

    def has_name(self, person: int) -> bool:
        """Whether the club knows the person and has not forgotten them."""
        player = self.people.get(person)
        return player is not None and not player.forgotten

    def is_guest(self, person: int) -> bool:
        return self.has_name(person) and self.people[person].guest

    def is_ranked(self, key: CompetitorKey) -> bool:
        """Whether tables list this person or partnership: guests and forgotten people are left out."""
        return self._unranked is None or not self._unranked.search(key)

    @cached_property
    def _unranked(self) -> re.Pattern[str] | None:
        """Matches the keys that no table lists. A regex is fast enough to check every partnership of a club."""
        ids = [
            str(player.id)
            for player in self.people.values()
            if player.guest or player.forgotten or player.merged_into is not None
        ]
        return re.compile(rf"\b(?:{'|'.join(ids)})\b") if ids else None

    def current_key(self, text: str) -> CompetitorKey:
        """Return the key from a URL, ids ascending, with merged people replaced by whom they were merged into.

        Raises NoSuchPerson and Forgotten.
        """
        key = parse_competitor(text)
        if key is None:
            raise NoSuchPerson(UNKNOWN)
        return competitor_key(self._current_id(person) for person in members(key))

    def _current_id(self, person: int) -> int:
        player = self.people.get(person)
        if player is not None and player.merged_into is not None:
            player = self.people.get(player.merged_into)
        if player is None:
            raise NoSuchPerson(UNKNOWN)
        if player.forgotten:
            raise Forgotten(FORGOTTEN)
        return player.id


# ---- Kinds of game, and the club’s luck in each

_DETAILS: tuple[Callable[[GameKind], str], ...] = (
    lambda kind: plural(kind.players, "player", "players"),
    lambda kind: plural(kind.teams, "team", "teams"),
    lambda kind: plural(kind.decks, "deck", "decks"),
)


Choices = Mapping[str, str]
"""The options that a table chose, in words, by the key of each choice."""


def club_kind_names(club: Club, kinds: Sequence[PlayedKind]) -> Mapping[int, str]:
    """Return the names of a club's kinds by id, cached until the league takes up new entries.

    Choices are read from the cells of games. Their words may change while every figure stays.
    """
    key = "kind names", club.league.version(), *kinds
    return club.league.cached(key, lambda: kind_names(kinds, partial(_choices_of, club)))


def kind_names(
    kinds: Iterable[PlayedKind], choices_of: Callable[[Sequence[int]], Mapping[int, Choices]] = lambda games: {}
) -> dict[int, str]:
    """Return unique names of kinds by id: "Vegas, 6 players" if Vegas is also played by four.

    If kinds differ in a choice, their names include it: "Good Sam, three rounds". Others are numbered from the second
    on, in the order of their first games: "Vegas (2)". `choices_of` reads the choices of games; it is called only for
    kinds whose names are still equal.
    """
    kinds = list(kinds)
    names = {kind.kind.id: kind.kind.name for kind in kinds}
    for detail in _DETAILS:
        for group in _same_names(kinds, names):
            details = {kind.kind.id: detail(kind.kind) for kind in group}
            if len(set(details.values())) > 1:
                names |= {id: f"{names[id]}, {text}" for id, text in details.items()}
    if alike := _same_names(kinds, names):
        chosen = choices_of([kind.first_game for group in alike for kind in group])
        for group in alike:
            names |= _with_choices(group, names, chosen)
    for group in _same_names(kinds, names):
        for kind in sorted(group, key=lambda kind: kind.first)[1:]:
            names[kind.kind.id] = _free_name(names[kind.kind.id], set(names.values()))
    return names


def _same_names(kinds: Sequence[PlayedKind], names: dict[int, str]) -> list[list[PlayedKind]]:
    groups: dict[str, list[PlayedKind]] = {}
    for kind in kinds:
        groups.setdefault(names[kind.kind.id], []).append(kind)
    return [group for group in groups.values() if len(group) > 1]


def _with_choices(
    group: Sequence[PlayedKind], names: Mapping[int, str], chosen: Mapping[int, Choices]
) -> dict[int, str]:
    """Return the names of kinds with the choices in which they differ."""
    choices = {kind.kind.id: chosen.get(kind.first_game, {}) for kind in group}
    keys = {key: None for of_kind in choices.values() for key in of_kind}
    differ = [key for key in keys if len({of_kind.get(key) for of_kind in choices.values()}) > 1]
    return {
        id: ", ".join([names[id], *(of_kind[key] for key in differ if key in of_kind)])
        for id, of_kind in choices.items()
    }


def _choices_of(club: Club, games: Sequence[int]) -> dict[int, Choices]:
    agreed = {}
    for game, cells in club.readable_cells(games, round=WHOLE_GAME).items():
        if values := parse_values({name: cell.value for name, cell in cells.items()}):
            agreed[game] = _in_words(agreement(values, {}))
    return agreed


def _in_words(agreed: Agreement) -> Choices:
    words = {}
    for choice in agreed.base.choices:
        value = agreed.choices.get(choice.key, choice.usual)
        label = next((option.label for option in choice.options if option.value == value), value)
        words[choice.key] = label[:1].lower() + label[1:]
    return words


def _free_name(name: str, taken: set[str]) -> str:
    """Return the first of "Vegas (2)", "Vegas (3)" and so on that is not taken."""
    return next(new for at in count(2) if (new := f"{name} ({at})") not in taken)


def club_luck(kinds: Iterable[PlayedKind], tallies: Mapping[int, Tally]) -> dict[int, Fraction]:
    """Return the whole club's luck per round in each kind whose rules have lines of luck."""
    return {
        kind.kind.id: Fraction(tally.luck, tally.itemised)
        for kind in kinds
        if kind.kind.has_luck and (tally := tallies.get(kind.kind.id)) and tally.itemised
    }
