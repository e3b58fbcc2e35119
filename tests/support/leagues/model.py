"""A made-up league as plain values: people, merges, and every game as it was played and recorded."""

from dataclasses import dataclass
from functools import lru_cache

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


@dataclass(frozen=True, eq=False)
class Played:
    """The rules of a game, and their numbers that decide a round's points.

    `needs` are the books of each kind that a team needs to go out; the game ends after so many `rounds` or with
    `target` points. `threes` are the points of a red three held at the end, None if the sheet has no field for it;
    `cut` those of an exact cut, None if it pays nothing; `out` those of going out. `severe`: going out without the
    books is punished. `void`: a round counts nothing if the stock runs out.
    """

    slug: str
    choices: tuple[tuple[str, str], ...]
    players: int
    decks: int
    rules: RuleSet
    table: Table
    needs: tuple[int, ...]
    rounds: int | None
    target: int | None
    threes: int | None
    cut: int | None
    out: int
    severe: bool
    void: bool


@lru_cache(maxsize=64)
def played(slug: str, choices: tuple[tuple[str, str], ...], players: int, decks: int) -> Played:
    """The rules of a game; the same object for the same arguments."""
    rules = choose(preset(slug), dict(choices))
    table = lookup.table_for(rules, players)
    assert table is not None
    case = lookup.out_case(rules, 1, players)
    by_rounds = rules.end.by is EndBy.ROUNDS
    threes = lookup.general_threes(rules, Color.RED, CardPlace.HELD)
    cuts = [bonus for bonus in rules.bonuses if bonus.code == "exact_cut"]
    return Played(
        *(slug, choices, players, decks, rules, table),
        needs=tuple(case.needs.get(kind.code, 0) for kind in rules.books),
        rounds=rules.end.rounds if by_rounds else None,
        target=None if by_rounds else lookup.target_for(rules, players).points,
        threes=threes.pays[0].points if threes.counted is Counted.APART else None,
        cut=lookup.bonus_case(cuts[0], 1, players).points if cuts else None,
        out=case.points,
        severe=rules.going_out.without_books is WithoutBooks.SEVERE_PENALTY,
        void=rules.stock.round is StockRound.VOID,
    )


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
