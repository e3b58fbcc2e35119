"""Melds in words, as one says them across a table: "3 kings and 2 sevens with a two"."""

from scorepad.rules.model import WILD_CARDS
from scorepad.scoring.explain import CARD_NAMES, cards_named, listed
from scorepad.scoring.opening import SEQUENCE, Meld


def melds_named(melds: tuple[Meld, ...]) -> str:
    """Several melds in one sentence."""
    return listed([meld_named(meld) for meld in melds])


def meld_named(meld: Meld) -> str:
    """One meld; the cards that are wild are named after the others."""
    if meld.rank == SEQUENCE:
        return f"the sequence {listed([CARD_NAMES[card][0] for card in meld.cards])}"
    if meld.rank in WILD_CARDS:
        return listed(_wilds(meld, alone=True))
    own = cards_named(meld.rank, meld.naturals)
    return f"{own} with {listed(_wilds(meld, alone=False))}" if meld.wilds else own


def _wilds(meld: Meld, alone: bool) -> list[str]:
    own = {meld.rank: meld.naturals} if meld.rank in WILD_CARDS else {}
    counts = {card: meld.wilds.count(card) + own.get(card, 0) for card in WILD_CARDS}
    return [_few(card, count, alone) for card, count in counts.items() if count]


def _few(card: str, count: int, alone: bool) -> str:
    return f"a {CARD_NAMES[card][0]}" if count == 1 and not alone else cards_named(card, count)
