"""The page of a game: who sat where, who kept score, and what was corrected."""

import pytest

from scorepad.web.result.story_people import rounds_text
from tests.web.driving import OUT_FIRST
from tests.web.games import editing
from tests.web.result.reading import correct, folded, part, score_as, story


def test_scorers_are_listed_by_rounds(begun):
    score_as(begun, "Grandma")
    begun.play(2, **OUT_FIRST)
    scorers = part(story(begun), "scorers")
    recorded = [entry for entry in begun.entries if entry.round == 2]
    assert f"Grandma Round 2 ({len(recorded)} entries)" in scorers
    assert "Unknown Round 1 (" in scorers
    assert scorers.index("Grandma") < scorers.index("Unknown")


def test_seats_name_those_who_took_over(begun):
    editing.mend(begun, since="now", seat2="Otto")
    begun.play(2, **OUT_FIRST)
    page = story(begun)
    assert "Seat 1: Ann" in part(page, "seats")
    assert "Seat 2: Bob , from round 2 Otto" in part(page, "seats")
    ends = [round_.removesuffix(" 0")[-11:] for round_ in folded(page)]
    assert ends == [" Bob & Dora", "Otto & Dora"]


def test_corrections_are_listed_with_their_rounds_also_from_a_long_log(begun, monkeypatch):
    begun.play(2, **OUT_FIRST)
    correct(begun, 1, **{"team1.clean": "3"})
    page = story(begun)
    corrected = part(page, "corrected")
    assert "Round 1 was changed after it had been finished." in corrected
    assert "Red books, Ann & Carla: 4 → 3" in corrected
    assert "Ann & Carla −500" in corrected
    assert folded(page)[0].startswith("Round 1 , corrected")
    assert folded(page)[1].startswith("Round 2 Ann")
    assert page.links["All changes"] == f"{begun.address}/history"
    whole = part(page, "scorers"), corrected
    monkeypatch.setattr("scorepad.play.history._MAX", 2)
    page = story(begun)
    assert (part(page, "scorers"), part(page, "corrected")) == whole


def test_a_change_is_a_correction_if_the_round_was_finished_once(table):
    table.sheet(1).save(**{"team1.clean": "2"})
    table.play(1, **OUT_FIRST)
    table.visitor.send(table.page().form("/undo"))
    table.play(1)
    corrected = part(story(table), "corrected")
    assert "No round was changed after it had been finished." in corrected
    table.visitor.send(table.page().form("/undo"))
    table.sheet(1).save(**{"team1.clean": "3"})
    table.play(1)
    assert "Red books, Ann & Carla: 4 → 3" in part(story(table), "corrected")


def test_settings_changed_after_a_round_are_listed(begun):
    editing.mend(begun, decks="6")
    corrected = part(story(begun), "corrected")
    assert "The settings of the game were changed after the first round." in corrected
    assert "Decks: 5 → 6" in corrected


def test_many_corrections_are_counted_and_only_the_latest_listed(begun, monkeypatch):
    monkeypatch.setattr("scorepad.web.result.story.MAX_CORRECTIONS", 2)
    for count in "321":
        correct(begun, 1, **{"team1.clean": count})
    corrected = part(story(begun), "corrected")
    assert "2 → 1" in corrected
    assert "4 → 3" not in corrected
    assert "And 1 earlier correction." in corrected


@pytest.mark.parametrize(
    ("rounds", "text"),
    [([2], "round 2"), ([2, 1], "rounds 1 and 2"), ([1, 2, 3, 5], "rounds 1 to 3 and 5"),
     ([1, 3, 4, 6, 7, 8], "rounds 1, 3, 4 and 6 to 8")],
)  # fmt: skip
def test_rounds_are_named_in_few_words(rounds, text):
    assert rounds_text(rounds) == text
