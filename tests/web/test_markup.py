"""The markup of every page: nothing inline, every input labelled, ids once, and a title of its own."""

from collections import Counter
from itertools import pairwise

import pytest

from scorepad import addresses
from scorepad.addresses import Reachable
from scorepad.rules import slugs
from tests.web.driving import OUT_FIRST, Visitor
from tests.web.pages import Page


def _states(table) -> dict[str, Page]:
    """Every page of a game, empty, filled and full of faults."""
    visitor, address = table.visitor, table.address
    wrong = {"team1.melded": "x", "table.ended": "nobody", "team1.adjustment1.points": "5"}
    return {
        "table": table.page(),
        "sheet": table.sheet(2).page,
        "sheet with faults": table.sheet(2).finish(**wrong).page,
        "sheet with warnings": table.sheet(2).finish(**OUT_FIRST | {"seat2.left": "63"}).page,
        "sheet saved": table.sheet(2).save(**{"team1.melded": "300"}).page,
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
def pages(app) -> dict[str, Page]:
    """Every kind of page there is."""
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


def test_no_page_holds_a_script_or_a_style_of_its_own(pages):
    for name, page in pages.items():
        for one in page.root.elements:
            assert one.tag != "style", name
            assert one.tag != "script" or one["src"].startswith("/assets/"), name
            assert "style" not in one.attributes, (name, one)
            assert not [attribute for attribute in one.attributes if attribute.startswith("on")], (
                name
            )
            assert not one["href"].lower().startswith(("javascript:", "data:")), name


def test_pages_load_nothing_from_elsewhere(pages):
    for name, page in pages.items():
        for one in page.root.all("link", "script", "img"):
            address = one["href"] or one["src"]
            assert address.startswith(("/assets/", "/manifest.webmanifest")), (name, address)


def test_no_browser_lays_old_choices_into_a_form_that_has_seen_newer_ones(pages):
    for name, page in pages.items():
        for form in page.root.all("form"):
            inputs = form.all("input", "select", "textarea")
            if any(one["name"] == "seen" for one in inputs):
                radios = [one for one in inputs if one["type"] == "radio"]
                assert not radios or form["autocomplete"] == "off", name


def test_every_input_has_a_label(pages):
    for name, page in pages.items():
        labels = {label["for"] for label in page.root.all("label") if label.text}
        inside = {
            id(one) for label in page.root.all("label") if label.text for one in label.elements
        }
        for one in page.root.all("input", "select", "textarea"):
            assert one["type"] == "hidden" or one["id"] in labels or id(one) in inside, (name, one)


def test_every_group_of_choices_has_a_legend(pages):
    for name, page in pages.items():
        for group in page.root.all("fieldset"):
            assert group.all("legend")[0].text, name


def test_an_id_stands_once_in_a_page(pages):
    for name, page in pages.items():
        twice = [
            i for i, n in Counter(one["id"] for one in page.root.elements).items() if i and n > 1
        ]
        assert not twice, name


def test_what_describes_an_input_is_on_the_page(pages):
    for name, page in pages.items():
        for one in page.root.elements:
            for described in one["aria-describedby"].split() + one["aria-labelledby"].split():
                assert page.root.by_id(described), (name, described)


def test_every_link_within_a_page_leads_somewhere(pages):
    for name, page in pages.items():
        for address in page.links.values():
            assert not address.startswith("#") or page.root.by_id(address[1:]), (name, address)


def test_what_is_wrong_is_marked_at_its_input(pages):
    page = pages["sheet with faults"]
    assert page.root.by_id("team1.melded")["aria-invalid"] == "true"
    assert page.root.by_id("team1.melded")["aria-describedby"].split()[-1] == "team1.melded-said"


def test_every_page_has_one_heading_of_the_first_rank_and_one_main_part(pages):
    for name, page in pages.items():
        assert len(page.root.all("h1")) == 1, name
        assert len(page.root.all("main")) == 1, name
        assert page.root.all("html")[0]["lang"] == "en", name


def test_no_rank_of_heading_is_left_out(pages):
    for name, page in pages.items():
        ranks = [int(one.tag[1]) for one in page.root.all("h1", "h2", "h3", "h4")]
        assert all(b <= a + 1 for a, b in pairwise(ranks)), (name, ranks)


def test_pages_that_differ_have_titles_that_differ(pages):
    kinds = ["games", "choose", "table", "sheet", "score", "open", "out", "no such page", *slugs()]
    kinds += ["no such method", "no form"]
    titles = Counter(pages[kind].title for kind in kinds)
    assert max(titles.values()) == 1, titles
    assert all(title.endswith("· Scorepad") for title in titles)


def test_every_error_page_has_a_sentence_and_a_way_on(pages):
    for kind in ("no such page", "no such method", "no form"):
        assert pages[kind].root.all("p")[0].text.endswith(".")
        assert pages[kind].links["To the games"] == "/"
