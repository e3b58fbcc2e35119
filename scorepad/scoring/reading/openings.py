"""Reads the documents of `can-open`."""

from collections.abc import Mapping
from typing import Any

from scorepad.rules.model import RANKS, WILD_CARDS, RuleSet
from scorepad.scoring.limits import supply
from scorepad.scoring.model import Problem
from scorepad.scoring.opening import SEQUENCE, Meld, OpeningQuestion
from scorepad.scoring.quantity import NAMES
from scorepad.scoring.reading.rounds import MOST_DECKS, MOST_ROUNDS, read_lost, read_table
from scorepad.scoring.reading.values import Reading

MOST_MELDS = 60
_QUESTION = frozenset(("round", "players", "score_before", "melds", "decks", "lost"))
_MELD = frozenset(("rank", "naturals", "wilds", "cards"))


def read_opening(
    rules: RuleSet, data: object
) -> tuple[OpeningQuestion | None, tuple[Problem, ...]]:
    """A question from its document, or None with every error in it."""
    reading = Reading(rules)
    if not isinstance(data, Mapping):
        reading.wrong("", data, "an object")
        return None, tuple(reading.problems)
    reading.known(data, _QUESTION, "")
    number = reading.ranged(data, "round", (1, MOST_ROUNDS), None)
    table = read_table(reading, data, None)
    decks = reading.ranged(data, "decks", (1, MOST_DECKS), table.decks)
    total = reading.whole(data, "score_before", "", 0)
    lost = read_lost(reading, data.get("lost", []), "lost")
    melds = _melds(reading, data)
    if not reading.problems:
        _overdrawn(reading, melds, supply(table.jokers, decks), decks)
    if reading.problems:
        return None, tuple(reading.problems)
    return OpeningQuestion(rules, number, table, decks, total, melds, lost), ()


def _melds(reading: Reading, data: Mapping[str, Any]) -> tuple[Meld, ...]:
    value = data.get("melds")
    if "melds" not in data:
        reading.fault("missing_key", "melds")
    elif not isinstance(value, list):
        reading.wrong("melds", value, "a list of melds")
    elif len(value) > MOST_MELDS:
        reading.fault("bad_value", "melds", least=0, most=MOST_MELDS)
    else:
        return tuple(_meld(reading, item, f"melds[{at}]") for at, item in enumerate(value))
    return ()


def _meld(reading: Reading, data: object, path: str) -> Meld:
    if not isinstance(data, Mapping):
        reading.wrong(path, data, "an object with rank, naturals and wilds")
        return Meld("")
    reading.known(data, _MELD, path)
    rank = _rank(reading, data, path)
    counts = reading.counts({"naturals": data.get("naturals", 0)}, path, ("naturals",))
    wilds = _cards(reading, data.get("wilds", []), f"{path}.wilds", WILD_CARDS)
    cards = _cards(reading, data.get("cards", []), f"{path}.cards", RANKS)
    if rank == SEQUENCE and counts["naturals"]:
        reading.wrong(
            f"{path}.naturals",
            counts["naturals"],
            "how a sequence is given: list its ranks in “cards”",
        )
    if rank != SEQUENCE and cards:
        reading.wrong(
            f"{path}.cards", list(cards), "needed but in a sequence: say how many in “naturals”"
        )
    return Meld(rank, counts["naturals"], wilds, cards)


def _rank(reading: Reading, data: Mapping[str, Any], path: str) -> str:
    rank = data.get("rank")
    if "rank" not in data:
        reading.fault("missing_key", f"{path}.rank")
    elif not isinstance(rank, str):
        reading.wrong(f"{path}.rank", rank, "the name of a rank")
    elif rank not in (*NAMES, SEQUENCE):
        reading.unknown(f"{path}.rank", rank, (*NAMES, SEQUENCE))
    else:
        return rank
    return ""


def _cards(reading: Reading, value: object, path: str, known: tuple[str, ...]) -> tuple[str, ...]:
    if not isinstance(value, list):
        reading.wrong(path, value, "a list of cards")
        return ()
    for at, card in enumerate(value):
        if card not in known:
            reading.unknown(f"{path}[{at}]", card, known)
    return tuple(card for card in value if isinstance(card, str))


def _overdrawn(
    reading: Reading, melds: tuple[Meld, ...], cards: dict[str, int], decks: int
) -> None:
    used: dict[str, int] = {}
    for at, meld in enumerate(melds):
        own = [meld.rank] * min(meld.naturals, 1) if meld.rank != SEQUENCE else []
        for card in own:
            used[card] = used.get(card, 0) + meld.naturals
        for card in (*meld.wilds, *meld.cards):
            used[card] = used.get(card, 0) + 1
        for card in dict.fromkeys((*own, *meld.wilds, *meld.cards)):
            if used[card] > cards[card]:
                facts = {"card": card, "count": used[card], "most": cards[card], "decks": decks}
                reading.fault("more_than_the_decks", f"melds[{at}]", what="cards", **facts)
