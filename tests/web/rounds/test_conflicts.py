"""A conflict is asked about on every phone, with what each typed, until somebody has settled it."""

import pytest

from tests.web.driving import Table, Visitor, filled, level_round
from tests.web.rounds.conflicting import (
    asked,
    at_once,
    boxes,
    choices,
    for_the_script,
    settle,
    tapped,
    two_phones,
)


@pytest.fixture
def phones(app):
    """Ann's phone and Bob's at one table."""
    return two_phones(app)


def standing(table, place="team1", field="clean", number=1):
    return table.visitor.club.cells(table.game)[number, place, field].value


def test_both_phones_are_told_both_values_and_who_typed_them(phones):
    at_once(phones, {"team1.clean": "3"}, {"team1.clean": "4"})
    ann, bob = phones
    subject = "Red books, Ann & Carla:"
    assert asked(ann.page()) == [f"{subject} You typed 3, Bob typed 4. Which is right?"]
    assert asked(bob.page()) == [f"{subject} Ann typed 3, you typed 4. Which is right?"]
    assert asked(bob.sheet().page) == asked(bob.page())
    assert list(choices(ann.page())) == ["3", "4"]


def test_two_who_tapped_the_same_tally_are_asked_how_many_it_is(phones):
    tapped(phones)
    assert asked(phones[0].page()) == [
        "Red books, Ann & Carla: You tapped 1, Bob tapped 1. Is it 1 or 2?"
    ]


def test_what_two_tapped_is_added_to_what_both_saw(phones):
    phones[0].sheet().save(**{"team1.clean": "2"})
    tapped(phones)
    assert list(choices(phones[0].page())) == ["3", "4"]


def test_a_conflict_of_an_earlier_round_is_still_asked_about(phones):
    at_once(phones, {"team1.clean": "3"}, {"team1.clean": "4"})
    level_round(phones[0], 1)
    page = phones[1].page()
    assert page.heading == "Round 2"
    assert asked(page)[0].startswith("Round 1, Red books, Ann & Carla: Ann typed 3, you typed 4.")
    assert for_the_script(page) == []
    assert for_the_script(phones[1].sheet(1).page) == ["team1.clean"]


def test_a_conflict_that_is_left_after_the_last_round_stands_on_the_result(phones):
    at_once(phones, {"team1.clean": "3"}, {"team1.clean": "4"})
    for number in range(1, 5):
        level_round(phones[0], number)
    assert phones[0].page().title.endswith("the result · Scorepad")
    assert asked(phones[0].page())[0].startswith("Round 1, Red books")


@pytest.mark.parametrize(
    ("mine", "theirs", "words"),
    [
        ({"table.ended": "seat1"}, {"table.ended": "stock"},
         "How the round ended: You said “Ann went out”, Bob said “The stock ran out”."),
        ({"team1.melded": "120+85"}, {"team1.melded": "200"},
         "Cards melded, Ann & Carla: You typed 120+85, Bob typed 200."),
        ({"team1.adjustment1.points": "-50", "team1.adjustment1.reason": "Peeked"},
         {"team1.adjustment1.points": "100", "team1.adjustment1.reason": "Cheer"},
         "Adjustment 1, Ann & Carla: You typed −50 (Peeked), Bob typed 100 (Cheer)."),
        ({"team1.ruling": "We let it"}, {"team1.ruling": "A joke"},
         "The table’s ruling, Ann & Carla: You typed “We let it”, Bob typed “A joke”."),
    ],
)  # fmt: skip
def test_every_kind_of_value_has_its_words(phones, mine, theirs, words):
    at_once(phones, mine, theirs)
    assert asked(phones[0].page())[0].replace("'", "’").startswith(words)


def test_an_emptied_value_and_a_packet_have_words_too(phones):
    ann, bob = phones
    ann.sheet().save(**{"team1.melded": "300"})
    sheet = bob.sheet()
    place = f"{ann.address}/rounds/1/count/team1/melded"
    page = ann.visitor.get(place, by="piles")
    form = page.form("?by=piles")
    ann.visitor.post(form.action, filled(form, {"pile.50": "2"}) | {"action": "keep"})
    sheet.save(**{"team1.melded": ""})
    assert "You counted 2 × 50 (100 points), Bob emptied it." in asked(ann.page())[0]
    assert list(choices(ann.page())) == ["2 × 50 (100 points)", "blank"]
    settle(ann, "blank")
    assert standing(ann, field="melded") is None
    assert boxes(bob.page()) == []


def test_both_halves_of_an_adjustment_are_named_for_the_script(phones):
    stem = "team1.adjustment1"
    typed = [{f"{stem}.points": n, f"{stem}.reason": "x"} for n in ("10", "20")]
    at_once(phones, *typed)
    assert for_the_script(phones[0].page()) == [f"{stem}.points", f"{stem}.reason"]


def test_a_table_without_a_conflict_asks_nothing(phones):
    at_once(phones, {"team1.clean": "3"}, {"team2.clean": "4"})
    at_once(phones, {"team1.dirty": "3"}, {"team1.dirty": "3"})
    assert boxes(phones[0].page()) == []


def test_of_three_who_tapped_each_may_have_counted_one(app, phones):
    carla = Table(Visitor(app), phones[0].game)
    tapped((*phones, carla))
    page = phones[1].page()
    words = "Ann tapped 1, you tapped 1, another phone tapped 1. Is it 1, 2 or 3?"
    assert asked(page) == [f"Red books, Ann & Carla: {words}"]
    assert list(choices(page)) == ["1", "2", "3"]


def test_a_round_that_is_not_there_any_more_asks_nothing(phones):
    level_round(phones[0], 1)
    forms = [table.page().form("/starter") for table in phones]
    for table, form, seat in zip(phones, forms, "12", strict=True):
        table.visitor.post(form.action, form.fields | {"seat": seat})
    assert asked(phones[0].page())[0].startswith("Who starts:")
    phones[0].visitor.send(phones[0].page().form("/undo"))
    phones[0].visitor.send(phones[0].page().form("/undo"))
    assert not phones[0].record.rounds[0].finished
    assert boxes(phones[0].page()) == []
