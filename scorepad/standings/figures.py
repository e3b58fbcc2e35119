"""The league's figures as text: labels, meanings, and number formats."""

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from types import MappingProxyType

from scorepad.league.facts import WHOLE
from scorepad.league.ratings import MEAN, Rating
from scorepad.league.standings import Figure, RankedStanding, Standing
from scorepad.scoring.text.explain import format_number, plural, signed

LUCK, PLAY, EXPECTED = "luck", "play", "expected"

NOTHING = "–"
"""The text for a figure without a value, because it needs a game or a round."""

GIVE_OR_TAKE = " ±\u00a0"

_PARTS = MappingProxyType(
    {Fraction(1, 4): "¼", Fraction(1, 3): "⅓", Fraction(1, 2): "½", Fraction(2, 3): "⅔", Fraction(3, 4): "¾"}
)


@dataclass(frozen=True, slots=True)
class FigureLabel:
    """A figure's name, for a column or a choice, and what it means."""

    label: str
    meaning: str


FIGURES: Mapping[str, FigureLabel] = MappingProxyType(
    {
        Figure.WINS: FigureLabel("Wins", "Games won. A tie between two teams is half a win for each."),
        Figure.SHARE: FigureLabel("Win share", "How many of the games were won."),
        Figure.POINTS: FigureLabel(
            "Points a round", "The team’s points, divided by the rounds that were played for it."
        ),
        EXPECTED: FigureLabel(
            "Above expected",
            "Wins minus expected wins: half a win is expected in a game of two teams, a third in one of three.",
        ),
        LUCK: FigureLabel(
            "Luck", "The points a round from exact cuts, exact deals and red threes, minus the average of the club."
        ),
        PLAY: FigureLabel("Play", "All other points a round."),
        Figure.RATING: FigureLabel("Rating", "How strong a player is, judged by all results up to the last day."),
        Figure.GAINED: FigureLabel(
            "Rating gained", "How far the rating rose in these days. Someone new begins at 1,500."
        ),
        Figure.BEST: FigureLabel(
            "Best evenings", "What decides the season, added up over everyone’s best evenings only."
        ),
        Figure.BOOKS: FigureLabel("Books", "Finished books of the team, of every kind."),
        Figure.GAMES: FigureLabel("Games", "Finished games in which the player sat for most of the rounds."),
    }
)
"""All columns. Tables can be ranked by those that are a `Figure`."""


def wins_text(wins: Fraction) -> str:
    """Format wins, including shares of ties: "12½"."""
    whole_wins, part = divmod(wins, 1)
    if not part:
        return format_number(whole_wins)
    if part in _PARTS:
        return f"{format_number(whole_wins) if whole_wins else ''}{_PARTS[part]}"
    return f"{float(wins):,.2f}"


def percent(share: Fraction | None) -> str:
    """Format a share: "63%"."""
    return NOTHING if share is None else f"{round(share * 100)}%"


def whole(average: Fraction | float | None) -> str:
    """Format an average of points: "1,235"."""
    return NOTHING if average is None else format_number(round(average))


def rounds_number(rounds: int, games: int) -> str:
    """Format the number of rounds in these games. For some games only the end is known, so they have none."""
    return NOTHING if games and not rounds else format_number(rounds)


def each(count: int, times: int) -> str:
    """Format an average of `count` over `times`: "0.31"."""
    if not times:
        return NOTHING
    units, hundredths = divmod(round(Fraction(100 * count, times)), 100)
    return f"{format_number(units)}.{hundredths:02}"


def gain(points: int | None) -> str:
    """Format points gained or lost: "+62", "−5"."""
    return NOTHING if points is None else signed(points)


def evening_text(figure: str, value: int) -> str:
    """Format the value of evenings by a figure: "2½", "+31", "14"."""
    if figure == Figure.WINS:
        return wins_text(Fraction(value, WHOLE))
    return signed(value) if figure == Figure.GAINED else format_number(value)


def rank_text(row: RankedStanding) -> str:
    """Format a rank. Rows without the figure have none."""
    return str(row.rank) if row.has_figure else NOTHING


