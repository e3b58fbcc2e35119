"""A club's kinds of game: their names, and the club's luck in each."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from fractions import Fraction
from functools import partial
from itertools import count

from scorepad.league.facts import GameKind, Tally
from scorepad.play.game import values_of
from scorepad.scoring.game.agreement import WHOLE_GAME, Agreement, agreement
from scorepad.scoring.text.explain import plural
from scorepad.store import Club
from scorepad.store.results.rows import PlayedKind

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
    """Return the groups of kinds that share a name."""
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
    """Return the choices made in these games."""
    agreed = {}
    for game, cells in club.readable_cells(games, round=WHOLE_GAME).items():
        if values := values_of(cells):
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
