"""The page shows the rules that a table adds in the editor."""

import re

import pytest

from tests.cli.test_mistakes import PARTS
from tests.web.driving import filled
from tests.web.rules.editor import Editor


@pytest.mark.parametrize(
    ("group", "name", "anchor"),
    [
        ("bonuses", "rounds-exact_cut", "bonuses.exact_cut.cases.1.points"),
        ("out", "rounds", "going_out.cases.1.points"),
        ("deal", "deal", "deals.1.rounds"),
        ("threes", "more-red-held", "threes.red.held.pays.2.points"),
    ],
)
def test_what_was_added_is_scrolled_to(visitor, group, name, anchor):
    form = Editor.begin(visitor).page(group).form()
    answer = visitor.client.post(form.action, data=filled(form, {}) | {"add": name})
    assert answer.location.partition("#")[2] == anchor


def test_a_dropped_file_with_a_slip_gets_the_sentences_of_the_command_line(visitor):
    for title, text, answers in PARTS:
        page = visitor.send(visitor.get("/rules/add").form(), text=f"{text}\n")
        is_good = "- is good" in answers
        assert page.status == (200 if is_good else 422), title
        said = [re.split(r"warning: |^-, l|^-: ", answer)[-1] for answer in answers.splitlines()]
        if is_good:  # The end of a warning is for authors of a file.
            said = [re.split("[:.]( |$)", sentence)[0] for sentence in said[:-1]]
        if not re.search("slug|parent: Scorepad", answers):  # A club names its own rules too.
            assert [sentence for sentence in said if " ".join(sentence.split()) not in page.text] == [], title


@pytest.mark.parametrize("kind", ["other", "wild", "sevens", "samba"])
def test_a_new_kind_of_book_asks_what_it_may_hold_what_it_pays_and_what_it_counts_for(editor, kind):
    before = {book["code"] for book in editor.document["books"]}
    page = editor.answer("books", f"add={kind}")
    (code,) = {book["code"] for book in editor.document["books"]} - before
    folded = [name["name"] for fold in page.root.all("details") for name in fold.all("input", "select") if name["name"]]
    shown = page.form().names
    for key in ("made_of", "ranks", "points", "counts_for"):
        path = f"books.{code}.{key}"
        assert path in shown
        assert path not in folded, "asked at once, not under More"
    assert f"books.{code}.begun" in folded, "what is rare stays a tap away"
    # The answers are kept, and what cannot be is refused beside its question with everything typed.
    editor.answer("books", **{f"books.{code}.points".replace(".", "__"): "1750"})
    assert next(book for book in editor.document["books"] if book["code"] == code)["points"] == 1750
    refused = editor.answer("books", **{f"books.{code}.cards".replace(".", "__"): "two"})
    assert (refused.status, refused.form().fields[f"books.{code}.cards"]) == (422, "two")
