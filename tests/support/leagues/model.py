"""A made-up league as plain values: people, merges, and every game as it was played and recorded."""

from dataclasses import dataclass
from functools import cached_property, lru_cache

from scorepad.rules import lookup
from scorepad.rules.model import RuleSet, Table
from scorepad.rules.parse import choose
from scorepad.rules.presets import preset
from scorepad.rules.words import CardPlace, Color, Counted, EndBy, StockRound, WithoutBooks


@dataclass(frozen=True, slots=True)
class Person:
    """A player. `strength` is hidden: 0 is average, and a team's is the mean of its players'."""

    id: int
    name: str
    strength: float = 0.0
    guest: bool = False
    forgotten: bool = False


@dataclass(frozen=True, slots=True)
class Merge:
    """Two people who turned out to be one: `gone` was merged into `stays`, who may be merged later."""

    gone: int
    stays: int


@dataclass(frozen=True)
class Played:
    """The rules of a game, and their numbers that decide a round's points."""

    slug: str
    choices: tuple[tuple[str, str], ...]
    players: int
    decks: int

    @cached_property
    def rules(self) -> RuleSet:
        """The rules with their choices."""
        return choose(preset(self.slug), dict(self.choices))

    @cached_property
    def table(self) -> Table:
        table = lookup.table_for(self.rules, self.players)
        assert table is not None
        return table

    @cached_property
    def needs(self) -> tuple[int, ...]:
        """The books of each kind that a team needs to go out."""
        case = lookup.out_case(self.rules, 1, self.players)
        return tuple(case.needs.get(kind.code, 0) for kind in self.rules.books)

    @cached_property
    def ends(self) -> tuple[int | None, int | None]:
        """The number of rounds after which a game is over, or the number of points."""
        end = self.rules.end
        if end.by is EndBy.ROUNDS:
            return end.rounds, None
        return None, lookup.target_for(self.rules, self.players).points

    @cached_property
    def threes(self) -> int | None:
        """The points of a red three held at the end; None if the sheet has no field for it."""
        rule = lookup.general_threes(self.rules, Color.RED, CardPlace.HELD)
        return rule.pays[0].points if rule.counted is Counted.APART else None

    @cached_property
    def cut(self) -> int | None:
        """The points of an exact cut; None if it pays nothing."""
        bonuses = [bonus for bonus in self.rules.bonuses if bonus.code == "exact_cut"]
        return lookup.bonus_case(bonuses[0], 1, self.players).points if bonuses else None

    @cached_property
    def out(self) -> int:
        """The points of going out."""
        return lookup.out_case(self.rules, 1, self.players).points

    @cached_property
    def severe(self) -> bool:
        """Whether going out without the books is punished."""
        return self.rules.going_out.without_books is WithoutBooks.SEVERE_PENALTY

    @cached_property
    def void(self) -> bool:
        """Whether a round counts nothing if the stock runs out."""
        return self.rules.stock.round is StockRound.VOID


@lru_cache(maxsize=64)
def played(slug: str, choices: tuple[tuple[str, str], ...], players: int, decks: int) -> Played:
    """The rules of a game; the same object for the same arguments."""
    return Played(slug, choices, players, decks)


@dataclass(frozen=True, slots=True)
class TeamCount:
    """A team's count: finished books of each kind, and the points of its melded cards."""

    books: tuple[int, ...]
    melded: int
    ruling: bool = False


@dataclass(frozen=True, slots=True)
class PlayedRound:
    """A round as it was finally counted. For each seat: points of cards left, red threes held, exact cuts.

    `out` is the seat that went out, None if the stock ran out; `opened` the teams, from 0, in the order in which they
    were marked; `by_cards` a seat whose cards left were counted card by card, with its red threes.
    """

    out: int | None
    teams: tuple[TeamCount, ...]
    left: tuple[int, ...]
    threes: tuple[int, ...]
    cuts: tuple[int, ...]
    opened: tuple[int, ...] = ()
    by_cards: int | None = None


@dataclass(frozen=True, slots=True)
class Substitute:
    """A player who takes a seat from a round on."""

    round: int
    seat: int
    player: int


@dataclass(frozen=True, slots=True)
class Correction:
    """A number corrected after the last round: the points melded, as they were first typed."""

    round: int
    team: int
    melded: int


@dataclass(frozen=True, slots=True)
class PlayedGame:
    """A game. `rounds` were played here; the rounds on `paper` come before them.

    `over_after`: the table ended it early. `draft`: the last round was never finished.
    """

    number: int
    created_at: str
    played: Played
    seats: tuple[int, ...]
    rounds: tuple[PlayedRound, ...]
    scorer: int
    starter: int
    substitutes: tuple[Substitute, ...] = ()
    paper: int = 0
    brought: tuple[int, ...] = ()
    over_after: int | None = None
    draft: bool = False
    binned: bool = False
    corrections: tuple[Correction, ...] = ()


@dataclass(frozen=True, slots=True)
class League:
    """All people, their merges, and all games by number."""

    people: tuple[Person, ...]
    merges: tuple[Merge, ...]
    games: tuple[PlayedGame, ...]
