"""The page of a game: its course, what decided it, every round line by line, what it was played by."""

import pytest

from scorepad.rules import preset, to_document
from tests.web.driving import OUT_FIRST, level_round
from tests.web.kept import brought, ended, keep, result
from tests.web.result.reading import correct, folded, keeps_score, part, story

NASTY = ("<b>Ann</b>", "Bob'\"", "Carla</h1>", "Dora & Co")


def test_it_says_who_won_when_and_how(visitor):
    table = keep(visitor, "southern-ohio", (6500, 20))
    page = story(table)
    assert page.heading == "Ann & Carla won"
    assert "Ahead by 6,480 points. The target of 6,000 points was reached in round 1." in page.text
    assert page.title == f"The story of game {table.game} · Scorepad"


def test_the_day_is_that_on_which_it_was_begun_by_this_machines_clock(visitor, monkeypatch):
    monkeypatch.setattr(visitor.club, "_now", lambda: "2025-11-21T12:00:00.000+00:00")
    table = keep(visitor, "southern-ohio", (6500, 20))
    assert "Friday, 21 November 2025" in story(table).text


def test_the_moment_it_was_decided_stands_first(visitor):
    page = story(keep(visitor, "partnership", (10, 0), (0, 30), (50, 0), (5, 0)))
    said = "The lead changed hands twice. Round 3 decided it: from then on Ann & Carla led."
    assert part(page, "decided") == f"The moment it was decided Round 3 {said}"
    assert page.text.index(said) < page.text.index("How it went")
    assert folded(page)[2].startswith("Round 3 , the decisive one")


def test_the_picture_says_what_it_shows_and_has_its_table(visitor):
    page = story(keep(visitor, "partnership", (10, 0), (0, 30), (50, 0), (5, 0)))
    (drawn,) = page.root.all("svg")
    named = [page.root.by_id(name).tag for name in drawn["aria-labelledby"].split()]
    assert named == ["title", "desc"]
    assert "Round 3 decided it" in drawn.all("desc")[0].text
    rows = [row.text for row in page.root.all("tbody")[0].all("tr")]
    assert rows[1] == "2 0 10 +30 30"


def test_every_round_is_there_line_by_line(table):
    table.play(1, **OUT_FIRST)
    table.play(2, **OUT_FIRST)
    page = story(table)
    assert folded(page)[1] == "Round 2 Ann & Carla +4,500 Bob & Dora 0"
    inside = page.root.by_id("round-2")
    assert "open" not in inside.attributes
    assert "Ann went out." in inside.text
    assert "4 red books × 500 = 2,000" in inside.text
    scores = [one["aria-label"] for one in inside.all("section")]
    assert scores == ["Ann & Carla, round 2", "Bob & Dora, round 2"]


def test_lines_that_do_not_count_say_why(table):
    table.play(1, **OUT_FIRST | {"team1.dirty": "0"})
    lines = [line.text for line in story(table).classed("waived")]
    assert "4 red books: lost, because the team went out without the books it needs" in lines


def test_all_rounds_can_be_unfolded_at_once(visitor):
    table = keep(visitor, "partnership", (10, 0), (5, 0))
    page = table.visitor.get(story(table).links["Unfold all the rounds"])
    assert ["open" in one.attributes for one in page.classed("round")] == [True, True]
    assert page.links["Fold all the rounds"] == f"{table.address}/story"


def test_it_is_reached_from_the_result_and_from_a_finished_round(visitor):
    table = keep(visitor, "southern-ohio", (6500, 20))
    address = f"{table.address}/story"
    assert address in result(table).links.values()
    assert address in visitor.get(f"{table.address}/rounds/1").links.values()
    assert story(table).links["All the rules"] == f"{table.address}/rules"


def test_a_game_that_is_being_played_has_its_story_so_far(table):
    table.play(1, **OUT_FIRST)
    table.sheet(2).save(**{"team1.melded": "300"})
    page = story(table)
    assert page.heading == "The game so far"
    assert "It is still being played. Ann & Carla ahead by 4,500 points after round 1." in page.text
    assert "Ann & Carla has led since round 1." in page.text
    assert folded(page)[1].startswith("Round 2, so far, not counted")
    assert " won" not in page.text
    assert "decided" not in page.text


def test_a_game_that_was_only_begun_has_a_story(table):
    page = story(table)
    assert "No round is finished yet." in page.text
    assert not page.root.all("svg")
    assert not folded(page)


