"""What the kinds of games of a club are called."""

import pytest

from scorepad.league.facts import GameKind
from scorepad.store.results.rows import PlayedKind
from scorepad.web.league.by_rules import kind_names


def _kinds(*given):
    """Kinds in the order of their first games: a name, then players, teams and decks where they are not 4, 2, 5."""
    found = []
    for at, (name, *sizes) in enumerate(given, start=1):
        players, teams, decks = (*sizes, *(4, 2, 5)[len(sizes) :])
        found.append(PlayedKind(GameKind(at, name.lower(), name, players, teams, decks), 1, at))
    return found


@pytest.mark.parametrize(
    ("given", "names"),
    [
        ([], []),
        ([("Vegas", 6)], ["Vegas"]),
        ([("Vegas", 6), ("Pierson",)], ["Vegas", "Pierson"]),
        ([("Vegas",), ("Vegas", 6)], ["Vegas, 4 players", "Vegas, 6 players"]),
        ([("Vegas", 6, 2), ("Vegas", 6, 3)], ["Vegas, 2 teams", "Vegas, 3 teams"]),
        ([("Vegas", 4, 2, 5), ("Vegas", 4, 2, 6)], ["Vegas, 5 decks", "Vegas, 6 decks"]),
        (
            [("Vegas", 4, 2, 5), ("Vegas", 4, 2, 6), ("Vegas", 6, 2, 6)],
            ["Vegas, 4 players, 5 decks", "Vegas, 4 players, 6 decks", "Vegas, 6 players"],
        ),
        ([("Vegas",), ("Vegas",), ("Vegas",)], ["Vegas", "Vegas (2)", "Vegas (3)"]),
        ([("Vegas (2)",), ("Vegas",), ("Vegas",)], ["Vegas (2)", "Vegas", "Vegas (3)"]),
    ],
)
def test_kinds_are_told_apart_by_as_few_words_as_possible(given, names):
    assert list(kind_names(_kinds(*given)).values()) == names


def test_the_order_of_first_games_decides_who_is_counted_whatever_order_is_given():
    kinds = _kinds(("Vegas",), ("Vegas",))
    assert kind_names(kinds[::-1]) == {2: "Vegas (2)", 1: "Vegas"}
    assert list(kind_names(kinds[::-1])) == [2, 1]
