"""The columns of a table."""

from collections.abc import Iterable

from scorepad.league.standings import Figure
from scorepad.standings.figures import FIGURES, LUCK, PLAY
from scorepad.standings.league_table import PlayedGames
from scorepad.store.results.rows import PlayedKind

_OF_POINTS = (Figure.POINTS, LUCK, PLAY)


def columns(figure: Figure, games: PlayedGames, kinds: Iterable[PlayedKind]) -> list[str]:
    """Return the codes of a table's columns: the figure that ranks it, then games, then the others that apply."""
    others = [code for code in FIGURES if code not in (figure, Figure.GAMES)]
    if not games.has_one_kind:
        others = [code for code in others if code not in _OF_POINTS]
    if not any(kind.kind.has_luck for kind in kinds if kind.kind.id in games.tallies):
        others = [code for code in others if code not in (LUCK, PLAY)]
    others = [code for code in others if code not in (Figure.GAINED, Figure.BEST) or games.can_rank_by(Figure(code))]
    second = [] if figure is Figure.GAMES else [Figure.GAMES.value]
    return [figure.value, *second, *others]
