"""Games as the lists of the league's pages tell them: who won, with whom, against whom, and games in a row."""

from collections.abc import Sequence
from dataclasses import dataclass

from scorepad.league.facts import WHOLE, Side
from scorepad.store.results.rows import PlayedGame
from scorepad.web.whos import Whos
from scorepad.web.words import plural

WON, LOST, TIED = "won", "lost", "tied"

SIGNS = {WON: "✓", LOST: "✗", TIED: "="}
"""What stands beside the word, so that a list can be looked through."""


def outcome(share: int) -> str:
    """How a game went for somebody who has this share (in twelfths) of the win."""
    return {WHOLE: WON, 0: LOST}.get(share, TIED)


@dataclass(frozen=True, slots=True)
class ToldSide:
    """Another team of a game: its people's names, and its total."""

    name: str
    total: int


@dataclass(frozen=True, slots=True)
class ToldGame:
    """A game from one team's side; `partners` is "" for who sat alone, or for all of a team."""

    game: PlayedGame
    outcome: str
    total: int
    partners: str
    opponents: tuple[ToldSide, ...]

    @property
    def sign(self) -> str:
        """The outcome as a sign."""
        return SIGNS[self.outcome]


def told(game: PlayedGame, team: int, own: Sequence[int], everybody: Whos) -> ToldGame:
    """A game from the side of the people `own` in a team from 0."""
    side = game.sides[team]
    partners = [one for one in side.people if one not in own]
    others = [one for at, one in enumerate(game.sides) if at != team]
    return ToldGame(
        game=game,
        outcome=outcome(side.share),
        total=side.total,
        partners=everybody.name(partners) if partners else "",
        opponents=tuple(_told_side(one, everybody) for one in others),
    )


def _told_side(side: Side, everybody: Whos) -> ToldSide:
    return ToldSide(everybody.name(side.people), side.total)


def run_said(run: int) -> str:
    """The run that stands now: "3 games won in a row"."""
    if run == 0:
        return "None: the last game was a tie"
    games = plural(abs(run), "game", "games")
    row = " in a row" if abs(run) > 1 else ""
    return f"{games} {WON if run > 0 else LOST}{row}"
