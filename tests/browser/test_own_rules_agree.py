"""Random own rules after a round trip: form, score, explanation, card, printed sheet and a phone's total agree.

`OWN_RULES=500` in the environment tries that many; by default, a few are tried.
"""

import os
from random import Random

from hypothesis import given, settings
from hypothesis import strategies as st

from scorepad.language.words import format_number
from scorepad.rulebook.card import build_card
from scorepad.rulebook.paper import END_ROWS, PaperRow, filled_paper
from scorepad.rules import RuleSet, diff, from_document, preset, slugs, to_document
from scorepad.scoring.cells import parse_values
from scorepad.scoring.game.record import GameRecord, game
from scorepad.scoring.text.explain import line_text
from tests.browser.test_provisional import Form, Texts, ask
from tests.play.test_round_trip import from_a_file, from_a_link, from_the_editor
from tests.support.drawn_rounds import quick
from tests.support.rule_documents import rule_documents

EXAMPLES = int(os.environ.get("OWN_RULES", "5"))
__all__ = ["ask"]


def around(rules: RuleSet, parent: RuleSet) -> RuleSet:
    """Return the rules after a round trip through a file, every page of the editor, and a link."""
    result = rules
    for way in (from_a_file, from_the_editor, from_a_link):
        result = way(result, parent)
    return result


def played(form: Form, texts: Texts) -> GameRecord:
    """Return a game whose first round has these texts."""
    table = form.agreed.table
    values = {
        (0, "table", "rules"): to_document(form.agreed.rules),
        (0, "table", "shape"): {"players": table.players, "teams": table.teams},
        (0, "table", "decks"): {"as": "count", "n": table.decks},
    }
    typed = {(1, *cell): value for cell, value in form.read(texts).changes.items() if value is not None}
    return game({**parse_values(values), **typed}, {})


def printed(record: GameRecord) -> dict[str, PaperRow]:
    """Return the lines of a game's printed sheet."""
    paper = filled_paper(record, [""] * record.agreement.table.teams)
    return {row.code: row for row in paper.bands[0].rows}


@settings(quick, max_examples=EXAMPLES)
@given(rule_documents(), st.sampled_from(slugs()), st.integers(0, 2**20))
def test_everything_that_shows_a_round_by_own_rules_agrees(ask, document, slug, seed):
    drawn, chance = from_document(document), Random(seed)
    rules = around(drawn, preset(slug))
    assert diff(rules, drawn) == ()
    form = Form(rules, chance.choice(rules.tables), 1)
    rounds = [form.filled(chance) for _ in range(10)]
    totals = ask("score", [[form.numbers, texts] for texts in rounds])
    sections = build_card(rules, form.agreed.table).sections
    card = " ".join(phrase.text for section in sections for phrase in section.all_phrases)
    for texts, parts in zip(rounds, totals, strict=True):
        assert parts == form.parts(texts), "the score"
        record = played(form, texts)
        if not record.rounds:
            # Nothing was drawn for a short form.
            assert not any(part["total"] for part in parts)
            continue
        rows = printed(record)
        assert {*rows} - {*END_ROWS} == {field["code"] for field in form.numbers["fields"]}, "the form"
        for team, part in enumerate(parts):
            lines = record.rounds[0].scores[team].lines
            assert all(line_text(line) for line in lines)
            assert sum(line.points for line in lines) == part["total"], "the explanation"
            assert rows["total"].cells[team] == format_number(part["total"]), "the printed sheet"
            _prices_agree(rows, lines, card)


def _prices_agree(rows, lines, card):
    """Check that the price in each line of the sheet is the one that the score used, and is on the card."""
    for line in lines:
        worth = rows[line.code].worth if line.code in rows else ""
        if worth.startswith("×") and line.count and not line.waived and not line.reason and " or " not in worth:
            price = worth.removeprefix("×\u00a0")
            assert format_number(line.points // line.count) == price, line.code
            assert price.removeprefix("−") in card, line.code
