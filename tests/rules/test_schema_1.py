"""Rule files of schema 1 stay readable for ever, and keep their meaning."""

import tomllib
from importlib import import_module
from pathlib import Path

import pytest

from scorepad.rules import RulesError, choose, from_document, lookup, parse, preset, to_document
from scorepad.rules import words as w
from scorepad.rules.document import provenance
from scorepad.rules.model import Condition, Step
from scorepad.scoring.answers import can_open_document
from tests.support.scoring import answer, points

TEXT = Path(__file__).with_name("schema-1.toml").read_text("utf-8")
RULES = parse(TEXT)


def test_its_conditional_threes_are_as_written():
    out, unopened, general = lookup.threes_rules(RULES, w.Color.RED, w.CardPlace.LAID)
    assert out.when == Condition(w.Answer.YES, w.Answer.EITHER, {"sevens": 1}, {})
    assert unopened.when == Condition(w.Answer.EITHER, w.Answer.NO, {}, {"wild": 2})
    assert unopened.pays == (Step(1, -100, w.Per.CARD), Step(4, -800, w.Per.ALL))
    assert general.when.always


@pytest.mark.parametrize(
    ("players", "total", "minimum", "books"),
    [(4, -1, 15, ()), (4, 0, 50, ()), (2, 0, 70, ()), (6, 2999, 50, ()), (2, 3000, 0, ("clean", "samba"))],
)
def test_its_opening_bands_are_as_written(players, total, minimum, books):
    step = lookup.opening_step(RULES, 1, players, total)
    assert (step.minimum, step.books) == (minimum, books)


@pytest.mark.parametrize(
    ("number", "players", "concealed", "points", "needs"),
    [
        (1, 2, True, 400, {"any": 1}),
        (2, 2, False, 150, {"any": 2}),
        (3, 2, False, 100, {"clean": 1, "dirty": 2}),
        (1, 4, False, 100, {"clean": 1, "dirty": 2}),
    ],
)
def test_its_ways_of_going_out_are_as_written(number, players, concealed, points, needs):
    case = lookup.out_case(RULES, number, players, concealed)
    assert (case.points, dict(case.needs)) == (points, needs)


def test_its_bonuses_by_round_and_players_are_as_written():
    cut, near, deal, first, talked = RULES.bonuses
    for number, players, size in [(1, 2, 150), (1, 4, 200), (2, 4, 100), (9, 6, 100)]:
        assert lookup.bonus_case(cut, number, players).points == size
    assert (cut.grade_of, near.grade_of) == ("cut", "cut")
    assert (deal.most, talked.cases[0].points) == (2, -25)
    assert (first.kind, first.per) == (w.BonusKind.FIRST_TO_OPEN, w.BonusPer.ROUND)


def test_its_sources_are_as_written_and_the_longer_path_wins():
    sources = {
        "cards.K": "assumed",
        "books.samba.cards": "reported",
        "books.samba.points": "assumed",
        "threes.red.held.pays.1.points": "reported",
        "threes.red.laid(1).pays.1.points": "assumed",
        "opening.steps.3.minimum": "assumed",
        "opening.steps.2.minimum": "source",
    }
    assert {path: str(provenance(RULES, path)) for path in sources} == sources


def test_its_choice_changes_what_it_says():
    short = choose(RULES, {"short": "yes"})
    assert lookup.target_for(short, 4).points == 5000
    assert short.play.take.cards == 7
    assert provenance(short, "books.fives.points") == "assumed"
    assert provenance(short, "end.targets.1.points") == "reported"
    assert choose(RULES, {}) is RULES


def test_its_round_scores_as_it_did():
    books = {"clean": 3, "dirty": 3, "sevens": 1, "samba": 2}
    threes, bonuses = {"red": {"laid": 2, "held": 1}}, {"exact_cut": 2, "first_to_open": 1}
    us = {"books": books, "melded": 700, "left": 40, "threes": threes, "bonuses": bonuses}
    held = {"K": 2, "black3": 1, "red3": 2}
    them = {"melded": 0, "left": held, "threes": {"red": {"laid": 4}}}
    result = [points(team) for team in answer(RULES, {**us, "went_out": True}, them)["teams"]]
    laid = {"clean": 1500, "dirty": 900, "sevens": 1500, "samba": 2400, "melded": 700}
    counted = {"red_threes_laid": 400, "left": -40, "red_threes_held": 0}
    paid = {"exact_cut": 400, "first_to_open": 60, "grand": 500, "twins": 250, "going_out": 100}
    theirs = {"red_threes_laid": -800, "left": -25, "red_threes_held": -1000}
    assert result == [{**laid, **counted, **paid}, theirs]


def test_its_sequences_open():
    meld = {"rank": "sequence", "cards": ["K", "Q", "J", "10", "9", "8", "7"]}
    question = {"round": 1, "score_before": 3000, "melds": [meld]}
    assert can_open_document(RULES, question)["opens"] is True


def test_written_back_it_is_the_same_rules_with_paths_that_count_from_1():
    counted = TEXT.replace("opening.steps.2", "opening.steps.3").replace("end.targets.0", "end.targets.1")
    assert to_document(RULES) == {**tomllib.loads(counted), "schema": 2}


def test_an_older_schema_is_brought_up_step_by_step(monkeypatch):
    def to(ending):
        return lambda document: {**document, "name": document["name"] + ending}

    module = import_module("scorepad.rules.parse")
    # Load the preset first. Otherwise it would be upgraded too.
    document = {**to_document(preset("partnership")), "schema": 1}
    monkeypatch.setattr(module, "UPGRADES", {1: to(" II"), 2: to("I")})
    monkeypatch.setattr(module, "SCHEMA", 3)
    assert from_document(document).name == "Partnership Hand & Foot III"
    assert from_document({**document, "schema": 2}).name == "Partnership Hand & FootI"
    assert document["name"] == "Partnership Hand & Foot"


NEWER, FIRST = "written by a newer Scorepad; this one reads up to 3", "must begin with “schema = 3”"
SCHEMAS = dict.fromkeys(("0", "-1", "true", '"1"', "1.0"), FIRST)
SCHEMAS |= {"4": NEWER, "0x" + "f" * 5000: "written by a newer Scorepad"}


@pytest.mark.parametrize(("schema", "fragment"), SCHEMAS.items(), ids=range(len(SCHEMAS)))
def test_a_schema_that_does_not_exist_is_refused_with_a_sentence(schema, fragment):
    with pytest.raises(RulesError) as caught:
        parse(TEXT.replace("schema = 1\n", f"schema = {schema}\n", 1))
    (fault,) = caught.value.faults
    assert fault.path == "schema"
    assert fragment in fault.message
    assert len(fault.message) < 200
