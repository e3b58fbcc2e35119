"""The word of a link: made from the secret key for one club, one role, one game and one generation."""

import re

import pytest

from scorepad.store import Role
from scorepad.web.access.links import is_valid, purpose, word

SECRET = "0123456789abcdef" * 4
GOOD = word(SECRET, "", Role.SCORER, 12, 1)
A = "a" * 26


def test_a_word_says_what_it_is_for_and_no_more():
    assert re.fullmatch("s12-[a-z2-7]{26}", GOOD)
    assert is_valid(GOOD, SECRET, "", 1)
    for role, game in ((Role.SCORER, 12), (Role.WATCHER, 7), (Role.OWNER, 0), (Role.READER, 0)):
        assert purpose(word(SECRET, "", role, game, 3)) == (role, game)


@pytest.mark.parametrize(
    "other",
    [
        word("f" * 64, "", Role.SCORER, 12, 1),
        word(SECRET, "elm-street", Role.SCORER, 12, 1),
        word(SECRET, "", Role.WATCHER, 12, 1),
        word(SECRET, "", Role.SCORER, 13, 1),
        word(SECRET, "", Role.SCORER, 12, 2),
        word(SECRET, "", Role.SCORER, 1, 21),
        word(SECRET, "", Role.OWNER, 0, 1),
    ],
)
def test_a_word_holds_for_one_key_club_role_game_and_generation(other):
    assert not is_valid(f"s12-{other.partition('-')[2]}", SECRET, "", 1)


def test_every_letter_counts():
    for at in range(4, len(GOOD)):
        changed = GOOD[:at] + ("a" if GOOD[at] != "a" else "b") + GOOD[at + 1 :]
        assert not is_valid(changed, SECRET, "", 1)


@pytest.mark.parametrize(
    "text",
    [
        "", "s12", f"s-{A}", f"o12-{A}", f"s012-{A}", f"s0-{A}", f"s1234567890-{A}", f"x12-{A}", f"s12-{A[1:]}",
        f"s12-{A}a", f"s12-{A.upper()}", f"s١٢-{A}", "s12-" + "1" * 26, f"{GOOD}\n", f" {GOOD}",
    ],
)  # fmt: skip
def test_other_text_is_for_nothing(text):
    assert purpose(text) is None
    assert not is_valid(text, SECRET, "", 1)
