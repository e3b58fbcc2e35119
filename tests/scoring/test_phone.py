"""What a phone adds a round up by says what the sheet says, and is short."""

import gzip
import json
import re
from pathlib import Path

import pytest

from scorepad.rules import slugs
from scorepad.scoring.phone import sheet_data
from scorepad.scoring.sheet import build_sheet
from tests.support.scoring import item, rules

SCRIPTS = Path(__file__).parents[2] / "static" / "js"
MOST_BYTES = 1000
"""Of what stands beside a form, compressed."""


def _sheet(rule_set, number=1, table=0):
    at = rule_set.tables[table]
    return build_sheet(rule_set, at, number, at.decks)


def _numbers(rule_set, number=1, table=0):
    return sheet_data(_sheet(rule_set, number, table))


def _field(said, code):
    return next(field for field in said["fields"] if field["code"] == code)


@pytest.mark.parametrize("slug", slugs())
def test_every_field_that_is_asked_is_there_in_order_with_what_it_pays(slug):
    page = _sheet(rules(slug))
    told = [(f["code"], f["part"], f["kind"], f["about"]) for f in sheet_data(page)["fields"]]
    asked = [field for field in page.fields if field.asked]
    assert told == [(f.code, f.part, f.kind, f.about) for f in asked]
    for field in asked:
        said = _field(sheet_data(page), field.code)
        if field.threes:
            general = [
                {"from": s.start, "points": s.points, "per": s.per} for s in field.threes[-1].pays
            ]
            assert said["rules"][-1] == {"pays": general}
            assert len(said["rules"]) == len(field.threes)
        elif field.code not in ("melded", "left"):
            assert said["points"] == field.points


@pytest.mark.parametrize("slug", slugs())
def test_it_is_plain_data_and_short(slug):
    for table in range(len(rules(slug).tables)):
        said = _numbers(rules(slug), table=table)
        written = json.dumps(said)
        assert json.loads(written) == said
        assert len(gzip.compress(written.encode())) < MOST_BYTES


def test_neighbours_sit_in_different_teams():
    assert _numbers(rules("partnership"))["seats"] == [[1, 3], [2, 4]]


def test_what_is_laid_and_what_is_held_are_told_apart():
    said = _numbers(rules("classic"))
    places = {f["code"]: f["place"] for f in said["fields"] if "place" in f}
    assert places == {"melded": "laid", "red_threes_laid": "laid", "left": "held"}


def test_a_condition_that_asks_nothing_is_left_out():
    assert _field(_numbers(rules("classic")), "red_threes_laid")["rules"] == [
        {
            "opened": False,
            "pays": [
                {"from": 1, "points": -100, "per": "card"},
                {"from": 4, "points": -800, "per": "all"},
            ],
        },
        {
            "pays": [
                {"from": 1, "points": 100, "per": "card"},
                {"from": 4, "points": 800, "per": "all"},
            ]
        },
    ]


def test_books_that_a_condition_asks_for_are_named():
    first, _ = _field(_numbers(rules("pennies")), "red_threes_laid")["rules"]
    assert first.keys() == {"lacks", "pays"}
    assert first["lacks"] == {"sevens": 1}


def test_a_need_names_every_book_that_counts_for_it():
    usual = _numbers(rules("catawba"))["out"]["usual"]
    kinds = rules("catawba").books
    assert usual["needs"]
    for need, (name, least) in zip(
        usual["needs"], rules("catawba").going_out.cases[-1].needs.items(), strict=True
    ):
        counts = [kind.code for kind in kinds if name in kind.counts_for]
        assert need == {"least": least, "of": counts}


def test_a_book_named_twice_for_a_need_counts_twice():
    twice = rules(change=lambda d: item(d, "books", "clean")["counts_for"].append("clean"))
    assert _numbers(twice)["out"]["usual"]["needs"][0]["of"] == ["clean", "clean"]


def test_going_out_concealed_may_pay_otherwise():
    out = _numbers(rules("classic"))["out"]
    assert (out["usual"]["points"], out["concealed"]["points"]) == (100, 200)


def test_needs_are_those_of_the_round():
    vegas = rules("vegas")
    told = [_numbers(vegas, number)["out"]["usual"] for number in (1, 2, 3, 4)]
    assert [out["points"] for out in told] == [
        _sheet(vegas, number).out(concealed=False).points for number in (1, 2, 3, 4)
    ]
    assert len({json.dumps(out) for out in told}) > 1


def test_only_rules_that_punish_going_out_without_books_say_a_penalty():
    assert _numbers(rules("partnership"))["penalty"] == -500
    assert _numbers(rules("catawba"))["penalty"] is None


def test_a_penalty_may_be_nothing_and_still_cost_what_was_laid():
    free = rules(change=lambda d: d["going_out"].update(penalty=0))
    assert _numbers(free)["penalty"] == 0


def test_a_round_may_be_void_when_the_stock_runs_out():
    assert _numbers(rules("two-handed"))["void"] is True
    assert _numbers(rules("partnership"))["void"] is False


def test_combinations_say_what_they_consist_of():
    one = {"code": "grand", "label": "Grand", "books": {"clean": 2, "dirty": 1}}
    more = rules(change=lambda d: d["combinations"].append({**one, "points": 700, "times": "once"}))
    assert _numbers(more)["combinations"] == [
        {"books": {"clean": 2, "dirty": 1}, "points": 700, "times": "once"}
    ]


def test_the_script_that_adds_up_holds_no_number_of_any_rule():
    lines = (SCRIPTS / "score.js").read_text("utf-8").splitlines()
    code = "\n".join(line for line in lines if not line.lstrip().startswith("//"))
    assert set(re.findall(r"\d+", code)) == {"0", "1"}
