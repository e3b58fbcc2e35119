"""Lists of games, their cells and their history, page by page and in few queries."""

import pytest

from scorepad.scoring.cells import TABLE
from scorepad.scoring.game.agreement import BINNED, WHOLE_GAME
from scorepad.store import NEW_GAME, Entry


@pytest.fixture
def evening(club):
    """Five games, each with a title and one entry of its first round."""

    def begin(n):
        title = Entry(f"title-{n}", NEW_GAME, WHOLE_GAME, TABLE, "title", f"Game {n}")
        notes = Entry(f"notes-{n}", NEW_GAME, WHOLE_GAME, TABLE, "notes", "long")
        melded = Entry(f"melded-{n}", NEW_GAME, 1, "team1", "melded", n)
        return club.new_game([title, notes, melded], key=f"form-{n}")

    return [begin(n) for n in range(5)]


def test_games_come_newest_first_with_what_a_list_shows(club, noon, evening):
    rows = club.games(limit=2)
    assert [row.id for row in rows] == evening[:-3:-1]
    assert rows[0].created_at == noon
    assert rows[0].seq == 15
    assert rows[0].cells[WHOLE_GAME, TABLE, "title"].value == "Game 4"
    assert {round for round, _, _ in rows[0].cells} == {WHOLE_GAME}
    rest = club.games(limit=3, before=rows[-1].id)
    assert [row.id for row in rows + rest] == evening[::-1]
    (row,) = club.games(limit=1, fields=["title"])
    assert [field for _, _, field in row.cells] == ["title"]


def test_a_list_takes_the_same_few_queries_however_long_it_is(club, evening):
    def queries(limit):
        asked = []
        with club.reading() as db:
            db.conn.set_trace_callback(asked.append)
            club.games(limit=limit)
            db.conn.set_trace_callback(None)
        return len(asked)

    assert queries(5) == queries(1) == 2


def test_cells_of_several_games_come_at_once(club, evening):
    first, fourth = evening[0], evening[3]
    cells = club.cells_of([first, fourth, 99], round=1)
    values = {game: [cell.value for cell in of.values()] for game, of in cells.items()}
    assert values == {first: [0], fourth: [3], 99: []}


def test_history_and_log_go_on_where_they_ended(club, game, entry):
    seqs = [answer.seq for answer in club.record([entry(n, field=f"f{n}") for n in range(5)])]
    first = club.history(game, limit=3)
    rest = club.history(game, since=first[-1].seq)
    assert [logged.seq for logged in first + rest] == seqs
    newest = club.log(game, limit=3)
    older = club.log(game, before=newest[-1].seq, limit=3)
    assert newest + older == (first + rest)[::-1]


def test_history_tells_all_about_an_entry(club, game, noon, entry):
    first = entry(1, device="ann")
    club.record([first, entry(2, base=first.key), entry(3, base=7)])
    one, two, three = club.history(game)
    assert (one.key, one.device, one.at, one.base) == (first.key, "ann", noon, None)
    assert (two.base, two.status) == (first.key, "applied")
    assert (three.base, three.status, three.value) == (7, "conflict", 3)


def test_the_latest_seq_is_a_games_or_the_clubs(club, evening):
    assert club.latest_seq(evening[0]) == 3
    assert club.latest_seq() == 15
    assert club.latest_seq(99) == 0


def test_the_news_of_a_game_are_what_came_after_a_version_of_it(club, evening):
    game = evening[0]
    known = club.game_version(game)
    assert club.news(game, known) is None
    club.record([Entry("other", evening[1], 1, TABLE, "title", "another game's")])
    assert club.news(game, known) is None
    club.record([Entry("new", game, 1, TABLE, "title", "new")])
    news = club.news(game, known)
    assert [entry.key for entry in news.entries] == ["new"]
    assert (news.version, news.has_known) == (club.game_version(game), True)
    club.people.add("Ann")
    assert club.news(game, news.version).version == club.game_version(game)


def test_a_version_that_the_file_does_not_have_is_no_version_of_it(club, evening):
    seq, people = club.game_version(evening[0])
    for unknown in (seq + 1, seq + 1_000):
        assert not club.news(evening[0], (unknown, people)).has_known


@pytest.mark.parametrize("game", [0, -1, 99, 2**63, -(10**400), 10**400])
def test_an_unknown_game_is_empty_and_no_fault(club, game):
    assert not club.exists(game)
    assert club.cells(game) == {}
    assert club.history(game, since=10**30, limit=10**30) == []
    assert club.latest_seq(game) == 0
    assert club.games(limit=10**30, before=game) == []
    assert club.games(limit=-1) == []


def test_a_few_fields_of_a_table_are_read_without_blanks(club, evening):
    game = evening[0]
    club.record([Entry("blank", game, 1, TABLE, "title", None)])
    club.record([Entry("other", game, 1, "team1", "title", "no table's")])
    assert club.table_values(game, ["title", "shape"]) == {(WHOLE_GAME, "title"): "Game 0"}
    assert club.table_values(10**400, ["title"]) == {}


def test_the_log_can_be_of_one_round(club, evening):
    club.record([Entry("next", evening[0], 2, "team1", "melded", 5)])
    assert [logged.round for logged in club.log(evening[0], round=1, limit=9)] == [1]
    assert club.log(evening[0], round=3, limit=9) == []
    assert club.log(10**400, before=-(10**400), round=10**400, limit=10**400) == []


def test_the_bin_lists_its_games_alone(club, evening):
    assert club.games(limit=9, binned=True) == []
    for game in evening[1:3]:
        club.record([Entry(f"bin-{game}", game, WHOLE_GAME, TABLE, BINNED, True)])
    assert [row.id for row in club.games(limit=9, binned=True)] == evening[2:0:-1]
    assert [row.id for row in club.games(limit=1, before=evening[2], binned=True)] == [evening[1]]
    assert [row.id for row in club.games(limit=9)] == [*evening[:2:-1], evening[0]]
    assert len(club.games(limit=9, binned=None)) == 5
    club.record([Entry("back", evening[1], WHOLE_GAME, TABLE, BINNED, None, "bin-2")])
    assert [row.id for row in club.games(limit=9, binned=True)] == [evening[2]]
    assert all(club.exists(game) for game in evening)


def test_equal_rule_sets_of_games_are_one_value_and_their_order_stays(club):
    rules = {"name": "Ours", "notes": ["a line of the rules"] * 200}
    entries = [
        [
            Entry(f"{name}-{n}", NEW_GAME, WHOLE_GAME, TABLE, name, value)
            for name, value in (("a", n), ("b", rules), ("c", -n))
        ]
        for n in (1, 2)
    ]
    games = [club.new_game(own, key=f"rules-{n}") for n, own in enumerate(entries)]
    cells = club.cells_of(games)
    values = [[cells[game][WHOLE_GAME, TABLE, name].value for name in "abc"] for game in games]
    assert values == [[1, rules, -1], [2, rules, -2]]
    assert values[0][1] is values[1][1]
