"""A club's file imported into a club that has games: its games are added, with people matched by name."""

import json
from itertools import count

import pytest

from scorepad.exchange.exports import no_report
from scorepad.exchange.imports.club_file import scan
from scorepad.exchange.imports.import_file import ImportFile, NotReady
from scorepad.exchange.imports.people import NEW
from scorepad.exchange.imports.pipeline import preview, record
from scorepad.exchange.imports.plan import Decisions
from scorepad.play.game import player_of
from scorepad.store import CannotMerge, Entry
from scorepad.store.imports import AlreadyImported
from tests.exchange.club_files import exported, read_in
from tests.league.clubs import new_evening
from tests.league.hand import table_cells


def play(evening, melded, seats=(0, 1, 2, 3)):
    game = evening.begin("partnership", [evening.people[at] for at in seats])
    evening.round(game, 1, 1, melded)
    evening.end(game, 1)
    return game


def sides(club, game):
    """Return the teams of a game by names, with their points."""
    club.league.catch_up()
    names = {person.id: person.name for person in club.people.everyone()}
    return {tuple(sorted(names[person] for person in side.people)): side.total for side in club.league.game(game).sides}


@pytest.fixture
def theirs(tmp_path):
    (tmp_path / "theirs").mkdir()
    with new_evening(tmp_path / "theirs", ("Zoe", "Ann", "Bob", "Carla", "Gil")) as evening:
        evening.keys = count(1_000)
        first = play(evening, [500, 100, 0], (1, 2, 3, 4))
        sender = f"0123abcd.{evening.people[1]}"
        evening.club.record([Entry("typed", first, 2, "team1", "clean", {"as": "tally", "n": 2}, None, sender)])
        evening.club.record([Entry("typed2", first, 2, "team1", "clean", {"as": "tally", "n": 3}, "typed", sender)])
        agreed = {cell: value for cell, value in table_cells("partnership", ()).items() if cell[2] != "player"}
        agreed[0, "seat1", "player"] = {"id": evening.people[4]}
        rematch = [Entry(f"again{at}", 0, *cell, value) for at, (cell, value) in enumerate(agreed.items())]
        evening.club.new_game(rematch, key=f"again:rematch-{first}")
        evening.club.people.merge(evening.people[4], evening.people[0])
        yield evening


@pytest.fixture
def ours(tmp_path):
    (tmp_path / "ours").mkdir()
    with new_evening(tmp_path / "ours", ("Bob", "Ann", "carlá", "Dora")) as evening:
        for melded in ([50, 5, 0], [300, 155, 0]):
            play(evening, melded)
        yield evening


def save(tmp_path, evening):
    path = tmp_path / "theirs.jsonl"
    path.write_bytes(exported(evening.club))
    return path


def test_its_games_come_under_new_numbers_with_people_of_the_club(tmp_path, theirs, ours):
    club, before = ours.club, exported(ours.club).splitlines()[1:-1]
    done = read_in(club, save(tmp_path, theirs))
    assert (done.first_game, done.games, done.people) == (3, 2, 1)
    there = sides(theirs.club, 1)
    assert sides(club, 3) == {("Ann", "carlá"): there["Ann", "Carla"], ("Bob", "Zoe"): there["Bob", "Zoe"]}
    assert set(before) <= set(exported(club).splitlines())
    typed = [entry for entry in club.history(3) if entry.field == "clean" and entry.round == 2]
    assert [entry.base for entry in typed] == [None, "typed"]
    assert {player_of(entry.device) for entry in typed} == {club.people.named("Ann")[0].id}
    assert club.games_with_key(":rematch-3") == [4]
    assert club.games_with_key(":rematch-1") == []
    assert [person.name for person in club.people.everyone()] == ["Ann", "Bob", "carlá", "Dora", "Zoe"]


def test_bets_come_along_with_their_people(tmp_path, theirs, ours):
    club = ours.club
    for name, bet in (("Ann", {"bet": 1, "sure": "surely"}), ("Zoe", {"bet": 2, "sure": ""})):
        person = theirs.club.people.named(name)[0].id
        theirs.write(1, {(0, "table", f"bet{person}"): bet})
    read_in(club, save(tmp_path, theirs))
    there = {club.people.named(name)[0].id: name for name in ("Ann", "Zoe")}
    bets = {cell[2]: value.value for cell, value in club.cells(3).items() if cell[2].startswith("bet")}
    assert {there[int(field.removeprefix("bet"))]: value for field, value in bets.items()} == {
        "Ann": {"bet": 1, "sure": "surely"},
        "Zoe": {"bet": 2, "sure": ""},
    }


def damaged(tmp_path, theirs):
    """Return their file with a first game that names a person without a line, and so cannot be read."""
    path = save(tmp_path, theirs)
    lines = [json.loads(line) for line in path.read_bytes().splitlines()]
    seat = next(line for line in lines if line["line"] == "entry" and line["game"] == 1 and line["field"] == "player")
    seat["value"] = {"id": 99}
    del lines[-1]["sha256"]
    path.write_bytes(b"".join(json.dumps(line, separators=(",", ":")).encode() + b"\n" for line in lines))
    return path


