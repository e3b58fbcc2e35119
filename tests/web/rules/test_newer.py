"""A draft of rules that got a newer version meanwhile."""

import pytest

from scorepad.play.rules import own_rules
from scorepad.play.rules.own_rules import Sender
from tests.web.rules.editor import Editor


@pytest.mark.parametrize(("button", "cards"), [("take-over", 8), ("keep-mine", 7)])
def test_a_draft_takes_a_newer_version_over_or_goes_on_without_it(visitor, ours, button, cards):
    editor = Editor(visitor, f"/rules/{ours.slug}/edit")
    editor.answer("books", books__clean__points="900")
    newer = {**ours.document, "set": {"books.clean.points": 800, "books.clean.cards": 8}}
    own_rules.save_version(visitor.club, ours.slug, newer, 1, Sender("newer"))
    page = editor.page()
    assert (
        "There is a newer version now It changed: A red book: 800 instead of 700. Yours: 900 Red books: 8 cards"
        in page.text
    )
    refused = editor.press(page, "action=keep")
    assert (refused.status, "now have a newer version" in refused.text) == (422, True)
    assert "There is a newer version" not in editor.press(page, f"action={button}").text
    assert visitor.club.rule_sets.latest(ours.slug).number == 2
    editor.act("action=keep")
    kept = own_rules.current(visitor.club, ours.slug)
    assert (kept.number, kept.rules.books[0].points, kept.rules.books[0].cards) == (3, 900, cards)
