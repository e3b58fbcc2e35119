"""Time the search for the cheapest opening: 1,000 random hands under the presets, and 1,500 under own rules.

The hands for presets have 40 cards; those for own rules, which have sequences, up to 40, up to 12 of them wild.
The floor is the simplest search that gives an answer: at most one meld of each rank, no sequences, and every sum of
points kept in a list. It misses openings, so only hands that both open are compared. With the folder of an older
Scorepad as an argument, such as a checkout of the commit before a change, its search is compared too.
"""

import gc
import json
import os
import random
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import replace
from itertools import accumulate
from pathlib import Path
from typing import Any

from measure import report, status

HANDS, CARDS_IN_HAND = 1_000, 40
OWN_RULES = 1_500
MOST_MILLISECONDS = 50.0
TO_FLOOR = 0.5
"""What the search took, as a ratio to the floor, when it laid at most one meld of each rank itself."""

Answers = list[tuple[float, bool]]
"""The processor seconds of each hand, and whether it opens."""


def main() -> int:
    """Compare with the floor, and with an older Scorepad if one is named; judge the slowest hand."""
    here = Path(__file__).parents[1]
    mine, floor = _timed(here, "--hands"), _timed(here, "--floor")
    report("slowest of 1,000 searches, ms", 1000 * max(seconds for seconds, _ in mine), MOST_MILLISECONDS)
    _compare("search for an opening", mine, floor, TO_FLOOR)
    own = _timed(here, "--own")
    report("slowest of 1,500 under own rules, ms", 1000 * max(seconds for seconds, _ in own), MOST_MILLISECONDS)
    if len(sys.argv) > 1:
        older = Path(sys.argv[1])
        _compare("search for an opening, to the older one", mine, _timed(older, "--hands"), 1.0)
        _compare("the same under own rules", own, _timed(older, "--own"), 1.0)
    return status()


def _compare(name: str, mine: Answers, other: Answers, goal: float) -> None:
    both = [(new, old) for (new, opens), (old, opened) in zip(mine, other, strict=True) if opens and opened]
    ours, theirs = (sum(seconds) for seconds in zip(*both, strict=True))
    report(name, ours / theirs, goal, f"{len(both):,} hands that both open: {ours:.1f} s, {theirs:.1f} s")


def _timed(source: Path, search: str) -> Answers:
    """Return the answers of a search of the Scorepad in this folder."""
    # Both folders answer the same rules and hands, which this checkout's tests draw.
    env = {**os.environ, "PYTHONPATH": os.pathsep.join([str(source), str(Path(__file__).parents[1])])}
    done = subprocess.run([sys.executable, __file__, search], env=env, capture_output=True, text=True, check=True)
    return [(seconds, opens) for seconds, opens in json.loads(done.stdout)]


def solve(search: Callable[..., bool], draw: Callable[[], Iterator[tuple[Any, Counter[str]]]]) -> None:
    """Solve the hands, and print seconds and answers as JSON."""
    answers = []
    for question, hand in draw():
        seconds, opens = _once(search, question, hand)
        if 1000 * seconds > MOST_MILLISECONDS / 2:
            # Other programs on the machine slow a search, but never make it faster.
            seconds = min(seconds, *(_once(search, question, hand)[0] for _ in range(2)))
        answers.append((seconds, opens))
    print(json.dumps(answers))


def _once(search: Callable[..., bool], question: Any, hand: Counter[str]) -> tuple[float, bool]:
    gc.collect()
    start = time.process_time()
    opens = search(question, hand)
    return time.process_time() - start, opens


def presets() -> Iterator[tuple[Any, Counter[str]]]:
    """Yield questions and hands under every preset."""
    from scorepad.rules import preset, slugs
    from scorepad.rules.lookup import table_for
    from scorepad.rules.words import CARDS
    from scorepad.scoring.advice.opening import OpeningQuestion

    chance = random.Random(34)
    rule_sets = [preset(slug) for slug in slugs()]
    for number in range(HANDS):
        rules = rule_sets[number % len(rule_sets)]
        table = table_for(rules)
        deck = [card for card in CARDS for _ in range((table.jokers if card == "joker" else 4) * table.decks)]
        hand = Counter(chance.sample(deck, min(CARDS_IN_HAND, len(deck))))
        yield OpeningQuestion(rules, 1 + number % 5, table, table.decks, 500 * (number % 20), ()), hand


def own_rules() -> Iterator[tuple[Any, Counter[str]]]:
    """Yield questions and hands under own rules with sequences."""
    from tests.support.sequence_rules import draw_hand, draw_question, draw_rules

    for number in range(OWN_RULES):
        chance = random.Random(number)
        question = draw_question(draw_rules(chance), chance)
        yield question, draw_hand(question, chance)


def cheapest(question, hand) -> bool:
    """Search as Scorepad does. Older ones sometimes gave up."""
    from scorepad.scoring.advice.cheapest import TooManySumsError, find_cheapest

    try:
        return find_cheapest(question, hand).opens
    except TooManySumsError:
        return False


def one_meld_a_rank(question, hand) -> bool:
    """Search as simply as possible: lay at most one meld of each rank, and keep the fewest cards for every sum."""
    from scorepad.rules.words import RANKS, WILD_CARDS
    from scorepad.scoring.advice.opening import can_open

    values = question.rules.cards
    wilds = sorted((card for card in WILD_CARDS for _ in range(hand[card])), key=values.get)
    low = (0, *accumulate(values[card] for card in wilds))
    sums = {(0, 0): ()}
    for rank in RANKS:
        melds = _melds(question, rank, hand[rank], wilds)
        for (points, used), laid in [*sums.items()]:
            for meld in melds:
                key = points + values[rank] * meld.naturals, used + len(meld.wilds)
                if key[1] <= len(wilds) and key not in sums:
                    sums[key] = (*laid, meld)
    enough = sorted((points + low[used], used, key) for key in sums for points, used in [key] if sums[key])
    for points, _, key in enough:
        if points >= question.step.minimum:
            names = iter(wilds)
            melds = tuple(replace(meld, wilds=tuple(next(names) for _ in meld.wilds)) for meld in sums[key])
            if can_open(replace(question, melds=melds)).opens:
                return True
    return False


def _melds(question, rank, held, wilds):
    """Return every meld of a rank that the rules allow."""
    from scorepad.scoring.advice.opening import can_open
    from scorepad.scoring.model import Meld

    melds = [Meld(rank, n, tuple(wilds[:some])) for n in range(1, held + 1) for some in range(min(n, len(wilds)) + 1)]
    return [m for m in melds if not any(p.path for p in can_open(replace(question, melds=(m,))).problems)]


SEARCHES = {"--hands": (cheapest, presets), "--floor": (one_meld_a_rank, presets), "--own": (cheapest, own_rules)}

if __name__ == "__main__":
    if sys.argv[1:] and sys.argv[1] in SEARCHES:
        solve(*SEARCHES[sys.argv[1]])
    else:
        raise SystemExit(main())