def test_a_rematch_without_the_game_before_it_is_no_rematch_of_another(tmp_path, theirs, ours):
    file = ImportFile(damaged(tmp_path, theirs), "theirs.jsonl")
    assert record(ours.club, file, Decisions(leave_out=True)).games == 1
    assert [ours.club.games_with_key(f":rematch-{number}") for number in range(1, 5)] == [[], [], [], []]
    # The whole file brings the game before it, and not the rematch again.
    plan = scan(ours.club, save(tmp_path, theirs), no_report)
    assert (plan.known, plan.new_games) == (1, 1)
    assert read_in(ours.club, save(tmp_path, theirs)).games == 1


def test_a_rematch_that_comes_later_follows_the_game_that_came_before(tmp_path, theirs, ours):
    second = play(theirs, [50, 5, 0])
    read_in(ours.club, save(tmp_path, theirs))
    theirs.club.new_game([], key=f"later:rematch-{second}")
    assert read_in(ours.club, save(tmp_path, theirs)).games == 1
    assert ours.club.games_with_key(":rematch-5") == [6]
    assert ours.club.games_with_key(":rematch-3") == [4]


def test_one_file_comes_once_and_a_later_one_brings_what_is_new(tmp_path, theirs, ours):
    path = save(tmp_path, theirs)
    done = read_in(ours.club, path)
    with pytest.raises(AlreadyImported):
        read_in(ours.club, path)
    play(theirs, [100, 0, 50])
    plan = scan(ours.club, save(tmp_path, theirs), no_report)
    assert (plan.games, plan.known, plan.new_games, plan.is_exact) == (3, 2, 1, False)
    assert read_in(ours.club, path).games == 1
    ours.club.imports.undo(done.id)
    assert len(ours.club.games(limit=9)) == 3


def test_you_can_say_who_is_who(tmp_path, theirs, ours):
    ann, dora = theirs.people[1], ours.people[3]
    path = save(tmp_path, theirs)
    with pytest.raises(CannotMerge, match="merge them afterwards"):
        read_in(ours.club, path, {theirs.people[0]: ours.people[1]})
    read_in(ours.club, path, {ann: dora})
    assert ("Dora", "carlá") in sides(ours.club, 3)


def test_it_goes_the_way_of_every_import(tmp_path, theirs, ours):
    file, club = ImportFile(save(tmp_path, theirs), "theirs.jsonl"), ours.club
    ann_is_dora = Decisions(people={"ann": ours.people[3], "zoe": NEW})
    seen = preview(club, file, ann_is_dora)
    assert (seen.games, seen.problems, seen.is_ready(ann_is_dora)) == (2, [], True)
    assert {match.name: match.person for match in seen.people} == {
        "Ann": ours.people[3],
        "Bob": ours.people[0],
        "Carla": ours.people[2],
        "Zoe": NEW,
    }
    assert [(match.name, match.games) for match in seen.people] == [("Ann", 1), ("Bob", 1), ("Carla", 1), ("Zoe", 2)]
    counted = []
    done = record(club, file, ann_is_dora, report=counted.append)
    assert (done.games, done.people, done.kind, counted[-1]) == (2, 1, "a club of Scorepad", 2)
    assert ("Dora", "carlá") in sides(club, 3)
    assert preview(club, file, ann_is_dora).past == done
    file.path.write_bytes(file.path.read_bytes()[:-50])
    seen = preview(club, file, Decisions(leave_out=True))
    assert (seen.games, seen.problem_count, seen.is_ready(Decisions(leave_out=True))) == (0, 1, False)
    with pytest.raises(NotReady, match="cut off"):
        record(club, file, Decisions(leave_out=True))


def test_the_file_of_the_club_itself_brings_nothing(tmp_path, ours):
    before = exported(ours.club)
    plan = scan(ours.club, save(tmp_path, ours), no_report)
    assert (plan.games, plan.new_games) == (2, 0)
    assert read_in(ours.club, save(tmp_path, ours)).games == 0
    assert exported(ours.club) == before
    assert json.loads(before.splitlines()[0])["games"] == 2


def test_two_people_of_the_file_who_are_one_here_are_not_one_without_a_decision(tmp_path, theirs, ours):
    people = ours.club.people
    people.merge(people.add("Zoe").id, people.named("Bob")[0].id)
    file = ImportFile(save(tmp_path, theirs), "theirs.jsonl")
    shown = {match.name: match.person for match in preview(ours.club, file, Decisions()).people}
    assert sorted((shown["Bob"], shown["Zoe"])) == [NEW, people.named("Bob")[0].id]
    assert record(ours.club, file, Decisions()).people == 1
