"""What the pages of the two questions reject: each fault is beside its input, and everything typed is kept."""

import pytest

from tests.web.ask.asking import KINGS, READY, answer_of, question_of
from tests.web.bad_text import NO_COUNTS
from tests.web.driving import Visitor

ASKED = {"melds": ("open", KINGS), "cards": ("open", {"from": "cards", "card.K": "3"}), "out": ("out", READY)}


@pytest.fixture(scope="module")
def ask(app):
    """Ask at a table that never changes, with additions or changes to a valid question."""
    table = Visitor(app).begin("friends-family")

    def asks(kind, **typed):
        page, fields = ASKED[kind]
        return table.visitor.get(f"{table.address}/{page}", **fields | typed)

    return asks


@pytest.mark.parametrize("text", NO_COUNTS)
@pytest.mark.parametrize(
    ("kind", "name", "other"),
    [("melds", "K.jokers", "K.naturals"), ("cards", "card.A", "card.K"), ("out", "books.clean", "books.dirty")],
)  # fmt: skip
def test_what_is_no_number_is_refused_beside_its_input(ask, kind, name, other, text):
    page = ask(kind, **{name: text})
    assert (page.status, answer_of(page)) == (422, None)
    assert page.beside(name).endswith(".")
    fields = question_of(page).fields
    assert (fields[name], fields[other]) == (text, ASKED[kind][1][other])


CHOOSE, TWICE, UNKNOWN = (
    "Choose one of these.",
    "This was sent twice. Type it once.",
    "Unknown parameters in this address: ",
)


@pytest.mark.parametrize(
    ("kind", "name", "values", "beside", "above"),
    [
        ("melds", "team", ("0", "3", "x", "", "٢", "9" * 400), CHOOSE, ""),
        ("out", "seat", ("5", "٣"), CHOOSE, ""),
        ("out", "last_card", ("keep",), CHOOSE, ""),
        ("out", "card", ("Z",), CHOOSE, ""),
        ("out", "partner_says", ("maybe",), CHOOSE, ""),
        ("out", "in_foot", ("yes",), CHOOSE, ""),
        ("out", "card", (["K", "K"],), TWICE, ""),
        *[("melds", name, (["1", "1"],), TWICE, "") for name in ("team", "K.naturals", "A.twos")],
        *[("out", name, (["1", "1"],), TWICE, "") for name in ("seat", "books.clean", "in_foot")],
        *[("melds", name, ("1",), "", UNKNOWN + name)
          for name in ("Z.naturals", "wild.jokers", "sequence", "K", "", "<b>", "é")],
        *[("out", name, ("1",), "", UNKNOWN + name)
          for name in ("books.wild", "begun.aces", "teams", "", "<b>", "é")],
        ("melds", "step", ("", "K.naturals", "K.naturals+2", "+1", "Z.naturals+1", "é+1"), "", UNKNOWN),
        ("melds", "step", (["K.naturals+1", "K.naturals+1"],), "", ""),
        ("cards", "Z.naturals", ("3",), "", UNKNOWN),
        ("melds", "from", ("elsewhere",), "", ""),
    ],
)  # fmt: skip
def test_what_the_page_does_not_ask_for_is_refused(ask, kind, name, values, beside, above):
    for value in values:
        page = ask(kind, **{name: value})
        assert (page.status, page.beside(name)) == (422, beside), value
        assert above in page.said, value


def test_more_than_the_decks_hold_is_refused_beside_it(ask):
    assert ask("cards", **{"card.K": "25"}).beside("card.K").startswith("You counted 25 kings, but")
    page = ask("out", **{"books.clean": "99"})
    assert page.status == 422
    assert "That many books need" in page.beside("books.clean") + page.beside("books.dirty")
