"""The markup of every page, where axe does not check it: nothing inline, unique ids and titles."""

from collections import Counter

import pytest

from scorepad import addresses
from scorepad.addresses import Reachable
from scorepad.rules import slugs
from tests.web.driving import OUT_FIRST, Visitor

INPUTS = ("input", "select", "textarea")
ERRORS = ("no such page", "no such method", "no form")


def _states(table):
    """Return every page of a game: empty, filled in, and with faults."""
    visitor, address = table.visitor, table.address
    wrong = {"team1.melded": "x", "table.ended": "nobody", "team1.adjustment1.points": "5"}
    return {
        "table": table.page(),
        "sheet": table.sheet(2).page,
        "sheet with faults": table.sheet(2).finish(**wrong).page,
        "sheet with warnings": table.sheet(2).finish(**OUT_FIRST | {"seat2.left": "63"}).page,
        "sheet saved": table.sheet(2).save(team1__melded="300").page,
        "correction": table.sheet(1).page,
        "score": visitor.get(f"{address}/rounds/1"),
        "open": visitor.get(f"{address}/open"),
        "opens": visitor.get(f"{address}/open", **{"K.naturals": "6"}),
        "open with faults": visitor.get(f"{address}/open", **{"K.naturals": "x", "team": "9"}),
        "out": visitor.get(f"{address}/out"),
        "cards in hand": visitor.get(f"{address}/open", **{"from": "cards", "card.K": "6"}),
        "may go out": visitor.get(f"{address}/out", seat="1", **{"books.clean": "1"}),
        "out with faults": visitor.get(f"{address}/out", **{"books.clean": "x", "seat": "9"}),
    }


@pytest.fixture(scope="module")
def pages(app):
    visitor = Visitor(app)
    empty = {"no games": visitor.get("/"), "front door": visitor.get("/join")}
    addresses.save(app.config["HOME"], Reachable(8484, ("192.168.1.20",)))
    table = visitor.begin()
    table.play(1, **OUT_FIRST)
    new = {slug: visitor.get(f"/games/new/{slug}") for slug in slugs()}
    form = new["friends-family"].form()
    return {
        **empty,
        **_states(table),
        **new,
        "games": visitor.get("/"),
        "choose": visitor.get("/games/new"),
        "phones": visitor.get("/phones"),
        "codes of a table": visitor.get(f"{table.address}/invite"),
        "code with faults": visitor.send(empty["front door"].form(), code="x"),
        "new with faults": visitor.send(form, decks="x", **{"choice.books": "x"}),
        "no such page": visitor.get("/nowhere"),
        "no such method": visitor.post("/", {"x": "1"}),
        "no form": visitor.post("/join", {}),
    }


@pytest.fixture(scope="module")
def elements(pages):
    """Every element of every page, with the name of its page."""
    return [(name, element) for name, page in pages.items() for element in page.root.elements]


def test_no_page_holds_a_script_or_a_style_of_its_own_or_loads_anything_from_elsewhere(elements):
    for name, element in elements:
        assert element.tag != "style", name
        assert "style" not in element.attributes, (name, element)
        assert not [one for one in element.attributes if one.startswith("on")], (name, element)
        assert not element["href"].lower().startswith(("javascript:", "data:")), name
        if element.tag in ("link", "script", "img"):
            address = element["href"] or element["src"]
            assert address.startswith(("/assets/", "/manifest.webmanifest", "/games.atom")), (name, address)


def test_no_browser_lays_old_choices_into_a_form_that_has_seen_newer_ones(elements):
    for name, form in elements:
        inputs = form.all(*INPUTS) if form.tag == "form" else []
        if any(control["name"] == "seen" for control in inputs):
            radios = [control for control in inputs if control["type"] == "radio"]
            assert not radios or form["autocomplete"] == "off", name


def test_what_takes_a_number_asks_for_a_keyboard_with_digits(elements):
    ends = (".melded", ".left", ".brought", ".points", ".naturals", "decks", "paper", "code")
    inputs = [(name, one) for name, one in elements if one["type"] == "text" and one["name"].endswith(ends)]
    assert {one["name"].rpartition(".")[2] for _, one in inputs} >= {"melded", "left", "brought", "points", "paper"}
    for name, one in inputs:
        assert one["inputmode"] in ("numeric", "tel"), (name, one["name"])


def test_every_group_of_choices_has_a_legend(pages):
    for name, page in pages.items():
        for group in page.root.all("fieldset"):
            assert group.all("legend")[0].text, name


def test_ids_stand_once_in_a_page_and_what_names_one_finds_it(pages):
    for name, page in pages.items():
        ids = Counter(element["id"] for element in page.root.elements if element["id"])
        assert [one for one, count in ids.items() if count > 1] == [], name
        for element in page.root.elements:
            described = element["aria-describedby"].split() + element["aria-labelledby"].split()
            assert set(described) <= ids.keys(), (name, described)
        for address in page.links.values():
            assert not address.startswith("#") or address[1:] in ids, (name, address)


def test_what_is_wrong_is_marked_at_its_input(pages):
    melded = pages["sheet with faults"].root.by_id("team1.melded")
    assert melded["aria-invalid"] == "true"
    assert melded["aria-describedby"].split()[-1] == "team1.melded-note"


def test_pages_that_differ_have_titles_that_differ(pages):
    kinds = ["games", "choose", "table", "sheet", "score", "open", "out", *ERRORS, *slugs()]
    titles = Counter(pages[kind].title for kind in kinds)
    assert max(titles.values()) == 1, titles
    assert all(title.endswith("· Scorepad") for title in titles)


def test_every_error_page_has_a_sentence_and_a_way_on(pages):
    for kind in ERRORS:
        assert pages[kind].root.all("p")[0].text.endswith(".")
        assert pages[kind].links["To the games"] == "/"
