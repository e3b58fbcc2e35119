"""The page of a game: its course, what turned it, every round line by line, and its rules."""

import pytest

from scorepad.rules import preset, to_document
from tests.web.driving import OUT_FIRST, level_round
from tests.web.kept import brought, ended, keep, result
from tests.web.result.reading import correct, folded, part, score_as, story

NASTY = ("<b>Ann</b>", "Bob'\"", "Carla</h1>", "Dora & Co")


@pytest.fixture
def four_rounds(visitor):
    """A game whose winners led from the third round on."""
    return keep(visitor, "partnership", (10, 0), (0, 30), (50, 0), (5, 0))


def test_it_says_who_won_when_and_how(visitor, monkeypatch):
    monkeypatch.setattr(visitor.club, "_now", lambda: "2025-11-21T12:00:00.000+00:00")
    table = keep(visitor, "southern-ohio", (6500, 20))
    page = story(table)
    assert page.heading == "Ann & Carla won"
    assert "Ahead by 6,480 points. The target of 6,000 points was reached in round 1." in page.text
    assert page.title == f"The story of game {table.game} · Scorepad"
    assert "21 Nov 2025" in page.text


def test_what_turned_it_stands_first(visitor):
    page = story(keep(visitor, "partnership", (100, 0), (0, 2500), (4500, 0), (5, 0)))
    turned = part(page, "turn")
    assert turned == (
        "What turned it Round 3 The chance of Ann & Carla went from 10 % to 95 %. It was safe after round 3."
    )
    assert page.text.index(turned) < page.text.index("How it went")
    assert folded(page)[2].startswith("Round 3 , which turned it")


def test_a_game_that_was_safe_early_says_so(visitor):
    page = story(keep(visitor, "partnership", (100, 0), (4500, 0), (0, 10), (5, 0)))
    assert part(page, "turn").endswith("It was safe after round 2.")


def test_the_last_round_may_turn_it(visitor):
    page = story(keep(visitor, "partnership", (0, 500), (0, 500), (0, 500), (9000, 0)))
    turned = "Round 4 Before it, the chance of Ann & Carla was 10 %. It was open until the last round."
    assert part(page, "turn") == f"What turned it {turned}"


def test_nothing_turned_a_game_that_was_never_close(visitor):
    page = story(keep(visitor, "partnership", (10, 0), (5, 0), paper=2, cells=brought(4450, -300)))
    assert "What turned it" not in page.text


def test_nothing_turned_a_game_of_which_no_chance_is_known(visitor):
    page = story(keep(visitor, "pennies", (10, 0), cells=ended(1)))
    assert "What turned it" not in page.text


def test_the_picture_says_what_it_shows_and_has_its_table(four_rounds):
    page = story(four_rounds)
    (drawn,) = page.root.all("svg")
    tags = [page.root.by_id(name).tag for name in drawn["aria-labelledby"].split()]
    assert tags == ["title", "desc"]
    assert "From round 3 on Ann & Carla led" in drawn.all("desc")[0].text
    assert page.root.all("tbody")[0].all("tr")[1].text == "2 0 10 +30 30"


def test_every_round_is_there_line_by_line(table):
    table.play(1, **OUT_FIRST | {"team1.dirty": "0"})
    table.play(2, **OUT_FIRST)
    page = story(table)
    assert folded(page)[1] == "Round 2 Ann & Carla +4,500 Bob & Dora 0"
    inside = page.root.by_id("round-2")
    assert "open" not in inside.attributes
    assert "Ann went out." in inside.text
    assert "4 red books × 500 = 2,000" in inside.text
    assert [one["aria-label"] for one in inside.all("section")] == ["How it adds up, round 2"]
    assert page.receipts[1][-1] == ("Total", "−500 → 4,000", "0 → 0")
    waived = [line.text for line in page.classed("waived")]
    assert "4 red books: lost, because the team went out without the books it needs" in waived


def test_all_rounds_can_be_unfolded_at_once(visitor, four_rounds):
    page = visitor.get(story(four_rounds).links["Unfold all the rounds"])
    assert ["open" in round_.attributes for round_ in page.classed("round")] == [True] * 4
    assert page.links["Fold all the rounds"] == f"{four_rounds.address}/story"


