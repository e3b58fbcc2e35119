"""`scorepad score`, `can-go-out` and `can-open`: answers to a document or to JSON Lines, choices, and faults."""

import json

import pytest

from scorepad.rules import preset, slugs
from scorepad.rules.presets import text
from scorepad.scoring.answers import score_document
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
OUT = {
    "round": 1,
    "players": 2,
    "books": {"clean": 3, "dirty": 4},
    "in_foot": True,
    "last_card": "discard",
    "card": "2",
}
MELD = {"rank": "K", "naturals": 2, "wilds": ["joker"]}
OPEN = {"round": 2, "players": 4, "score_before": 0, "melds": [MELD]}


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
    stdin = lines(*({**OUT, "books": {"clean": n, "dirty": 1}, "card": "K"} for n in (0, 1)))
    result = run("can-go-out", "friends-family", "--choose", "books=short", stdin=stdin)
    assert [answer["can_go_out"] for answer in answers(result)] == [False, True]
    result = run("can-open", "partnership", stdin=lines(*({**OPEN, "round": n} for n in (1, 2, 3))))
    assert [answer["opens"] for answer in answers(result)] == [True, False, False]


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
    first, second = result.stderr.splitlines()
    assert first.startswith("line 2: round: ")
    assert second.startswith("line 2: teams[0].books.clen: ")
    assert "Did you mean “clean”?" in second


def test_a_broken_line_is_refused_with_its_line_and_column():
    stdin = f'{json.dumps(ROUND)}\n\n{{"round": 1,\n{json.dumps(ROUND)}\n'
    result = run("score", "partnership", stdin=stdin)
    assert (result.exit_code, len(answers(result))) == (2, 2)
    (error,) = result.stderr.splitlines()
    assert error.startswith("line 3: This is not JSON: ")
    assert "column" in error


MELDS = [{"rank": "kings"}, {"rank": "K", "naturals": 2, "wilds": ["3"]}, 5]
FAULTS = {"round": 1.5, "books": {"clean": "two"}, "in_foot": 1, "last_card": "fold", "teams": [3]}


@pytest.mark.parametrize(
    ("verb", "document", "paths"),
    [
        ("score", BAD, "round teams[0].books.clen"),
        ("can-go-out", FAULTS, "round books.clean in_foot last_card teams teams[0]"),
        ("can-open", {"round": 1, "melds": MELDS}, "melds[0].rank melds[1].wilds[0] melds[2]"),
    ],
)
def test_every_fault_is_printed_with_its_path(verb, document, paths):
    faults = errors(run(verb, "partnership", stdin=json.dumps(document, indent=1)))
    assert sorted(line.split(":")[0] for line in faults) == sorted(paths.split())


def test_warnings_and_blockers_are_part_of_the_answer_and_not_a_failure():
    result = ask("score", "partnership", {**GOOD["score"], "teams": [{"melded": 42}, {}]})
    assert result.exit_code == 0
    codes = [problem["code"] for problem in answers(result)[0]["problems"]]
    assert codes == ["not_a_multiple", "below_minimum"]
    assert ask("can-go-out", "southern-ohio", GOOD["can-go-out"]).exit_code == 0


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
