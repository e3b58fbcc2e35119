"""In the pseudo-language, pages of a live game have no text left in English. The list grows as pages are completed."""

import re
from html import unescape

import pytest

from scorepad.language.languages import PSEUDO
from scorepad.web.app import cookies
from tests.web.driving import Visitor

PAGES = (
    "/", "/games/new/partnership", "/games/new/partnership?table=2x2", "/join", "/leave", "/language", "/away",
    "/games/{game}", "/games/{game}/rounds/1/edit", "/games/{game}/scorer", "/games/{game}/rounds/1/count/seat1/left",
    "/games/{game}/rounds/1/count/team1/melded?by=cards",
)  # fmt: skip

OURS = {"Ann", "Bob", "Carla", "Dora", "Scorepad", "English", "Deutsch", "Español", "Partnership", "Hand", "Foot"}
"""Names, which no language translates."""
OF_FORMS = {"save", "finish", "keep", "and", "Backspace"}
"""Words for scripts, the names of hidden buttons, and the "and" of lists, which `customs.toml` has."""

_TEXT = re.compile(r'(?:aria-label|title|placeholder|alt|data-(?:away|out|words|awake|plain|one|many))="([^"]*)"')
_MARKED = re.compile(r"⟦[^⟦⟧]*⟧")


def left_over(source):
    """Return the words of a page that are not marked as translated."""
    source = re.sub(r"<(script|style|svg)\b.*?</\1>", "", source, flags=re.DOTALL)
    texts = " | ".join([re.sub(r"<[^>]+>", " ", source), *_TEXT.findall(source)])
    while (bare := _MARKED.sub("", texts)) != texts:
        texts = bare
    return set(re.findall(r"[^\W\d_]{2,}", unescape(texts))) - OURS - OF_FORMS


@pytest.fixture
def pseudo(app, monkeypatch):
    """An owner's phone that chose the pseudo-language, which only tests may choose."""
    monkeypatch.setitem(app.config, "TESTING", True)
    visitor = Visitor(app)
    visitor.client.set_cookie(cookies.name_of(cookies.LANGUAGE, app.secret_key), PSEUDO)
    return visitor


@pytest.mark.parametrize("page", PAGES)
def test_a_page_has_no_text_left_in_english(pseudo, table, page):
    answer = pseudo.get(page.format(game=table.game))
    assert answer.status == 200
    assert "⟦" in answer.source
    assert left_over(answer.source) == set()


def test_a_counted_round_is_explained_without_english(pseudo, begun):
    text = pseudo.get(f"{begun.address}/rounds/1").root.by_id("main").all("details")[0].text
    assert "⟦4 ⟦Réd bõõks~~~~⟧ × 500 = 2,000" in text
    assert left_over(text) == set()


def test_what_is_left_in_english_is_found():
    assert left_over('<p title="⟦Õpéñ~~⟧">⟦Õpéñ ⟦bõõks~~⟧ õf Ann~~⟧ books &amp; <b>Ann</b></p>') == {"books"}


def test_the_pseudo_language_is_for_tests_only(app, visitor):
    visitor.client.set_cookie(cookies.name_of(cookies.LANGUAGE, app.secret_key), PSEUDO)
    assert "⟦" not in visitor.get("/join").source
