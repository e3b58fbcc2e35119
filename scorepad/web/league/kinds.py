"""What the kinds of games of a club are called: by their rules, and by no more than tells them apart."""

from collections.abc import Callable, Iterable, Sequence
from itertools import count

from scorepad.league.facts import GameKind
from scorepad.store.results.rows import PlayedKind
from scorepad.web.words import plural

_DETAILS: tuple[Callable[[GameKind], str], ...] = (
    lambda one: plural(one.players, "player", "players"),
    lambda one: plural(one.teams, "team", "teams"),
    lambda one: plural(one.decks, "deck", "decks"),
)


def kind_names(kinds: Iterable[PlayedKind]) -> dict[int, str]:
    """The name of every kind by its id, in the order given: "Vegas, 6 players" where Vegas is played by four too.

    Kinds that differ in smaller choices alone are counted from the second on, "Vegas (2)", in the order of their
    first games.
    """
    there = list(kinds)
    names = {one.kind.id: one.kind.name for one in there}
    for detail in _DETAILS:
        for group in _alike(there, names):
            said = {one.kind.id: detail(one.kind) for one in group}
            if len(set(said.values())) > 1:
                names |= {kind: f"{names[kind]}, {words}" for kind, words in said.items()}
    for group in _alike(there, names):
        for one in sorted(group, key=lambda kind: kind.first)[1:]:
            names[one.kind.id] = _free(names[one.kind.id], set(names.values()))
    return names


def _alike(kinds: Sequence[PlayedKind], names: dict[int, str]) -> list[list[PlayedKind]]:
    """The kinds that are called the same, together."""
    found: dict[str, list[PlayedKind]] = {}
    for one in kinds:
        found.setdefault(names[one.kind.id], []).append(one)
    return [group for group in found.values() if len(group) > 1]


def _free(name: str, taken: set[str]) -> str:
    """The first of "Vegas (2)", "Vegas (3)" and so on that nothing else is called."""
    return next(new for at in count(2) if (new := f"{name} ({at})") not in taken)
