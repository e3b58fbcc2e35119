"""The figures of a person or partnership. docs/league.md explains each."""

from typing import Annotated, TypedDict

from scorepad.exchange.documents.values import number
from scorepad.league.standings import Standing

TABLE_COUNTS = ("went_out", "exact_cuts", "red_threes", "severe", "opened_first", "books", "clean")
"""The fields of a Tally that count events at the table."""


class Rating(TypedDict):
    """How strong a player is, judged by all results."""

    rating: int
    give_or_take: Annotated[int, "19 times in 20 the true strength is no further away than this"]
    provisional: Annotated[
        bool, "Fewer than 10 games: tables by rating leave it out, and pages show it rounded to tens"
    ]


class Figures(TypedDict):
    """The figures over some days. A tie between two teams is half a win for each."""

    games: int
    wins: Annotated[float, "Games won, with the shares of ties"]
    won: Annotated[int, "Games won without a tie"]
    tied: int
    lost: int
    win_share: Annotated[float | None, "Wins divided by games"]
    rounds: int
    points: Annotated[int, "Points of all rounds; they can be compared within one kind of game only"]
    points_a_round: float | None
    above_expected: Annotated[float | None, "Wins less those that tables of these sizes expect"]
    luck_a_round: Annotated[float | None, "Points a round that luck gave, less the club’s; null for several kinds"]
    rating: Rating | None
    rating_gained: Annotated[int | None, "How far the rating rose in these days; null if they have no first day"]
    counts: Annotated[dict[str, int], "What was counted at the table: went_out, exact_cuts, red_threes, severe, …"]


def figures(standing: Standing) -> Figures:
    """Build the document with the figures of a standing."""
    tally = standing.tally
    return {
        "games": tally.games,
        "wins": float(round(standing.wins, 4)),
        "won": tally.wins,
        "tied": tally.ties,
        "lost": tally.lost,
        "win_share": number(standing.win_share),
        "rounds": tally.rounds,
        "points": tally.points,
        "points_a_round": number(standing.points_a_round),
        "above_expected": number(standing.above_expected),
        "luck_a_round": number(standing.luck_above_club),
        "rating": rating(standing),
        "rating_gained": standing.gained,
        "counts": {name: getattr(tally, name) for name in TABLE_COUNTS},
    }


def rating(standing: Standing) -> Rating | None:
    """Build the document with the rating of a standing, None if it has none."""
    if standing.rating is None:
        return None
    shown = standing.rating
    return {"rating": shown.shown, "give_or_take": shown.give_or_take, "provisional": standing.is_provisional}
