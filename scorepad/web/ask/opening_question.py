"""Parse the form of "Can we open?": the melds, or the cards in hand."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Any

from scorepad.rules.lookup import natural_threes
from scorepad.rules.model import RuleSet
from scorepad.rules.words import CARDS, RANKS, THREE, Color, MeldedThrees, Waiver
from scorepad.scoring.check import too_many_cards
from scorepad.scoring.game.agreement import Agreement
from scorepad.scoring.model import SEQUENCE
from scorepad.scoring.text.explain import CARD_NAMES
from scorepad.scoring.text.messages import problem_text
from scorepad.web.ask.question_form import Args, QuestionForm


@dataclass(frozen=True, slots=True)
class MeldRow:
    """One row of the melds: its code in input names, its label, whether it has inputs for naturals and wild cards."""

    code: str
    label: str
    naturals: bool
    wilds: bool = True

    @property
    def rank(self) -> str:
        return self.code.partition("_")[0]

    @property
    def of(self) -> str:
        """What it is a meld of: the label without the number of the meld."""
        return self.label.partition(" (")[0]

    @property
    def sign(self) -> str:
        return self.rank.removeprefix("black").removeprefix("red")

    @property
    def next(self) -> str:
        """The code of one more meld of this rank."""
        return further(self.rank, int(self.code.partition("_")[2] or 1) + 1)


AFTERWARDS = {"": "Cards are left", "empty": "The hand is empty", "out": "We are out"}
"""What the melds may leave in the hand."""


def possible_afterwards(agreed: Agreement) -> dict[str, str]:
    """Return the options of `AFTERWARDS` that matter under these rules; empty if none does."""
    waived, melds = agreed.rules.opening.waived, agreed.rules.melds
    by_going_out = any(melds.threes(color) is MeldedThrees.GOING_OUT for color in Color)
    if waived is Waiver.NEVER and not by_going_out:
        return {}
    asks_empty = waived is Waiver.HAND_EMPTY and agreed.table.foot
    return {word: text for word, text in AFTERWARDS.items() if word != "empty" or asks_empty}


MOST_MELDS = 9
"""The most melds of one rank, and sequences, that the page has inputs for."""

MELD_PARTS = ("naturals", "jokers", "twos")


def meld_rows(rules: RuleSet, args: Args) -> tuple[MeldRow, ...]:
    """Return a row for each rank that may be melded, and one for each further meld of a rank that was typed."""
    with_wilds = (*RANKS, THREE, *(f"{color}3" for color in natural_threes(rules)))
    ranks = (*RANKS, *melded_threes(rules))
    rows = [MeldRow(rank, CARD_NAMES[rank][1].capitalize(), True, rank in with_wilds) for rank in ranks]
    if rules.melds.wild_melds:
        rows.append(MeldRow("wild", "Wild cards only", False))
    return tuple(more for row in rows for more in (row, *_further_rows(row, args)))


def _further_rows(row: MeldRow, args: Args) -> Iterator[MeldRow]:
    for number in range(2, MOST_MELDS + 1):
        code = further(row.code, number)
        if any(args.get(f"{code}.{part}", "") for part in MELD_PARTS):
            yield replace(row, code=code, label=f"{row.label} ({number})")


def further(code: str, number: int) -> str:
    """Return the code of a further meld of a rank: `K`, `K_2`, `K_3`."""
    return code if number == 1 else f"{code}_{number}"


def melded_threes(rules: RuleSet) -> tuple[str, ...]:
    """Return the threes that may be melded, by the name of their cards; `3` if both colours are natural cards."""
    if natural_threes(rules) == tuple(Color):
        return (THREE,)
    return tuple(f"{color}3" for color in Color if rules.melds.threes(color) is not MeldedThrees.NEVER)


def typed_cards(
    form: QuestionForm, agreed: Agreement, rows: tuple[MeldRow, ...], way: str
) -> tuple[list[dict[str, Any]], list[str], dict[str, int]]:
    """Return the melds with the codes of their rows, or the cards in hand."""
    if way == "cards":
        return [], [], _shown(form, agreed)
    melds, codes = _melds(form, rows)
    for code in sequence_codes(agreed.rules, form.args):
        cards = form.text(code).upper().replace(",", " ").split()
        wilds = _wilds(form, code) if agreed.rules.melds.sequence_wilds != 0 else []
        if cards or wilds:
            melds.append({"rank": SEQUENCE, "cards": cards, "wilds": wilds})
            codes.append(code)
    return melds, codes, {}


def sequence_codes(rules: RuleSet, args: Args) -> list[str]:
    """Return the codes of the inputs for sequences: those that were typed, and one more."""
    if not rules.melds.sequences:
        return []
    every = [further(SEQUENCE, number) for number in range(1, MOST_MELDS + 1)]
    typed = [
        at
        for at, code in enumerate(every)
        if any(args.get(name, "") for name in (code, f"{code}.jokers", f"{code}.twos"))
    ]
    return every[: max(typed, default=-1) + 2]


def _shown(form: QuestionForm, agreed: Agreement) -> dict[str, int]:
    shown = {card: form.count(f"card.{card}") for card in (*CARDS, *melded_threes(agreed.rules))}
    for card, problem in too_many_cards(shown, agreed.table.jokers, agreed.decks).items():
        form.faults[f"card.{card}"] = problem_text(problem)
    return {card: count for card, count in shown.items() if count}


def _melds(form: QuestionForm, rows: tuple[MeldRow, ...]) -> tuple[list[dict[str, Any]], list[str]]:
    melds: list[dict[str, Any]] = []
    codes: list[str] = []
    for row in rows:
        naturals = form.count(f"{row.code}.naturals") if row.naturals else 0
        wilds = _wilds(form, row.code)
        if naturals or wilds:
            rank = row.rank if row.naturals else "joker"
            melds.append({"rank": rank, "naturals": naturals, "wilds": wilds})
            codes.append(row.code)
    return melds, codes


def _wilds(form: QuestionForm, code: str) -> list[str]:
    return ["joker"] * form.count(f"{code}.jokers") + ["2"] * form.count(f"{code}.twos")
