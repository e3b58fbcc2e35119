"""Kill the server with -9 at random moments of play, and look whether anything that was acknowledged is missing.

A phone taps and sends whole forms all the time. What was not answered it sends again under the same key once the
server runs again, as browsers with our scripts do. Nothing is mended between: the server starts on what the kill left.
At the end every acknowledged form must be in the file once and whole, and `scorepad doctor` must say that all is well.
"""

import random
import threading
import time
from collections.abc import Callable

from bench.proofs.common import arguments, club_folder, doctor, running, verdict
from bench.proofs.phones import HUNG_UP, Phone, Player, begin, wrong_entries

KILLS, SHORT = 1_000, 25
MOST_FORMS = 6
"""Forms that are answered at most before the kill is drawn."""


def main() -> int:
    """Print the line. Returns 0 if the claim holds."""
    asked = arguments(KILLS, SHORT, "kill -9 at random moments of play")
    random.seed(asked.seed)
    faults: list[str] = []
    unanswered = 0
    with club_folder() as folder:
        player = None
        for _ in range(asked.count):
            with running(folder, faults) as server:
                if player is None:
                    phone = Phone(server.port)
                    player = Player(phone, begin(phone))
                player.phone.port = server.port
                unanswered += _play_until_killed(player, server.kill)
            player.phone.hang_up()
        assert player
        with running(folder, faults) as server:
            player.phone.port = server.port
            player.play()
        entries, lost, doubled, half = wrong_entries(folder, [player])
        objection = doctor(folder)
    faults += [f"answered {answer.status}" for answer in player.refused]
    faults += [f"{lost} lost, {doubled} doubled, {half} half"] * bool(lost or doubled or half)
    faults += [objection] * bool(objection)
    figures = {"kills": asked.count, "of them in the middle of a form": unanswered}
    figures |= {"acknowledged forms": len(player.acknowledged), "entries": entries}
    figures |= {"lost": lost, "doubled": doubled, "half": half}
    return verdict("kill", figures, faults)


def _play_until_killed(player: Player, kill: Callable[[], None]) -> bool:
    """Play, and kill at a random moment of one form. Return whether that form was left without an answer."""
    took = 0.01
    for _ in range(random.randint(1, MOST_FORMS)):
        begun = time.perf_counter()
        player.play()
        took = time.perf_counter() - begun
    timer = threading.Timer(random.uniform(0, 2 * took), kill)
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
