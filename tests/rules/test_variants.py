"""The eleven published variants, with their values typed here a second time from their sources.

`STATED` holds every number that page gives for a slug, and the words that matter; whatever number of a preset is not
there is a standard value or a guess, and has to be marked.
"""

from itertools import count

import pytest

from scorepad.rules import preset, provenance, slugs
from tests.rules.documents import numbers, values

REPORTED = ("whitnack", "bicycle", "classic")
"""Known at second hand."""


def steps(path, points_key, *pairs, first=0):
    """Steps of a list at a path: from so many on, so many points."""
    points = {f"{path}.{at}.{points_key}": points for at, (_, points) in enumerate(pairs, first)}
    return points | {f"{path}.{at}.from": start for at, (start, _) in enumerate(pairs, first)}


def opening(*minimums):
    return totals(*enumerate(minimums, start=1))


def totals(*bands, first=0):
    """Bands by own total; the page says where they begin but for the first, which takes in what is below 0."""
    return steps("opening.steps", "minimum", *bands, first=first)


def pays(where, *pairs):
    """What threes pay: from so many on."""
    return steps(f"threes.{where}.pays", "points", *pairs)


def needs(at=0, **books):
    return {f"going_out.cases.{at}.needs.{need}": number for need, number in books.items()}


def cards(points, *ranks):
    return {f"cards.{rank}": points for rank in ranks}


OUT, CUT = "going_out.cases.0.points", "bonuses.exact_cut.cases.0.points"
WILD, SEVENS = "books.wild.points", "books.sevens.points"
STANDARD = opening(50, 90, 120, 150)

STATED = {
    "whitnack": {
        **STANDARD, WILD: 1500, OUT: 100, "tables.0.hand": 13, "tables.0.foot": 13,
        **pays("red.laid", (1, 100)), **pays("red.held", (1, -100)), **needs(clean=2, dirty=2, wild=1),
        "going_out.partner_in_foot": True,
    },
    "simpson": {
        **STANDARD, "books.clean.points": 300, "books.dirty.points": 100, OUT: 100, CUT: 100,
        **pays("red.held", (1, -500)), **needs(clean=1, dirty=1),
    },
    "bicycle": {
        **STANDARD, "tables.0.hand": 11, "tables.0.foot": 11, "melds.wild_melds": False,
        "going_out.last_card": "discard", **needs(clean=1, dirty=1),
    },
    "dearie": {
        **opening(50, 90, 120, 150, 0),
        **{f"tables.{at}.players": n for at, n in zip(count(), (4, 2, 3, 6), strict=False)}, WILD: 1500,
        SEVENS: 1000, "books.red_threes.points": 1000, "books.red_threes.cards": 7, OUT: 100, "end.rounds": 5,
        "books.sevens.made_of": "naturals", **pays("red.laid", (1, 100)), **pays("red.held", (1, -500)),
        **needs(wild=1, sevens=1, clean=3, dirty=2),
    },
    "vegas": {
        **opening(90, 120, 150, 180), **pays("black.held", (1, -300)), **pays("red.held", (1, -500)),
        "going_out.cases.0.rounds.0": 1, "going_out.cases.0.rounds.1": 2, "going_out.cases.1.rounds.0": 3,
        "going_out.last_card": "meld", **needs(0, clean=3, dirty=3), **needs(1, clean=4, dirty=4),
        **needs(2, clean=5, dirty=5),
    },
    "laguna-woods": {
        **totals((15000, 90), (30000, 120), (50000, 150), first=1), "opening.steps.0.minimum": 50,
        "tables.0.teams": 2, "tables.1.teams": 3, WILD: 2500, SEVENS: 5000, "books.fives.points": 3000,
        OUT: 200, **pays("red.laid", (1, 100), (8, 300)), **needs(wild=1, sevens=1, fives=1),
    },
    "pierson": {
        **STANDARD, WILD: 2500, SEVENS: 1500, "tables.0.hand": 15, "tables.0.foot": 11,
        **needs(clean=1, dirty=1, wild=1, sevens=1),
    },
    "roth": {
        **totals((2500, 90), (5000, 120), (7500, 150), first=1), "opening.steps.0.minimum": 50, OUT: 100,
        CUT: 100, "end.targets.0.points": 10000, **pays("red.held", (1, -500)), **pays("black.held", (1, 0)),
        **cards(5, "4", "5", "6", "7", "8", "9"), **cards(10, "10", "J", "Q", "K"),
    },
    "good-sam": {
        **opening(90, 120, 150), OUT: 100, "bonuses.exact_deal.cases.0.points": 100, "end.rounds": 3,
        **pays("red.held", (1, -500)), **pays("black.held", (1, 0)), **cards(5, "4", "5", "6", "7", "8", "9"),
        **needs(clean=2, dirty=2), "going_out.last_card": "discard",
    },
    "pennies": {
        **totals((500, 90), (1000, 120), (1500, 150), first=1), "opening.steps.0.minimum": 50, WILD: 1000,
        SEVENS: 1500, "tables.0.players": 6, "tables.0.teams": 2, "end.targets.0.points": 20000,
        **pays("red.laid", (1, 100), (8, 1000)), **pays("red.laid(1)", (1, -100), (8, -1000)),
        "threes.red.laid(1).when.lacks.sevens": 1, **needs(clean=1, dirty=1, wild=1, sevens=1),
    },
    "classic": {
        **totals(("lowest", 15), (0, 50), (1500, 90), (3000, 120)), **pays("red.laid", (1, 100), (4, 800)),
        **pays("red.laid(1)", (1, -100), (4, -800)), "threes.red.laid(1).when.opened": "no",
        "melds.wild_melds": False, OUT: 200, "going_out.cases.0.concealed": "yes",
        "going_out.cases.1.points": 100, "tables.0.players": 4, "tables.0.decks": 2, "tables.0.hand": 11,
        "tables.0.foot": 0, "tables.0.knee": 0, "end.targets.0.points": 5000, **needs(0, any=1),
        **needs(1, any=1),
    },
}  # fmt: skip

