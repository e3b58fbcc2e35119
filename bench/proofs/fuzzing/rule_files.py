"""Fuzz rule sets in TOML. A valid one must survive a round trip, and a table must be able to play by it."""

import random
from contextlib import suppress
from pathlib import Path

from bench.proofs.fuzzing.mutation import Words, changed_lines
from scorepad.rulebook.card import build_card
from scorepad.rules import RulesError, from_document, parse, slugs, to_document
from scorepad.rules.model import RuleSet
from scorepad.rules.presets import text as preset_text
from scorepad.scoring.answers import BadInput, can_go_out_document, can_open_document, score_document
from tests.golden import storing


class RuleFiles:
    """Parses each text. Faults must be readable sentences."""

    def __init__(self, folder: Path) -> None:
        every_rule = (storing.DATA.parents[1] / "rules/schema-1.toml").read_text("utf-8")
        ours = (storing.DATA / "ours.toml").read_text("utf-8")
        self.seeds = [*map(preset_text, slugs()), every_rule, ours, ""]
        lines = sorted({line for seed in self.seeds for line in seed.split("\n")})
        names = sorted({word.strip('"[],{}') for line in lines for word in line.split() if word.isascii()})
        self._words = Words(tuple(name for name in names if name), tuple(lines))

    def run(self, text: str) -> None:
        try:
            rules = parse(text)
        except RulesError as error:
            sentences = [fault.message for fault in error.faults]
            assert sentences, "refused without a reason"
            assert all(s[-1] in ".?" and len(s) < 700 for s in sentences), sentences
            return
        document = to_document(rules)
        assert to_document(from_document(document)) == document, "written back, the rules are others"
        _play(rules)

    def change(self, text: str, draw: random.Random) -> str:
        return changed_lines(text, draw, self._words)


def _play(rules: RuleSet) -> None:
    """Render the card of every table, score a round, and ask whether a team can open and go out."""
    for table in rules.tables:
        build_card(rules, table)
        teams = [{"went_out": not number, "melded": 500, "left": 5} for number in range(table.teams)]
        books = {book.code: 1 for book in rules.books}
        teams[0] |= {"books": books}
        round_ = {"round": 2, "players": table.players, "teams": teams}
        meld = {"rank": "K", "naturals": 3}
        for read, question in (
            (score_document, round_ | {"ended": "went_out"}),
            (can_go_out_document, {"round": 1, "players": table.players, "books": books}),
            (can_open_document, {"round": 1, "players": table.players, "melds": [meld]}),
        ):
            with suppress(BadInput):
                read(rules, question)
