"""The fence around the rule sets that come with Scorepad."""

import tomllib
from itertools import combinations

import pytest

from scorepad.rules import (
    RulesError,
    choose,
    diff,
    from_document,
    parse,
    preset,
    slugs,
    to_document,
)
from scorepad.rules.document import walk
from scorepad.rules.presets import text

WITH_CHOICES = [slug for slug in slugs() if preset(slug).choices]


def _options(slug):
    return [(c.key, option.value) for c in preset(slug).choices for option in c.options]


def test_the_five_exact_sets_lead_the_list_and_the_eleven_variants_follow():
    assert slugs() == (
        *("partnership", "southern-ohio", "friends-family", "catawba", "two-handed"),
        *("bicycle", "classic", "dearie", "good-sam", "laguna-woods", "pennies", "pierson"),
        *("roth", "simpson", "vegas", "whitnack"),
    )


def test_an_unknown_preset_is_refused_with_the_nearest_name():
    with pytest.raises(RulesError, match="Did you mean “catawba”"):
        preset("catwaba")


@pytest.mark.parametrize("slug", slugs())
def test_every_preset_reads_and_is_written_back_unchanged(slug):
    rules = parse(text(slug))
    assert rules.slug == slug
    document = to_document(rules)
    assert document == tomllib.loads(text(slug))
    assert to_document(from_document(document)) == document


@pytest.mark.parametrize("slug", slugs())
def test_every_preset_is_no_house_rule_and_says_where_it_is_from(slug):
    rules = preset(slug)
    assert rules.parent is None
    assert rules.document.strip()
    assert rules.summary.endswith(".")


@pytest.mark.parametrize("slug", slugs())
def test_no_path_of_a_preset_is_listed_as_both_reported_and_assumed(slug):
    sources = preset(slug).provenance
    assert not set(sources.reported) & set(sources.assumed)
    assert len({*sources.reported, *sources.assumed}) == len(sources.reported + sources.assumed)


@pytest.mark.parametrize("slug", slugs())
def test_the_first_options_are_the_usual_ones_and_change_nothing(slug):
    usual = {choice.key: choice.options[0].value for choice in preset(slug).choices}
    assert diff(choose(preset(slug), usual), preset(slug)) == ()


@pytest.mark.parametrize(
    ("slug", "key", "value"), [(s, key, value) for s in WITH_CHOICES for key, value in _options(s)]
)
def test_every_option_can_be_chosen_alone_and_does_something_unless_it_is_the_usual_one(
    slug, key, value
):
    rules = preset(slug)
    changed = diff(choose(rules, {key: value}), rules)
    differs = [one for one in changed if not one.path.startswith("choices")]
    usual = next(c for c in rules.choices if c.key == key).options[0].value
    assert bool(differs) == (value != usual)


@pytest.mark.parametrize("slug", WITH_CHOICES)
def test_all_pairs_of_options_go_together(slug):
    for one, other in combinations(_options(slug), 2):
        if one[0] != other[0]:
            assert choose(preset(slug), dict([one, other])).slug == slug


@pytest.mark.parametrize("slug", WITH_CHOICES)
def test_all_last_options_go_together_and_the_answer_is_a_whole_rule_set(slug):
    last = {choice.key: choice.options[-1].value for choice in preset(slug).choices}
    document = to_document(choose(preset(slug), last))
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
    "going_out.cases.0.needs.clean": 1,
    "going_out.cases.0.needs.dirty": 1,
    "going_out.cases.0.points": 100,
    "tables.0.hand": 13,
    "tables.0.foot": 13,
    "tables.1.hand": 15,
    "play.take.cards": 7,
    "melds.beyond_book": "going_out",
    "melds.black_threes": "going_out",
    "threes.black.laid.pays.0.points": 5,
    "play.swipe": True,
    "books.bolivia.made_of": "wilds",
    "books.bolivia.cards": 7,
    "books.bolivia.points": 1500,
    "books.samba.made_of": "sequence",
    "books.samba.cards": 7,
    "books.samba.points": 1500,
    "melds.wild_melds": True,
    "melds.sequences": True,
}


@pytest.mark.parametrize(
    ("choices", "fragment"),
    [
        ({"bokks": "short"}, "has no choice “bokks”. Did you mean “books”?"),
        ({"books": "shrt"}, "“shrt” is not an option. Did you mean “short”?"),
        ({"books": ""}, "is not an option"),
    ],
)
def test_an_unknown_choice_is_refused_with_the_nearest(choices, fragment):
    with pytest.raises(RulesError) as caught:
        choose(preset("friends-family"), choices)
    assert fragment in str(caught.value)


def test_every_unknown_choice_is_named_at_once():
    with pytest.raises(RulesError) as caught:
        choose(preset("partnership"), {"books": "short", "swipe": "on"})
    assert len(caught.value.faults) == 2
    assert "It has no choices." in str(caught.value)
