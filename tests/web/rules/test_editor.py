"""The editor of own rules, used without scripts."""

import re

import pytest

from scorepad.play.rules import drafts, own_rules
from scorepad.play.rules.own_rules import Sender
from scorepad.rules import diff, preset, to_document
from scorepad.rules.keys import Group
from scorepad.store import NoSuchRuleSet
from tests.web.driving import OUT_FIRST
from tests.web.rules.editor import Editor


def test_new_rules_begin_like_others_and_are_kept_under_a_name(visitor, editor):
    page = editor.answer("books", books__clean__points="700", books__dirty__points="350")
    assert "Partnership Hand & Foot · 2 house rules" in page.text
    assert "Red books: points for one: 700 instead of 500" in page.text
    page = editor.act("action=keep", name="Our Thursday table")
    assert "“Our Thursday table” is kept." in page.source
    kept = visitor.club.rule_sets.latest("our-thursday-table")
    assert (kept.document["parent"], kept.document["set"]) == (
        "partnership",
        {"books.clean.points": 700, "books.dirty.points": 350},
    )
    assert editor.page().status == 404
    table = visitor.begin("our-thursday-table")
    table.play(1, **OUT_FIRST)
    assert table.record.course.now[0] == 4500 + 4 * 200 + 5 * 50


def test_an_own_set_is_changed_to_a_new_version(visitor, ours):
    editor = Editor(visitor, f"/rules/{ours.slug}/edit")
    assert "1 house rule" in editor.page().text
    editor.answer("cards", "step=cards.9-1")
    assert visitor.club.rule_sets.latest(ours.slug).number == 1
    editor.act("action=keep")
    latest = visitor.club.rule_sets.latest(ours.slug)
    assert (latest.number, latest.document["set"]) == (2, {"books.clean.points": 700, "cards.9": 5})


def test_a_set_without_a_parent_stays_one_and_may_be_a_parent_itself(visitor):
    roth = to_document(preset("roth")) | {"slug": "mine", "name": "Mine", "parent": "none"}
    own_rules.save_new(visitor.club, roth, Sender("mine"))
    editor = Editor(visitor, "/rules/mine/edit")
    editor.answer("books", books__clean__points="700")
    editor.act("action=keep")
    latest = visitor.club.rule_sets.latest("mine")
    assert (latest.number, latest.document["parent"], latest.document["books"][0]["points"]) == (2, "none", 700)
    child = Editor.begin(visitor, "mine")
    child.answer("books", books__dirty__points="350")
    assert child.act("action=keep", name="Child").status == 200
    assert visitor.club.rule_sets.latest("child").document["set"] == {"books.dirty.points": 350}


def test_what_is_typed_wrong_is_refused_beside_its_question_and_all_stays(editor):
    page = editor.answer("books", books__clean__points="lots", books__dirty__points="350")
    assert page.status == 422
    assert page.root.by_id("books.clean.points-note").text == "Type a number such as 500."
    assert "#at-books.clean.points" in page.links.values()
    form = page.form()
    assert (form.fields["books.clean.points"], form.fields["books.dirty.points"]) == ("lots", "350")
    assert editor.document["books"][1]["points"] == 300
    editor.press(page, "action=done", books__clean__points="600")
    assert [book["points"] for book in editor.document["books"]] == [600, 350]


def test_a_step_is_saved_with_what_is_typed_beside_it(editor):
    page = editor.answer("books", "step=books.clean.points+1", books__dirty__points="350")
    assert [book["points"] for book in editor.document["books"]] == [600, 350]
    assert "600" in page.form().fields["books.clean.points"]
    editor.answer("out", "step=going_out.cases.1.needs.dirty-1")
    assert editor.document["going_out"]["cases"][0]["needs"] == {"clean": 1}
    for _ in range(2):
        editor.answer("threes", "step=threes.red.held.pays.1.points-1")
    assert editor.document["threes"][0]["pays"][0]["points"] == -400


def test_kinds_are_added_removed_and_taken_back(editor):
    page = editor.answer("books", "add=sevens")
    assert "Books of sevens" in page.text
    editor.answer("bonuses", "add=near", bonuses__exact_cut__cases__1__points="200")
    page = editor.answer("books", "remove=books.dirty")
    assert [book["code"] for book in editor.document["books"]] == ["clean", "sevens"]
    page = editor.page()
    assert "Black books: there" not in page.text
    assert "Black books: none instead of there" in page.text
    editor.act("restore=books.dirty")
    assert [book["code"] for book in editor.document["books"]] == ["clean", "dirty", "sevens"]
    editor.answer("books", "restore=books.sevens.points")
    assert [b["one"] for b in editor.document["bonuses"]] == ["Exact cut of 22", "Near cut"]


