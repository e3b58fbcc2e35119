"""The figures of a table in words: what each is called and means, and how somebody's is written."""

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from types import MappingProxyType

from scorepad.league.ratings import MEAN
from scorepad.league.standings import Figure, Standing
from scorepad.scoring.explain import number
from scorepad.web.league.rates import NOTHING, percent, whole
from scorepad.web.words import plural

LUCK, PLAY = "luck", "play"

_PARTS = MappingProxyType(
    {
        Fraction(1, 4): "¼",
        Fraction(1, 3): "⅓",
        Fraction(1, 2): "½",
        Fraction(2, 3): "⅔",
        Fraction(3, 4): "¾",
    }
)


@dataclass(frozen=True, slots=True)
class Words:
    """A figure's name, over a column and as a choice, and what it means."""

    label: str
    meaning: str


WORDS: Mapping[str, Words] = MappingProxyType(
    {
        Figure.WINS: Words("Wins", "Games won. A tie of two teams is half a win for each."),
        Figure.SHARE: Words("Win share", "Wins by games: of all games, how many were won."),
        Figure.POINTS: Words(
            "Points a round",
            "The points of the team, by the rounds that were played for it.",
        ),
        LUCK: Words("Luck", "Of the points a round, what exact cuts and red threes made."),
        PLAY: Words("Play", "The rest of the points a round."),
        Figure.RATING: Words(
            "Rating", "How well somebody plays, as far as the results up to the last day tell."
        ),
        Figure.BOOKS: Words("Books", "Finished books of the team, of every sort."),
        Figure.GAMES: Words(
            "Games", "Games that are over, in which somebody sat for most of the rounds."
        ),
    }
)
"""Every column; those that are a `Figure` can be chosen to rank by."""


def wins(count: Fraction) -> str:
    """Wins with the parts of ties: "12½"."""
    full, part = divmod(count, 1)
    if not part:
        return number(full)
    if part in _PARTS:
        return f"{number(full) if full else ''}{_PARTS[part]}"
    return f"{float(count):,.2f}"


def written(code: str, one: Standing) -> str:
    """A figure of somebody as it is written into a table."""
    match code:
        case Figure.WINS:
            return wins(one.wins)
        case Figure.SHARE:
            return percent(one.win_share)
        case Figure.POINTS:
            return whole(one.points_a_round)
        case Figure.RATING:
            return (
                f"{number(one.rating.shown)} ±\u00a0{number(one.rating.give_or_take)}"
                if one.rating
                else NOTHING
            )
        case Figure.BOOKS:
            return number(one.tally.books)
        case Figure.GAMES:
            return number(one.tally.games)
    return whole(one.luck_a_round if code == LUCK else one.play_a_round)


def sentence(by: Figure, one: Standing) -> str:
    """A figure of somebody in words: "12½ wins in 18 games"."""
    said = written(by, one)
    games = plural(one.tally.games, "game", "games")
    match by:
        case Figure.WINS:
            return f"{said} {'win' if one.wins <= 1 and one.wins > 0 else 'wins'} in {games}"
        case Figure.SHARE:
            return f"{said} of {games} won"
        case Figure.POINTS:
            return f"{said} points a round in {games}"
        case Figure.RATING:
            return f"Rating {said}, after {games} here"
        case Figure.BOOKS:
            return f"{plural(one.tally.books, 'book', 'books')} in {games}"
    return games


def shared(by: Figure, one: Standing) -> str:
    """A figure that several have, in words: "14 wins each"."""
    if by is Figure.RATING and one.rating:
        return f"Rating {number(one.rating.shown)} each"
    unit = "of the games won" if by is Figure.SHARE else WORDS[by].label.lower()
    if by in (Figure.WINS, Figure.BOOKS, Figure.GAMES) and 0 < amount(by, one) <= 1:
        unit = unit.removesuffix("s")
    return f"{written(by, one)} {unit} each"


def amount(by: Figure, one: Standing) -> Fraction | int:
    """How long somebody's bar is: a rating by how far it lies from where everybody begins."""
    match by:
        case Figure.WINS:
            return one.wins
        case Figure.SHARE:
            return one.win_share or 0
        case Figure.POINTS:
            return one.points_a_round or 0
        case Figure.RATING:
            return one.rating.shown - round(MEAN) if one.rating else 0
        case Figure.BOOKS:
            return one.tally.books
    return one.tally.games
