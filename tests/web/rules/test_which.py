"""Which rules do we play? The three questions of a new game lead to the closest rule sets, also before the editor."""

from urllib.parse import parse_qsl, urlsplit

import pytest

from scorepad.rulebook.matching import MAX_BEGUN, MAX_GUIDED, guide
from scorepad.rules import preset, slugs
from scorepad.store import Role
from tests.web.driving import Visitor
from tests.web.rules.bad_slugs import BAD_SLUGS

UNSURE = "Not sure"


def answered(visitor, address, slug="partnership", most=MAX_GUIDED):
    """The page after the last question, each answered with what a preset says."""
    given = {fork.key: fork.given(preset(slug)) for fork in guide([preset(slug) for slug in slugs()])}
    page = visitor.get(address)
    for number in range(1, most + 1):
        replies = [(parse_qsl(urlsplit(url).query), url) for url in page.links.values()]
        asked = [(said[-1], url) for said, url in replies if len(said) == number]
        page = visitor.get(next(url for (key, code), url in asked if code in given.get(key, ())))
    return page


@pytest.mark.parametrize("address", ["/rules/which", "/games/new"])
def test_three_replies_lead_to_the_rules_that_fit(visitor, address):
    page = answered(visitor, address)
    assert page.heading == "These rules fit"
    assert page.links["Play Partnership"] == "/games/new/partnership"
    assert page.links["Read the rules of Partnership Hand & Foot"] == "/rules/partnership"


def test_readers_find_rules_and_read_them(app, visitor):
    visitor.begin()
    page = answered(Visitor(app, Role.READER), "/rules/which")
    assert page.links["Read Partnership"] == "/rules/partnership"
    assert not any("/games/new" in address or "/rules/new" in address for address in page.links.values())


def begins_with(page):
    """The rule sets with which the editor offers to begin, in order."""
    return [button["value"] for button in page.root.all("button") if button["name"] == "like"]


def test_the_editor_begins_with_what_was_said_before_a_game_and_asks_on(visitor):
    page = visitor.get("/rules/new")
    assert "What do you need to go out?" in page.text
    assert begins_with(answered(visitor, "/rules/new"))[0] == "partnership"
    known = visitor.get(answered(visitor, "/games/new").links["None is quite right: make your own rules"])
    assert begins_with(known)[0] == "partnership"
    assert f"Question {MAX_GUIDED + 1} of {MAX_BEGUN}" in known.text


@pytest.mark.parametrize("slug", slugs())
def test_ten_questions_of_the_editor_find_each_set_and_say_in_what_others_differ(visitor, slug):
    page = answered(visitor, "/rules/new", slug, MAX_BEGUN)
    assert UNSURE not in page.links
    assert begins_with(page)[0] == slug
    assert "Differs from what you said about" in page.text
    begun = visitor.post(page.form().action, page.form().fields | {"like": slug})
    assert begun.status == 200
    assert preset(slug).name in begun.text


def test_the_clubs_own_rules_are_among_them(visitor, ours):
    page = visitor.get("/rules/which")
    for _ in range(MAX_GUIDED):
        page = visitor.get(page.links[UNSURE])
    assert page.heading == "These rules fit"
    listed = visitor.get("/rules/new").root.all("button")
    assert ours.slug in {button["value"] for button in listed}


def test_whoever_is_not_sure_gets_a_short_list_with_what_sets_them_apart(visitor):
    page = visitor.get("/rules/which", needs="one", books="both", end="open")
    assert "2 sets fit what you said equally well." in page.text
    assert "Fits best" not in page.text
    assert "Unlike Burraco in going out with a dirty book alone." in page.text
    alone = visitor.get("/rules/which", needs="one", books="both", dirty="no")
    assert alone.links["Play International Burraco"] == "/games/new/burraco-international"
    assert "Fits best" in alone.text
    assert "equally well" not in alone.text
    unsure = visitor.get("/rules/which", needs="open", books="open", end="open")
    assert f"{len(slugs())} sets fit what you said equally well." in unsure.text
    assert "Compare the first three, rule by rule" in unsure.links


def test_it_is_offered_where_a_game_begins(visitor):
    for address in ("/games/new?all=1", "/rules"):
        assert visitor.get(address).links["Which rules are ours?"] == "/rules/which"


@pytest.mark.parametrize("text", BAD_SLUGS)
def test_replies_that_are_not_on_offer_are_left_out(visitor, text):
    page = visitor.get("/rules/which", needs=text, end=text, nonsense=text)
    assert (page.status, page.heading) == (200, "What do you need to go out?")
