"""`scorepad score`: one document or JSON Lines, from a file or standard input, with a preset or a TOML file."""

import json

import pytest

from scorepad.rules import preset, slugs
from scorepad.rules.presets import text
from scorepad.scoring.documents.answers import score_document
from tests.cli.invoke import GOOD, answers, ask, errors, run

ROUND = {
    "round": 2,
    "players": 4,
    "ended": "went_out",
    "teams": [
        {"name": "North-South", "books": {"clean": 2, "dirty": 1}, "melded": 410, "went_out": True},
        {"name": "East-West", "books": {"clean": 1}, "melded": 385, "left": 65, "red_threes": 1},
    ],
}
BAD = {"round": 0, "ended": "went_out", "teams": [{"books": {"clen": 1}}, {}]}
EXPECTED = score_document(preset("partnership"), ROUND)


def lines(*documents):
    return "".join(json.dumps(document) + "\n" for document in documents)


@pytest.mark.parametrize("indent", [None, 2])
def test_one_document_gives_one_line(indent):
    result = run("score", "partnership", stdin=json.dumps(ROUND, indent=indent))
    assert result.exit_code == 0
    assert answers(result) == [EXPECTED]
    assert result.stdout.endswith("\n")


def test_json_lines_give_a_line_each_in_order():
    result = run("score", "partnership", "-", stdin=lines(ROUND, {**ROUND, "round": 3}, ROUND))
    assert [answer["round"] for answer in answers(result)] == [2, 3, 2]


def test_blank_lines_and_a_byte_order_mark_do_not_matter(tmp_path):
    file = tmp_path / "rounds.jsonl"
    file.write_text(f"\n{lines(ROUND)}\n \r\n{json.dumps(ROUND)}\r\n\n", "utf-8-sig")
    assert answers(run("score", "partnership", str(file))) == [EXPECTED, EXPECTED]


def test_names_in_any_script_come_back_as_they_are():
    teams = [{"name": "Zoë & 李"}, {"name": "محمد"}]
    result = ask("score", "partnership", {**GOOD["score"], "teams": teams})
    assert all(team["name"] in result.stdout for team in teams)


def test_a_bad_document_is_refused_with_its_line_and_the_others_are_answered():
    result = run("score", "partnership", stdin=lines(ROUND, BAD, ROUND))
    assert result.exit_code == 2
    assert answers(result) == [EXPECTED, EXPECTED]
    assert [line.split(":")[:2] for line in result.stderr.splitlines()] == [
        ["line 2", " round"],
        ["line 2", " teams[0].books.clen"],
    ]


def test_a_broken_line_is_refused_with_its_line_and_column():
    stdin = f'{json.dumps(ROUND)}\n\n{{"round": 1,\n{json.dumps(ROUND)}\n'
    result = run("score", "partnership", stdin=stdin)
    assert (result.exit_code, len(answers(result))) == (2, 2)
    (error,) = result.stderr.splitlines()
    assert error.startswith("line 3: This is not JSON: ")
    assert "column" in error


def test_every_fault_is_printed_with_its_path():
    first, second = errors(run("score", "partnership", stdin=json.dumps(BAD, indent=1)))
    assert first.startswith("round: ")
    assert second.startswith("teams[0].books.clen: ")
    assert "Did you mean “clean”?" in second


def test_warnings_are_part_of_the_answer_and_not_a_failure():
    result = ask("score", "partnership", {**GOOD["score"], "teams": [{"melded": 42}, {}]})
    assert result.exit_code == 0
    codes = [problem["code"] for problem in answers(result)[0]["problems"]]
    assert codes == ["not_a_multiple", "below_minimum"]


def test_choices_change_the_rules():
    books = {**ROUND, "teams": [{**ROUND["teams"][0], "books": {"clean": 1, "dirty": 1}}, {}]}
    short = ask("score", "friends-family", books, "--choose", "books=short")
    assert (short.exit_code, answers(short)[0]["teams"][0]["base"]) == (0, 800)
    (line,) = errors(ask("score", "friends-family", books))
    assert line.startswith(
        "teams[0].went_out: North-South cannot have gone out. Still missing: 3 red books"
    )


@pytest.mark.parametrize("slug", slugs())
def test_a_preset_and_its_file_of_any_name_score_the_same(slug, tmp_path):
    file = tmp_path / "ours"
    file.write_text(text(slug), "utf-8")
    teams = [{"melded": 200}] * preset(slug).tables[0].teams
    document = {**GOOD["score"], "teams": teams}
    by_slug = ask("score", slug, document)
    assert (by_slug.exit_code, by_slug.stdout) == (0, ask("score", str(file), document).stdout)


def test_a_very_large_file_is_refused_with_a_sentence(monkeypatch):
    monkeypatch.setattr("scorepad.commands.console.LARGEST_FILE", 1024 * 1024)
    (line,) = errors(run("score", "partnership", stdin=" " * (1024 * 1024 + 1)))
    assert line == "- is larger than 1 MiB. Split it into several files."
