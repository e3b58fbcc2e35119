"""Own rules with sequences as clubs make them, and hands for them, drawn at random: any with a seed is drawn again."""

import random
from collections import Counter

from scorepad.rules import from_document, preset, slugs, to_document
from scorepad.rules.faults import RulesError
from scorepad.rules.lookup import table_for
from scorepad.rules.model import RuleSet
from scorepad.rules.words import CARDS, RANKS, WILD_CARDS
from scorepad.scoring.advice.opening import OpeningQuestion
from scorepad.scoring.check import supply
from tests.support.natural_threes import let_threes_be_natural

WITHOUT = tuple(slug for slug in slugs() if not preset(slug).melds.sequences)
"""The presets without sequences."""


def draw_rules(chance: random.Random) -> RuleSet:
    """Return a preset without sequences to which these and up to three other changes are added."""
    while True:
        document = to_document(preset(chance.choice(WITHOUT)))
        document["choices"], document["provenance"]["own"] = [], []
        _add_sequences(document, chance)
        for change in chance.sample(CHANGES, chance.randint(0, 3)):
            change(document, chance)
        try:
            return from_document(document)
        except RulesError:
            continue


def _add_sequences(document, chance):
    base = next(book for book in document["books"] if book["made_of"] in ("naturals", "any", "mixed"))
    names = {"code": "samba", "one": "Samba", "many": "Sambas"}
    samba = {**base, **names, "made_of": "sequence", "ranks": [], "cards": chance.choice([5, 7, 7, 7, 8, 11])}
    if chance.random() < 0.2:
        samba["ranks"] = [*RANKS, "3", "2"]
        let_threes_be_natural(document)
    if chance.random() < 0.2:
        samba["points"] = 1500
    if chance.random() < 0.1:
        samba["most"] = chance.choice([1, 2])
    document["books"].append(samba)
    document["melds"].update(sequences=True, sequence_wilds=chance.choice([0, 1, 2, 3, "any", "any", "any", "any"]))


def _steps(document, **changes):
    for step in document["opening"]["steps"]:
        step.update(changes)


def _bolivia(document, _chance):
    names = {"code": "bolivia", "one": "Bolivia", "many": "Bolivias", "made_of": "sequence"}
    document["books"].append({**document["books"][0], **names, "ranks": [], "cards": 7, "points": 2500})


CHANGES = [
    lambda d, c: d["melds"].update(opening_wilds=c.choice(["as_any_meld", "none", "beside_natural", "pair_and_one"])),
    lambda d, c: _steps(d, minimum=c.choice([0, 15, 50, 60, 75, 90, 120, 150, 180, 200])),
    lambda d, c: _steps(d, minimum=c.choice([50, 90, 120, 150, 180])),
    lambda d, c: _steps(d, books=[c.choice(d["books"])["code"]]),
    lambda d, _: _steps(d, books=["samba"]),
    lambda d, c: d["melds"].update(smallest=c.choice([2, 3, 4])),
    lambda d, _: d["opening"].update(book_points=True),
    lambda d, _: d["going_out"].update(extra_books="after_needs"),
    lambda d, c: d["melds"].update(books_of_one_rank=c.choice([1, 2])),
    lambda d, _: d["melds"].update(wild_melds=True),
    lambda d, c: d["melds"].update(opening_most_cards=c.choice([5, 6, 7])),
    lambda d, c: d["melds"].update(most_wilds=c.choice([1, 2, 3, "any"])),
    lambda d, c: d["melds"].update(wilds=c.choice(["up_to_naturals", "fewer_than_naturals"])),
    lambda d, c: d["cards"].update({c.choice(CARDS): 5 * c.randint(1, 20)}),
    _bolivia,
]
LOW = ("9", "8", "7", "6", "5", "4")


def draw_question(rules: RuleSet, chance: random.Random) -> OpeningQuestion:
    """Return a question about a hand; in one of ten nothing is left in it."""
    table = table_for(rules)
    total = chance.choice([0, 1000, 2000, 4000, 9000])
    after = {"hand_after": 0, "in_foot": chance.random() < 0.5} if chance.random() < 0.1 else {}
    return OpeningQuestion(rules, chance.randint(1, 5), table, table.decks, total, (), **after)


def draw_hand(question: OpeningQuestion, chance: random.Random) -> Counter[str]:
    """Return up to 40 cards, up to 12 of them wild: of all ranks, of low ones, of few, or of each as many."""
    held = supply(question.table.jokers, question.decks)
    size, most_wilds = chance.choice([40, 40, 40, 30, 20, 15, 11]), chance.choice([0, 2, 4, 6, 8, 10, 12, 12])
    wilds = [card for card in WILD_CARDS for _ in range(held[card])]
    wilds = chance.sample(wilds, min(most_wilds, len(wilds)))
    names = [card for card in held if card not in WILD_CARDS]
    style = chance.choice(["any", "low", "few", "each"])
    if style == "low":
        names = [*LOW]
    elif style == "few":
        names = chance.sample(names, chance.randint(2, 5))
    elif style == "each":
        names = [card for card in CARDS if card not in WILD_CARDS]
    naturals = (names * 4)[:size] if style == "each" else [card for card in names for _ in range(held[card])]
    return Counter([*wilds, *chance.sample(naturals, max(0, min(size - len(wilds), len(naturals))))])


def draw_few_cards(chance: random.Random) -> Counter[str]:
    """Return six to eight cards of a few ranks, some of them wild."""
    names = chance.sample((*RANKS, "3"), chance.randint(2, 6))
    cards = chance.choices(names, k=chance.choice([5, 6, 6, 7, 7]))
    wilds = chance.choices(WILD_CARDS, k=chance.choice([0, 1, 2, 3, 4]))
    cards = chance.sample([*cards, *wilds], min(len(cards) + len(wilds), 8 if len(wilds) > 2 else 7))
    return Counter({**dict.fromkeys(WILD_CARDS, 0), **Counter(cards)})
