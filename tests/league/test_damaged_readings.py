"""A damaged reading of a game breaks no page, and the next correction repairs it."""

import pytest

from scorepad.store.file.doctor import examine
from tests.league.clubs import plain_league, rebuilt_alike
from tests.league.comparing import same_league


@pytest.mark.parametrize(
    "damage", ["facts = replace(facts, '4', '5')", "facts = CAST(x'7bff' AS TEXT)", "facts = '[]', key = ''"]
)
def test_a_damaged_reading_is_left_out_named_and_worked_out_again(evening, damage):
    whole, game = [evening.played() for _ in range(2)]
    evening.club.league.catch_up()
    league = evening.club.league
    with evening.club.writing() as db:
        db.conn.execute(f"UPDATE league_reading SET {damage} WHERE game = ?", (game,))
    first, second = league.news.of_games([whole, game])
    assert first.moves
    assert not second.moves
    (finding,) = [finding for finding in examine(evening.club) if finding.code == "texts"]
    assert "league_reading" in finding.sentence
    evening.round(game, 1, None, [100, 300])
    league.catch_up()
    same_league(evening.club, plain_league(evening.club))
    rebuilt_alike(evening.club)
    assert league.news.of_games([game])[0].moves


def test_a_seat_whose_person_has_no_possible_number_stops_no_figures(evening):
    game = evening.played()
    with evening.club.writing() as db:
        db.conn.execute("UPDATE cell SET value = '{\"id\":-1}' WHERE game = ? AND place = 'seat2'", (game,))
    evening.club.league.rebuild()
    assert [kind.games for kind in evening.club.league.kinds()] == [1]
