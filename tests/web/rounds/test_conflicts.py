"""Every phone shows a conflict, with what each phone typed, until someone resolves it."""

import pytest

from tests.web.driving import Table, Visitor, filled, level_round
from tests.web.rounds.conflicting import (
    THREE_OR_FOUR,
    asked,
    at_once,
    boxes,
    choices,
    for_the_script,
    resolve,
    standing,
    start,
    tapped,
)

BOOKS = "Red books, Ann & Carla:"


def test_both_phones_show_both_values_and_who_typed_them(phones):
    ann, bob = phones
    at_once(phones, {"team2.clean": "3", "team1.dirty": "3"}, {"team1.dirty": "3"})
    at_once(phones, {"team1.melded": "1,245"}, {"team1.melded": "1245"})
    assert boxes(ann.page()) == []
    at_once(phones, *THREE_OR_FOUR)
    assert asked(ann.page()) == [f"{BOOKS} You typed 3, Bob typed 4. Which is right?"]
    assert asked(bob.page()) == [f"{BOOKS} Ann typed 3, you typed 4. Which is right?"]
    assert asked(bob.sheet().page) == asked(bob.page())
    assert list(choices(ann.page())) == ["3", "4"]


def test_two_who_tapped_the_same_tally_are_asked_how_many_it_is(app, phones):
    tapped(phones)
    assert asked(phones[0].page()) == [f"{BOOKS} You and Bob both added one. One red book or two?"]
    assert asked(phones[1].page()) == [f"{BOOKS} Ann and you both added one. One red book or two?"]
    assert phones[1].page().classed("to-settle")[0].text == "Both added one: Red books, Ann & Carla"
    resolve(phones[0], "2")
    tapped(phones)
    assert asked(phones[0].page()) == [f"{BOOKS} You and Bob both added one. Three red books or four?"]
    resolve(phones[0], "3")
    tapped((*phones, Table(Visitor(app), phones[0].game)))
    page = phones[1].page()
    words = "Ann tapped 4, you tapped 4, another phone tapped 4. Is it 4, 5 or 6?"
    assert asked(page) == [f"{BOOKS} {words}"]
    assert list(choices(page)) == ["4", "5", "6"]


def test_a_conflict_of_an_earlier_round_is_asked_about_until_the_result(phones):
    ann, bob = phones
    at_once(phones, *THREE_OR_FOUR)
    level_round(ann, 1)
    page = bob.page()
    assert page.heading == "Round 2"
    assert asked(page)[0].startswith(f"Round 1, {BOOKS} Ann typed 3, you typed 4.")
    assert for_the_script(page) == []
    assert for_the_script(bob.sheet(1).page) == ["team1.clean"]
    for number in (2, 3, 4):
        level_round(ann, number)
    assert ann.page().title.endswith("the result · Scorepad")
    assert asked(ann.page())[0].startswith("Round 1, Red books")


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
    page = phones[0].page()
    assert asked(page)[0].replace("'", "’").startswith(words)
    assert for_the_script(page) == list(mine) or "table.ended" in mine


def test_an_emptied_value_and_a_packet_have_words_too(phones):
    ann, bob = phones
    ann.sheet().save(team1__melded="300")
    sheet = bob.sheet()
    page = ann.visitor.get(f"{ann.address}/rounds/1/count/team1/melded", by="piles")
    form = page.form("?by=piles")
    ann.visitor.post(form.action, filled(form, {"pile.50": "2"}) | {"action": "keep"})
    sheet.save(team1__melded="")
    assert "You counted 2 × 50 (100 points), Bob emptied it." in asked(ann.page())[0]
    assert list(choices(ann.page())) == ["2 × 50 (100 points)", "blank"]
    resolve(ann, "blank")
    assert standing(ann, field="melded") is None
    assert boxes(bob.page()) == []


def test_a_round_that_is_not_there_any_more_asks_nothing(phones):
    ann, _ = phones
    level_round(ann, 1)
    start(phones, "12")
    assert asked(ann.page())[0].startswith("Who starts:")
    for _ in range(2):
        ann.visitor.send(ann.page().form("/undo"))
    assert not ann.record.rounds[0].finished
    assert boxes(ann.page()) == []
