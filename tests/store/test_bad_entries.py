"""Entries that can never be recorded are refused with a sentence, with all entries that were sent with them."""

import pytest

from scorepad.store import BadEntry, NoSuchGame

DEEP = 1
for _ in range(3000):
    DEEP = [DEEP]

BAD = {
    "A key is": [{"key": key} for key in ("", "k" * 201, "a b")],
    "A round is": [{"round": number} for number in (-1, 10**400, "1", True)],
    "A place is": [{"place": place} for place in ("kitchen", "team0", "seat٣", "seat1\n")],
    "A field is": [{"field": field} for field in ("a\ud800", "f" * 101)],
    "A device is": [{"device": "a\x00"}],
    "A base is": [{"base": base} for base in (-1, 2**63, True)],
    "half a character": [{"value": value} for value in ("\ud800", {"typed": ["a\udfff"]}, {"\ud800": 1})],
    "cannot be written as JSON": [
        {"value": value} for value in (float("nan"), float("inf"), b"1", {1, 2}, {"a": 1, 2: 3}, 10**5000)
    ],
    "20 deep": [{"value": DEEP}],
    "200,002 characters": [{"value": "x" * 200_000}],
}
CASES = [(change, sentence) for sentence, changes in BAD.items() for change in changes]


@pytest.mark.parametrize(("change", "sentence"), CASES, ids=range(len(CASES)))
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
