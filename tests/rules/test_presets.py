"""The rule sets that come with Scorepad."""

import tomllib
from itertools import combinations

import pytest

from scorepad.rulebook.suspicions import suspicions
from scorepad.rules import RulesError, choose, diff, from_document, parse, preset, slugs, to_document
from scorepad.rules.document import walk
from scorepad.rules.presets import text

WITH_CHOICES = [slug for slug in slugs() if preset(slug).choices]


def test_the_five_exact_sets_lead_the_list_and_the_variants_follow():
    assert slugs() == (
        *("partnership", "southern-ohio", "friends-family", "catawba", "two-handed"),
        *("bicycle", "biriba", "buraco", "burraco", "burraco-international", "classic", "dearie", "good-sam"),
        *("laguna-woods", "pennies", "pierson", "roth", "simpson", "vegas", "whitnack"),
    )


def test_an_unknown_preset_is_refused_with_the_nearest_name():
    with pytest.raises(RulesError, match="Did you mean “catawba”"):
        preset("catwaba")


@pytest.mark.parametrize("slug", slugs())
def test_every_preset_reads_is_written_back_unchanged_and_says_where_it_is_from(slug):
    rules = parse(text(slug))
    assert (rules.slug, rules.parent) == (slug, None)
    document = to_document(rules)
    assert document == tomllib.loads(text(slug))
    assert to_document(from_document(document)) == document
    assert not [*suspicions(rules)]
    assert rules.document.strip()
    assert rules.summary.endswith(".")
    sources = [*rules.provenance.reported, *rules.provenance.assumed]
    assert len(set(sources)) == len(sources)
    usual = {choice.key: choice.options[0].value for choice in rules.choices}
    assert diff(choose(rules, usual), rules) == ()


@pytest.mark.parametrize("slug", WITH_CHOICES)
def test_every_option_but_the_usual_one_does_something_and_all_go_together(slug):
    rules = preset(slug)
    options = [(choice, option.value) for choice in rules.choices for option in choice.options]
    for choice, value in options:
        changes = diff(choose(rules, {choice.key: value}), rules)
        differs = any(not change.path.startswith("choices") for change in changes)
        assert differs == (value != choice.options[0].value), (choice.key, value)
        assert not [*suspicions(choose(rules, {choice.key: value}))]
    for (choice, value), (other, others_value) in combinations(options, 2):
        if choice != other:
            assert choose(rules, {choice.key: value, other.key: others_value}).slug == slug
    last = {choice.key: choice.options[-1].value for choice in rules.choices}
    document = to_document(choose(rules, last))
    assert document["choices"] == []
    assert to_document(from_document(document)) == document


def test_the_choices_friends_and_family_names_are_offered_in_its_order():
    offered = {c.key: [o.value for o in c.options] for c in preset("friends-family").choices}
    assert offered == {
        "books": ["full", "short"],
        "cards": ["11", "13"],
        "pickup": ["6", "7"],
        "finished_books": ["any-time", "going-out"],
        "black_threes": ["discard", "meld"],
        "swipe": ["off", "on"],
        "bolivias": ["off", "on"],
        "sambas": ["off", "on"],
    }
    assert next(c for c in preset("friends-family").choices if c.key == "cards").players == (4,)


def test_what_those_choices_change_is_what_the_document_says():
    rules = preset("friends-family")
    everything = {choice.key: choice.options[-1].value for choice in rules.choices}
    played = dict(walk(to_document(choose(rules, everything))))
    assert {path: played[path] for path in CHOSEN} == CHOSEN


CHOSEN = {
    "going_out.cases.1.needs.clean": 1, "going_out.cases.1.needs.dirty": 1, "going_out.cases.1.points": 100,
    "tables.1.hand": 13, "tables.1.foot": 13, "tables.2.hand": 15, "play.take.cards": 7,
    "melds.beyond_book": "going_out", "melds.black_threes": "going_out", "threes.black.laid.pays.1.points": 5,
    "play.swipe": True, "books.bolivia.made_of": "wilds", "books.bolivia.cards": 7,
    "books.bolivia.points": 1500, "books.samba.made_of": "sequence", "books.samba.cards": 7,
    "books.samba.points": 1500, "melds.wild_melds": True, "melds.sequences": True,
}  # fmt: skip


@pytest.mark.parametrize(
    ("slug", "choices", "fragments"),
    [
        ("friends-family", {"bokks": "short"}, ["no choice “bokks”. Did you mean “books”?"]),
        ("friends-family", {"books": "shrt"}, ["is not an option. Did you mean “short”?"]),
        ("friends-family", {"books": ""}, ["is not an option"]),
        ("partnership", {"books": "short", "swipe": "on"}, ["It has no choices."] * 2),
    ],
)
def test_every_unknown_choice_is_refused_with_the_nearest(slug, choices, fragments):
    with pytest.raises(RulesError) as caught:
        choose(preset(slug), choices)
    for fault, fragment in zip(caught.value.faults, fragments, strict=True):
        assert fragment in str(fault)