def test_equal_totals_while_it_is_played_are_nobodys_lead(table):
    level_round(table, 1)
    page = story(table)
    assert "After round 1 Ann & Carla and Bob & Dora have 0 points each." in page.text
    assert "No team has been ahead so far." in page.text


def test_rounds_on_paper_are_told_by_their_totals(visitor):
    page = story(keep(visitor, "partnership", (10, 0), (5, 0), paper=2, cells=brought(1450, -300)))
    assert "Rounds 1 and 2 were played on paper: only their totals are known." in page.text
    assert [one.split(" Ann")[0] for one in folded(page)] == ["Round 3", "Round 4"]
    assert "Before the first round here" in part(page, "decided")


def test_a_game_all_on_paper_has_a_story(visitor):
    page = story(keep(visitor, "partnership", paper=4, cells=brought(1450, 0)))
    assert page.heading == "Ann & Carla won"
    assert "Rounds 1 to 4 were played on paper: only their totals are known." in page.text
    assert not folded(page)


def test_a_tie_was_decided_by_nobody(visitor):
    page = story(keep(visitor, "southern-ohio", (6000, 6000)))
    assert page.heading == "A tie"
    assert "It was not: the game ended in a tie" in part(page, "decided")


def test_a_game_that_was_ended_early_says_so_and_shows_what_does_not_count(visitor):
    page = story(keep(visitor, "southern-ohio", (7, 5), (3, 0), cells=ended(1)))
    assert "The table ended it early, after round 1." in page.text
    assert folded(page)[1].startswith("Round 2, not counted")


def test_a_game_in_the_bin_says_so(visitor):
    table = keep(visitor, "southern-ohio", (6500, 20))
    table.visitor.send(result(table).form("/bin"))
    page = story(table)
    assert "This game is in the bin." in page.text
    assert page.form("/restore")


def test_three_teams_have_a_line_and_a_score_each(visitor):
    page = story(keep(visitor, "laguna-woods", (9, 2, 5), cells=ended(1)))
    assert [one["class"] for one in page.root.all("g")] == ["line-1", "line-2", "line-3"]
    assert len(page.root.by_id("round-1").all("section")) == 3


def test_four_teams_have_a_line_a_score_and_a_seat_each(visitor):
    rules = to_document(preset("partnership"))
    rules["tables"] = [one | {"teams": 4} for one in rules["tables"]]
    cells = {(0, "table", "rules"): rules, (0, "table", "shape"): {"players": 4, "teams": 4}}
    page = story(keep(visitor, "partnership", (9, 2, 5, 7), cells=cells | ended(1)))
    assert page.heading == "Ann won"
    assert len(page.root.all("g")) == len(page.root.by_id("round-1").all("section")) == 4
    assert "Dora Seat 4: Dora" in part(page, "seats")
    assert "4 players, each alone" in part(page, "agreed")


@pytest.mark.parametrize("game", ["99999", "0", "9" * 30])
def test_a_game_that_is_not_here_has_no_story(visitor, game):
    assert visitor.get(f"/games/{game}/story").status == 404


def test_a_story_that_did_not_change_is_not_sent_again(visitor, table):
    table.play(1, **OUT_FIRST)
    address = f"{table.address}/story"
    visitor.get(address)
    tag = visitor.client.get(address).headers["ETag"]
    assert visitor.client.get(address, headers={"If-None-Match": tag}).status_code == 304
    table.sheet(2).save(**{"team1.melded": "300"})
    assert visitor.client.get(address, headers={"If-None-Match": tag}).status_code == 200


def test_names_stand_there_as_they_were_typed(visitor):
    table = keep(visitor, "southern-ohio", (6500, 20), names=NASTY)
    keeps_score(table, "<i>Otto</i>")
    correct(table, 1, **{"team1.clean": "0", "seat1.left": "5"})
    page = story(table)
    assert page.heading == "<b>Ann</b> & Carla</h1> won"
    assert "<i>Otto</i>" in part(page, "scorers")
    assert not page.root.all("b", "i")


def test_what_it_was_played_by_names_what_was_chosen(visitor):
    said = part(story(visitor.begin("good-sam", **{"choice.length": "time"})), "agreed")
    assert "4 players, 2 teams of 2" in said
    choice = next(c for c in visitor.begin("good-sam").record.agreement.base.choices)
    assert choice.label in said


def test_it_is_only_looked_at(visitor, table, nothing_recorded):
    nothing_recorded()
    story(table)
    assert visitor.client.post(f"{table.address}/story", data={"x": "1"}).status_code == 405
