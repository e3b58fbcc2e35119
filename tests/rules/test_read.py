"""A document that cannot be read: every fault has its path, a message, and the nearest valid name."""

import ast
import inspect
import re
from importlib import import_module

import pytest

from scorepad.rules import RulesError, parse
from scorepad.rules.faults import quote
from scorepad.rules.model import RuleSet
from scorepad.rules.read import LONGEST, Reader
from tests.rules.documents import EVERY_RULE, changed, faults, key_paths, without

WRONG = [
    ("melds", 5, "melds", "“5” is not a table of keys and values: { smallest = …, wilds = …,"),
    ("cards", [1], "cards", "“[1]” is not a table of keys and values: { … = … }."),
    ("opening.steps", {}, "opening.steps", "“{}” is not a list: [{ from = …, minimum = …, books = …, players = … }]."),
    ("books.1.ranks", "A", "books.clean.ranks", '“A” is not a list: ["A"].'),
    ("books.1.ranks", [7], "books.clean.ranks.1", '“7” is not text in quotes. Write "7".'),
    ("play.swipe", 1, "play.swipe", "“1” is not true or false."),
    ("play.draw", "2", "play.draw", "“2” is text. Write the number without quotes: 2."),
    ("play.draw", True, "play.draw", "“true” is not a whole number."),
    ("play.draw", 1.5, "play.draw", "“1.5” is not a whole number. Write 1500, if you mean thousands."),
    ("play.draw", 2.0, "play.draw", "“2.0” is not a whole number."),
    ("play.draw", float("nan"), "play.draw", "“nan” is not a whole number."),
    ("books.1.points", 1_000_001, "books.clean.points", "is too large"),
    ("books.1.points", -1_000_001, "books.clean.points", "the maximum is 1,000,000."),
    ("books.1.points", 16**5000, "books.clean.points", "is too large"),
    ("name", 16**5000, "name", "“…” is not text in quotes."),
    ("name", 3, "name", "“3” is not text in quotes."),
    ("name", "a" * (LONGEST + 1), "name", "must be printable text of at most 500 characters."),
    ("name", "\u202eeht", "name", "must be printable text"),
    ("name", "\x1b[31m", "name", "must be printable text"),
    ("name", "\ud800", "name", "must be printable text"),
    ("play.hand_limit", "all", "play.hand_limit", "neither a whole number nor the word “any”."),
    ("end.rounds", "any", "end.rounds", "neither a whole number nor the word “none”."),
    ("play.take.cards", True, "play.take.cards", "neither a whole number nor the word “all”."),
    ("opening.steps.1.from", "low", "opening.steps.1.from", "nor the word “lowest”."),
    ("going_out.leave", "askk", "going_out.leave", "“askk” is not one of the words for this rule. Choose from:"),
    ("going_out.leave", "cortesy", "going_out.leave", "Did you mean “courtesy”?"),
    ("threes.4.when.went_out", True, "threes.red.held.when.went_out", "is not text in quotes."),
    ("threes.2.counted", "apar", "threes.red.laid(2).counted", "Did you mean “apart”?"),
    ("cards.K", "ten", "cards.K", "“ten” is not a whole number."),
    ("choices.1.options.2.set", [], "choices.short.options.yes.set", "is not a table of keys and values: { … = … }."),
]  # fmt: skip


UNKNOWN = [
    ("nmae", 1, "nmae", "this rule does not exist. Did you mean “name”?"),
    ("melds.wild_meld", 1, "melds.wild_meld", "Did you mean “wild_melds”?"),
    ("books.1.value", 1, "books.clean.value", "this rule does not exist."),
    ("opening.steps.2.form", 1, "opening.steps.2.form", "Did you mean “from”?"),
    ("choices.1.options.1.sett", 1, "choices.short.options.no.sett", "Did you mean “set”?"),
    ("play.take.\x1b[2J", 1, "play.take.\x1b[2J", "this rule does not exist."),
    ("x" * 300, 1, "x" * 60, "this rule does not exist."),
]


ROWS = [*WRONG, *UNKNOWN]


