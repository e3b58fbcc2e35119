"""Compare the sittings that `scorepad draw` finds with the best that a long search found (tests/movements/known.csv).

For each number of people and sittings: partners and meetings repeated, beside those of the search, and the seconds. The
goal is to be within 2 or a tenth of each, and to reach zero wherever it did. Also 100 people.
"""

import argparse
import csv
import time
from pathlib import Path
from random import Random

from measure import Goal, report, status
from scorepad.movements.draw import SECONDS, NightDraw, NightPlan, draw

KNOWN = Path(__file__).resolve().parent.parent / "tests" / "movements" / "known.csv"
LARGE = (100, 8)
LUCK = Goal(
    0, bound=3, reason="18 people 5 times, and 19 and 25 people 6 times, reach zero by luck, on an idle machine"
)


def main() -> int:
    """Draw every row. Return 1 if a figure failed."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--rows", action="store_true", help="print every row")
    options = parser.parse_args()
    missed, slowest, partners = [], 0.0, 0
    for row in csv.DictReader(KNOWN.read_text("utf-8").splitlines()):
        people, sittings, known = int(row["people"]), int(row["sittings"]), int(row["meetings_repeated"])
        movement, seconds = timed(people, sittings, options.seed)
        slowest, partners = max(slowest, seconds), partners + movement.partners_repeated
        if is_missed(movement.meetings_repeated, known):
            missed.append(f"{people} people {sittings} times: {movement.meetings_repeated}, known {known}")
        if options.rows:
            print(
                people,
                sittings,
                movement.partners_repeated,
                movement.meetings_repeated,
                known,
                f"{seconds:.1f} s",
                flush=True,
            )
    report(
        "nights with more meetings repeated than 2, or a tenth, above the best known",
        len(missed),
        Goal(0),
        "; ".join(missed),
    )
    report("partners repeated on all of them", partners, Goal(0))
    report("seconds of the slowest", slowest, Goal(SECONDS + 0.5))
    movement, seconds = timed(*LARGE, options.seed)
    report(f"seconds for {LARGE[0]} people", seconds, Goal(SECONDS), f"{movement.meetings_repeated} meetings repeated")
    return status()


def is_missed(found: int, known: int) -> bool:
    return found > (known + max(2, known / 10) if known else 0)


def timed(people: int, sittings: int, seed: int) -> tuple[NightDraw, float]:
    began = time.perf_counter()
    movement = draw(
        NightPlan(people, sittings), Random(seed).random, is_late=lambda: time.perf_counter() - began > SECONDS
    )
    return movement, time.perf_counter() - began


if __name__ == "__main__":
    raise SystemExit(main())
