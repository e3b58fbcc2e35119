"""What a phone adds a round up by is what the sheet says, and is short."""

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
    rule_set = rules(rule_set) if isinstance(rule_set, str) else rule_set
    at = rule_set.tables[table]
    return build_sheet(rule_set, at, number, at.decks)


def _data(rule_set, number=1, table=0):
    return sheet_data(_sheet(rule_set, number, table))


def _field(data, code):
    return next(field for field in data["fields"] if field["code"] == code)


def _pays(*steps):
    """Steps as (from, points, per)."""
    return {"pays": [dict(zip(("from", "points", "per"), step, strict=True)) for step in steps]}


@pytest.mark.parametrize("slug", slugs())
def test_every_field_that_is_asked_is_there_in_order_with_what_it_pays(slug):
    data = _data(slug)
    asked = [field for field in _sheet(slug).fields if field.asked]
    shown = [(f["code"], f["part"], f["kind"], f["about"]) for f in data["fields"]]
    assert shown == [(f.code, f.part, f.kind, f.about) for f in asked]
    for field, shown in zip(asked, data["fields"], strict=True):
        if field.threes:
            steps = [(step.start, step.points, step.per) for step in field.threes[-1].pays]
            assert shown["rules"][-1] == _pays(*steps)
            assert len(shown["rules"]) == len(field.threes)
        elif field.code not in ("melded", "left"):
            assert shown["points"] == field.points


@pytest.mark.parametrize("slug", slugs())
def test_it_is_plain_data_and_short(slug):
    for table in range(len(rules(slug).tables)):
        data = _data(slug, table=table)
        written = json.dumps(data)
        assert json.loads(written) == data
        assert len(gzip.compress(written.encode())) < MOST_BYTES


def test_seats_and_places_are_named():
    assert _data("partnership")["seats"] == [[1, 3], [2, 4]]
    places = {f["code"]: f["place"] for f in _data("classic")["fields"] if "place" in f}
    assert places == {"melded": "laid", "red_threes_laid": "laid", "left": "held"}


def test_a_condition_names_only_what_it_asks_for():
    assert _field(_data("classic"), "red_threes_laid")["rules"] == [
        {"opened": False, **_pays((1, -100, "card"), (4, -800, "all"))},
        _pays((1, 100, "card"), (4, 800, "all")),
    ]
    first, _ = _field(_data("pennies"), "red_threes_laid")["rules"]
    assert first.keys() == {"lacks", "pays"}
    assert first["lacks"] == {"sevens": 1}


def test_a_need_names_every_book_that_counts_for_it_as_often_as_it_does():
    catawba = rules("catawba")
    kinds, needs = catawba.books, catawba.going_out.cases[-1].needs
    assert _data("catawba")["out"]["usual"]["needs"] == [
        {"least": least, "of": [kind.code for kind in kinds if name in kind.counts_for]}
        for name, least in needs.items()
    ]
    assert needs
    twice = rules(change=lambda d: item(d, "books", "clean")["counts_for"].append("clean"))
    assert _data(twice)["out"]["usual"]["needs"][0]["of"] == ["clean", "clean"]


def test_going_out_pays_and_needs_what_the_round_and_the_way_say():
    out = _data("classic")["out"]
    assert (out["usual"]["points"], out["concealed"]["points"]) == (100, 200)
    usual = [_data("vegas", number)["out"]["usual"] for number in (1, 2, 3, 4)]
    points = [_sheet("vegas", number).out(concealed=False).points for number in (1, 2, 3, 4)]
    assert [out["points"] for out in usual] == points
    assert len({json.dumps(out) for out in usual}) > 1


def test_a_penalty_and_a_void_round_are_named_where_the_rules_have_them():
    voids = {slug: _data(slug)["void"] for slug in ("two-handed", "partnership")}
    assert voids == {"two-handed": True, "partnership": False}
    assert _data("partnership")["penalty"] == -500
    assert _data("catawba")["penalty"] is None
    # A penalty of nothing still costs what was laid.
    assert _data(rules(change=lambda d: d["going_out"].update(penalty=0)))["penalty"] == 0


def test_combinations_say_what_they_consist_of():
    grand = {"books": {"clean": 2, "dirty": 1}, "points": 700, "times": "once"}
    named = {"code": "grand", "label": "Grand", **grand}
    more = rules(change=lambda d: d["combinations"].append(named))
    assert _data(more)["combinations"] == [grand]


def test_the_script_that_adds_up_holds_no_number_of_any_rule():
    lines = (SCRIPTS / "score.js").read_text("utf-8").splitlines()
    code = "\n".join(line for line in lines if not line.lstrip().startswith("//"))
    assert set(re.findall(r"\d+", code)) == {"0", "1"}
