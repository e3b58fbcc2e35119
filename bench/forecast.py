"""Measure how well ratings forecast the next game: log loss one game ahead, over generated leagues.

Before each game of two teams that one of them won, the ratings of all games before it forecast who wins. The figure is
the mean of minus the logarithm of what they gave the winner: 0.693 for a coin, lower is better. The goal is to be no
worse than the coin; the note has what the hidden truth reaches, by which the leagues were made. With `--betas` it is
printed for other values of beta too, which is how `BETA` was chosen (docs/why/beta.md).
"""

import argparse
import tempfile
from collections import defaultdict
from collections.abc import Sequence
from math import log
from pathlib import Path
from statistics import mean

from openskill.models import PlackettLuce, PlackettLuceRating

from measure import Goal, report, status
from scorepad.league.facts import WHOLE, Side
from scorepad.league.ratings import BETA, DEVIATION, TAU, teams_of, whole_step
from scorepad.paths import CLUB
from scorepad.store import Club
from scorepad.store.results.rows import parse_sides
from tests.support.leagues.club_file import write
from tests.support.leagues.generate import BETTER, league

SEEDS = (1, 2, 3)
SIZES = (100, 300, 1_000)
BETAS = (100, 200, 300, 400, 500, 600, 800, 1000, 1200)
COIN = log(2)

Game = tuple[Side, Side]


def main() -> int:
    """Print the log loss of each size of league, the mean over some seeds. Return 1 if a figure failed."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--betas", action="store_true", help="print other values of beta too")
    with_betas = parser.parse_args().betas
    for size in SIZES:
        leagues = [_decided(seed, size) for seed in SEEDS]
        truth = mean(_loss_of_truth(games) for games in leagues)
        loss = mean(_loss(games, BETA) for games in leagues)
        note = f"ratings {loss:.3f}, coin {COIN:.3f}, hidden truth {truth:.3f}"
        report(f"log loss of {size:,} games over a coin’s", loss / COIN, Goal(1.0), note)
        for beta in BETAS if with_betas else ():
            print(f"    beta {beta:>5,}: {mean(_loss(games, beta) for games in leagues):.4f}", flush=True)
    return status()


def _decided(seed: int, size: int) -> list[Game]:
    """Return the games of two teams with people that one of them won alone, in the order of play."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / CLUB
        write(league(seed, size), path)
        with Club.open(path) as club:
            club.clock.change("UTC")
            club.league.catch_up()
            with club.reading() as db:
                rows = db.execute("SELECT sides FROM league_game ORDER BY ord").fetchall()
    played = [tuple(side for side in parse_sides(row[0]) if side.people) for row in rows]
    return [(sides[0], sides[1]) for sides in played if len(sides) == 2 and _winner(sides) is not None]


def _winner(sides: Sequence[Side]) -> int | None:
    """Return the index of the side that won alone."""
    return next((at for at, side in enumerate(sides) if side.share == WHOLE), None)


def _loss(games: list[Game], beta: float) -> float:
    """Return the log loss of ratings with this beta."""
    model = PlackettLuce(mu=0.0, sigma=DEVIATION, beta=beta, tau=TAU, gamma=whole_step)
    ratings: defaultdict[int, PlackettLuceRating] = defaultdict(model.rating)
    losses = []
    for sides in games:
        people, ranks = teams_of(sides)
        before = [[ratings[person] for person in team] for team in people]
        losses.append(-log(model.predict_win(before)[_winner(sides) or 0]))
        for team, after in zip(people, model.rate(before, ranks=[float(rank) for rank in ranks]), strict=True):
            ratings.update(zip(team, after, strict=True))
    return mean(losses)


def _loss_of_truth(games: list[Game]) -> float:
    """Return the log loss of the generator's own probabilities: the lower sum of ids wins seven times in ten."""
    losses = []
    for sides in games:
        sums = [sum(side.people) for side in sides]
        won, lost = sums[::-1] if _winner(sides) else sums
        chance = 0.5 if won == lost else BETTER if won < lost else 1 - BETTER
        losses.append(-log(chance))
    return mean(losses)


if __name__ == "__main__":
    raise SystemExit(main())
