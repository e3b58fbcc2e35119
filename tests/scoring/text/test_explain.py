"""Melds in words."""

import pytest

from scorepad.scoring.advice.opening import Meld
from scorepad.scoring.text.explain import meld_text, melds_text


@pytest.mark.parametrize(
    ("meld", "words"),
    [
        (Meld("K", 3), "3 kings"),
        (Meld("7", 2, ("2",)), "2 sevens with a two"),
        (Meld("A", 4, ("joker", "2", "2")), "4 aces with a joker and 2 twos"),
        (Meld("joker", 0, ("2", "2", "joker")), "1 joker and 2 twos"),
        (Meld("2", 3), "3 twos"),
        (Meld("sequence", cards=("6", "5", "4")), "the sequence six, five and four"),
    ],
)
def test_a_meld_is_said_as_across_a_table(meld, words):
    assert meld_text(meld) == words


def test_several_melds_are_one_sentence():
    melds = (Meld("K", 3), Meld("7", 2, ("2",)))
    assert melds_text(melds) == "3 kings and 2 sevens with a two"