USUAL = {
    "cards.joker": 50, **cards(20, "2", "A"), **cards(10, *"KQJ", "10", "9", "8"), **cards(5, *"7654"),
    **pays("black.held", (1, -5)), "books.clean.points": 500, "books.dirty.points": 300, "end.rounds": 4,
    "tables.0.players": 4, "tables.0.teams": 2, "tables.0.jokers": 2, "books.clean.cards": 7,
    "books.dirty.cards": 7, "melds.smallest": 3,
}  # fmt: skip
"""What a preset takes where its source is silent."""


@pytest.mark.parametrize("slug", slugs()[5:])
def test_the_preset_says_what_the_page_states_and_marks_what_it_does_not(slug):
    stated = STATED[slug]
    assert {path: values(slug).get(path) for path in stated} == stated
    source = "reported" if slug in REPORTED else "source"
    assert {str(provenance(preset(slug), path)) for path in stated} == {source}
    guesses = {path for path in numbers(slug) if path not in stated}
    assert {str(provenance(preset(slug), path)) for path in guesses} == {"assumed"}


@pytest.mark.parametrize("slug", STATED)
def test_where_the_source_is_silent_the_usual_value_stands(slug):
    silent = {path for path in USUAL if path in values(slug) and path not in STATED[slug]}
    if "end.targets.0.points" in STATED[slug]:
        silent.discard("end.rounds")
    assert {path: values(slug)[path] for path in silent} == {path: USUAL[path] for path in silent}


def test_the_fifth_round_of_dearie_opens_with_a_finished_book_and_only_that_one():
    books = [step.books for step in preset("dearie").opening.steps]
    assert [bool(codes) for codes in books] == [False, False, False, False, True]


def test_the_third_packet_is_dealt_in_laguna_woods_alone():
    with_a_knee = [slug for slug in slugs() if any(t.knee for t in preset(slug).tables)]
    assert with_a_knee == ["laguna-woods"]
