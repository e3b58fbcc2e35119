"""Measure how well ratings forecast the next game, and how well the chance to win forecasts the end of one.

**Ratings**: log loss one game ahead, over generated leagues. Before each game of two teams that one of them won, the
ratings of all games before it forecast who wins. The figure is the mean of minus the logarithm of what they gave the
winner: 0.693 for a coin, lower is better. The goal is to be no worse than the coin; the note has what the hidden truth
reaches, by which the leagues were made. With `--betas` it is printed for other values of beta too, which is how `BETA`
was chosen (docs/why/beta.md).

**The chance to win**: the Brier score after each round of games of two teams and four rounds, which is the mean square
of what was said less what happened: 0.25 for a coin, lower is better. Beside it are those of the ratings alone and of
the lead alone, which knows one spread for all kinds of games; and how often teams won that were given a tenth of the
chances, 40 to 50 % for example. The clubs are the example club, which decides by strengths who wins, one of the
leagues above, and clubs whose people are better than others by a normal number of points a round.
"""

import argparse
import tempfile
from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from datetime import date
from math import log, sqrt
from pathlib import Path
from random import Random
from statistics import NormalDist, mean

from openskill.models import PlackettLuce, PlackettLuceRating

from measure import Goal, report, status
from scorepad import example
from scorepad.league.facts import WHOLE, Side
from scorepad.league.forecast import SPREADS, Pace, chances, pace, shown
from scorepad.league.ratings import BETA, DEVIATION, TAU, Replay, rating_of, teams_of, whole_step
from scorepad.paths import CLUB
from scorepad.rules import choose, lookup, preset
from scorepad.scoring.game.course import Totals
from scorepad.store import Club
from scorepad.store.results.rows import parse_sides
from tests.support.leagues.club_file import write
from tests.support.leagues.generate import BETTER, league

SEEDS = (1, 2, 3)
SIZES = (100, 300, 1_000)
BETAS = (100, 200, 300, 400, 500, 600, 800, 1000, 1200)
COIN = log(2)

BETTER_BY, LAST_DAY, PLAYED, PEOPLE = (60, 120, 200), date(2026, 11, 26), 300, 12
"""Of the made clubs: how far people's skills spread, in points a round; the example's last day; games and people."""

ROUNDS = 4
CHOICES = {slug: choices for (slug, _, choices), _ in (*example.FOUR, *example.SIX)}
"""What the clubs chose, by the slug of the rules."""

BELOW, WITHIN, ENOUGH = 0.007, 6.0, 30
"""The goals: how far below the lead alone the score is; per cent that a tenth may be off, if so many were said."""

Game = tuple[Side, Side]


@dataclass(frozen=True, slots=True)
class Played:
    """A game of two teams: the slug of its rules, its sides, and the points of its rounds."""

    slug: str
    sides: Game
    rounds: tuple[Totals, ...]


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
    _of_chances("example club", _club(lambda path: example.fill(path, LAST_DAY, lambda *_: None)), is_goal=True)
    _of_chances("generated league", _club(lambda path: write(league(SEEDS[0], PLAYED), path)))
    for spread in BETTER_BY:
        _of_chances(f"skill of {spread} a round", _normal_club(Random(spread), spread))
    return status()


# ---- The chance to win


def _club(fill: Callable[[Path], None]) -> list[Played]:
    """Return the games of two teams of a club, in the order of play."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / CLUB
        fill(path)
        with Club.open(path) as club:
            club.clock.change("UTC")
            club.league.catch_up()
            games = [
                game
                for row in club.league.evenings.before("9999-12-31", 10_000)[::-1]
                for game in club.league.evenings.games(row.day)
            ]
    return [
        Played(game.kind.slug, (game.sides[0], game.sides[1]), tuple(points for _, points in game.round_points))
        for game in games
        if len(game.sides) == 2
    ]


def _normal_club(chance: Random, spread: float) -> list[Played]:
    """Return games of partnership between random pairs, whose skills are normal: so many points a round."""
    skills = [chance.gauss(0, spread) for _ in range(PEOPLE)]
    games = []
    for _ in range(PLAYED):
        people = chance.sample(range(PEOPLE), 4)
        better = mean(skills[person] for person in people[:2]) - mean(skills[person] for person in people[2:])
        rounds = tuple((round(chance.gauss(better, SPREADS["partnership"])), 0) for _ in range(4))
        lead = sum(points for points, _ in rounds)
        won = (WHOLE if lead > 0 else 0), (WHOLE if lead < 0 else 0)
        sides = [
            Side((a + 1, b + 1), 0, share, int(not share))
            for (a, b), share in zip((people[:2], people[2:]), won, strict=True)
        ]
        games.append(Played("partnership", (sides[0], sides[1]), rounds))
    return games


Said = tuple[int, float, float, float, float]
"""After which round, what the ratings alone, the lead alone and the forecast gave team 1, and its part of the win."""


def _said(games: Sequence[Played]) -> Iterator[Said]:
    """Yield what was said between the rounds of games of four, by what was known then."""
    replay, ratings = Replay(), {}
    played = defaultdict[str, list[Totals]](list)
    squares, rounds = 12 * float(SPREADS["partnership"]) ** 2, 12
    for game in games:
        rules = choose(preset(game.slug), CHOICES.get(game.slug, {}))
        sizes = sum(len(side.people) for side in game.sides)
        table = lookup.table_for(rules, sizes)
        each = pace(rules, played[game.slug])
        if len(game.rounds) == ROUNDS and table and each:
            strengths = [rating_of(side.people, ratings) for side in game.sides]
            for after in (1, 2, 3):
                totals = tuple(map(sum, zip(*game.rounds[:after], strict=True)))
                now = chances(rules, table, after, totals, strengths, each)
                before = chances(rules, table, 0, (0, 0), strengths, Pace(each.spread, each.round))
                if not now or not before:
                    continue
                alone = NormalDist().cdf((totals[0] - totals[1]) / sqrt(squares / rounds * (ROUNDS - after)))
                yield after, before[0], alone, now[0], game.sides[0].share / WHOLE
        played[game.slug] += game.rounds
        squares += sum((one - other) ** 2 for one, other in game.rounds)
        rounds += len(game.rounds)
        ratings |= replay.play(game.sides) or {}


def _of_chances(club: str, games: Sequence[Played], *, is_goal: bool = False) -> None:
    """Print the Brier scores of a club after each round, and how often what was said came true."""
    said = [*_said(games)]
    for after in (1, 2, 3):
        of_ratings, of_lead, of_both = (
            mean((row[at] - row[4]) ** 2 for row in said if row[0] == after) for at in (1, 2, 3)
        )
        note = f"chance {of_both:.3f}, lead alone {of_lead:.3f}, ratings {of_ratings:.3f}, coin 0.250"
        report(
            f"{club}: Brier score after round {after}, less the lead’s",
            of_both - of_lead,
            Goal(-BELOW) if is_goal else None,
            note,
        )
    tenths = defaultdict[int, list[float]](list)
    for *_, chance, won in said:
        for of_team, share in ((chance, won), (1 - chance, 1 - won)):
            tenths[shown(of_team) // 10].append(100 * share - shown(of_team))
    off = {tenth: mean(values) for tenth, values in sorted(tenths.items()) if tenth > 4 and len(values) >= ENOUGH}
    note = ", ".join(
        f"{10 * tenth} to {10 * tenth + 10} %: {value:+.1f} of {len(tenths[tenth])}" for tenth, value in off.items()
    )
    report(
        f"{club}: the most a tenth of the chances is off",
        max(map(abs, off.values())),
        Goal(WITHIN) if is_goal else None,
        note,
    )


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
