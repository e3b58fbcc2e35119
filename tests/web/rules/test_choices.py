"""Choices made for each game, created in the editor without scripts."""

import pytest

from scorepad.play.rules.catalog import find_rules
from scorepad.rules import choose, provenance
from tests.web.driving import NAMES, OUT_FIRST
from tests.web.games.editing import mend
from tests.web.rules.editor import Editor

HAND = "choices.choice.options.other"


def option(editor, choice=0):
    return editor.document["choices"][choice]["options"][1]


def within(editor, group="often"):
    return editor.visitor.get(f"{editor.address}/{group}?option={HAND}")


def change(editor, key, action):
    """Add a choice, and let its second answer change something: by a button, or by typing a number."""
    editor.answer("choices", "add=choice")
    page = editor.visitor.get(f"{editor.address}/books?option=choices.{key}.options.other")
    name, _, text = action.partition("=")
    typed = {name.replace(".", "__"): text} if name.startswith("books") else {}
    editor.press(page, "action=done" if typed else action, **typed)


def test_a_choice_is_added_answered_named_and_kept(visitor, editor):
    page = editor.answer("choices", "add=choice")
    assert any(HAND in link for link in page.links.values())
    assert page.text.count("What is decided") == 1
    page = editor.press(within(editor), "action=done", tables__1__hand="13")
    assert page.heading == "What each game decides"
    changed = {f"bonuses.exact_cut.{key}": f"Exact {word} of 24" for key, word in (("one", "cut"), ("many", "cuts"))}
    assert option(editor)["label"] == "Cards in the hand: 13"
    assert option(editor)["set"] == changed | {"tables.1.hand": 13}
    assert "Cards in the hand: as the rules say, or cards in the hand: 13" in editor.page().text
    editor.answer("choices", choices__choice__label="Long or short?", choices__choice__options__other__label="Long")
    editor.press(within(editor, "bonuses"), "add=deal")
    editor.act("action=keep", name="Thursday")
    rules = find_rules(visitor.club, "thursday")
    played = choose(rules, {"choice": "other"})
    assert (played.tables[0].hand, [bonus.code for bonus in played.bonuses]) == (13, ["exact_cut", "exact_deal"])
    assert provenance(played, "tables.1.hand") == "your table"
    assert rules.choices[0].options[1].label == "Long"
    said = "usually as the rules say, or long (exact deals: added, cards in the hand: 13)"
    assert said in visitor.get("/rules/thursday").text
    shared = next(link for link in visitor.get("/rules/thursday/share").text.split() if "/rules/shared/" in link)
    assert said in visitor.get(shared[shared.index("/rules/") :]).text


def test_an_answer_is_changed_removed_and_every_step_taken_back(editor):
    begun = editor.document
    editor.answer("choices", "add=choice")
    editor.answer("choices", "add=answer-choice")
    editor.press(within(editor, "books"), "remove=books.dirty")
    assert {*option(editor)["set"]} == {"going_out.cases.1.needs", "books"}
    editor.press(within(editor, "out"), "step=going_out.cases.1.points+1")
    assert "Going out pays: 150 instead of 100" in editor.page("choices").text
    editor.answer("choices", "remove=choices.choice.options.other_2")
    assert len(editor.document["choices"][0]["options"]) == 2
    for _ in range(5):
        editor.answer("choices", "action=undo")
    assert editor.document == begun


def test_a_page_of_an_answer_that_is_gone_leads_back_to_what_is_there(editor):
    assert within(editor).status == 422
    assert editor.visitor.get(f"{editor.address}/often?option=books.clean").status == 422
    editor.answer("choices", "add=choice")
    editor.answer("books", books__clean__unfinished="−100")
    assert "once these rules no longer contradict each other" in within(editor).text


def test_answers_that_no_game_can_have_together_are_said_beside_them_and_not_kept(editor):
    for key in ("choice", "choice_2"):
        editor.answer("choices", "add=choice")
        address = f"{editor.address}/books?option=choices.{key}.options.other"
        editor.press(editor.visitor.get(address), "add=sevens")
    clash = "cannot be picked in one game: both add the same."
    assert clash in editor.page("choices").text
    assert clash in editor.act("action=keep", name="Thursday").text
    assert clash in editor.page().text


LOST = "cannot be picked in one game: both change the same, and only “{}” would count. Let one answer do both."


