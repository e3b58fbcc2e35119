"""What the partner says to going out: asked for, kept, taken back."""

import pytest

from tests.web.ask.asking import READY, answer_of, ask_out, question_of
from tests.web.driving import OUT_FIRST


def _leave(page, says):
    (form,) = [form for form in page.forms if form.action.endswith("/out/leave")]
    return form.action, {**form.fields, "says": says}


@pytest.mark.parametrize(("says", "answer"), [("yes", "Yes"), ("no", "No")])
def test_what_the_partner_says_is_kept_and_answers(binding, says, answer):
    page = binding.visitor.post(*_leave(ask_out(binding, **READY), says))
    assert (page.status, answer_of(page)) == (200, answer)
    assert f"the partner said {says}" in page.text
    (entry,) = [one for one in binding.entries if one.field == "leave"]
    assert (entry.round, entry.place, entry.value) == (1, "seat1", {"says": says})
    assert entry.device
    assert question_of(page).fields["books.dirty"] == "5"


def test_what_the_partner_said_holds_for_that_player_alone(binding):
    binding.visitor.post(*_leave(ask_out(binding, **READY), "yes"))
    assert answer_of(ask_out(binding, **READY)) == "Yes"
    assert answer_of(ask_out(binding, **READY | {"seat": "2"})) == "No"


def test_what_the_partner_said_can_be_taken_back(binding):
    page = binding.visitor.post(*_leave(ask_out(binding, **READY), "yes"))
    page = binding.visitor.post(*_leave(page, ""))
    assert answer_of(page) == "No"
    assert [one.value for one in binding.entries if one.field == "leave"] == [{"says": "yes"}, None]


def test_pressing_twice_keeps_the_answer_once(binding):
    sent = _leave(ask_out(binding, **READY), "yes")
    binding.visitor.post(*sent)
    assert answer_of(binding.visitor.post(*sent)) == "Yes"
    assert len([one for one in binding.entries if one.field == "leave"]) == 1


def test_another_answer_from_a_page_that_was_used_is_not_kept(binding):
    action, fields = _leave(ask_out(binding, **READY), "yes")
    binding.visitor.post(action, fields)
    page = binding.visitor.post(action, fields | {"says": "no"})
    assert "had been used before" in page.said
    assert answer_of(page) == "Yes"


def test_an_answer_from_an_old_page_overwrites_nothing(binding):
    old = _leave(ask_out(binding, **READY), "no")
    binding.visitor.post(*_leave(ask_out(binding, **READY), "yes"))
    page = binding.visitor.post(*old)
    assert "nothing was overwritten" in page.said
    assert answer_of(page) == "Yes"


def test_a_page_that_lost_its_connection_keeps_nothing_and_shows_what_was_asked(
    binding, nothing_recorded
):
    action, fields = _leave(ask_out(binding, **READY), "yes")
    nothing_recorded()
    page = binding.visitor.post(action, fields | {"csrf_token": "x"})
    assert page.status == 422
    assert "lost its connection" in page.said
    assert question_of(page).fields["books.dirty"] == "5"


@pytest.mark.parametrize(
    "changes",
    [
        {"says": "maybe"},
        {"says": ["yes", "no"]},
        {"seat": "9"},
        {"seat": ""},
        {"seat": ["1", "2"]},
        {"game": "2", "endpoint": "x", "_anchor": "y", "": "z", "says": "perhaps"},
        {"books.clean": "9" * 9000, "says": "é\x00"},
    ],
)
def test_a_forged_answer_is_not_kept(binding, nothing_recorded, changes):
    action, fields = _leave(ask_out(binding, **READY), "yes")
    nothing_recorded()
    page = binding.visitor.post(action, fields | changes)
    assert page.status in (200, 422)
    assert "Nothing was kept" in page.said


def test_nothing_is_kept_where_nobody_is_asked(visitor, nothing_recorded):
    alone = visitor.begin("friends-family", "2x2")
    asked, partner_free = ask_out(alone, **READY), ask_out(visitor.begin("classic"), seat="1")
    nothing_recorded()
    for page in (asked, partner_free):
        assert not [form for form in page.forms if form.action.endswith("/leave")]
    (csrf,) = {form.fields["csrf_token"] for form in visitor.get("/games/new/classic").forms[:1]}
    own = {"csrf_token": csrf, "key": "0" * 32, "seen": "99999", "seat": "1", "says": "yes"}
    assert "Nothing was kept" in visitor.post(f"{alone.address}/out/leave", own).said


def test_asking_for_leave_in_a_game_that_is_over_is_not_kept(table, nothing_recorded):
    action, fields = _leave(ask_out(table, **READY), "yes")
    for number in range(1, 5):
        table.play(number, **OUT_FIRST)
    nothing_recorded()
    assert "Nothing was kept" in table.visitor.post(action, fields).said


def test_a_game_that_does_not_exist_keeps_nothing(visitor):
    assert visitor.post("/games/9999/out/leave", {"says": "yes"}).status in (404, 422)
