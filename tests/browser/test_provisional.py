"""The provisional total on a phone equals the server's, in real Chromium, for thousands of rounds."""

from collections.abc import Callable
from dataclasses import replace
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from playwright.sync_api import Page

from scorepad.numbers import NotANumber, typed_adjustment, typed_points
from scorepad.play.form_data import FormData, Submission
from scorepad.play.parse_form import SentRound
from scorepad.play.sheet_form import LONE_HAND, Input, sheet_inputs
from scorepad.rules import RuleSet, choose, from_document, preset, slugs, to_document
from scorepad.rules.model import Table
from scorepad.scoring.cells import parse_values
from scorepad.scoring.game.agreement import Agreement, agreement
from scorepad.scoring.game.record import RoundRecord, round_record
from scorepad.scoring.model import Waived
from scorepad.scoring.phone import sheet_data
from scorepad.scoring.sheet import build_sheet
from tests.scoring.test_quantity import BAD, GOOD
from tests.support.drawn_rounds import quick
from tests.support.rule_documents import rule_documents
from tests.support.scoring import chosen
from tests.web.rounds.test_vectors import TYPED, texts_of

Ask = Callable[[str, Any], Any]
Texts = dict[str, str]

ASK = """async ([verb, questions]) => {
  const script = await import(new URL("js/score.js", document.querySelector("link[rel=icon]").href));
  return questions.map((question) => script[verb](...question));
}"""

PARTS = ("base", "count", "bonus", "total")
GROUPS, ROUNDS = 6, 20
"""For every preset: how many combinations of table, round and choices are drawn, and how many sheets for each."""

TYPED_TEXTS = {
    "count": ("0", "1", "2", "3", "4", "5", "1", "2", "007", " 2 ", "12", "100", "two", "-1", "٣"),
    "points": (
        "0",
        "65",
        "410",
        "1,200",
        "120+85+40",
        "300+",
        " 35 ",
        "12x",
        "1,20",
        "1000000",
        "3.280",
        "3 280",
        "3'280",
        "1.5",
        "1.200,000",
    ),
    "signed": ("50", "-50", "−100", "+1,200", "- 5", "5-", "some", "0"),
    "text": ("misdeal", "the table agreed"),
    "check": ("1",),
    "mark": ("1",),
}


@pytest.fixture(scope="module")
def ask(onlooker: Page, club: str) -> Ask:
    """A function that calls one of the script's functions with each list of arguments, in a page of the club."""
    onlooker.goto(club)
    return lambda verb, questions: onlooker.evaluate(ASK, [verb, questions])


def _agreed(rules: RuleSet, table: Table) -> Agreement:
    shape = {"players": table.players, "teams": table.teams}
    cells = {"rules": to_document(rules), "shape": shape, "decks": {"as": "count", "n": table.decks}}
    values = {(0, "table", name): value for name, value in cells.items()}
    return agreement(parse_values(values), {})


class Form:
    """A round's form at a table: its inputs, the phone's data for adding up, and the server's result for texts."""

    def __init__(self, rules: RuleSet, table: Table, number: int) -> None:
        self.agreed = _agreed(rules, table)
        self.number = number
        self.sheet = build_sheet(self.agreed.rules, self.agreed.table, number, self.agreed.decks)
        self.inputs = sheet_inputs(self.sheet)
        self.numbers = sheet_data(self.sheet)

    def read(self, texts: Texts) -> SentRound:
        """Parse the texts as the server does."""
        form = FormData({name: (text,) for name, text in texts.items()})
        sent = Submission.of(form, token_holds=True, phone=None)
        return SentRound(form, game=None, sheet=self.sheet, submission=sent, shown={}).parse()

    def record(self, texts: Texts) -> RoundRecord:
        """Return the round on the server, after storing the texts that are valid."""
        values = self.read(texts).changes
        cells = {(self.number, *cell): value for cell, value in values.items() if value is not None}
        nothing = (0,) * self.agreed.table.teams
        return round_record(self.agreed, cells, self.number, nothing)

    def parts(self, texts: Texts) -> list[dict[str, int]]:
        """Return the server's result for every team."""
        return [{name: getattr(team, name) for name in PARTS} for team in self.record(texts).scores]

    def filled(self, chance: Random) -> Texts:
        """Return texts for all inputs. Some sheets are nearly empty, some nearly full."""
        share = chance.choice((0.2, 0.6, 0.95))
        return {one.name: self._text(one, chance) if chance.random() < share else one.start for one in self.inputs}

    def _text(self, one: Input, chance: Random) -> str:
        seats = [f"seat{seat}" for seat in range(1, self.agreed.table.players + 1)]
        if one.name.endswith(".ruling") and chance.random() < 0.8:
            return " "
        other = "none" if one is LONE_HAND else "stock"
        return chance.choice({**TYPED_TEXTS, "choice": (other, *seats)}[one.control])


