"""Time the search for the cheapest opening: 1,000 random hands of 40 cards, by preset and with sequences.

Argument: the folder of an older Scorepad, such as a checkout of the commit before a change. The figure is then the time
of this search as a ratio to that one, on the hands that both solve. Without it only the milliseconds are printed, and
the slowest hand is compared with the goal.
"""

import json
import os
import random
import subprocess
import sys
import time
from collections import Counter
from pathlib import Path

from measure import report, status

HANDS, CARDS_IN_HAND = 1_000, 40
MOST_MILLISECONDS = 50.0


def main() -> int:
    """Compare with an older Scorepad if one is named, and judge the slowest hand."""
    mine = _timed(Path(__file__).parents[1])
    slowest = sorted(seconds for seconds, _ in mine)[-1]
    report("slowest of 1,000 searches, ms", 1000 * slowest, MOST_MILLISECONDS)
    if len(sys.argv) > 1:
        old = _timed(Path(sys.argv[1]))
        both = [(new, before) for (new, opens), (before, opened) in zip(mine, old, strict=True) if opens and opened]
        ratio = sum(new for new, _ in both) / sum(before for _, before in both)
        report("search for an opening, to the older one", ratio, 1.0, f"{len(both):,} hands that both open")
    return status()


def _timed(source: Path) -> list[tuple[float, bool]]:
    """Return the processor seconds of each hand under the Scorepad in this folder, and whether it opens."""
    env = {**os.environ, "PYTHONPATH": str(source)}
    done = subprocess.run([sys.executable, __file__, "--hands"], env=env, capture_output=True, text=True, check=True)
    return [(seconds, opens) for seconds, opens in json.loads(done.stdout)]


def search() -> None:
    """Solve the hands, and print seconds and answers as JSON."""
    from scorepad.rules import preset, slugs
    from scorepad.rules.cards import CARDS
    from scorepad.rules.lookup import table_for
    from scorepad.scoring.advice.cheapest import find_cheapest
    from scorepad.scoring.advice.opening import OpeningQuestion

    chance, answers = random.Random(34), []
    rule_sets = [preset(slug) for slug in slugs()]
    for number in range(HANDS):
        rules = rule_sets[number % len(rule_sets)]
        table = table_for(rules)
        deck = [card for card in CARDS for _ in range((table.jokers if card == "joker" else 4) * table.decks)]
        hand = Counter(chance.sample(deck, min(CARDS_IN_HAND, len(deck))))
        question = OpeningQuestion(rules, 1 + number % 5, table, table.decks, 500 * (number % 20), ())
        start = time.process_time()
        opens = find_cheapest(question, hand).opens
        answers.append((time.process_time() - start, opens))
    print(json.dumps(answers))


if __name__ == "__main__":
    if sys.argv[1:] == ["--hands"]:
        search()
    else:
        raise SystemExit(main())
