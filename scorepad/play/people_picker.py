"""The people that a form offers for a seat: their order, their labels, and whom a typed name refers to."""

from collections.abc import Collection, Iterable
from dataclasses import dataclass
from functools import cached_property
from typing import Self

from scorepad.play.game import values_of
from scorepad.play.game_people import player_ids
from scorepad.play.parse_form import clean_text
from scorepad.scoring.game.agreement import SEATED
from scorepad.scoring.names import fold_name
from scorepad.store import Club, Player

RECENT_GAMES = 30
"""Number of latest games whose players count as recent."""

CHIPS = 12
"""Number of people offered at first; the others are one tap away."""

MAX_OFFERED = 200
"""The most people offered in all. Anyone else can be found by typing their name."""


@dataclass(frozen=True)
class PeoplePicker:
    """All people of the club, ordered by name, and the ids of recent players, latest first.

    `sitting` are the players of the game being edited. A player who was forgotten keeps their seat there, but is not
    offered anywhere else.
    """

    players: tuple[Player, ...]
    recent: tuple[int, ...] = ()
    sitting: frozenset[int] = frozenset()

    @classmethod
    def of(cls, club: Club, sitting: Collection[int] = ()) -> Self:
        players = tuple(club.people.everyone())
        current = {player.id: player.merged_into or player.id for player in players}
        games = club.games(limit=RECENT_GAMES, fields=(SEATED,))
        played = (player for game in games for player in player_ids(values_of(dict(game.cells))))
        recent = dict.fromkeys(current[player] for player in played if player in current)
        return cls(players, tuple(recent), frozenset(sitting))

    @cached_property
    def names(self) -> dict[int, str]:
        """The names of all who may sit at the table, by id, including retired players."""
        return {
            player.id: player.name
            for player in self.players
            if player.merged_into is None and (not player.forgotten or player.id in self.sitting)
        }

    @cached_property
    def offered(self) -> dict[int, str]:
        """The names of all who are offered for a seat, by id."""
        left_out = {player.id for player in self.players if player.retired or player.forgotten}
        return {player: name for player, name in self.names.items() if player not in left_out}

    @cached_property
    def forgotten(self) -> set[int]:
        """The ids of the players of this game who were forgotten."""
        return {p.id for p in self.players if p.forgotten and p.id in self.sitting}

    @cached_property
    def ids_by_name(self) -> dict[str, list[int]]:
        """The ids of the people with each name, ignoring case and accents. Names of merged people come last."""
        ids: dict[str, dict[int, None]] = {}
        named = [player for player in self.players if not player.forgotten]
        for player in sorted(named, key=lambda p: (bool(p.merged_into), p.retired, p.id)):
            ids.setdefault(fold_name(player.name), {})[player.merged_into or player.id] = None
        return {name: list(players) for name, players in ids.items()}

    @property
    def chips(self) -> list[int]:
        """The ids to offer first: recent players, then by name."""
        ordered = dict.fromkeys([*self.recent, *self.offered])
        return [player for player in ordered if player in self.offered][:CHIPS]

    @property
    def others(self) -> list[int]:
        """The ids to offer on demand, ordered by name."""
        first = set(self.chips)
        return [player for player in self.offered if player not in first][: MAX_OFFERED - CHIPS]

    def label(self, player: int) -> str:
        """Return a person's name, numbered if two people share it."""
        name = self.names[player]
        folded = fold_name(name)
        namesakes = [other for other in self.ids_by_name.get(folded, ()) if fold_name(self.names[other]) == folded]
        return name if len(namesakes) < 2 else f"{name} ({namesakes.index(player) + 1})"

    def with_first_name(self, text: str) -> list[str]:
        """Return the full names of the people with this first name."""
        folded = fold_name(text)
        return [name for name in self.offered.values() if fold_name(name).split(" ")[0] == folded]


def find_or_add(club: Club, player: int | str, key: str) -> int:
    """Return the id of a person; add one for a new name. If two phones add the same name, only one person is added."""
    if isinstance(player, int):
        return player
    if namesakes := club.people.named(player):
        return namesakes[0].id
    with club.writing():
        namesakes = club.people.named(player)
        return namesakes[0].id if namesakes else club.people.add(player, key=key).id


def find_or_add_player(club: Club, text: str, near: Iterable[int], key: str) -> int:
    """Return the id of the person with that name, ignoring case and accents; add one if there is none.

    Of several, prefer one in `near`, the players at this table. Raises BadName with a sentence for the user.
    """
    name = clean_text(text)
    matches = [player.id for player in club.people.named(name)]
    at_table = [player for player in matches if player in set(near)]
    return (at_table or matches or [find_or_add(club, name, key)])[0]