@pytest.mark.parametrize(
    ("first", "last"),
    [
        ("add=sevens", "remove=books.dirty"),
        ("books.clean.points=700", "remove=books.dirty"),
        ("remove=books.dirty", "remove=books.clean"),
        ("books.clean.points=700", "books.clean.points=600"),
    ],
)
def test_an_answer_that_would_lose_what_another_changes_is_not_kept(editor, first, last):
    change(editor, "choice", first)
    change(editor, "choice_2", last)
    assert LOST.format(option(editor, 1)["label"]) in editor.act("action=keep", name="Thursday").text


def test_what_both_answers_change_counts_in_a_game_that_picks_both(visitor, editor):
    change(editor, "choice", "remove=books.dirty")
    change(editor, "choice_2", "add=sevens")
    editor.act("action=keep", name="Thursday")
    played = choose(find_rules(visitor.club, "thursday"), {"choice": "other", "choice_2": "other"})
    assert [book.code for book in played.books] == ["clean", "sevens"]


def test_answers_are_put_in_another_order_and_the_first_is_the_usual_one(visitor):
    editor = Editor.begin(visitor, "friends-family")
    begun = editor.document
    choice = begun["choices"][0]
    first, second = (f"choices.{choice['key']}.options.{option['value']}" for option in choice["options"])
    page = editor.answer("choices", f"move={second}-1")
    moved = editor.document["choices"][0]["options"]
    assert moved == begun["choices"][0]["options"][::-1]
    assert page.source.index(f"{second}+1") < page.source.index(f"{first}-1")
    assert "That was changed meanwhile" in editor.answer("choices", f"move={second}-1").text
    editor.act("action=keep", name="Turned")
    assert find_rules(visitor.club, "turned").choices[0].usual == moved[0]["value"]
    editor = Editor(visitor, "/rules/turned/edit")
    editor.answer("choices", f"move={second}+1")
    editor.answer("choices", "action=undo")
    assert editor.document["choices"][0]["options"] == moved


def test_an_answer_may_hold_in_some_rounds_only_and_be_announced_during_the_game(visitor, editor):
    editor.answer("choices", "add=choice")
    editor.press(within(editor), "action=done", opening__steps__3__minimum="200", books__clean__points="1000")
    where = "choices__choice__options__other__rounds"
    assert editor.answer("choices", **{where: "0"}).status == 422
    label = "choices__choice__options__other__label"
    editor.answer("choices", choices__choice__label="A 200 round", **{where: "3", label: "Round 3"})
    assert (option(editor)["rounds"], option(editor)["label"]) == ([3], "Round 3")
    editor.act("action=keep", name="Thursday")
    assert "round 3 (in round 3 only)" in visitor.get("/rules/thursday").text
    table = visitor.begin("thursday")
    rounds = {number: OUT_FIRST | {"team1.clean": "1", "team1.dirty": "1"} for number in (1, 2, 3)}
    for number in (1, 2):
        table.play(number, **rounds[number])
    assert table.record.course.minimums[0].minimum == 120
    # The table announces it before round 3, in the settings of the game.
    mend(table, choice__choice="other")
    assert table.record.course.minimums[0].minimum == 200
    assert [record.totals for record in table.record.rounds] == [(1800, 0)] * 2
    assert "200" in visitor.get(f"{table.address}/open").text
    table.play(3, **rounds[3])
    assert [record.totals[0] for record in table.record.rounds] == [1800, 1800, 2300]
    assert table.record.course.minimums[0].minimum == 150


def test_a_sheet_names_the_minimums_of_this_game_and_is_corrected_later(visitor, editor):
    editor.answer("opening", "add=typed")
    editor.act("action=keep", name="Thursday")
    page = visitor.get("/games/new/thursday")
    refused = visitor.send(
        page.form(), **dict(zip(("seat1", "seat2", "seat3", "seat4"), NAMES, strict=False)), choice__rounds="lots"
    )
    assert refused.status == 422
    assert refused.form().fields["choice.rounds"] == "lots"
    table = visitor.begin("thursday", **{"choice.rounds": "70, 110"})
    assert [step.minimum for step in table.record.course.minimums] == [70, 70]
    assert "70" in visitor.get(f"{table.address}/open").text
    page = table.sheet().finish(**OUT_FIRST | {"team2.melded": "65", "team1.melded": "400"}).page
    assert "70" in page.beside("team2.melded"), "65 do not open"
    # It was 60, not 70: the round is judged again.
    mend(table, choice__rounds="60, 110")
    assert table.sheet().finish(**OUT_FIRST | {"team2.melded": "65", "team1.melded": "400"}).page.status == 200
    assert [step.minimum for step in table.record.course.minimums] == [110, 110]
