"""A made-up league as plain values: who plays, who is whom, and every game as it was played and written down."""

from dataclasses import dataclass
from functools import cached_property, lru_cache

from scorepad.rules import lookup
from scorepad.rules.model import RuleSet, Table
from scorepad.rules.parse import choose
from scorepad.rules.presets import preset
from scorepad.rules.words import Color, Counted, EndBy, Place, StockRound, WithoutBooks


@dataclass(frozen=True, slots=True)
class Person:
    """Somebody who plays. `strength` is hidden: 0 is the middle, and a team's is the mean of its people's."""

    id: int
    name: str
    strength: float = 0.0
    guest: bool = False
    forgotten: bool = False


@dataclass(frozen=True, slots=True)
class Merge:
    """Two people who turned out to be one: `gone` was merged into `stays`, who may have gone later."""

    gone: int
    stays: int


@dataclass(frozen=True)
class Played:
    """By what a game is played, and the numbers of it that a round's points are made of."""

    slug: str
    choices: tuple[tuple[str, str], ...]
    players: int
    decks: int

    @cached_property
    def rules(self) -> RuleSet:
        """The rules with the choices laid over them."""
        return choose(preset(self.slug), dict(self.choices))

    @cached_property
    def table(self) -> Table:
        """The table."""
        table = lookup.table_for(self.rules, self.players)
        assert table is not None
        return table

    @cached_property
    def needs(self) -> tuple[int, ...]:
        """The finished books of each kind that a team has which goes out, one a kind."""
        case = lookup.out_case(self.rules, 1, self.players)
        return tuple(case.needs.get(kind.code, 0) for kind in self.rules.books)

    @cached_property
    def ends(self) -> tuple[int | None, int | None]:
        """After how many rounds a game is over, and at how many points; one of them."""
        end = self.rules.end
        if end.by is EndBy.ROUNDS:
            return end.rounds, None
        return None, lookup.target_for(self.rules, self.players).points

    @cached_property
    def threes(self) -> int | None:
        """What a red three costs that was held at the end; None where the sheet has no place for it."""
        rule = lookup.general_threes(self.rules, Color.RED, Place.HELD)
        return rule.pays[0].points if rule.counted is Counted.APART else None

    @cached_property
    def cut(self) -> int | None:
        """What an exact cut pays; None where nothing is paid for one."""
        found = [bonus for bonus in self.rules.bonuses if bonus.code == "exact_cut"]
        return lookup.bonus_case(found[0], 1, self.players).points if found else None

    @cached_property
    def out(self) -> int:
        """What going out pays."""
        return lookup.out_case(self.rules, 1, self.players).points

    @cached_property
    def severe(self) -> bool:
        """Whether going out without the books is punished."""
        return self.rules.going_out.without_books is WithoutBooks.SEVERE_PENALTY

    @cached_property
    def void(self) -> bool:
        """Whether a round counts nothing in which the stock ran out."""
        return self.rules.stock.round is StockRound.VOID


@lru_cache(maxsize=64)
def played(slug: str, choices: tuple[tuple[str, str], ...], players: int, decks: int) -> Played:
    """By what a game is played; the same object for the same words."""
    return Played(slug, choices, players, decks)


@dataclass(frozen=True, slots=True)
class TeamCount:
    """What was counted for a team: finished books, one number a kind of the rules, and the cards melded, in points."""

    books: tuple[int, ...]
    melded: int
    ruling: bool = False


@dataclass(frozen=True, slots=True)
class PlayedRound:
    """A round as it was counted in the end. Of a seat each: cards left in points, red threes held, exact cuts.

    `out` is the seat that went out, None where the stock ran out; `opened` the teams, from 0, in the order in which
    they were marked; `by_cards` a seat whose cards left were counted one by one, its red threes among them.
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
    """Somebody who took a seat from a round on."""

    round: int
    seat: int
    player: int


@dataclass(frozen=True, slots=True)
class Correction:
    """A number that was mended after the last round: what was melded, as it had been typed before."""

    round: int
    team: int
    melded: int


@dataclass(frozen=True, slots=True)
class PlayedGame:
    """A game. `rounds` are those that were played here; before them come the rounds on `paper`.

    `over_after` says that the table ended it early; a `draft` is a last round that nobody finished.
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
    """Everybody, who of them is whom, and all games by number."""

    people: tuple[Person, ...]
    merges: tuple[Merge, ...]
    games: tuple[PlayedGame, ...]
