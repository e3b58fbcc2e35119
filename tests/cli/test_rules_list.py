"""`scorepad rules list`: the rule sets that come with Scorepad."""

from scorepad.rules import preset, slugs
from tests.cli.saying import complaints, run


def test_every_preset_stands_in_a_line_with_its_name_and_summary():
    head, *rows = run("rules", "list").stdout.splitlines()
    assert head.split() == ["slug", "name", "what", "it", "is"]
    assert [row.split()[0] for row in rows] == [*slugs()]
    for slug, row in zip(slugs(), rows, strict=True):
        assert preset(slug).name in row
        assert row.endswith(preset(slug).summary)


def test_it_takes_no_arguments():
    complaints(run("rules", "list", "partnership"))


def test_an_unknown_verb_of_rules_is_told():
    assert any("lst" in line for line in complaints(run("rules", "lst")))