def test_a_name_is_saved_as_soon_as_it_is_typed(editor):
    page = editor.act("=", name=" Our Thursday table ")
    assert editor.document["name"] == "Our Thursday table"
    assert page.form().fields["name"] == "Our Thursday table"
    page = editor.act("=", name="W" * 5000)
    assert (page.status, editor.document["name"]) == (422, "Our Thursday table")
    assert editor.act("action=keep", name="W" * 61).status == 422
    page = editor.page()
    editor.press(page, "=", name="Our Friday table")
    assert editor.press(page, "action=keep", name="Our Friday table").heading == "Our Friday table"


def test_a_page_that_is_behind_keeps_nothing(editor):
    page = editor.page()
    editor.answer("books", books__clean__points="700")
    assert "Another phone has just changed these rules" in editor.press(page, "action=keep").text


def test_every_step_can_be_taken_back(editor):
    begun = editor.document
    for points in ("600", "700"):
        editor.answer("books", books__clean__points=points)
    editor.answer("books", "action=undo")
    assert editor.document["books"][0]["points"] == 600
    for _ in range(3):
        editor.act("action=undo")
    assert editor.document == begun


def test_a_group_takes_back_only_a_step_that_changed_it(editor):
    def offered():
        pages = ("books", "cards", "often", "")
        return [group for group in pages if [b for b in editor.page(group).root.all("button") if b["value"] == "undo"]]

    assert offered() == []
    editor.answer("books", books__clean__points="600")
    assert offered() == ["books", "often", ""]
    editor.answer("cards", cards__K="15")
    assert offered() == ["cards", ""]
    editor.answer("cards", "action=undo")
    assert offered() == ["books", "often", ""]


def test_a_contradiction_is_said_beside_its_question_and_is_not_kept(editor):
    editor.answer("books", books__clean__unfinished="−100")
    page = editor.page("books")
    assert "a reward for an unfinished book" in page.root.by_id("books.clean.unfinished-note").text
    page = editor.act("action=keep")
    assert page.status == 422
    assert "These rules cannot be kept yet" in page.text
    editor.answer("books", books__clean__reward="yes")
    assert editor.act("action=keep").status == 200


def test_an_absurd_number_is_asked_about_beside_its_question_and_is_kept(editor):
    editor.answer("end", end__rounds="99999")
    note = editor.page("end").root.by_id("end.rounds-odd").text
    assert note == "That takes about 24,999 hours. Is that intended?"
    assert "Rounds: that takes about 24,999 hours." in editor.page().text
    assert editor.act("action=keep").status == 200


def test_two_phones_are_told_of_each_other_and_shown_both_answers(editor):
    mine, theirs = editor.page("books"), editor.page("books")
    editor.press(theirs, "action=done", books__clean__points="600", books__dirty__points="200")
    page = editor.press(mine, "action=done", books__clean__points="700", books__clean__cards="8")
    assert page.status == 422
    note = page.root.by_id("books.clean.points-note").text
    assert note == "Another phone has just changed this to 600. You typed 700. Save again to use yours."
    editor.press(page, "action=done")
    assert [(b["points"], b["cards"]) for b in editor.document["books"]] == [(700, 8), (200, 7)]
    # Phones that change different things do not meet.
    mine, theirs = editor.page("books"), editor.page("books")
    editor.press(theirs, "action=done", books__dirty__points="300")
    assert editor.press(mine, "action=done", books__clean__points="800").status == 200
    assert [book["points"] for book in editor.document["books"]] == [800, 300]


def test_a_form_sent_twice_counts_once(editor):
    page = editor.page("books")
    for _ in range(2):
        editor.press(page, "step=books.clean.points+1")
    assert editor.document["books"][0]["points"] == 600


def test_the_last_game_shows_what_the_rules_would_have_done(visitor, editor):
    table = visitor.begin()
    for number in range(1, 5):
        table.play(number, **OUT_FIRST)
    editor.answer("books", books__clean__points="700")
    text = editor.page("books").text + editor.page("books").source
    assert "Your last game would be" in text
    assert f"{4 * (4500 + 800):,}" in text


def test_a_discarded_draft_is_gone_and_leaves_the_own_set(visitor, ours):
    editor = Editor(visitor, f"/rules/{ours.slug}/edit")
    editor.answer("cards", "step=cards.9-1")
    editor.act("action=discard")
    with pytest.raises(NoSuchRuleSet):
        visitor.club.rule_drafts.latest(ours.slug)
    assert diff(drafts.load(visitor.club, ours.slug).parent, preset("partnership")) == ()


