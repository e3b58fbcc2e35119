"""Records the answers in the golden files again: `python -m tests.golden.record [CHECKOUT]`. See README.md here."""

import sys
import tempfile
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import Any

if len(sys.argv) > 1:
    sys.path.insert(0, sys.argv[1])
    sys.dont_write_bytecode = True

from tests.golden import documents, routes, rulebook, stored, storing
from tests.golden.evening import Evening


def evening(home: Path, name: str, slug: str = "") -> None:
    """Asks all of an evening again."""
    _, *steps = storing.read(f"{name}.jsonl")
    again = Evening(home, slug)
    with closing(again):
        found = [again.ask(step) for step in steps]
    _write(name, {"guards": again.guards}, steps, found)


def files(home: Path) -> None:
    """Asks the stored club again; its files stay as they are."""
    first, *steps = storing.read("stored.jsonl")
    stored.restore(home)
    first["rounds"] = stored.rounds(home)
    _write("stored", first, steps, stored.answers(home, first["phones"], steps))


def _write(name: str, first: Any, steps: list[Any], found: list[Any]) -> None:
    parts: storing.Parts = {}
    told = [
        {**step, "then": storing.packed(answer, parts)}
        for step, answer in zip(steps, found, strict=True)
    ]
    storing.write(f"{name}.jsonl", [first, *told])
    storing.write(f"{name}-parts.jsonl", sorted(parts.items()))


def addresses(home: Path) -> None:
    """Lists every address."""
    there = Evening(home)
    with closing(there):
        storing.write("routes.jsonl", [routes.rules(there.app)])


def questions(home: Path) -> None:
    """Asks the command line again."""
    asked = storing.read("documents.jsonl")
    storing.write(
        "documents.jsonl", [{**one, "then": documents.answer(home, one)} for one in asked]
    )


def rules(home: Path) -> None:
    """Asks again what the rule sets say."""
    home.mkdir()
    storing.write("rules.jsonl", rulebook.recorded(home))


def main() -> None:
    """Records everything."""
    for record in (addresses, questions, rules, files):
        _in_fresh_folder(record)
    _in_fresh_folder(lambda home: evening(home, "evening"))
    _in_fresh_folder(lambda home: evening(home, "host", "tuesday"))


def _in_fresh_folder(record: Callable[[Path], None]) -> None:
    with tempfile.TemporaryDirectory() as folder:
        record(Path(folder) / "home")


if __name__ == "__main__":
    main()
