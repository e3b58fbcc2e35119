"""`scorepad rules what-if`: a game scored again under other rules."""

import json

import pytest

from tests.browser.tables import visiting
from tests.cli.invoke import errors, run
from tests.web.driving import OUT_FIRST


@pytest.fixture
def played(instance):
    """A club at home with a finished and an unfinished game."""
    instance.mkdir()
    with visiting(instance) as owner:
        over = owner.begin()
        over.play(1, **OUT_FIRST | {"seat1.exact_cut": "1"})
        over.decide(decision="over")
        owner.begin()


def test_both_outcomes_and_what_is_not_certain_are_printed(played):
    lines = run("rules", "what-if", "1", "southern-ohio").stdout.splitlines()
    # 4 × 500 + 5 × 300 + 900, and 100 each for going out and the cut; neither pays there.
    assert lines[:3] == [
        "Partnership Hand & Foot: Ann & Carla won, 4,600 to 0.",
        "Southern Ohio: Ann & Carla won, 4,400 to 0.",
        "Your table ended this game itself, after round 1. So it would under those rules.",
    ]
    assert " ".join(lines[5].split()) == "round 1 4,600 → 4,400 0 → 0"
    assert lines[-2:] == ["Not counted: Those rules do not count this.", "  Round 1, Ann, exact cuts of 22: 1"]


def test_json_has_both_outcomes(played):
    document = json.loads(run("rules", "what-if", "1", "southern-ohio", "--json").stdout)
    ends = [(end["rules"], end["totals"], end["winners"]) for end in (document["before"], document["after"])]
    assert ends == [("partnership", [4600, 0], [1]), ("southern-ohio", [4400, 0], [1])]
    assert document["after"]["ended"] is True
    assert document["doubts"] == ["Round 1, Ann, exact cuts of 22: 1"]


@pytest.mark.parametrize(
    ("game", "rules", "fragment"),
    [
        ("2", "simpson", "Game 2 is not over yet."),
        ("9", "simpson", "9"),
        ("1", "two-handed", "has no table of the size of game 1"),
        ("1", "nothing", "nothing"),
        ("0", "simpson", "0"),
        ("x" * 400, "simpson", "is not a valid integer"),
    ],
)
def test_what_cannot_be_counted_again_is_refused_with_a_sentence(played, game, rules, fragment):
    assert any(fragment in line for line in errors(run("rules", "what-if", game, rules)))
