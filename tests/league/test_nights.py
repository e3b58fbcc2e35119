"""The table of the night and what an evening changed, worked by hand."""

import pytest

from scorepad.league.facts import Appearance, GameFacts, GameKind, RecordCandidate, Tally
from scorepad.league.news import BadgeNews, News, RatingMove, RecordNews, StreakNews, night_table, streak_news, together

KIND = GameKind(1, "vegas", "Vegas", 4, 2, 5)


def game(**shares):
    """Return a game with these shares of the win; None for a helper."""
    appearances = [
        Appearance(who[1:], 1, Tally(rounds=1) if share is None else Tally(games=1, share=share, rounds=1))
        for who, share in shares.items()
    ]
    return GameFacts(1, "2026-01-01", KIND, 1, Tally(), (), tuple(appearances), (), ())


def test_most_wins_come_first_then_fewer_games_and_equals_share_a_rank():
    ann, bob, carla, dora, emil = "_1", "_2", "_3", "_4", "_5"
    games = [game(**{ann: 60, bob: 60, carla: 30}), game(**{ann: 60, bob: 60, dora: 30}), game(**{ann: 0, emil: None})]
    rows = [
        (row.rank, of.competitor, of.tally.share, of.tally.games) for row in night_table(games) if (of := row.standing)
    ]
    assert rows == [(1, "2", 120, 2), (2, "1", 120, 3), (3, "3", 30, 1), (3, "4", 30, 1)]
    without = night_table(games, lambda who: who != "2")
    assert [(row.rank, row.standing.competitor) for row in without] == [(1, "1"), (2, "3"), (2, "4")]
    assert night_table([]) == []


@pytest.mark.parametrize(
    ("before", "after", "news"),
    [
        (1, 2, None),
        (2, 3, (3, False)),
        (3, 4, (4, False)),
        (3, 0, (3, True)),
        (2, -1, None),
        (-4, 1, None),
        (-5, 1, (-5, True)),
        (-5, 0, None),
    ],
)
def test_a_streak_is_news_from_a_length_on(before, after, news):
    expected = StreakNews("1", *news) if news else None
    assert streak_news("1", before, after) == expected


def test_of_what_came_twice_in_an_evening_the_last_stands_and_moves_add_up():
    first = News(
        moves=(RatingMove(1, 1500, 1520, 9), RatingMove(2, 1500, 1480, 9)),
        records=(RecordNews(1, RecordCandidate("round", 3000, (1,))),),
        badges=(BadgeNews("1", "won", 10),),
        streaks=(StreakNews("1", 3, False),),
    )
    second = News(
        moves=(RatingMove(1, 1520, 1510, 10),),
        records=(RecordNews(1, RecordCandidate("round", 3100, (2,))), RecordNews(2, RecordCandidate("round", 9, (3,)))),
        badges=(BadgeNews("1", "won", 50),),
        streaks=(StreakNews("1", 3, True),),
    )
    assert together([first, second]) == News(
        moves=(RatingMove(1, 1500, 1510, 10), RatingMove(2, 1500, 1480, 9)),
        records=second.records,
        badges=second.badges,
        streaks=second.streaks,
    )
