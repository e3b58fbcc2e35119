"""Record the golden files again: `python -m tests.golden.record [CHECKOUT]`. See README.md."""

import sys
import tempfile
from contextlib import closing
from pathlib import Path
from typing import Any

if len(sys.argv) > 1:
    sys.path.insert(0, sys.argv[1])
    sys.dont_write_bytecode = True

from tests.golden import documents, routes, rulebook, stored, storing
from tests.golden.evening import Evening


def record_evening(home: Path, name: str, slug: str = "") -> None:
    """Record all responses of an evening again."""
    _, *steps = storing.read(f"{name}.jsonl")
    with closing(Evening(home, slug)) as evening:
        answers = [evening.ask(step) for step in steps]
    _write(name, {"guards": evening.guards}, steps, answers)


def record_stored(home: Path) -> None:
    """Record the responses of the stored club again. Its files are not changed."""
    first, *steps = storing.read("stored.jsonl")
    stored.restore(home)
    first["rounds"] = stored.rounds(home)
    _write("stored", first, steps, stored.answers(home, first["phones"], steps))


def _write(name: str, first: Any, steps: list[Any], answers: list[Any]) -> None:
    parts: storing.Parts = {}
    packed = [storing.packed(answer, parts) for answer in answers]
    lines = [{**step, "then": then} for step, then in zip(steps, packed, strict=True)]
    storing.write(f"{name}.jsonl", [first, *lines])
    storing.write(f"{name}-parts.jsonl", sorted(parts.items()))


def record_rest(home: Path) -> None:
    """Record the URLs, the answers of the command line, and its output about rule sets."""
    with closing(Evening(home)) as evening:
        storing.write("routes.jsonl", [routes.rules(evening.app)])
    questions = storing.read("documents.jsonl")
    lines = [{**question, "then": documents.answer(home, question)} for question in questions]
    storing.write("documents.jsonl", lines)
    storing.write("rules.jsonl", rulebook.recorded(home))


def main() -> None:
    """Record everything, each part in a fresh folder."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        record_rest(folder / "rest")
        record_stored(folder / "stored")
        record_evening(folder / "evening", "evening")
        record_evening(folder / "host", "host", "tuesday")


if __name__ == "__main__":
    main()
