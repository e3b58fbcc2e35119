"""Take the club's files away under a running server while a phone taps: nothing acknowledged may be lost.

In turn: the log is deleted, the main file is moved away and back, and the disk is full (the worker may not let a file
grow: RLIMIT_FSIZE, Linux only). A refused tap must be a page that says so. Once things are as before, the same server
must take taps again, without a restart; at the end `scorepad doctor` must say that all is well.
"""

import html
import re
import resource
from collections import Counter
from collections.abc import Callable
from pathlib import Path

from bench.proofs.common import Running, arguments, club_folder, doctor, running, verdict
from bench.proofs.phones import Answer, Phone, Player, begin, wrong_entries
from scorepad.paths import CLUB
from tests.support.waiting import until

TIMES, SHORT = 100, 3
TAPS = 4
"""Taps before a fault, while it lasts, and after it."""

SENTENCE = re.compile(r"was moved or replaced while|disk is full|The disk failed while|Not saved yet")


def main() -> int:
    """Print the line. Returns 0 if the claim holds."""
    asked = arguments(TIMES, SHORT, "files taken away while taps go on")
    faults: list[str] = []
    refused: Counter[str] = Counter()
    with club_folder() as folder:
        with running(folder, []) as server:
            player = Player(Phone(server.port), begin(Phone(server.port)))
            for _ in range(asked.count):
                for fault in (_delete_the_log, _move_the_file, _fill_the_disk):
                    _tap(player, faults)
                    heal = fault(folder, server)
                    refused[fault.__name__] += _try(player, faults)
                    heal()
                    until(lambda: player.play().status == 303)
            player.phone.hang_up()
        entries, lost, doubled, half = wrong_entries(folder, [player])
        objection = doctor(folder)
    faults += [f"{lost} lost, {doubled} doubled, {half} half"] * bool(lost or doubled or half)
    faults += [objection] * bool(objection)
    figures: dict[str, object] = {"times each of three faults": asked.count}
    figures |= {"acknowledged forms": len(player.acknowledged), "entries": entries}
    figures |= {"lost": lost, "doubled": doubled, "half": half}
    figures |= {"refused without a log": refused["_delete_the_log"]}
    figures |= {"without the file": refused["_move_the_file"], "without room": refused["_fill_the_disk"]}
    for name in ("_move_the_file", "_fill_the_disk"):
        faults += [f"{name} refused nothing, so it proved nothing"] * (not refused[name])
    return verdict("files", figures, faults)


def _tap(player: Player, faults: list[str]) -> None:
    for _ in range(TAPS):
        status = player.play().status
        faults += [f"a tap on sound files was answered {status}"] * (status != 303)


def _try(player: Player, faults: list[str]) -> int:
    """Tap during a fault. Returns how many were refused; each must say why."""
    refused = 0
    for _ in range(TAPS):
        player.prepare()
        answer = player.play()
        if answer.status != 303:
            refused += 1
            faults += _unclear(answer)
    return refused


def _unclear(answer: Answer) -> list[str]:
    text = " ".join(html.unescape(re.sub(r"<[^>]+>", " ", answer.text)).split())
    clear = answer.status == 503 and SENTENCE.search(text)
    return [] if clear else [f"a refusal says {answer.status}: {text[:300]}"]


def _delete_the_log(folder: Path, server: Running) -> Callable[[], None]:
    folder.joinpath(f"{CLUB}-wal").unlink()
    return lambda: None


def _move_the_file(folder: Path, server: Running) -> Callable[[], None]:
    away = folder / "moved away"
    (folder / CLUB).rename(away)

    def heal() -> None:
        away.rename(folder / CLUB)

    return heal


def _fill_the_disk(folder: Path, server: Running) -> Callable[[], None]:
    """No file may grow any more; the limit allows what the log has now."""
    worker = server.worker
    soft, hard = resource.prlimit(worker, resource.RLIMIT_FSIZE)
    resource.prlimit(worker, resource.RLIMIT_FSIZE, (1, hard))

    def heal() -> None:
        resource.prlimit(worker, resource.RLIMIT_FSIZE, (soft, hard))

    return heal


if __name__ == "__main__":
    raise SystemExit(main())