def figure_text(code: str, standing: Standing) -> str:
    """Format a figure for a table's cell. `code` is a key of `FIGURES`."""
    match code:
        case Figure.WINS:
            return wins_text(standing.wins)
        case Figure.SHARE:
            return percent(standing.win_share)
        case Figure.POINTS:
            return whole(standing.points_a_round)
        case Figure.RATING:
            return _rating_text(standing)
        case Figure.GAINED:
            return gain(standing.gained)
        case Figure.BEST:
            return evening_text(standing.best.figure, standing.best.value) if standing.best else NOTHING
        case Figure.BOOKS:
            return format_number(standing.tally.books) if standing.tally.itemised else NOTHING
        case Figure.GAMES:
            return format_number(standing.tally.games)
        case _ if code == EXPECTED:
            return NOTHING if standing.above_expected is None else _signed_tenths(standing.above_expected)
        case _ if code == LUCK:
            return NOTHING if standing.luck_above_club is None else signed(round(standing.luck_above_club))
    return whole(standing.play_a_round)


def _signed_tenths(number: Fraction) -> str:
    """Format a number with its sign: "+1.5", "−0.3", "0.0"."""
    units, tenths = divmod(abs(tens := round(number * 10)), 10)
    return f"{'+' if tens > 0 else '−' if tens < 0 else ''}{format_number(units)}.{tenths}"


def _rating_text(standing: Standing) -> str:
    rating = standing.rating
    if rating is None:
        return NOTHING
    if standing.is_provisional:
        return about(rating)
    return f"{format_number(rating.shown)}{GIVE_OR_TAKE}{format_number(rating.give_or_take)}"


def about(rating: Rating) -> str:
    """Format a provisional rating: "about 1,540"."""
    return f"about {format_number(tens(rating))}"


def tens(rating: Rating) -> int:
    """Return a rating rounded to tens, as provisional ratings are shown."""
    return 10 * round(rating.mean / 10)


def sentence(figure: Figure, standing: Standing) -> str:
    """Return a figure as a phrase: "12½ wins in 18 games"."""
    text = figure_text(figure, standing)
    games = plural(standing.tally.games, "game", "games")
    match figure:
        case Figure.WINS:
            return f"{text} {'win' if 0 < standing.wins <= 1 else 'wins'} in {games}"
        case Figure.SHARE:
            return f"{text} of {games} won"
        case Figure.POINTS:
            return f"{text} points a round in {games}"
        case Figure.RATING:
            return f"Rating {text}, after {games} here"
        case Figure.BEST:
            evenings = plural(len(standing.best.counted) if standing.best else 0, "evening", "evenings")
            return f"{text} {_unit(standing)} in the best {evenings}, {games} in all"
        case Figure.GAINED:
            return f"Rating {text} in {games}{_from_to(standing)}"
        case Figure.BOOKS:
            return f"{plural(standing.tally.books, 'book', 'books')} in {games}"
    return games


def _unit(standing: Standing) -> str:
    """Return the unit of the best evenings, such as "wins"."""
    best = standing.best
    if not best or best.figure == Figure.GAINED:
        return "rating"
    few = 0 < best.value <= (WHOLE if best.figure == Figure.WINS else 1)
    return FIGURES[best.figure].label.lower().removesuffix("s" if few else "")


def _from_to(standing: Standing) -> str:
    if not standing.rating or not standing.before:
        return ""
    return f", from {format_number(standing.before.shown)} to {format_number(standing.rating.shown)}"


def shared_sentence(figure: Figure, standing: Standing) -> str:
    """Return a figure that several share as a phrase: "14 wins each"."""
    if figure is Figure.RATING and standing.rating:
        return f"Rating {format_number(standing.rating.shown)} each"
    if figure is Figure.GAINED:
        return f"Rating {gain(standing.gained)} each"
    if figure is Figure.BEST:
        return f"{figure_text(figure, standing)} {_unit(standing)} each in the best evenings"
    unit = "of the games won" if figure is Figure.SHARE else FIGURES[figure].label.lower()
    if figure in (Figure.WINS, Figure.BOOKS, Figure.GAMES) and 0 < bar_value(figure, standing) <= 1:
        unit = unit.removesuffix("s")
    return f"{figure_text(figure, standing)} {unit} each"


def bar_value(figure: Figure, standing: Standing) -> Fraction | int:
    """Return the length of a figure's bar. A rating's bar starts at the initial rating."""
    match figure:
        case Figure.WINS:
            return standing.wins
        case Figure.SHARE:
            return standing.win_share or 0
        case Figure.POINTS:
            return standing.points_a_round or 0
        case Figure.RATING:
            return standing.rating.shown - round(MEAN) if standing.rating else 0
        case Figure.GAINED:
            return standing.gained or 0
        case Figure.BEST:
            return standing.best.value if standing.best else 0
        case Figure.BOOKS:
            return standing.tally.books
    return standing.tally.games
