"""An evening of a made-up club: who sits down with whom, by which rules, and how the game goes."""

from bisect import bisect
from dataclasses import dataclass, field, replace
from itertools import accumulate
from random import Random

from tests.support.leagues.game import corrected, play
from tests.support.leagues.model import Merge, Person, Played, PlayedGame, Substitute, played

USUAL = (0.78, 0.1, 0.06, 0.06)
"""How often each of these is played: `partnership`, `two-handed`, `southern-ohio`, `catawba`."""

BINNED, UNFINISHED, ENDED_EARLY, ON_PAPER, HELPED_OUT, CORRECTED, TWICE_AT_A_TABLE = (
    *(0.02, 0.04, 0.03, 0.02, 0.05, 0.04, 0.004),
)


@dataclass
class Room:
    """The people who are there. Some come more often, and some always with the same partner."""

    chance: Random
    everybody: tuple[Person, ...]
    merges: tuple[Merge, ...]
    regulars: list[int] = field(init=False)
    often: list[float] = field(init=False)
    names: dict[int, list[int]] = field(init=False)

    def __post_init__(self) -> None:
        gone = {merge.gone for merge in self.merges}
        self.regulars = [person.id for person in self.everybody if person.id not in gone]
        weights = [self.chance.paretovariate(1.5) for _ in self.regulars]
        self.often = list(accumulate(min(weight, 12) for weight in weights))
        self.names = {person: [person] for person in self.regulars}
        for merge in self.merges:
            names = next(names for names in self.names.values() if merge.stays in names)
            names.append(merge.gone)

    def game(self, number: int, created_at: str) -> PlayedGame:
        """Play a game, from seating to its end."""
        dice = self.chance.random
        by = self._by()
        seats = tuple(self._name(person) for person in self._sit_down(by))
        if dice() < TWICE_AT_A_TABLE:
            seats = self._twice(seats)
        paper, brought = self._paper(by)
        others = self._substitutes(by, seats, paper) if dice() < HELPED_OUT else ()
        strengths = [person.strength for person in self.everybody]
        seated = tuple(strengths[player - 1] for player in seats)
        later = tuple((other, strengths[other.player - 1]) for other in others)
        rounds = play(self.chance, by, seated, later, paper, brought)
        whole = PlayedGame(
            number=number,
            created_at=created_at,
            played=by,
            seats=seats,
            rounds=rounds,
            scorer=0 if dice() < 0.1 else seats[int(dice() * len(seats))],
            starter=1 + int(dice() * by.players),
            substitutes=tuple(other for other in others if other.round <= paper + len(rounds)),
            paper=paper,
            brought=brought,
            binned=dice() < BINNED,
        )
        return self._corrected(self._cut_short(whole))

    def _cut_short(self, game: PlayedGame) -> PlayedGame:
        """The game, or its first rounds: some end early, and some never end."""
        dice, count = self.chance.random, len(game.rounds)
        if count < 2 or dice() >= UNFINISHED + ENDED_EARLY:
            return game
        rounds = game.rounds[: 1 + int(dice() * (count - 1))]
        last = game.paper + len(rounds)
        others = tuple(other for other in game.substitutes if other.round <= last)
        game = replace(game, rounds=rounds, substitutes=others)
        if dice() < ENDED_EARLY / (UNFINISHED + ENDED_EARLY):
            return replace(game, over_after=last)
        return replace(game, draft=dice() < 0.4)

    def _corrected(self, game: PlayedGame) -> PlayedGame:
        if game.draft or self.chance.random() >= CORRECTED:
            return game
        return replace(game, corrections=corrected(self.chance, game.rounds, game.paper))

    def _by(self) -> Played:
        kind = bisect(list(accumulate(USUAL[:-1])), self.chance.random())
        odd = self.chance.random() < 0.08
        match kind:
            case 0:
                return played("partnership", (), 4, 6 if odd else 5)
            case 1:
                return played("two-handed", (), 2, 3)
            case 2:
                return played("southern-ohio", (("target", "6000" if odd else "by-players"),), 6, 5)
        return played("catawba", (), 4, 5)

    def _sit_down(self, by: Played) -> list[int]:
        """Who sits where; often two regular pairs, in games of partners."""
        if by.players != 4:
            return self._some(by.players, [])
        seated: list[int] = []
        while len(seated) < 4:
            player = self._some(1, seated)[0]
            partner = self._partner(player)
            if self.chance.random() > 0.7 or partner in (None, player, *seated):
                partner = self._some(1, [*seated, player])[0]
            seated += [player, partner]
        return [seated[0], seated[2], seated[1], seated[3]]

    def _partner(self, player: int) -> int | None:
        at = self.regulars.index(player) if player in self.names else -1
        other = at ^ 1
        return self.regulars[other] if other < len(self.regulars) else None

    def _some(self, count: int, without: list[int]) -> list[int]:
        players: list[int] = []
        while len(players) < count:
            at = bisect(self.often, self.chance.random() * self.often[-1])
            player = self.regulars[min(at, len(self.regulars) - 1)]
            if player not in players and player not in without:
                players.append(player)
        return players

    def _name(self, person: int) -> int:
        """One of a person's names."""
        names = self.names[person]
        return names[0] if len(names) == 1 else self.chance.choice(names)

    def _twice(self, seats: tuple[int, ...]) -> tuple[int, ...]:
        """One person sits in two seats, under two names."""
        names = next(names for names in self.names.values() if len(names) > 1)
        others = [player for player in seats if player not in names]
        return tuple(self.chance.sample([*names[:2], *others[: len(seats) - 2]], len(seats)))

    def _paper(self, by: Played) -> tuple[int, tuple[int, ...]]:
        if self.chance.random() > ON_PAPER:
            return 0, ()
        paper = self.chance.randint(1, 3 if by.rounds is None else by.rounds - 1)
        brought = tuple(self.chance.randrange(-200, 1300, 5) * paper for _ in range(by.table.teams))
        return paper, brought

    def _substitutes(self, by: Played, seats: tuple[int, ...], paper: int) -> tuple[Substitute, ...]:
        """Somebody who sits down in the middle; sometimes the first player comes back a round later."""
        here = [name for names in self.names.values() if {*names} & {*seats} for name in names]
        new = self._some(1, here)[0]
        start = paper + self.chance.randint(2, 3)
        seat = self.chance.randint(1, by.players)
        first = Substitute(start, seat, self._name(new))
        if self.chance.random() < 0.5:
            return first, Substitute(start + 1, seat, seats[seat - 1])
        return (first,)