def test_the_result_and_a_finished_round_lead_to_it_and_it_says_when_it_is_in_the_bin(visitor, four_rounds):
    address = f"{four_rounds.address}/story"
    assert address in result(four_rounds).links.values()
    assert address in visitor.get(f"{four_rounds.address}/rounds/1").links.values()
    assert story(four_rounds).links["All the rules"] == f"{four_rounds.address}/rules"
    visitor.send(result(four_rounds).form("/bin"))
    page = story(four_rounds)
    assert "This game is in the bin." in page.text
    assert page.form("/restore")


def test_a_game_that_is_being_played_has_its_story_so_far(table):
    page = story(table)
    assert "No round is finished yet." in page.text
    assert not page.root.all("svg")
    assert not folded(page)
    level_round(table, 1)
    page = story(table)
    assert "After round 1 Ann & Carla and Bob & Dora have 0 points each." in page.text
    assert "No team has been ahead so far." in page.text
    table.play(1, **OUT_FIRST)
    table.sheet(2).save(**{"team1.melded": "300"})
    page = story(table)
    assert page.heading == "The game so far"
    assert "It is still being played. Ann & Carla ahead by 4,500 points after round 1." in page.text
    assert "Ann & Carla has led since round 1." in page.text
    assert folded(page)[1].startswith("Round 2, so far, not counted")
    assert " won" not in page.text
    assert "turned" not in page.text


def test_rounds_on_paper_have_their_totals_alone(visitor):
    page = story(keep(visitor, "partnership", (10, 0), (5, 0), paper=2, cells=brought(1450, -300)))
    assert "Rounds 1 and 2 were played on paper: only their totals are known." in page.text
    assert [round_.split(" Ann")[0] for round_ in folded(page)] == ["Round 3", "Round 4"]
    page = story(keep(visitor, "partnership", paper=4, cells=brought(1450, 0)))
    assert page.heading == "Ann & Carla won"
    assert "Rounds 1 to 4 were played on paper: only their totals are known." in page.text
    assert not folded(page)


def test_nothing_turned_a_tie_and_an_end_of_the_table_leaves_rounds_out(visitor):
    page = story(keep(visitor, "southern-ohio", (6000, 6000)))
    assert page.heading == "A tie"
    assert "What turned it" not in page.text
    page = story(keep(visitor, "southern-ohio", (7, 5), (3, 0), cells=ended(1)))
    assert "The table ended it early, after round 1." in page.text
    assert folded(page)[1].startswith("Round 2, not counted")


def test_more_teams_have_a_line_a_score_and_a_seat_each(visitor):
    page = story(keep(visitor, "laguna-woods", (9, 2, 5), cells=ended(1)))
    assert [line["data-team"] for line in page.root.all("g")] == ["1", "2", "3"]
    assert [len(row) for row in page.receipts[0]] == [1 + 3] * len(page.receipts[0])
    rules = to_document(preset("partnership"))
    rules["tables"] = [table | {"teams": 4} for table in rules["tables"]]
    cells = {(0, "table", "rules"): rules, (0, "table", "shape"): {"players": 4, "teams": 4}}
    page = story(keep(visitor, "partnership", (9, 2, 5, 7), cells=cells | ended(1)))
    assert page.heading == "Ann won"
    assert (len(page.root.all("g")), len(page.receipts)) == (4, 2)
    assert "Dora Seat 4: Dora" in part(page, "seats")
    assert "4 players, each alone" in part(page, "agreed")


def test_names_stand_there_as_they_were_typed_and_lead_to_their_pages(visitor):
    table = keep(visitor, "southern-ohio", (6500, 20), names=NASTY)
    people = visitor.club.people
    people.forget(people.named(NASTY[3])[0].id)
    score_as(table, "<i>Otto</i>")
    correct(table, 1, **{"team1.clean": "0", "seat1.left": "5"})
    page = story(table)
    assert page.heading == "<b>Ann</b> & Carla</h1> won"
    assert "<i>Otto</i>" in part(page, "scorers")
    assert not page.root.all("b", "i")
    assert page.links[NASTY[1]] == f"/people/{people.named(NASTY[1])[0].id}"
    assert "Seat 4: Somebody" in page.text
    assert NASTY[3] not in page.links


def test_the_rules_it_was_played_by_name_what_was_chosen(visitor, nothing_recorded):
    table = visitor.begin("good-sam", **{"choice.length": "time"})
    nothing_recorded()
    agreed = part(story(table), "agreed")
    assert "4 players, 2 teams of 2" in agreed
    assert table.record.agreement.base.choices[0].label in agreed
