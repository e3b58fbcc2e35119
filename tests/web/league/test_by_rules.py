"""The names of a club's kinds of game."""

import json

import pytest

from scorepad.league.club_names import club_kind_names, kind_names
from scorepad.league.facts import GameKind
from scorepad.store import Entry
from scorepad.store.results.rows import PlayedKind
from tests.web.driving import level_round


def kinds(*sizes):
    """Kinds of Vegas in the order of their first games: players, teams and decks, or an own name."""
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


def test_kinds_that_differ_in_a_choice_say_in_which():
    chosen = {1: {"length": "three rounds", "out": "ask"}, 2: {"length": "90 minutes", "out": "ask"}, 3: {}}
    two, three = ([*kind_names(kinds(*[(4, 2, 5)] * count), lambda games: chosen).values()] for count in (2, 3))
    assert two == ["Vegas, three rounds", "Vegas, 90 minutes"]
    assert three == ["Vegas, three rounds, ask", "Vegas, 90 minutes, ask", "Vegas"]


def test_a_club_reads_the_choices_of_the_first_games(first_visitor):
    lengths = ({}, {"choice.length": "time"})
    for length in lengths:
        table = first_visitor.begin("good-sam", **length)
        level_round(table, 1)
        table.decide(decision="over")
    first_visitor.club.league.catch_up()
    names = club_kind_names(first_visitor.club, first_visitor.club.league.kinds())
    assert sorted(names.values()) == ["Good Sam, as many as fit into 90 minutes", "Good Sam, three rounds"]
    # Another word for a choice changes no figure, but a name.
    club, game = first_visitor.club, table.game
    cell = club.cells(game)[0, "table", "rules"]
    document = json.loads(json.dumps(cell.value).replace("As many as fit into 90 minutes", "Ninety minutes"))
    assert document != cell.value
    club.record([Entry("renamed", game, 0, "table", "rules", document, cell.seq)])
    club.league.catch_up()
    assert "Good Sam, ninety minutes" in club_kind_names(club, club.league.kinds()).values()


def test_the_order_of_first_games_decides_which_is_counted():
    later_first = kinds((4, 2, 5), (4, 2, 5))[::-1]
    assert list(kind_names(later_first).items()) == [(2, "Vegas (2)"), (1, "Vegas")]
