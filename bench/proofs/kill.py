"""Kill the server with -9 at random moments of play, and check that nothing acknowledged is missing.

A phone taps and sends whole forms all the time. It resends unanswered forms under the same key once the server runs
again, as browsers with our scripts do. Nothing is repaired in between: the server starts with what the kill left. At
the end every acknowledged form must be in the file once and whole, and `scorepad doctor` must say that all is well. A
few clubs are played at the same time, because servers spend most of the time starting.
"""

import random
import threading
import time
from collections import Counter
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import NamedTuple

from bench.proofs.common import arguments, club_folder, doctor, running, verdict
from bench.proofs.phones import HUNG_UP, Phone, Player, begin, wrong_entries

KILLS, SHORT = 1_000, 9
CLUBS = 3
MAX_FORMS = 6
"""The maximum number of answered forms before a kill."""


class Club(NamedTuple):
    """The result of one club: its figures, and its faults."""

    figures: Counter[str]
    faults: list[str]


def main() -> int:
    """Print the result line. Return 0 if the claim holds."""
    asked = arguments(KILLS, SHORT, "kill -9 at random moments of play")
    kills = [len(range(club, asked.count, CLUBS)) for club in range(min(CLUBS, asked.count))]
    draws = [random.Random(f"{asked.seed} {club}") for club in range(CLUBS)]
    with ThreadPoolExecutor(CLUBS) as threads:
        clubs = list(threads.map(_kill_often, kills, draws))
    names = ("of them in the middle of a form", "acknowledged forms", "entries", "lost", "doubled", "half")
    sums = {name: sum(club.figures[name] for club in clubs) for name in names}
    return verdict("kill", {"kills": asked.count} | sums, [fault for club in clubs for fault in club.faults])


def _kill_often(kills: int, draw: random.Random) -> Club:
    """Play in one club, and kill its server `kills` times."""
    faults: list[str] = []
    figures: Counter[str] = Counter()
    with club_folder() as folder:
        player = None
        for _ in range(kills):
            with running(folder, faults) as server:
                if player is None:
                    phone = Phone(server.port)
                    player = Player(phone, begin(phone))
                player.phone.port = server.port
                figures["of them in the middle of a form"] += _play_until_killed(player, server.kill, draw)
            player.phone.hang_up()
        assert player
        with running(folder, faults) as server:
            player.phone.port = server.port
            player.play()
            player.phone.hang_up()
        entries, lost, doubled, half = wrong_entries(folder, [player])
        objection = doctor(folder)
    figures.update({"acknowledged forms": len(player.acknowledged), "entries": entries})
    figures.update({"lost": lost, "doubled": doubled, "half": half})
    faults += [f"answered {answer.status}" for answer in player.refused]
    faults += [f"{lost} lost, {doubled} doubled, {half} half"] * bool(lost or doubled or half)
    return Club(figures, faults + [objection] * bool(objection))


def _play_until_killed(player: Player, kill: Callable[[], None], draw: random.Random) -> bool:
    """Play, and kill at a random moment of one form. Return whether that form was left without an answer."""
    took = 0.01
    for _ in range(draw.randint(1, MAX_FORMS)):
        begun = time.perf_counter()
        player.play()
        took = time.perf_counter() - begun
    timer = threading.Timer(draw.uniform(0, 2 * took), kill)
    timer.start()
    try:
        while True:
            player.play()
    except HUNG_UP:
        return player.waits
    finally:
        timer.join()


if __name__ == "__main__":
    raise SystemExit(main())
