"""Parse the form of "Can we open?": the melds, or the cards in hand."""

from dataclasses import dataclass
from typing import Any

from scorepad.rules.cards import CARDS, RANKS
from scorepad.rules.model import RuleSet
from scorepad.rules.words import Color, MeldedThrees, Waiver
from scorepad.scoring.advice.melds import SEQUENCE
from scorepad.scoring.game.agreement import Agreement
from scorepad.scoring.limits import too_many_cards
from scorepad.scoring.text.explain import CARD_NAMES
from scorepad.scoring.text.messages import problem_text
from scorepad.web.ask.question_form import QuestionForm


@dataclass(frozen=True, slots=True)
class MeldRow:
    """One row of the melds: its code in input names, its label, whether it has inputs for naturals and wild cards."""

    code: str
    label: str
    naturals: bool
    wilds: bool = True

    @property
    def sign(self) -> str:
        return self.code.removeprefix("black").removeprefix("red")


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


def meld_rows(rules: RuleSet) -> tuple[MeldRow, ...]:
    ranks = [MeldRow(rank, CARD_NAMES[rank][1].capitalize(), True) for rank in RANKS]
    for color in Color:
        if (melded := rules.melds.threes(color)) is not MeldedThrees.NEVER:
            label = f"{color.capitalize()} threes"
            ranks.append(MeldRow(f"{color}3", label, True, melded is MeldedThrees.NATURAL))
    if rules.melds.wild_melds:
        ranks.append(MeldRow("wild", "Wild cards only", False))
    return tuple(ranks)


def typed_cards(
    form: QuestionForm, agreed: Agreement, rows: tuple[MeldRow, ...], way: str
) -> tuple[list[dict[str, Any]], list[str], dict[str, int]]:
    """Return the melds with the codes of their rows, or the cards in hand."""
    if way == "cards":
        return [], [], _shown(form, agreed)
    melds, codes = _melds(form, rows)
    if agreed.rules.melds.sequences:
        cards = form.text(SEQUENCE).upper().replace(",", " ").split()
        wilds = _wilds(form, SEQUENCE) if agreed.rules.melds.sequence_wilds != 0 else []
        if cards or wilds:
            melds.append({"rank": SEQUENCE, "cards": cards, "wilds": wilds})
            codes.append(SEQUENCE)
    return melds, codes, {}


def _shown(form: QuestionForm, agreed: Agreement) -> dict[str, int]:
    shown = {card: form.count(f"card.{card}") for card in CARDS}
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
            rank = row.code if row.naturals else "joker"
            melds.append({"rank": rank, "naturals": naturals, "wilds": wilds})
            codes.append(row.code)
    return melds, codes


def _wilds(form: QuestionForm, code: str) -> list[str]:
    return ["joker"] * form.count(f"{code}.jokers") + ["2"] * form.count(f"{code}.twos")
