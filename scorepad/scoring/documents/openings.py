"""Read the documents of `can-open`."""

from collections import Counter
from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from scorepad.rules import lookup
from scorepad.rules.check import MAX_CARDS
from scorepad.rules.model import RuleSet
from scorepad.rules.words import ALL_CARDS, THREE, THREES, WILD_CARDS
from scorepad.scoring.advice.melds import SEQUENCE, Meld
from scorepad.scoring.advice.opening import OpeningQuestion
from scorepad.scoring.documents.rounds import read_decks, read_lost, read_round_number, read_table
from scorepad.scoring.documents.values import DocumentReader
from scorepad.scoring.limits import too_many_cards
from scorepad.scoring.model import Problem

MAX_MELDS = 60
QUESTION_KEYS = frozenset(("round", "players", "score_before", "melds", "decks", "lost", "hand_after", "in_foot"))
MELD_KEYS = frozenset(("rank", "naturals", "wilds", "cards"))


def read_opening(rules: RuleSet, data: object) -> tuple[OpeningQuestion | None, tuple[Problem, ...]]:
    """Read a question. If the document has errors, return None and all of them."""
    reader = DocumentReader(rules)
    if not isinstance(data, Mapping):
        reader.wrong_type("", data, "an object")
        return None, tuple(reader.problems)
    reader.check_keys(data, QUESTION_KEYS, "")
    round_number = read_round_number(reader, data)
    table = read_table(reader, data, None)
    question = OpeningQuestion(
        rules=rules,
        round_number=round_number,
        table=table,
        decks=read_decks(reader, data, table),
        score_before=reader.integer(data, "score_before", "", 0),
        lost=read_lost(reader, data.get("lost", []), "lost"),
        melds=_melds(reader, data),
        hand_after=reader.integer_between(data, "hand_after", (0, MAX_CARDS), 0) if "hand_after" in data else None,
        in_foot=reader.boolean(data, "in_foot", "", False),
    )
    if not reader.problems:
        _check_supply(reader, question)
    if reader.problems:
        return None, tuple(reader.problems)
    return question, ()


def _melds(reader: DocumentReader, data: Mapping[str, Any]) -> tuple[Meld, ...]:
    value = data.get("melds")
    if "melds" not in data:
        reader.error("missing_key", "melds")
    elif not isinstance(value, list):
        reader.wrong_type("melds", value, "a list of melds")
    elif len(value) > MAX_MELDS:
        reader.error("bad_value", "melds", least=0, most=MAX_MELDS)
    else:
        return tuple(_meld(reader, item, f"melds[{at}]") for at, item in enumerate(value))
    return ()


def _meld(reader: DocumentReader, data: object, path: str) -> Meld:
    if not isinstance(data, Mapping):
        reader.wrong_type(path, data, "an object with rank, naturals and wilds")
        return Meld("")
    reader.check_keys(data, MELD_KEYS, path)
    rank = _rank(reader, data, path)
    counts = reader.counts({"naturals": data.get("naturals", 0)}, path, ("naturals",))
    naturals = counts["naturals"]
    wilds = _cards(reader, data.get("wilds", []), f"{path}.wilds", WILD_CARDS)
    cards = _cards(reader, data.get("cards", []), f"{path}.cards", lookup.in_sequences(reader.rules))
    if rank == SEQUENCE and naturals:
        wanted = "possible for a sequence; list its ranks in “cards”"
        reader.wrong_type(f"{path}.naturals", naturals, wanted)
    if rank != SEQUENCE and cards:
        wanted = "possible here; only a sequence has “cards”, other melds have “naturals”"
        reader.wrong_type(f"{path}.cards", list(cards), wanted)
    return Meld(rank, naturals, wilds, cards)


def _rank(reader: DocumentReader, data: Mapping[str, Any], path: str) -> str:
    rank = data.get("rank")
    ranks = (*ALL_CARDS, *((THREE,) if lookup.natural_threes(reader.rules) else ()), SEQUENCE)
    if "rank" not in data:
        reader.error("missing_key", f"{path}.rank")
    elif not isinstance(rank, str):
        reader.wrong_type(f"{path}.rank", rank, "the name of a rank")
    elif rank not in ranks:
        reader.unknown_name(f"{path}.rank", rank, ranks)
    else:
        return rank
    return ""


def _cards(reader: DocumentReader, value: object, path: str, choices: tuple[str, ...]) -> tuple[str, ...]:
    if not isinstance(value, list):
        reader.wrong_type(path, value, "a list of cards")
        return ()
    for at, card in enumerate(value):
        if card not in choices:
            reader.unknown_name(f"{path}[{at}]", card, choices)
    return tuple(card for card in value if isinstance(card, str))


def _check_supply(reader: DocumentReader, question: OpeningQuestion) -> None:
    """Add an error at each meld for cards that exceed what the decks hold."""
    used: Counter[str] = Counter()
    for at, meld in enumerate(question.melds):
        naturals = {} if meld.rank == SEQUENCE else {meld.rank: meld.naturals}
        cards = +Counter(naturals) + Counter((*meld.wilds, *meld.cards))
        used += cards
        laid = {card: used[card] for card in cards}
        if not laid.keys().isdisjoint((THREE, *THREES)):
            laid[THREE] = used[THREE] + sum(used[card] for card in THREES)
        problems = too_many_cards(laid, question.table.jokers, question.decks).values()
        reader.problems += [replace(problem, path=f"melds[{at}]") for problem in problems]
