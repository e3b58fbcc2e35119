"""`score`, `can-go-out` and `can-open`: read documents, print one answer per line."""

import gc
import sys
from collections.abc import Callable, Iterator, Sequence
from itertools import islice
from typing import Any

import click

from scorepad.commands.console import BAD_INPUT, CHOOSE_OPTION, RULES_CLUB_OPTION, fail, print_errors, read_text
from scorepad.commands.names import FILE, RULES
from scorepad.commands.rule_files import load_rules
from scorepad.rules.model import RuleSet
from scorepad.scoring.answers import (
    BATCH,
    BadInput,
    can_go_out_document,
    can_open_document,
    fault_text,
    score_texts,
    to_json,
)
from scorepad.scoring.documents import Document, documents

Answer = str | BadInput
"""A line of JSON, or the faults of the document."""

Verb = Callable[[RuleSet, Sequence[object]], Sequence[Answer]]
"""Answers several documents, in order."""


def _one_by_one(answer: Callable[[RuleSet, object], dict[str, Any]]) -> Verb:
    def text(rules: RuleSet, data: object) -> Answer:
        try:
            return to_json(answer(rules, data))
        except BadInput as error:
            return error

    return lambda rules, documents: [text(rules, data) for data in documents]


def _answers(verb: Verb, rules: RuleSet, documents: Sequence[Document]) -> Iterator[tuple[Document, Answer]]:
    """Yield each document with its answer. Text that is not JSON is bad input too."""
    answers = iter(verb(rules, [document.data for document in documents if not document.fault]))
    for document in documents:
        yield document, BadInput(()) if document.fault else next(answers)


def _run(verb: Verb, rules: str, file: str, choices: tuple[str, ...], club: str) -> None:
    rule_set = load_rules(rules, choices, club)
    if sys.stdout is None:
        fail("Standard output is closed, so there is nowhere to write the answer.")
    # Looking for cycles, which documents do not have, would take a tenth of the time.
    gc.disable()
    out, has_failed = sys.stdout.buffer, False
    unread = documents(read_text(file))
    while batch := list(islice(unread, BATCH)):
        for document, answer in _answers(verb, rule_set, batch):
            if isinstance(answer, str):
                out.write(f"{answer}\n".encode())
                continue
            has_failed = True
            faults = [document.fault] if document.fault else map(fault_text, answer.problems)
            print_errors(f"{document.where}{fault}" for fault in faults)
    out.flush()
    if has_failed:
        raise SystemExit(BAD_INPUT)


def _command(name: str, verb: Verb, summary: str) -> click.Command:
    @click.command(name, help=summary + _INPUT.format(name=name))
    @click.argument("rules", type=RULES)
    @click.argument("file", default="-", type=FILE)
    @CHOOSE_OPTION
    @RULES_CLUB_OPTION
    def command(rules: str, file: str, choices: tuple[str, ...], club: str) -> None:
        _run(verb, rules, file, choices, club)

    return command


_INPUT = """

RULES is a slug (see `scorepad rules list`) or a TOML file. FILE holds one JSON document or JSON Lines; leave
it out, or write -, for standard input. Each answer is one line of JSON; docs/documents.md describes questions
and answers. Bad input: every fault on standard error, exit status 2.

\b
Examples:
  scorepad {name} partnership question.json
  scorepad {name} vegas < questions.jsonl"""

score = _command("score", score_texts, "Score a round, and explain every line.")
can_go_out = _command("can-go-out", _one_by_one(can_go_out_document), "Say whether a player may go out, and why not.")
can_open = _command("can-open", _one_by_one(can_open_document), "Say whether a team may open, and why not.")