Rounds = list[tuple[Form, Texts]]


def _agree(ask: Ask, rounds: Rounds) -> None:
    answers = ask("score", [[form.numbers, texts] for form, texts in rounds])
    for (form, texts), parts in zip(rounds, answers, strict=True):
        assert parts == form.parts(texts), texts


def _drawn(slug: str) -> Rounds:
    """Return filled-in sheets of a preset, with random tables, rounds and choices."""
    chance, rounds = Random(slug), []
    for _ in range(GROUPS):
        rules = preset(slug)
        choices = {one.key: chance.choice(one.options).value for one in rules.choices if not one.players}
        rules = choose(rules, choices)
        form = Form(rules, chance.choice(rules.tables), chance.randint(1, 5))
        rounds += [(form, form.filled(chance)) for _ in range(ROUNDS)]
    return rounds


def test_a_phone_adds_up_the_rounds_worked_by_hand(ask):
    rounds, worked = [], []
    for slug, vector in TYPED:
        if "teams" in vector["expect"]:
            data, rules = vector["input"], chosen(slug, vector)
            teams = len(data["teams"])
            players = data.get("players") or rules.tables[0].players
            table = next(table for table in rules.tables if (table.players, table.teams) == (players, teams))
            form = Form(rules, replace(table, decks=data.get("decks", table.decks)), data["round"])
            rounds.append(
                [form.numbers, {one.name: one.start for one in form.inputs} | texts_of(rules, table.team_size, data)]
            )
            worked.append([{name: team[name] for name in PARTS} for team in vector["expect"]["teams"]])
    assert len(worked) >= 60
    assert ask("score", rounds) == worked


@pytest.mark.parametrize("slug", slugs())
def test_a_phone_adds_up_what_the_server_adds_up(ask, slug):
    _agree(ask, _drawn(slug))


def _with_every_condition(document: dict[str, Any]) -> None:
    """Let threes depend on conditions, combinations pay once or each time, signs vary, and a penalty be 0."""
    general = next(t for t in document["threes"] if (t["color"], t["place"]) == ("red", "held"))
    asked = (
        {"went_out": "yes", "opened": "either", "has": {"clean": 2}, "lacks": {}},
        {"went_out": "no", "opened": "yes", "has": {"dirty": 1}, "lacks": {"clean": 3}},
        {"went_out": "either", "opened": "no", "has": {}, "lacks": {}},
    )
    steps = [{"from": 1, "points": 10, "per": "card"}, {"from": 3, "points": 70, "per": "all"}]
    rules = [{**general, "when": when, "pays": steps[at % 2 :], "reward": True} for at, when in enumerate(asked)]
    document["threes"] = [*rules, *document["threes"]]
    signs = (("nothing", ["left"]), ("plus", ["left", "melded"]), ("minus", ["melded", "books"]))
    document["otherwise"] = [
        {"of": of, "when": when, "counts": sign} for when, (sign, of) in zip(asked, signs, strict=True)
    ]
    document["otherwise"].append({"of": ["left"], "counts": "others"})
    document["books"][1]["when"] = asked[1]
    document["going_out"]["penalty"] = 0
    document["going_out"]["cases"][0] |= {"needs": {"clean": 2, "dirty": 1}, "red_threes": "one_for_each_book"}
    laid = next(t for t in document["threes"] if (t["color"], t["place"]) == ("red", "laid"))
    laid |= {"counted": "apart", "pays": steps}
    document["books"][0]["must_finish"] = True
    next(book for book in document["books"] if book["code"] == "clean")["counts_for"] = ["clean", "clean"]
    one = {"label": "Grand", "books": {"clean": 2, "dirty": 1}}
    document["combinations"] = [
        {**one, "code": times, "points": points, "times": times, "group": "sets"}
        for times, points in (("once", 1), ("each", 1000))
    ]


