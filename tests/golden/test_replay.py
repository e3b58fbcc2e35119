"""What was recorded by an earlier version is accepted still, and means the same. See README.md here."""

from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from tests.golden import documents, routes, rulebook, stored, storing
from tests.golden.evening import Evening, command

MOST_TOLD = 4


def test_every_address_is_there_at_home_and_under_a_prefix(tmp_path: Path) -> None:
    recorded: dict[str, list[str]] = storing.read("routes.jsonl")[0]
    for name, slug, prefix in (("home", "", ""), ("host", "tuesday", "/c/tuesday")):
        with closing(Evening(tmp_path / name, slug)) as evening:
            client = evening.app.test_client()
            there = routes.rules(evening.app)
            found = {rule: routes.allowed(client, rule, prefix) for rule in recorded}
            assert routes.asset_status(client, prefix) == 200
        assert {rule: there.get(rule) for rule in recorded} == recorded
        assert found == recorded


@pytest.mark.parametrize(("name", "slug"), [("evening", ""), ("host", "tuesday")])
def test_an_evening_goes_as_it_went(tmp_path: Path, name: str, slug: str) -> None:
    first, *steps = storing.read(f"{name}.jsonl")
    parts: storing.Parts = {}
    with closing(Evening(tmp_path / "home", slug)) as evening:
        answers = [storing.packed(evening.ask(step), parts) for step in steps]
    _same(name, steps, answers, parts)
    assert evening.guards == first["guards"]


def test_files_of_an_earlier_version_open_with_all_that_stood_in_them(tmp_path: Path) -> None:
    first, *steps = storing.read("stored.jsonl")
    home = tmp_path / "home"
    stored.restore(home)
    before = stored.cells(home)
    assert command(home, "doctor").exit_code == 0
    assert stored.rounds(home) == first["rounds"]
    parts: storing.Parts = {}
    answers = [storing.packed(one, parts) for one in stored.answers(home, first["phones"], steps)]
    _same("stored", steps, answers, parts)
    untouched = before.keys() - stored.written(steps)
    after = stored.cells(home)
    assert {cell: after.get(cell) for cell in untouched} == {
        cell: before[cell] for cell in untouched
    }
    assert command(home, "doctor").exit_code == 0


def test_figures_worked_out_again_are_the_same(tmp_path: Path) -> None:
    first, *steps = storing.read("stored.jsonl")
    home = tmp_path / "home"
    stored.restore(home)
    assert command(home, "league", "rebuild").exit_code == 0
    steps = [
        one
        for one in steps
        if one["phone"] == "ann"
        and one["ask"].startswith(("GET /league", "GET /people/", "GET /partners"))
    ]
    parts: storing.Parts = {}
    answers = [storing.packed(one, parts) for one in stored.answers(home, first["phones"], steps)]
    _same("stored", steps, answers, parts)


def test_documents_are_answered_as_they_were(tmp_path: Path) -> None:
    asked = storing.read("documents.jsonl")
    wrong = [
        (one["words"], one.get("given"), one["then"], found)
        for one in asked
        if (found := documents.answer(tmp_path, one)) != one["then"]
    ]
    assert not wrong, wrong[:MOST_TOLD]


def test_rule_sets_say_what_they_said(tmp_path: Path) -> None:
    for found, recorded in zip(
        rulebook.recorded(tmp_path), storing.read("rules.jsonl"), strict=True
    ):
        assert storing.plain(found) == recorded


def _same(name: str, steps: list[Any], answers: list[Any], parts: storing.Parts) -> None:
    """Fails where an answer is not the recorded one, and tells what differs."""
    known = dict(storing.read(f"{name}-parts.jsonl"))
    wrong = []
    for number, (step, answer) in enumerate(zip(steps, answers, strict=True)):
        differs = _differing(storing.plain(answer), step["then"])
        if differs:
            wrong.append(
                f"step {number}, {step['phone']}: {step['ask']} {step.get('form', '')}\n"
                + storing.told(differs, known, parts)
            )
    assert not wrong, f"{len(wrong)} steps of {len(steps)} went otherwise:\n" + "\n".join(
        wrong[:MOST_TOLD]
    )


def _differing(found: dict[str, Any], recorded: dict[str, Any]) -> dict[str, tuple[Any, Any]]:
    flat, was = storing.flat(found), storing.flat(recorded)
    return {
        key: (was.get(key), flat.get(key)) for key in {*flat, *was} if was.get(key) != flat.get(key)
    }
