"""`scorepad rules diff`: what differs between two rule sets."""

from scorepad.rules import diff, preset
from scorepad.rules.presets import text
from tests.cli.saying import complaints, run


def rows(a, b):
    return [row.split() for row in run("rules", "diff", a, b).stdout.splitlines()]


def test_every_path_that_differs_stands_with_both_values_under_their_slugs():
    head, *found = rows("partnership", "catawba")
    assert head == ["rule", "partnership", "catawba"]
    assert [row[0] for row in found] == [
        d.path for d in diff(preset("partnership"), preset("catawba"))
    ]
    assert ["going_out.cases.0.points", "100", "500"] in found
    assert ["books.aces.points", "–", "1000"] in found
    assert ["play.hand_limit", "40", "any"] in found


def test_the_other_way_round_it_tells_the_same():
    _, *there = rows("roth", "simpson")
    _, *back = rows("simpson", "roth")
    assert sorted(there) == sorted([path, theirs, ours] for path, ours, theirs in back)


def test_a_rule_set_and_its_copy_play_by_the_same_rules(tmp_path):
    file = tmp_path / "ours.toml"
    file.write_text(text("roth").replace('name = "', 'name = "Our ', 1), "utf-8")
    said = run("rules", "diff", str(file), "roth").stdout
    assert said == f"Our {preset('roth').name} and {preset('roth').name} play by the same rules.\n"


def test_a_house_rule_is_told(tmp_path):
    file = tmp_path / "ours.toml"
    file.write_text(text("roth").replace("points = 10000", "points = 12000"), "utf-8")
    assert rows(str(file), "roth") == [
        ["rule", "roth", "roth"],
        ["end.targets.0.points", "12000", "10000"],
    ]


def test_what_is_no_rule_set_is_refused_on_either_side():
    for words in (["roth", "nowhere.toml"], ["nowhere.toml", "roth"]):
        (said,) = complaints(run("rules", "diff", *words))
        assert "nowhere.toml cannot be read" in said
    assert any("Missing argument" in line for line in complaints(run("rules", "diff", "roth")))
