"""`score`, `can-go-out` and `can-open`: documents in, documents out, one line an answer."""

import sys
from collections.abc import Callable

import click

from scorepad.commands.jsonlines import Line, documents
from scorepad.commands.speech import BAD_INPUT, complain, read_text, refuse, rules_or_refuse
from scorepad.rules.model import RuleSet
from scorepad.scoring.answers import (
    BadInput,
    can_go_out_document,
    can_open_document,
    fault_text,
    score_json,
    to_json,
)

Verb = Callable[[RuleSet, object], str]
"""Answers a document in JSON, or raises BadInput."""


def _answer(verb: Verb, rules: RuleSet, line: Line) -> str | None:
    """The answer to one document as a line of JSON; None, with every fault said, where it cannot be used."""
    if line.fault:
        complain([f"{line.where}{line.fault}"])
        return None
    try:
        return verb(rules, line.data) + "\n"
    except BadInput as error:
        complain(f"{line.where}{fault_text(problem)}" for problem in error.problems)
        return None


def _run(verb: Verb, rules: str, file: str, choices: tuple[str, ...]) -> None:
    rule_set = rules_or_refuse(rules, choices)
    failed = False
    if sys.stdout is None:
        refuse("Standard output is closed, so there is nowhere to write the answer.")
    out = sys.stdout.buffer
    for line in documents(read_text(file)):
        answer = _answer(verb, rule_set, line)
        if answer is None:
            failed = True
        else:
            out.write(answer.encode("utf-8"))
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

score = _verb("score", score_json, "What a round was worth, every line explained." + _SHAPES)
can_go_out = _verb(
    "can-go-out",
    lambda rules, data: to_json(can_go_out_document(rules, data)),
    "Whether a player may go out, and all that stands against it." + _SHAPES,
)
can_open = _verb(
    "can-open",
    lambda rules, data: to_json(can_open_document(rules, data)),
    "Whether a team may open with these melds, and which is wrong." + _SHAPES,
)