def _conditioned() -> Rounds:
    document, chance = to_document(preset("partnership")), Random(1)
    _with_every_condition(document)
    rules = from_document(document)
    form = Form(rules, rules.tables[0], 1)
    return [(form, form.filled(chance)) for _ in range(150)]


def test_a_phone_adds_up_by_conditions_and_combinations(ask):
    _agree(ask, _conditioned())


@settings(quick, max_examples=8)
@given(rule_documents())
def test_a_phone_adds_up_by_any_rules(ask, document):
    rules, chance = from_document(document), Random(0)
    form = Form(rules, rules.tables[-1], 2)
    _agree(ask, [(form, form.filled(chance)) for _ in range(20)])


def test_the_rounds_that_are_drawn_come_to_every_rule_about_the_end():
    records = [form.record(texts) for form, texts in _drawn("two-handed") + _conditioned()]
    lines = [line for record in records for team in record.scores for line in team.lines]
    assert {line.waived for line in lines} == {None, *Waived}
    assert {line.code for line in lines} >= {"severe_penalty", "going_out", "adjustment"}
    assert any(team.went_out and team.ruling for record in records for team in record.entry.teams)


def test_a_phone_shows_another_total_where_the_sheet_has_another_number(ask):
    rules = preset("partnership")
    form = Form(rules, rules.tables[0], 1)
    form.numbers["fields"][0]["points"] += 5
    with pytest.raises(AssertionError):
        _agree(ask, [(form, {"team1.clean": "1"})])


def _odd() -> list[str]:
    """Return texts that are numbers, sums or nearly so, with every kind of white space around and inside them."""
    chance = Random(5)
    blanks = [chr(c) for c in range(0x10000) if chr(c).isspace()]
    blanks += ["\ufeff", "\u200b", "\u180e", "\x00", "\x7f"]
    around = [f"{a}5{b}" for blank in blanks for a, b in ((blank, blank), (blank, ""), ("", blank))]
    inside = [f"5{blank}+{blank}6" for blank in blanks]
    drawn = ["".join(chance.choices("0123456789+,- −–x\u00a0", k=n % 12)) for n in range(2000)]
    longest = ["1+" * 99 + "1", "1+" * 99 + "22", "1+" * 100 + "1", "0" * 200, " " * 200 + "1"]
    return [*GOOD, *BAD, *around, *inside, *drawn, *longest]


def _or_none(reading: Callable[[str], int], text: str) -> int | None:
    try:
        return reading(text)
    except NotANumber:
        return None


@pytest.mark.parametrize(("verb", "reading"), [("points", typed_points), ("adjustment", typed_adjustment)])
def test_a_phone_reads_what_the_server_reads(ask, verb, reading):
    texts = _odd()
    numbers = dict(zip(texts, ask(verb, [[text] for text in texts]), strict=True))
    assert numbers == {text: _or_none(reading, text) for text in texts}


def test_a_phone_counts_what_the_server_counts(ask):
    rules = preset("partnership")
    form = Form(rules, rules.tables[0], 1)
    texts, counts = _odd(), [one.name for one in form.inputs if one.control == "count"]
    starts = range(0, len(texts), len(counts))
    _agree(ask, [(form, dict(zip(counts, texts[at:], strict=False))) for at in starts])
