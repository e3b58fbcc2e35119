"""Games and rating beside each name in the list of people."""

from collections.abc import Sequence

from scorepad.league.figures import about
from scorepad.league.standings import PROVISIONAL, Standing
from scorepad.scoring.text.explain import format_number, plural
from scorepad.store import Player
from scorepad.web.app.current import g
from scorepad.web.league.freshness import WAIT


def listed_figures(players: Sequence[Player]) -> dict[int, str]:
    """Return games and rating of everyone with a game, "42 games, 1,540"; empty while the figures are incomplete."""
    try:
        return _read(players) if g.club.league_worker.is_done(WAIT) else {}
    except Exception:  # a few corrupt bytes in the figures can fail anywhere; the list must still work
        return {}


def _read(players: Sequence[Player]) -> dict[int, str]:
    league = g.club.store.league
    with g.club.store.reading():
        if not league.is_settled():
            return {}
        tallies = league.tallies("people")
        standings = [
            Standing(key, tallies[key], None)
            for player in players
            if (key := str(player.id)) in tallies and tallies[key].games
        ]
        return {int(of.competitor): _text(of) for of in league.rated(standings, None, None)}


def _text(standing: Standing) -> str:
    games, rating = standing.tally.games, standing.rating
    text = plural(games, "game", "games")
    if rating is None:
        return text
    return f"{text}, {about(rating) if games < PROVISIONAL else format_number(rating.shown)}"
