"""The page of the reference card: of a game as its table plays it, and of a rule set before a game."""

import pytest

from scorepad.rules import preset, to_document
from tests.web.driving import OUT_FIRST, guarded, preset_tables


def rows(page):
    """What the card says, label to words."""
    found = [one for one in page.root.all("div") if "rule" in one["class"].split()]
    return {label(one): one.all("dd")[0].text for one in found}


def label(row):
    """The label of a line, without its mark."""
    return row.all("dt")[0].inside[0].strip()


def marked_now(page):
    """The labels of the lines that hold now."""
    found = [one for one in page.root.all("div") if "now" in one["class"].split()]
    return [label(one) for one in found]


def test_the_card_is_one_tap_from_the_table(table):
    page = table.visitor.get(table.page().links["Rules"])
    assert page.status == 200
    assert page.heading == "Partnership Hand & Foot"
    assert rows(page)["Red books"].startswith("500 each")


def test_it_says_once_which_document_the_rules_come_from(table):
    page = table.visitor.get(f"{table.address}/rules")
    assert page.text.count("Rules of 4 hand, Hand Foot Canasta") == 1


def test_what_is_assumed_says_so_in_a_word_and_the_legend_says_what_that_means(table):
    page = table.visitor.get(f"{table.address}/rules")
    assert "* assumed" in rows(page)["Cards"].replace("\xa0", " ")
    assert "assumed" not in rows(page)["Round 1"]
    assert "not in the source, so the usual value" in page.text


def test_a_mark_for_a_whole_line_stands_at_its_label(visitor):
    page = visitor.get("/rules/laguna-woods")
    labels = [one.text.replace("\xa0", " ") for one in page.root.all("dt")]
    assert "Dealt to each * assumed" in labels
    assert "Wild cards alone" in labels


def test_the_minimum_of_the_round_being_played_is_marked_in_words(table):
    page = table.visitor.get(f"{table.address}/rules")
    assert rows(page)["Round 1"] == "50 points now"
    assert marked_now(page) == ["Round 1"]
    table.play(1, **OUT_FIRST)
    assert marked_now(table.visitor.get(f"{table.address}/rules")) == ["Round 2"]


def test_after_the_end_nothing_is_now(table):
    for number in range(1, 5):
        table.play(number, **OUT_FIRST)
    assert marked_now(table.visitor.get(f"{table.address}/rules")) == []


def test_minimums_by_total_name_the_teams_they_are_for(visitor):
    table = visitor.begin("roth")
    table.play(1, **OUT_FIRST)
    found = rows(visitor.get(f"{table.address}/rules"))
    assert found["Up to 2,499"].endswith("now: Bob & Dora")
    assert found["2,500 to 4,999"].endswith("now: Ann & Carla")


def test_it_tells_the_choices_and_the_decks_of_this_table(visitor):
    table = visitor.begin("friends-family", decks="6", **{"choice.books": "short"})
    found = rows(visitor.get(f"{table.address}/rules"))
    assert found["Books needed to go out"] == "Short: 1 red and 1 black"
    assert found["Needs"].startswith("1 red book (clean), 1 black book (dirty)")
    assert found["Cards"].replace("\xa0", " ").startswith("6 decks ■ your table")


def test_an_unknown_game_has_no_card(visitor):
    for number in ("999999", "0", "1" + "0" * 400):
        assert visitor.get(f"/games/{number}/rules").status == 404


@pytest.mark.parametrize(("slug", "shape"), preset_tables())
def test_every_preset_has_a_card_at_every_table(visitor, slug, shape):
    page = visitor.get(f"/rules/{slug}", table=shape)
    assert page.status == 200
    assert page.heading == preset(slug).name
    assert rows(page)["Players"].startswith(shape.partition("x")[0])


def test_without_a_table_it_is_the_usual_one_and_the_others_are_a_tap_away(visitor):
    page = visitor.get("/rules/friends-family")
    assert rows(page)["Players"].startswith("4")
    other = visitor.get(page.links["2 players, each alone"])
    assert rows(other)["Dealt to each"].startswith("15 in the hand")


def test_it_leads_to_a_game_at_the_same_table(visitor):
    page = visitor.get("/rules/friends-family", table="2x2")
    assert page.links["Play by these rules"] == "/games/new/friends-family?table=2x2"


def test_before_a_game_nothing_is_now(visitor):
    assert marked_now(visitor.get("/rules/partnership")) == []


@pytest.mark.parametrize("slug", ["unknown", "..", "%00", "Partnership", "x" * 2000, "٣"])
def test_an_unknown_rule_set_has_no_card(visitor, slug):
    assert visitor.get(f"/rules/{slug}").status == 404


@pytest.mark.parametrize("shape", ["", "4", "4x3", "x", "4X2", "٤x2", "9" * 400])
def test_an_unknown_table_has_no_card(visitor, shape):
    assert visitor.get("/rules/partnership", table=shape).status == 404


@pytest.mark.parametrize("address", ["/rules/partnership", "/games/1/rules"])
def test_a_card_is_for_reading(visitor, table, address):
    answer = visitor.client.post(address, data={"x": "1"})
    assert answer.status_code == 405
    guarded(answer)


def test_words_of_a_rule_set_are_words_on_the_page(visitor, table, monkeypatch):
    document = to_document(preset("partnership"))
    document["books"][0]["many"] = "<b>Red</b>"
    monkeypatch.setattr("scorepad.web.games.reference_card.preset", lambda slug: _read(document))
    answer = visitor.client.get("/rules/partnership")
    assert "&lt;b&gt;Red" in answer.text
    assert "<b>Red" not in answer.text


def _read(document):
    from scorepad.rules import from_document

    return from_document(document)
