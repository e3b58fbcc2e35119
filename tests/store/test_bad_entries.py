"""What can never be recorded is refused with a sentence, and nothing of its sending is recorded."""

import pytest

from scorepad.store import BadEntry, NoSuchGame

DEEP = 1
for _ in range(3000):
    DEEP = [DEEP]

BAD = {
    "no key": ({"key": ""}, "A key is"),
    "a long key": ({"key": "k" * 201}, "A key is"),
    "a key with a space": ({"key": "a b"}, "A key is"),
    "a round below nothing": ({"round": -1}, "A round is"),
    "a round without end": ({"round": 10**400}, "A round is"),
    "a round that is a text": ({"round": "1"}, "A round is"),
    "a round that is true": ({"round": True}, "A round is"),
    "an unknown place": ({"place": "kitchen"}, "A place is"),
    "a team 0": ({"place": "team0"}, "A place is"),
    "other digits": ({"place": "seat٣"}, "A place is"),
    "a place with a line's end": ({"place": "seat1\n"}, "A place is"),
    "a field with half a character": ({"field": "a\ud800"}, "A field is"),
    "a long field": ({"field": "f" * 101}, "A field is"),
    "a device with control characters": ({"device": "a\x00"}, "A device is"),
    "a base below nothing": ({"base": -1}, "A base is"),
    "a base beyond SQLite": ({"base": 2**63}, "A base is"),
    "a base that is true": ({"base": True}, "A base is"),
    "half a character": ({"value": "\ud800"}, "half a character"),
    "half a character inside": ({"value": {"typed": ["a\udfff"]}}, "half a character"),
    "half a character in a name": ({"value": {"\ud800": 1}}, "half a character"),
    "not a number": ({"value": float("nan")}, "cannot be written as JSON"),
    "infinity": ({"value": float("inf")}, "cannot be written as JSON"),
    "bytes": ({"value": b"1"}, "cannot be written as JSON"),
    "a set": ({"value": {1, 2}}, "cannot be written as JSON"),
    "mixed names": ({"value": {"a": 1, 2: 3}}, "cannot be written as JSON"),
    "thousands of digits": ({"value": 10**5000}, "cannot be written as JSON"),
    "too deep": ({"value": DEEP}, "20 deep"),
    "too long": ({"value": "x" * 200_000}, "200,002 characters"),
}


@pytest.mark.parametrize(("change", "sentence"), BAD.values(), ids=BAD)
def test_a_bad_entry_is_refused_with_a_sentence(club, game, entry, change, sentence):
    with pytest.raises(BadEntry, match=sentence) as refusal:
        club.record([entry(1), entry(**{"value": 2, "field": "left"} | change)])
    assert str(refusal.value).isascii() or "…" in str(refusal.value)
    assert len(str(refusal.value)) < 200
    assert club.history(game) == []


@pytest.mark.parametrize("game", [0, -1, 99, 2**63, 10**400, "1", True, None])
def test_an_unknown_game_is_refused(club, entry, game):
    with pytest.raises(NoSuchGame, match="There is no game"):
        club.record([entry(1), entry(2, game=game)])
    assert club.latest_seq() == 0


def test_no_entries_are_no_fault(club):
    assert club.record([]) == ()
    assert club.record_all([]) == ()


@pytest.mark.parametrize(
    "value", [0, -5, 1.5, "", "1'; DROP TABLE entry", "🃏 é \x00", [], {}, False, [None, {"a": []}]]
)
def test_any_json_value_comes_back_as_it_went_in(club, game, entry, value):
    (answer,) = club.record([entry(value)])
    (cell,) = club.cells(game).values()
    (logged,) = club.history(game)
    assert answer.value == cell.value == logged.value == value
    assert type(cell.value) is type(value)
