"""What the kinds of games of a club are called."""

import pytest

from scorepad.league.facts import GameKind
from scorepad.store.results.rows import PlayedKind
from scorepad.web.league.by_rules import kind_names


def kinds(*sizes):
    """Kinds of Vegas in the order of their first games: players, teams and decks, or their own name."""
    played = []
    for at, size in enumerate(sizes, start=1):
        name, size = (size, (4, 2, 5)) if isinstance(size, str) else ("Vegas", size)
        played.append(PlayedKind(GameKind(at, name.lower(), name, *size), 1, at))
    return played


@pytest.mark.parametrize(
    ("sizes", "names"),
    [
        ([], []),
        ([(6, 2, 5)], ["Vegas"]),
        ([(6, 2, 5), "Pierson"], ["Vegas", "Pierson"]),
        ([(4, 2, 5), (6, 2, 5)], ["Vegas, 4 players", "Vegas, 6 players"]),
        ([(6, 2, 5), (6, 3, 5)], ["Vegas, 2 teams", "Vegas, 3 teams"]),
        ([(4, 2, 5), (4, 2, 6)], ["Vegas, 5 decks", "Vegas, 6 decks"]),
        ([(4, 2, 5), (4, 2, 6), (6, 2, 6)],
         ["Vegas, 4 players, 5 decks", "Vegas, 4 players, 6 decks", "Vegas, 6 players"]),
        ([(4, 2, 5)] * 3, ["Vegas", "Vegas (2)", "Vegas (3)"]),
        (["Vegas (2)", (4, 2, 5), (4, 2, 5)], ["Vegas (2)", "Vegas", "Vegas (3)"]),
    ],
)  # fmt: skip
def test_kinds_differ_by_as_few_words_as_possible(sizes, names):
    assert list(kind_names(kinds(*sizes)).values()) == names


def test_the_order_of_first_games_decides_which_is_counted():
    later_first = kinds((4, 2, 5), (4, 2, 5))[::-1]
    assert list(kind_names(later_first).items()) == [(2, "Vegas (2)"), (1, "Vegas")]
