"""The design page: for development only, with every component in every state."""

import re

import pytest

from scorepad.environment import SettingError
from scorepad.paths import static_dir, templates_dir
from scorepad.store import Role
from scorepad.web import create_app
from scorepad.web.app.permissions import REQUIRED, Permission
from scorepad.web.design.samples import FACES
from tests.web.driving import Visitor

COMPONENTS = (
    *("tokens", "parts", "stepper", "sheet", "bar", "bar-teams", "menu", "bar-low"),
    *("table", "score", "keypad", "ask-answer", "ask-names"),
)
"""The style sheets of components. The others are for single pages."""
ELSEWHERE = {
    *("abreast", "live", "plain-only", "sheet", "team", "unfolded", "whose", "wide", "ways", "keeper", "standing"),
    *("piles", "player", "tallied", "idle", "many", "example", "inline"),
    *("aloud", "bet", "rows"),
    *("teams-3", "teams-5", "teams-6", "tight", "first", "sure"),
}
"""Classes of whole pages, and of a single number of teams."""


@pytest.fixture
def developed(tmp_path, monkeypatch):
    monkeypatch.setenv("SCOREPAD_DEVELOPMENT", "1")
    # Removed after the test, because no other application has it.
    monkeypatch.setitem(REQUIRED, "design.show", Permission.OWN)
    app = create_app(tmp_path)
    yield app
    app.extensions["scorepad.club"].close()


def test_it_is_there_in_development_for_an_owner(developed):
    assert Visitor(developed).client.get("/design").status_code == 200
    assert Visitor(developed, Role.READER).client.get("/design").status_code == 403


def test_it_is_not_there_otherwise(visitor, tmp_path, monkeypatch):
    assert visitor.client.get("/design").status_code == 404
    monkeypatch.setenv("SCOREPAD_DEVELOPMENT", "yes")
    with pytest.raises(SettingError, match="SCOREPAD_DEVELOPMENT"):
        create_app(tmp_path)


def test_it_shows_every_class_of_the_components(developed):
    html = Visitor(developed).client.get("/design").text
    shown = {name for names in re.findall(r'class="([^"]*)"', html) for name in names.split()}
    sheets = "".join((static_dir() / f"css/{name}.css").read_text("utf-8") for name in COMPONENTS)
    styled = set(re.findall(r"\.([a-z][a-z-]*[0-9]?)(?=[^{}]*\{)", re.sub(r"/\*.*?\*/", "", sheets, flags=re.DOTALL)))
    assert sorted(styled - shown - ELSEWHERE) == []


def test_it_shows_every_state(developed):
    page = Visitor(developed).get("/design")
    stacks = {(box.all("span")[0]["class"], box["data-n"]) for box in page.classed("books")}
    assert len({face for face, _ in stacks}) == len(FACES) - 1, "sevens and aces share theirs"
    assert {count for _, count in stacks} == set("01234567")
    assert {element["data-team"] for element in page.classed("side")} == set("123456")
    assert {box["data-verdict"] for box in page.classed("answer")} == {"", "yes", "no", "ask"}
    assert {mark["aria-pressed"] for mark in page.classed("toggle")} == {"true", "false"}


def test_no_other_page_has_the_small_headings_of_the_first_page():
    small = set(re.findall(r"#([a-z]+)", (static_dir() / "css/home.css").read_text()))
    assert small
    for page in templates_dir().rglob("*.html"):
        if page.parent.name not in ("games", "design"):
            assert not small & {*re.findall(r'id="([a-z-]+)"', page.read_text())}, page
