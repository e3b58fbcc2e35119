"""`scorepad draw`: the tables of a night, from a number of people or a file of names."""

import json

import pytest

from tests.cli.invoke import errors, run


def test_json_has_every_sitting_and_what_is_repeated():
    document = json.loads(run("draw", "--people", "5", "--sittings", "5", "--json").stdout)
    assert [*document] == ["sittings", "partners_repeated", "meetings_repeated"]
    assert sorted(person for sitting in document["sittings"] for person in sitting["out"]) == [1, 2, 3, 4, 5]
    (table,) = document["sittings"][0]["tables"]
    assert sorted([*table[0], *table[1], *document["sittings"][0]["out"]]) == [1, 2, 3, 4, 5]
    assert (document["partners_repeated"], document["meetings_repeated"]) == (0, 30)


def test_the_same_seed_gives_the_same_tables_again():
    first, again, other = (run("draw", "--people", "12", "--sittings", "11", "--seed", s).stdout for s in "112")
    assert first == again != other


def test_names_come_from_a_file(tmp_path):
    file = tmp_path / "names.txt"
    file.write_text("\ufeffÖzlem\n\n  Bob \nCarla\nDora\n", "utf-8")
    document = json.loads(run("draw", "--people", str(file), "--sittings", "3", "--json").stdout)
    assert sorted(name for team in document["sittings"][0]["tables"][0] for name in team) == [
        "Bob", "Carla", "Dora", "Özlem",
    ]  # fmt: skip


def test_without_json_it_is_a_table():
    lines = run("draw", "--people", "6", "--sittings", "3", "--fixed").stdout.splitlines()
    assert lines[0].split() == ["Sitting", "Table", "People"]
    outs = [line.split(maxsplit=2)[2] for line in lines if " out " in line]
    assert sorted(outs) == ["1, 2", "3, 4", "5, 6"]


@pytest.mark.parametrize(
    ("options", "sentence"),
    [
        (("--people", "0"), "--people: Type a number from 1 to 200, or the name of a file with a name on each line."),
        (("--people", "-4"), "--people: Type a number from 1 to 200, or the name of a file with a name on each line."),
        (("--people", "3"), "A table needs 4 people, and there are only 3."),
        (("--people", "9", "--fixed"), "Fixed partners need an even number of people, and there are 9."),
        (("--people", "8", "--fixed", "--stay"), "Choose --fixed or --stay, not both."),
        (("--people", "no-such-file"), "no-such-file cannot be read: No such file or directory."),
    ],
)
def test_what_cannot_be_drawn_is_refused(options, sentence):
    assert errors(run("draw", *options, "--sittings", "3")) == [sentence]


def test_a_name_that_stands_twice_is_refused(tmp_path):
    file = tmp_path / "names.txt"
    file.write_text("Ann\nBob\nann\n" + "x" * 200 + "\nCarla\n", "utf-8")
    twice, long = errors(run("draw", "--people", str(file), "--sittings", "3"))
    assert twice == "Line 3: “ann” stands in line 1 already. Add a letter or a surname."
    assert long.startswith("Line 4: ")