@pytest.mark.parametrize(("where", "value", "path", "fragment"), ROWS, ids=range(len(ROWS)))
def test_a_wrong_value_or_key_is_named_with_its_path(where, value, path, fragment):
    ((place, sentence),) = faults(changed({where: value}))
    assert place == path
    assert fragment in sentence
    assert len(sentence) < 300


FREE = re.compile(r".*\.(has|lacks|needs|set|add|books)\.|schema|cards\.")
KEYS = [path for path in key_paths(EVERY_RULE) if not path.rpartition(".")[2].isdigit()]
STATED = [path for path in KEYS if not FREE.match(path)]


def test_no_value_has_a_default_every_one_has_to_be_stated():
    assert len(STATED) > 300
    for key in STATED:
        sentence, last = "is missing; a rule set states every value.", key.rpartition(".")[2]
        problems = faults(without(key))
        assert any(path.endswith(last) and text == sentence for path, text in problems), key


def test_all_faults_are_named_at_once():
    problems = faults(changed({"name": 1, "melds.wilds": "some", "cards.K": None, "extra": 0}))
    assert {path for path, _ in problems} == {"name", "melds.wilds", "cards.K", "extra"}
    document = without("end.by")
    del document["play"]["draw"]
    assert [path for path, _ in faults(document)] == ["end.by", "play.draw"]


@pytest.mark.parametrize(
    ("text", "fragment"),
    [
        ("", "a rule document must begin with “schema = 3”."),
        ("schema", "is not TOML: "),
        ("schema = 1\nschema = 1", "is not TOML: "),
        ("schema = " + "1" * 5000, "is not TOML: line 1 has a number that is too long."),
        ("a = " + "[" * 50_000, "is nested too deeply for a rule set."),
        ("schema = 1\nname" + ".a" * 50_000 + " = 1", "is nested too deeply for a rule set."),
        ("schema = 1\nname = " + "[" * 30 + "]" * 30, "is nested too deeply for a rule set."),
        ("#" * 200_001, "is too long for a rule set (200,000 characters)."),
    ],
    ids=["empty", "half", "twice", "digits", "lists", "dotted", "brackets", "long"],
)
def test_a_text_that_is_no_rule_file_is_refused_with_a_sentence(text, fragment):
    with pytest.raises(RulesError) as caught:
        parse(text)
    (fault,) = caught.value.faults
    assert fragment in str(fault)


def test_every_sentence_of_the_reader_has_a_case_here():
    sentences = [s for where, value, *_ in ROWS for _, s in faults(changed({where: value}))]
    sentences += [s for _, s in faults(without("name")) + faults({"schema": 2})]
    for pattern in sentences_in(import_module("scorepad.rules.read"), "fault", "_not"):
        assert any(pattern.fullmatch(sentence) for sentence in sentences), pattern.pattern


def sentences_in(module, *calls):
    """Yield a pattern for each sentence that a module passes as the second argument of these calls."""
    for node in ast.walk(ast.parse(inspect.getsource(module))):
        if isinstance(node, ast.Call) and len(node.args) > 1:
            name = getattr(node.func, "attr", getattr(node.func, "id", ""))
            text = node.args[1]
            parts = text.values if isinstance(text, ast.JoinedStr) else [text]
            known = all(isinstance(p, ast.Constant | ast.FormattedValue) for p in parts)
            if name in calls and known:
                fixed = [p.value if isinstance(p, ast.Constant) else None for p in parts]
                pattern = "".join(".*" if part is None else re.escape(part) for part in fixed)
                yield re.compile(f".*{pattern}.*" if name == "_not" else pattern)


def test_a_value_in_a_message_is_short_and_shows_nothing_unprintable():
    for value in ("\x1b[31m\ud800" * 30, {"a": "\u202e"}, list(range(1000)), 16**9999):
        shown = quote(value)
        assert len(shown) <= 43
        assert shown.isprintable()


def test_what_reads_well_reads_as_a_rule_set():
    reader = Reader()
    assert isinstance(reader.table(RuleSet, EVERY_RULE, ""), RuleSet)
    assert reader.faults == []
