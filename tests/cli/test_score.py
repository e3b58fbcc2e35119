"""`scorepad score`: one document or JSON Lines, from a file or standard input, by preset or TOML file."""

import json

import pytest

from scorepad.rules import preset, slugs
from scorepad.rules.presets import text
from scorepad.scoring.answers import score_document
from tests.cli.saying import GOOD, answers, complaints, run

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
WANTED = score_document(preset("partnership"), ROUND)


def lines(*documents):
    return "".join(json.dumps(one) + "\n" for one in documents)


@pytest.mark.parametrize("indent", [None, 2])
def test_one_document_gives_one_line(indent):
    result = run("score", "partnership", given=json.dumps(ROUND, indent=indent))
    assert result.exit_code == 0
    assert answers(result) == [WANTED]
    assert result.stdout.endswith("\n")


def test_json_lines_give_a_line_each_in_order():
    other = {**ROUND, "round": 3}
    result = run("score", "partnership", "-", given=lines(ROUND, other, ROUND))
    assert [one["round"] for one in answers(result)] == [2, 3, 2]


def test_a_file_is_read_and_blank_lines_in_it_are_none(tmp_path):
    file = tmp_path / "rounds.jsonl"
    file.write_text(f"\n{lines(ROUND)}\n \r\n{json.dumps(ROUND)}\r\n\n", "utf-8")
    assert answers(run("score", "partnership", str(file))) == [WANTED, WANTED]


def test_a_byte_order_mark_does_not_matter(tmp_path):
    file = tmp_path / "round.json"
    file.write_bytes(b"\xef\xbb\xbf" + json.dumps(ROUND).encode())
    assert answers(run("score", "partnership", str(file))) == [WANTED]


def test_names_in_any_script_come_back_as_they_are():
    named = {**GOOD["score"], "teams": [{"name": "Zoë & 李"}, {"name": "محمد"}]}
    result = run("score", "partnership", given=json.dumps(named, ensure_ascii=True))
    assert "Zoë & 李" in result.stdout
    assert "محمد" in result.stdout


def test_a_bad_document_among_good_ones_says_its_line_and_answers_the_rest():
    result = run("score", "partnership", given=lines(ROUND, BAD, ROUND))
    assert result.exit_code == 2
    assert answers(result) == [WANTED, WANTED]
    assert [line.split(":")[:2] for line in result.stderr.splitlines()] == [
        ["line 2", " round"],
        ["line 2", " teams[0].books.clen"],
    ]


def test_a_broken_line_among_good_ones_says_its_line_and_column():
    given = f'{json.dumps(ROUND)}\n\n{{"round": 1,\n{json.dumps(ROUND)}\n'
    result = run("score", "partnership", given=given)
    assert (result.exit_code, len(answers(result))) == (2, 2)
    (said,) = result.stderr.splitlines()
    assert said.startswith("line 3: This is not JSON: ")
    assert "column" in said


def test_every_fault_of_a_bad_document_is_said_with_its_path_and_nothing_is_answered():
    said = complaints(run("score", "partnership", given=json.dumps(BAD, indent=1)))
    assert [line.split(":")[0] for line in said] == ["round", "teams[0].books.clen"]
    assert "Did you mean “clean”?" in said[1]


def test_warnings_are_part_of_the_answer_and_no_failure():
    odd = {**GOOD["score"], "teams": [{"melded": 42}, {}]}
    result = run("score", "partnership", given=json.dumps(odd))
    assert result.exit_code == 0
    codes = [problem["code"] for problem in answers(result)[0]["problems"]]
    assert codes == ["not_a_multiple", "below_minimum"]


def test_choices_are_laid_over_the_rules():
    books = {**ROUND, "teams": [{**ROUND["teams"][0], "books": {"clean": 1, "dirty": 1}}, {}]}
    short = run("score", "friends-family", "--choose", "books=short", given=json.dumps(books))
    assert (short.exit_code, answers(short)[0]["teams"][0]["base"]) == (0, 800)
    (said,) = complaints(run("score", "friends-family", given=json.dumps(books)))
    assert said.startswith("teams[0].went_out: North-South cannot have gone out: 3 red books")


@pytest.mark.parametrize("slug", slugs())
def test_every_preset_scores_by_slug_and_as_a_file_alike(slug, tmp_path):
    file = tmp_path / f"{slug}.toml"
    file.write_text(text(slug), "utf-8")
    teams = [{"melded": 200}] * preset(slug).tables[0].teams
    given = json.dumps({**GOOD["score"], "teams": teams})
    by_slug, by_file = run("score", slug, given=given), run("score", str(file), given=given)
    assert by_slug.stdout == by_file.stdout
    assert by_slug.exit_code == 0


def test_a_rule_file_needs_no_ending_of_its_own(tmp_path):
    file = tmp_path / "ours"
    file.write_text(text("simpson"), "utf-8")
    assert run("score", str(file), given=json.dumps(GOOD["score"])).exit_code == 0


def test_a_very_large_file_is_refused_with_a_sentence(monkeypatch):
    monkeypatch.setattr("scorepad.commands.speech.LARGEST_FILE", 1024 * 1024)
    (said,) = complaints(run("score", "partnership", given=" " * (1024 * 1024 + 1)))
    assert said == "- is larger than 1 MiB; split it into several files."
