"""The page of a game: who sat where, who kept score, and what was corrected."""

import pytest

from scorepad.web.result.story_people import rounds_text
from tests.web.driving import OUT_FIRST
from tests.web.games import editing
from tests.web.result.reading import correct, folded, keeps_score, part, story


def test_who_kept_score_is_told_by_rounds(table):
    table.play(1, **OUT_FIRST)
    keeps_score(table, "Grandma")
    table.play(2, **OUT_FIRST)
    said = part(story(table), "scorers")
    recorded = [one for one in table.entries if one.round == 2]
    assert f"Grandma Round 2 ({len(recorded)} entries)" in said
    assert "Unknown Round 1 (" in said
    assert said.index("Grandma") < said.index("Unknown")


def test_a_log_that_is_read_in_many_pages_tells_the_same(table, monkeypatch):
    table.play(1, **OUT_FIRST)
    correct(table, 1, **{"team1.clean": "3"})
    page = story(table)
    whole = part(page, "scorers"), part(page, "corrected")
    monkeypatch.setattr("scorepad.play.history._MOST", 2)
    page = story(table)
    assert (part(page, "scorers"), part(page, "corrected")) == whole


def test_who_sat_where_names_those_who_took_over(table):
    table.play(1, **OUT_FIRST)
    editing.mend(table, since="now", seat2="Otto")
    table.play(2, **OUT_FIRST)
    said = part(story(table), "seats")
    assert "Seat 1: Ann" in said
    assert "Seat 2: Bob , from round 2 Otto" in said
    assert folded(story(table))[0].endswith("Bob & Dora 0")
    assert folded(story(table))[1].endswith("Otto & Dora 0")


def test_what_was_corrected_is_told_with_its_rounds(table):
    table.play(1, **OUT_FIRST)
    table.play(2, **OUT_FIRST)
    correct(table, 1, **{"team1.clean": "3"})
    page = story(table)
    said = part(page, "corrected")
    assert "Round 1 was changed after it had been finished." in said
    assert "Red books, Ann & Carla: 4 → 3" in said
    assert folded(page)[0].startswith("Round 1 , corrected")
    assert folded(page)[1].startswith("Round 2 Ann")
    assert page.links["All changes"] == f"{table.address}/history"


def test_a_round_that_was_opened_again_was_corrected(table):
    table.play(1, **OUT_FIRST)
    table.visitor.send(table.page().form("/undo"))
    table.sheet(1).save(**{"team1.clean": "3"})
    table.play(1)
    assert "Red books, Ann & Carla: 4 → 3" in part(story(table), "corrected")


def test_what_was_typed_before_the_finish_is_no_correction(table):
    table.sheet(1).save(**{"team1.clean": "2"})
    table.play(1, **OUT_FIRST)
    table.visitor.send(table.page().form("/undo"))
    table.play(1)
    said = part(story(table), "corrected")
    assert "No round was changed after it had been finished." in said


def test_what_was_agreed_anew_after_a_round_is_told(table):
    table.play(1, **OUT_FIRST)
    editing.mend(table, decks="6")
    said = part(story(table), "corrected")
    assert "The settings of the game were changed after the first round." in said
    assert "Decks: 5 → 6" in said


def test_many_corrections_are_counted_and_only_the_latest_told(table, monkeypatch):
    monkeypatch.setattr("scorepad.web.result.story.MOST_CORRECTIONS", 2)
    table.play(1, **OUT_FIRST)
    for count in "321":
        correct(table, 1, **{"team1.clean": count})
    said = part(story(table), "corrected")
    assert "2 → 1" in said
    assert "4 → 3" not in said
    assert "And 1 earlier correction." in said


@pytest.mark.parametrize(
    ("rounds", "said"),
    [
        ([2], "round 2"),
        ([2, 1], "rounds 1 and 2"),
        ([1, 2, 3, 5], "rounds 1 to 3 and 5"),
        ([1, 3, 4, 6, 7, 8], "rounds 1, 3, 4 and 6 to 8"),
    ],
)
def test_rounds_are_named_in_few_words(rounds, said):
    assert rounds_text(rounds) == said
