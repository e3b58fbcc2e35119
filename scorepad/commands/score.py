"""`score`, `can-go-out` and `can-open`: documents in, documents out, one line an answer."""

import sys
from collections.abc import Callable, Iterator, Sequence
from itertools import islice
from typing import Any

import click

from scorepad.commands.jsonlines import Line, documents
from scorepad.commands.speech import BAD_INPUT, complain, read_text, refuse, rules_or_refuse
from scorepad.rules.model import RuleSet
from scorepad.scoring.answers import (
    BadInput,
    can_go_out_document,
    can_open_document,
    fault_text,
    to_json,
)
from scorepad.scoring.batch import TOGETHER, score_texts

Verb = Callable[[RuleSet, Sequence[object]], Sequence[str | BadInput]]
"""Answers documents, in order, each with a line of JSON or with what is wrong with it."""


def _one_by_one(answer: Callable[[RuleSet, object], dict[str, Any]]) -> Verb:
    def verb(rules: RuleSet, documents: Sequence[object]) -> list[str | BadInput]:
        return [_answer(rules, data) for data in documents]

    def _answer(rules: RuleSet, data: object) -> str | BadInput:
        try:
            return to_json(answer(rules, data))
        except BadInput as error:
            return error

    return verb


def _answers(verb: Verb, rules: RuleSet, lines: Sequence[Line]) -> Iterator[str | None]:
    """The answers to some lines, in order; None, with every fault said, where a line cannot be used."""
    answered = iter(verb(rules, [line.data for line in lines if not line.fault]))
    for line in lines:
        answer = None if line.fault else next(answered)
        if isinstance(answer, str):
            yield answer
            continue
        faults = [fault_text(problem) for problem in answer.problems] if answer else [line.fault]
        complain(f"{line.where}{fault}" for fault in faults)
        yield None


def _run(verb: Verb, rules: str, file: str, choices: tuple[str, ...]) -> None:
    rule_set = rules_or_refuse(rules, choices)
    failed = False
    if sys.stdout is None:
        refuse("Standard output is closed, so there is nowhere to write the answer.")
    out = sys.stdout.buffer
    lines = documents(read_text(file))
    while some := list(islice(lines, TOGETHER)):
        for answer in _answers(verb, rule_set, some):
            if answer is None:
                failed = True
            else:
                out.write(f"{answer}\n".encode())
    out.flush()
    if failed:
        raise SystemExit(BAD_INPUT)


def _verb(name: str, verb: Verb, doc: str) -> click.Command:
    def run(rules: str, file: str, choices: tuple[str, ...]) -> None:
        _run(verb, rules, file, choices)

    choose = click.Option(
        ["--choose", "choices"],
        multiple=True,
        metavar="KEY=VALUE",
        help="A choice the rule set leaves to the table, such as books=short. May stand several times.",
    )
    arguments = [
        click.Argument(["rules"]),
        click.Argument(["file"], default="-"),
    ]
    return click.Command(name, callback=run, params=[*arguments, choose], help=doc)


_SHAPES = """

RULES is a preset's slug (see `scorepad rules list`) or a TOML file. FILE holds one JSON document or JSON Lines; absent
or - it is standard input. Each answer is one line of JSON. Bad input: every fault on standard error, exit status 2."""

score = _verb("score", score_texts, "What a round was worth, every line explained." + _SHAPES)
can_go_out = _verb(
    "can-go-out",
    _one_by_one(can_go_out_document),
    "Whether a player may go out, and all that stands against it." + _SHAPES,
)
can_open = _verb(
    "can-open",
    _one_by_one(can_open_document),
    "Whether a team may open with these melds, and which is wrong." + _SHAPES,
)
