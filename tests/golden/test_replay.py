"""Requests and files of an earlier version still work, and mean the same. See README.md."""

from contextlib import closing
from typing import Any

import pytest

from tests.golden import documents, routes, rulebook, stored, storing
from tests.golden.evening import Evening, command

MAX_SHOWN = 4


def test_every_address_is_there_at_home_and_under_a_prefix(tmp_path):
    (recorded,) = storing.read("routes.jsonl")
    for name, slug, prefix in (("home", "", ""), ("host", "tuesday", "/c/tuesday")):
        with closing(Evening(tmp_path / name, slug)) as evening:
            client = evening.app.test_client()
            rules = routes.rules(evening.app)
            allowed = {rule: routes.allowed(client, rule, prefix) for rule in recorded}
            assert routes.asset_status(client, prefix) == 200
        assert {rule: rules.get(rule) for rule in recorded} == recorded
        assert allowed == recorded


@pytest.mark.parametrize(("name", "slug"), [("evening", ""), ("host", "tuesday")])
def test_an_evening_goes_as_it_went(tmp_path, name, slug):
    first, *steps = storing.read(f"{name}.jsonl")
    with closing(Evening(tmp_path / "home", slug)) as evening:
        check(name, steps, [evening.ask(step) for step in steps])
    assert evening.guards == first["guards"]


def test_files_of_an_earlier_version_open_with_all_that_stood_in_them(tmp_path):
    first, *steps = storing.read("stored.jsonl")
    home = tmp_path / "home"
    stored.restore(home)
    before = stored.cells(home)
    assert command(home, "doctor").exit_code == 0
    assert stored.rounds(home) == first["rounds"]
    check("stored", steps, stored.answers(home, first["phones"], steps))
    after = stored.cells(home)
    for cell in before.keys() - stored.written(steps):
        assert after.get(cell) == before[cell], cell
    assert command(home, "doctor").exit_code == 0


def test_figures_worked_out_again_are_the_same(tmp_path):
    first, *steps = storing.read("stored.jsonl")
    stored.restore(tmp_path / "home")
    assert command(tmp_path / "home", "league", "rebuild").exit_code == 0
    league = ("GET /league", "GET /people/", "GET /partners")
    # Her first request is one of them: it gives her cookies their new names.
    first_of_hers, *others = [one for one in steps if one["phone"] == "ann"]
    steps = [first_of_hers, *(one for one in others if one["ask"].startswith(league))]
    check("stored", steps, stored.answers(tmp_path / "home", first["phones"], steps))


def test_documents_are_answered_as_they_were(tmp_path):
    wrong = [
        (question["words"], question.get("given"), question["then"], answer)
        for question in storing.read("documents.jsonl")
        if (answer := documents.answer(tmp_path, question)) != question["then"]
    ]
    assert not wrong, wrong[:MAX_SHOWN]


def test_rule_sets_say_what_they_said(tmp_path):
    answers = map(storing.plain, rulebook.recorded(tmp_path))
    for answer, recorded in zip(answers, storing.read("rules.jsonl"), strict=True):
        assert answer == recorded


def check(name: str, steps: list[Any], answers: list[Any]) -> None:
    """Fail if a response differs from the recorded one, and show the differences."""
    parts: storing.Parts = {}
    recorded = dict(storing.read(f"{name}-parts.jsonl"))
    wrong = []
    for number, (step, answer) in enumerate(zip(steps, answers, strict=True)):
        was, now = _flat(step["then"]), _flat(storing.plain(storing.packed(answer, parts)))
        differing = [key for key in {*was, *now} if was.get(key) != now.get(key)]
        if differing:
            wrong.append(f"step {number}, {step['phone']}: {step['ask']} {step.get('form', '')}")
        for key in differing:
            wrong[-1] += f"\n   {key}: recorded {storing.spelt(was.get(key), recorded)}"
            wrong[-1] += f"\n   {' ' * len(key)}  now      {storing.spelt(now.get(key), parts)}"
    summary = f"{len(wrong)} steps of {len(steps)} went otherwise:\n"
    assert not wrong, summary + "\n".join(wrong[:MAX_SHOWN])


def _flat(answer: dict[str, Any]) -> dict[str, Any]:
    """Return an answer with the parts of its page merged into it."""
    return {key: value for key, value in answer.items() if key != "page"} | answer.get("page", {})
