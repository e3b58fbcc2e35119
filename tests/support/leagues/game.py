"""Play a made-up game: random rounds, by the strength of the players, until its rules say that it is over."""

from dataclasses import replace
from math import exp
from operator import add
from random import Random

from tests.support.leagues.model import Correction, Played, PlayedRound, Substitute, TeamCount

Totals = tuple[int, ...]
STEP = 5
"""Card points are multiples of this."""

STOCK, SEVERE, OTHER_OUT = 0.06, 0.012, 0.1
"""How often the stock runs out, a player goes out without the books, and the weaker team goes out."""

TRIES_FOR_A_TIE, NEAR = 0.15, 600
MOST_KINGS = 12


def worth(game: Played, round_: PlayedRound) -> Totals:
    """The points of a round for each team, by the numbers of the rules."""
    teams = game.table.teams
    if round_.out is None and game.void:
        return (0,) * teams
    out = None if round_.out is None else (round_.out - 1) % teams
    punished = out is not None and is_punished(game, round_.teams[out])
    totals = []
    for at, team in enumerate(round_.teams):
        points = (game.cut or 0) * sum(round_.cuts[at::teams])
        laid = team.melded + sum(n * kind.points for n, kind in zip(team.books, game.rules.books, strict=True))
        held = (game.threes or 0) * sum(round_.threes[at::teams]) - sum(round_.left[at::teams])
        if not punished:
            points += laid + held + (game.out if at == out else 0)
        elif at == out:
            points += held + game.rules.going_out.penalty
        else:
            points += laid
        totals.append(points)
    return tuple(totals)


def is_punished(game: Played, team: TeamCount) -> bool:
    """Whether a team that went out has too few books, and is punished because no ruling accepts it."""
    too_few = any(have < need for have, need in zip(team.books, game.needs, strict=True))
    return too_few and game.severe and not team.ruling


def draw_round(chance: Random, game: Played, strengths: tuple[float, ...], marks: bool) -> PlayedRound:
    """A random round, by the strength of each seat. `marks`: the table marks who opened."""
    teams, players, dice = game.table.teams, game.players, chance.random
    size = players // teams
    edge = (sum(strengths[0::teams]) - sum(strengths[1::teams])) / size
    better = 0 if dice() < 1 / (1 + exp(-edge)) else 1
    out_team = 1 - better if dice() < OTHER_OUT else better
    out = None if dice() < STOCK else out_team + 1 + teams * int(dice() * size)
    counts = tuple(_team(chance, game, at == better, out and at == out_team) for at in range(teams))
    left = [STEP * int(dice() * (16 if at % teams == better else 30)) for at in range(players)]
    threes = cuts = [0] * players
    if game.threes is not None:
        threes = [int(dice() < 0.06) + int(dice() < 0.01) for _ in range(players)]
    if game.cut is not None:
        cuts = [int(dice() < 0.06 + 0.02 * strength) for strength in strengths]
    if out is not None:
        left[out - 1], threes = 0, [*threes[: out - 1], 0, *threes[out:]]
    by_cards = 1 + int(dice() * players) if dice() < 0.01 else None
    if by_cards is not None:
        left[by_cards - 1] = min(left[by_cards - 1] // 10, MOST_KINGS) * 10
    opened = _opened(chance, counts, better) if marks else ()
    return PlayedRound(out, counts, tuple(left), tuple(threes), tuple(cuts), opened, by_cards)


def _team(chance: Random, game: Played, better: bool, out: object) -> TeamCount:
    dice = chance.random
    books = []
    for kind, need in zip(game.rules.books, game.needs, strict=True):
        if kind.most is not None:
            books.append(int(dice() < 0.12))
        elif better:
            books.append(need + int(dice() * 3) if out else int(dice() * 4))
        else:
            books.append(need if out else int(dice() * 3))
    ruling = False
    if out and dice() < SEVERE:
        books[0], ruling = 0, not game.severe or dice() < 0.2
    count = sum(books)
    melded = count * STEP * (11 + int(dice() * 4)) + STEP * (20 * (count > 0) + int(dice() * 40))
    if any(n and kind.most is not None for n, kind in zip(books, game.rules.books, strict=True)):
        melded += 100
    if not count:
        melded = 0 if dice() < 0.3 else melded + 150
    return TeamCount(tuple(books), melded, ruling)


def _opened(chance: Random, counts: tuple[TeamCount, ...], better: int) -> tuple[int, ...]:
    order = sorted(range(len(counts)), key=lambda at: (at != better) + chance.random() * 1.6)
    marked = [at for at in order if counts[at].melded]
    return tuple(marked[:1] if chance.random() < 0.05 else marked)


def play(
    chance: Random,
    game: Played,
    strengths: tuple[float, ...],
    substitutes: tuple[tuple[Substitute, float], ...],
    paper: int,
    brought: Totals,
) -> tuple[PlayedRound, ...]:
    """All rounds of a game that is played to its end; a few end in a tie."""
    totals = brought or (0,) * game.table.teams
    played: list[PlayedRound] = []
    marks = chance.random() < 0.6
    while True:
        number = paper + len(played) + 1
        for other, strength in substitutes:
            if other.round == number:
                strengths = (*strengths[: other.seat - 1], strength, *strengths[other.seat :])
        played.append(draw_round(chance, game, strengths, marks))
        after = tuple(map(add, totals, worth(game, played[-1])))
        by_points = game.target is not None and max(after) >= game.target
        if by_points or (game.rounds is not None and number >= game.rounds):
            if chance.random() < TRIES_FOR_A_TIE:
                played[-1] = _evened(game, played[-1], after)
            return tuple(played)
        totals = after


def _evened(game: Played, last: PlayedRound, after: Totals) -> PlayedRound:
    """The last round with more melded, so that the game is a tie, if little is missing."""
    behind = after.index(min(after))
    missing = max(after) - min(after)
    out = None if last.out is None else (last.out - 1) % game.table.teams
    team = last.teams[behind]
    is_fixed = (out is None and game.void) or (out == behind and is_punished(game, team))
    if missing > NEAR or not team.melded or is_fixed:
        return last
    more = replace(team, melded=team.melded + missing)
    return replace(last, teams=tuple(more if t is team else t for t in last.teams))


def corrected(chance: Random, rounds: tuple[PlayedRound, ...], paper: int) -> tuple[Correction, ...]:
    """A number that was first typed wrong, in one of the rounds."""
    at = int(chance.random() * len(rounds))
    team = int(chance.random() * len(rounds[at].teams))
    melded = rounds[at].teams[team].melded
    wrong = max(0, melded + STEP * chance.choice((-20, -10, -2, 2, 10, 18)))
    return (Correction(paper + at + 1, team, wrong),) if wrong != melded else ()
