"""The partner's answer to going out: requested, recorded, taken back."""

import pytest

from tests.web.ask.asking import READY, answer_of, ask_out, question_of
from tests.web.driving import OUT_FIRST


def _answer(table, says="yes", page=None, **changes):
    """Record the partner's answer on a page (default: a new one), and return the next page."""
    form = (page or ask_out(table, **READY)).form("/out/leave")
    return table.visitor.post(form.action, form.fields | {"says": says} | changes)


def _recorded(table):
    return [entry.value for entry in table.entries if entry.field == "leave"]


@pytest.mark.parametrize(("says", "answer"), [("yes", "Yes"), ("no", "No")])
def test_what_the_partner_says_is_recorded_for_that_player_and_answers(binding, says, answer):
    page = _answer(binding, says)
    assert (page.status, answer_of(page)) == (200, answer)
    assert f"the partner said {says}" in page.text
    (entry,) = [entry for entry in binding.entries if entry.field == "leave"]
    assert (entry.round, entry.place, entry.value) == (1, "seat1", {"says": says})
    assert entry.device
    assert question_of(page).fields["books.dirty"] == "5"
    assert answer_of(ask_out(binding, **READY)) == answer
    assert answer_of(ask_out(binding, **READY | {"seat": "2"})) == "Ask Dora"


def test_what_the_partner_said_can_be_taken_back(binding):
    page = _answer(binding, "", _answer(binding))
    assert answer_of(page) == "Ask Carla"
    assert _recorded(binding) == [{"says": "yes"}, None]


def test_a_page_that_was_used_or_is_older_overwrites_no_answer(binding):
    mine, theirs = ask_out(binding, **READY), ask_out(binding, **READY)
    for _ in range(2):
        assert answer_of(_answer(binding, "yes", theirs)) == "Yes"
    for page, words in ((theirs, "was already sent once"), (mine, "nothing was overwritten")):
        page = _answer(binding, "no", page)
        assert (answer_of(page), words in page.said) == ("Yes", True)
    assert [entry.status for entry in binding.entries if entry.field == "leave"] == ["applied", "conflict"]


@pytest.mark.parametrize(
    ("changes", "words"),
    [
        ({"csrf_token": "x"}, "was out of date"),
        ({"says": "maybe"}, "Nothing was saved"),
        ({"says": ["yes", "no"]}, "Nothing was saved"),
        ({"seat": "9"}, "Nothing was saved"),
        ({"seat": ""}, "Nothing was saved"),
        ({"seat": ["1", "2"]}, "Nothing was saved"),
        ({"game": "2", "endpoint": "x", "_anchor": "y", "": "z", "says": "perhaps"}, "Nothing was saved"),
        ({"books.clean": "9" * 9000, "says": "é\x00"}, "Nothing was saved"),
    ],
)
def test_a_stale_or_forged_answer_is_not_recorded(binding, nothing_recorded, changes, words):
    page = ask_out(binding, **READY)
    nothing_recorded()
    page = _answer(binding, page=page, **changes)
    assert page.status in (200, 422)
    assert words in page.said
    if "csrf_token" in changes:
        assert (page.status, question_of(page).fields["books.dirty"]) == (422, "5")


def test_nothing_is_recorded_where_no_partner_is_asked(visitor, nothing_recorded):
    alone, roth = visitor.begin("friends-family", "2x2"), visitor.begin("roth")
    nothing_recorded()
    for page in (ask_out(alone, **READY), ask_out(roth, seat="1")):
        assert not [form for form in page.forms if form.action.endswith("/leave")]
    token = visitor.get("/games/new/roth").forms[0].fields["csrf_token"]
    own = {"csrf_token": token, "key": "0" * 32, "seen": "99999", "seat": "1", "says": "yes"}
    assert "Nothing was saved" in visitor.post(f"{alone.address}/out/leave", own).said


def test_an_answer_in_a_game_that_is_over_or_not_there_is_not_recorded(table, nothing_recorded):
    page = ask_out(table, **READY)
    for number in range(1, 5):
        table.play(number, **OUT_FIRST)
    nothing_recorded()
    assert "Nothing was saved" in _answer(table, page=page).said
    gone = table.visitor.post("/games/9999/out/leave", {"says": "yes"})
    assert gone.status in (404, 422)


def test_where_nobody_must_ask_the_answer_of_who_was_asked_decides(visitor):
    table = visitor.begin("classic")
    seated = {"seat": "1", "books.clean": "1"}
    page = ask_out(table, **seated)
    assert "Ask first? If Carla says no, Ann must wait." in page.text
    page = _answer(table, page=page, says="no")
    assert "Your partner said no, so you may not go out." in page.text