@pytest.mark.parametrize("group", [*Group])
def test_every_group_shows_its_questions_for_every_kind_of_rules(visitor, group):
    editor = Editor.begin(visitor, "friends-family")
    page = editor.page(group)
    assert page.status == 200
    assert len(page.form().names) >= 3


HOSTILE = ("", "\0", "9" * 5000, "<script>", "..", "books.clean")


@pytest.mark.parametrize("text", HOSTILE)
def test_hostile_input_is_refused_and_changes_nothing(editor, text):
    for group in (Group.BOOKS, Group.OUT, Group.NAME):
        form = editor.page(group).form()
        for name in (*list(form.names)[:6], "x", f"books.{text}.points"):
            answer = editor.visitor.client.post(form.action, data=form.fields | {name: text})
            assert answer.status_code in (303, 400, 422), (group, name)
        for button in ("step", "add", "remove", "restore", "action"):
            answer = editor.visitor.client.post(form.action, data=form.fields | {button: text, "key": "0" * 32})
            assert answer.status_code in (303, 400, 422), (group, button)
    form = editor.page().form()
    for button in ("restore", "action", "name"):
        assert editor.visitor.client.post(form.action, data=form.fields | {button: text}).status_code in (303, 400, 422)
    assert editor.visitor.get(f"/rules/{text}/edit").status in (404, 200, 308)


def test_a_new_kind_of_book_is_asked_what_it_counts_as_and_counts_where_all_others_do(editor):
    both = {f"books.{kind}.counts_for": [kind, "any"] for kind in ("clean", "dirty")}
    editor.answer("books", **both)
    needs = {
        "going_out.cases.1.needs.any": "2",
        "going_out.cases.1.needs.clean": "",
        "going_out.cases.1.needs.dirty": "",
    }
    editor.answer("out", **needs)
    editor.answer("books", "add=samba", **both)
    assert editor.document["books"][-1]["counts_for"] == ["samba", "any"]
    boxes = [box for box in editor.page("often").root.all("input") if box["name"] == "books.samba.counts_for"]
    assert {box["value"] for box in boxes if "checked" in box.attributes} == {"samba", "any"}


def test_rules_whose_last_kind_of_book_is_removed_can_be_mended(editor):
    for kind in ("clean", "dirty"):
        editor.answer("books", f"remove=books.{kind}")
    page = editor.page("books")
    assert (page.status, "at least one kind of book is needed." in page.text) == (200, True)
    offered = [button["value"] for button in page.root.all("button") if button["name"] == "add"]
    assert "sevens" in offered
    assert "other" not in offered
    assert "otherwise" not in [button["value"] for button in editor.page("cards").root.all("button")]
    assert editor.answer("books", "add=sevens").status == 200
    assert editor.document["books"][0]["counts_for"] == ["sevens"]


@pytest.mark.parametrize("path", ["threes.red.held", "tables.1", "opening.steps.1", "melds", "going_out.cases.1"])
def test_only_what_a_page_offers_to_remove_can_be_removed(editor, path):
    before = editor.document
    for group in ("threes", "deal", "opening", "books", "out"):
        assert editor.answer(group, f"remove={path}").status == 422
    assert editor.document == before


def number_in(text):
    return int(re.search(r"· (\d+) house rules?", text)[1])


def test_as_many_house_rules_are_counted_as_are_listed_and_none_is_listed_twice(editor, visitor):
    editor.answer("out", "add=concealed")
    editor.answer("bonuses", "add=special")
    editor.answer("bonuses", "add=special")
    editor.answer("books", "add=other")
    editor.answer("books", "add=other")
    needs = {f"going_out.cases.{case}.needs.{kind}": "3" for case in (1, 2) for kind in ("clean", "dirty")}
    editor.answer("out", **needs, **{"going_out.cases.1.points": "300", "going_out.cases.2.points": "300"})
    page = editor.page()
    (listed,) = [part for part in page.root.all("ul") if part["class"] == "differing"]
    lines = [" ".join(item.all("span")[0].text.split()) for item in listed.all("li")]
    assert len(lines) == len({*lines}) == number_in(page.text)
    assert number_in(editor.page("books").text) == len(lines)
    yours = sum(int(number) for number in re.findall(r"(\d+) yours", page.text))
    assert yours == len(lines)
    kept = editor.act("action=keep", name="Counted")
    rows = [row for row in kept.root.all("div") if row["class"] == "house-rule"]
    texts = [" ".join(row.text.split()) for row in rows]
    assert len(texts) == len({*texts}) == number_in(kept.text)
    index = next(link for link in visitor.get("/rules").root.all("a") if "Counted" in link.text)
    assert number_in(" ".join(index.text.split())) == len(texts)
