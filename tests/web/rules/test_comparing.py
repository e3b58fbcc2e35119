"""Two rule sets compared on a page: the sentences of `rules diff`."""

import pytest

from scorepad.rulebook.compare import compare
from scorepad.rules import preset
from tests.web.rules.bad_slugs import BAD_SLUGS


def test_only_what_differs_is_shown_in_the_same_sentences(visitor):
    page = visitor.get("/rules/compare", a="partnership", b="catawba")
    sentences = [c.sentence for part in compare(preset("partnership"), preset("catawba")) for c in part.contrasts]
    spoken = [element.text for element in page.root.all("span") if element["class"] == "spoken"]
    # The parser adds a space after the bold label.
    assert [text.replace(" : ", ": ").replace(" . ", ". ") for text in spoken] == sentences
    assert f"{len(sentences)} differences" in page.text


def test_own_rules_are_compared_and_chosen_like_any_others(visitor, ours):
    assert "500 here, 700 there." in visitor.get("/rules/compare", a="partnership", b=ours.slug).text
    (form,) = visitor.get("/rules/compare").forms
    assert form.names == {"a", "b"}
    assert visitor.get("/rules/compare", a=ours.slug).form().fields == {"a": ours.slug, "b": ours.rules.parent}


def test_the_same_rules_are_said_to_be_the_same(visitor):
    assert "these are the same rules" in visitor.get("/rules/compare", a="roth", b="roth").text


@pytest.mark.parametrize("text", BAD_SLUGS)
def test_an_unknown_rule_set_leads_to_the_lists(visitor, text):
    page = visitor.get("/rules/compare", a=text, b="roth")
    assert page.status == (404 if text else 200)
    assert len(page.forms) == 1
