"""Fuzz documents for `score`, `can-go-out` and `can-open`, read by the command line itself.

The first line of an input is a command of the golden files, the rest is its standard input.
"""

import io
import json
import random
import re
import sys
import zlib
from contextlib import redirect_stderr, redirect_stdout
from pathlib import Path
from typing import Any

import click

from bench.proofs.fuzzing.mutation import Words, changed_json
from scorepad.commands.score import can_go_out, can_open, score
from tests.golden import storing

COMMANDS = {"score": score, "can-go-out": can_go_out, "can-open": can_open}


class Documents:
    """Reads each document, and again after a round trip: both answers must be the same."""

    def __init__(self, folder: Path) -> None:
        self._out, self._err = (io.TextIOWrapper(io.BytesIO(), "utf-8") for _ in range(2))
        asked = [question for question in storing.read("documents.jsonl") if question["words"][0] in COMMANDS]
        self.seeds = [f"{' '.join(question['words'])}\n{_text(question)}" for question in asked]
        self._commands = sorted({seed.partition("\n")[0] for seed in self.seeds})
        trees = [tree for question in asked for line in question.get("lines", []) for tree in _trees(line)]
        names = sorted({name for tree in trees if isinstance(tree, dict) for name in tree})
        self._words = Words((*names, "", "x"), tuple(trees))

    def run(self, text: str) -> None:
        head, _, typed = text.partition("\n")
        if head not in self._commands:
            head = self._commands[zlib.crc32(head.encode("utf-8", "replace")) % len(self._commands)]
        answers = self._ask(head, typed)
        if answers:
            again = "\n".join(json.dumps(json.loads(line)) for line in _lines(typed))
            assert self._ask(head, again) == answers, "written again, the documents are answered otherwise"

    def _ask(self, head: str, typed: str) -> list[Any]:
        """Return the answers, if no document was refused."""
        name, *words = head.split(" ")
        words = [re.sub("^@", f"{storing.DATA}/", word) for word in words]
        status, out, errors = self._run(COMMANDS[name], words, typed.encode("utf-8", "surrogateescape"))
        answers = [json.loads(line) for line in out.splitlines()]
        assert status == (2 if errors else 0), f"exit status {status}: {errors}"
        assert errors or answers, "neither an answer nor a fault"
        return [] if errors else answers

    def _run(self, asked: click.Command, words: list[str], typed: bytes) -> tuple[object, str, str]:
        """Run a command. Return its exit status and output. The test runner of click never frees its streams."""
        status: object = 0
        stdin, sys.stdin = sys.stdin, io.TextIOWrapper(io.BytesIO(typed))
        try:
            with redirect_stdout(self._out), redirect_stderr(self._err):
                asked.main(words)
        except SystemExit as end:
            status = end.code
        finally:
            sys.stdin = stdin
        return status or 0, _taken(self._out), _taken(self._err)

    def change(self, text: str, draw: random.Random) -> str:
        head, _, typed = text.partition("\n")
        if draw.randrange(10) == 0:
            head = draw.choice(self._commands)
        return f"{head}\n{changed_json(typed, draw, self._words)}"


def _taken(stream: io.TextIOWrapper) -> str:
    """Return what was written to a stream, and empty it."""
    stream.flush()
    text = stream.buffer.getvalue().decode()
    stream.seek(0)
    stream.truncate()
    return text


def _text(question: dict[str, Any]) -> str:
    if "lines" in question:
        return "\n".join(map(json.dumps, question["lines"]))
    return str(question.get("given") or "")


def _lines(text: str) -> list[str]:
    """Return the documents of a valid text: one, or one per line."""
    text = text.removeprefix("\ufeff")
    try:
        json.loads(text)
    except ValueError:
        return [line for line in text.split("\n") if line.strip()]
    return [text]


def _trees(tree: Any) -> list[Any]:
    """Return a value, and all values in it."""
    inner = tree.values() if isinstance(tree, dict) else tree if isinstance(tree, list) else ()
    return [tree, *(part for value in inner for part in _trees(value))]
