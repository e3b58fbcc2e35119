"""The page of the reference card: for a game with its table's choices, and for a rule set before a game."""

import pytest

from scorepad.rules import from_document, preset, to_document
from tests.web.driving import OUT_FIRST, preset_tables


def card(table):
    return table.visitor.get(f"{table.address}/rules")


def rows(page, marker="rule"):
    """The lines of the card, text by label; with `marker` "now", those that apply now."""
    return {
        row.all("dt")[0].inside[0].strip(): row.all("dd")[0].text.replace("\xa0", " ") for row in page.classed(marker)
    }


def test_the_card_is_one_tap_from_the_table_and_names_its_source_once(table):
    page = table.visitor.get(table.page().links["Rules"])
    assert (page.status, page.heading) == (200, "Partnership Hand & Foot")
    assert rows(page)["Red books"].startswith("500 each")
    assert page.text.count("Rules of 4 hand, Hand Foot Canasta") == 1


def test_an_assumed_value_or_line_has_a_mark_with_a_legend(visitor, table):
    page = card(table)
    assert "* assumed" in rows(page)["Cards"]
    assert "assumed" not in rows(page)["Round 1"]
    assert "not in the source, so the usual value" in page.text
    terms = visitor.get("/rules/laguna-woods").root.all("dt")
    labels = [term.text.replace("\xa0", " ") for term in terms]
    assert "Dealt to each * assumed" in labels
    assert "Wild cards alone" in labels


def test_the_minimum_of_the_round_being_played_is_marked_in_words(visitor, table):
    assert rows(visitor.get("/rules/partnership"), "now") == {}
    assert rows(card(table), "now") == {"Round 1": "50 points now"}
    for number in range(1, 5):
        table.play(number, **OUT_FIRST)
        assert [*rows(card(table), "now")] == [f"Round {number + 1}"][: 4 - number]


def test_minimums_by_total_name_the_teams_they_are_for(visitor):
    table = visitor.begin("roth")
    table.play(1, **OUT_FIRST)
    lines = rows(card(table))
    assert lines["Up to 2,499"].endswith("now: Bob & Dora")
    assert lines["2,500 to 4,999"].endswith("now: Ann & Carla")


def test_it_has_the_choices_and_the_decks_of_this_table(visitor):
    lines = rows(card(visitor.begin("friends-family", decks="6", **{"choice.books": "short"})))
    assert lines["Books needed to go out"] == "Short: 1 red and 1 black"
    assert lines["Needs"].startswith("1 red book (clean), 1 black book (dirty)")
    assert lines["Cards"].startswith("6 decks ■ your table")


@pytest.mark.parametrize(("slug", "shape"), preset_tables())
def test_every_preset_has_a_card_at_every_table(visitor, slug, shape):
    page = visitor.get(f"/rules/{slug}", table=shape)
    assert (page.status, page.heading) == (200, preset(slug).name)
    assert rows(page)["Players"].startswith(shape.partition("x")[0])


def test_without_a_table_it_is_the_usual_one_and_the_others_are_a_tap_away(visitor):
    page = visitor.get("/rules/friends-family")
    assert rows(page)["Players"].startswith("4")
    other = visitor.get(page.links["2 players, each alone"])
    assert rows(other)["Dealt to each"].startswith("15 in the hand")
    assert other.links["Play by these rules"] == "/games/new/friends-family?table=2x2"


def test_an_unknown_rule_set_or_table_has_no_card(visitor):
    for slug in ("unknown", "..", "%00", "Partnership", "x" * 2000, "٣"):
        assert visitor.get(f"/rules/{slug}").status == 404, slug
    for shape in ("", "4", "4x3", "x", "4X2", "٤x2", "9" * 400):
        assert visitor.get("/rules/partnership", table=shape).status == 404, shape


def test_words_of_a_rule_set_are_words_on_the_page(visitor, monkeypatch):
    document = to_document(preset("partnership"))
    document["books"][0]["many"] = "<b>Red</b>"
    rules = from_document(document)
    monkeypatch.setattr("scorepad.play.rules.catalog.preset", lambda slug: rules)
    answer = visitor.client.get("/rules/partnership")
    assert "&lt;b&gt;Red" in answer.text
    assert "<b>Red" not in answer.text
