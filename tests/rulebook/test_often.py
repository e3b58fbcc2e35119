"""The page of the values that tables change most, and what follows from its answers."""

from scorepad.rulebook.additions import restore
from scorepad.rulebook.form import form
from scorepad.rulebook.house_rules import house_rules
from scorepad.rulebook.parse import parse
from scorepad.rules import preset, to_document
from scorepad.rules.keys import Group

PARTNERSHIP = preset("partnership")


def typed(document, group, **texts):
    result = parse(document, group, {path.replace("__", "."): (text,) for path, text in texts.items()})
    assert not result.faults
    return result.document


def test_a_cut_that_is_named_after_the_cards_dealt_follows_their_number():
    draft = to_document(PARTNERSHIP, every_key=True)
    dealt = typed(draft, Group.DEAL, tables__1__hand="13")
    assert (dealt["bonuses"][0]["one"], dealt["bonuses"][0]["many"]) == ("Exact cut of 24", "Exact cuts of 24")
    named = typed(dealt, Group.BONUSES, bonuses__exact_cut__one="Perfect cut")
    assert typed(named, Group.DEAL, tables__1__foot="13")["bonuses"][0]["one"] == "Perfect cut"


def test_the_one_column_asks_about_decks_and_draws_and_says_what_going_out_takes():
    draft = to_document(PARTNERSHIP, every_key=True)
    labels = {field.path: field.label for section in form(draft, draft, Group.OFTEN) for field in section.fields}
    assert (labels["tables.1.decks"], labels["play.draw"]) == ("Decks of cards", "Cards drawn in a turn")
    changed = typed(draft, Group.OFTEN, going_out__cases__1__needs__clean="4")
    assert [rule.about for rule in house_rules(changed, draft, PARTNERSHIP)] == ["Red books to go out"]


def test_minimums_by_total_are_asked_and_said_as_totals_and_go_back_together():
    parent = to_document(PARTNERSHIP, every_key=True)
    draft = typed(parent, Group.OPENING, opening__by="total")
    field = next(f for s in form(draft, parent, Group.OPENING) for f in s.fields if f.path == "opening.steps.2.from")
    assert (field.label, field.key.step, field.parent) == ("From a total of", 500, "")
    rule = house_rules(draft, parent, PARTNERSHIP)[0]
    assert rule.here.startswith("the team’s own total before the round (50 at the start, and below 0; 90 from a total")
    assert not any("from" in other.path for other in house_rules(draft, parent, PARTNERSHIP))
    assert restore(draft, parent, "opening.by")
    assert draft["opening"] == parent["opening"]
