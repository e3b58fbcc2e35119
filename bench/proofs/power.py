"""Cut the power at any moment while a server writes: nothing acknowledged may be missing, and no start refused.

The system calls of real servers are recorded, with either journal: from the first start in a folder that does not exist
yet, and from a start with a club that the first version wrote. Meanwhile phones join and play, a log is checkpointed,
the owner's link is renewed, the club is copied, and the server stops and starts again. Each cut builds what a disk may
hold at that moment (`power_disk`), and opens it as the app does (`power_check`); some are also served, and must accept
a tap.

POWER_BREAK names a promise that the recorded servers break (see `power_server`), which this proof must detect.
"""

import random
import shutil
import tempfile
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from pathlib import Path

from bench.proofs.common import arguments, running, verdict
from bench.proofs.phones import Phone, Player
from bench.proofs.power_check import acknowledged, faults
from bench.proofs.power_disk import Draw
from bench.proofs.power_record import JOURNALS, Recording, record
from bench.proofs.power_server import use_journal
from bench.proofs.power_trace import why_not

CUTS, SHORT = 10_000, 20
STARTS, STARTS_SHORT = 20, 1
"""Cuts of each recording after which a real server is started too."""

_MEMORY = Path("/dev/shm")


def main() -> int:
    """Print the result line. Return 0 if the claim holds."""
    asked = arguments(CUTS, SHORT, "cuts of power with each journal, at any moment of what is written")
    if reason := why_not():
        raise SystemExit(reason)
    kinds = [(journal, older) for older in (False, True)[: 1 if asked.short else 2] for journal in JOURNALS]
    with ThreadPoolExecutor(len(JOURNALS)) as pool:
        recordings = list(pool.map(lambda kind: record(*kind, is_short=asked.short), kinds))
    cuts = Cuts(random.Random(asked.seed))
    for recording in recordings:
        use_journal(recording.journal)
        count = asked.count * len(JOURNALS) // len(recordings)
        cuts.try_all(recording, count, STARTS_SHORT if asked.short else STARTS)
    figures = {"cuts with each of two journals": asked.count}
    figures |= {"operations": sum(len(recording.operations) for recording in recordings)}
    figures |= {"times something acknowledged was looked for": cuts.looked_for, "starts of a server": cuts.starts}
    figures |= {
        "lost": cuts.times("lost"),
        "half or wrong": cuts.times("wrong"),
        "refused starts": cuts.times("refused"),
    }
    return verdict("power", figures, [f"{times:,} times {fault}" for fault, times in cuts.faults.most_common()])


@dataclass(slots=True)
class Cuts:
    """Cuts at random moments, and the faults after them."""

    random: random.Random
    faults: Counter[str] = field(default_factory=Counter)
    looked_for: int = 0
    starts: int = 0

    def times(self, kind: str) -> int:
        return sum(times for fault, times in self.faults.items() if fault.startswith(kind))

    def try_all(self, recording: Recording, count: int, starts: int) -> None:
        """Cut the power of a recording `count` times, and start a server after `starts` of these cuts."""
        served = set(self.random.sample(range(count), min(starts, count)))
        for number, (line, root) in enumerate(self._cut(recording, count)):
            self.looked_for += len(acknowledged(recording.facts, line))
            wrong = _serve(recording, root) if number in served else []
            self.starts += number in served
            wrong += faults(recording, root, line)
            self.faults.update(f"{fault} ({recording.journal})".replace(str(root), "") for fault in wrong)

    def _cut(self, recording: Recording, count: int) -> Iterator[tuple[int, Path]]:
        """Cut the power at moments in order. Yield the line of the trace, and a folder with the state of the disk."""
        operations = recording.operations
        lines = [operation.takes_effect for operation in operations]
        done = 0
        for moment in sorted(self.random.randrange(len(operations)) + 1 for _ in range(count)):
            for operation in operations[done:moment]:
                recording.disk.do(operation)
            done = moment
            with tempfile.TemporaryDirectory(dir=_MEMORY if _MEMORY.is_dir() else None) as scratch:
                root = Path(scratch) / "disk"
                recording.disk.cut(Draw.of(self.random), root)
                yield ([*lines, lines[-1] + 1][moment], root)


def _serve(recording: Recording, root: Path) -> list[str]:
    """Start a server on a copy of what a cut left. If the recording's table exists, it must accept a tap."""
    copy = root.with_name("served")
    shutil.copytree(root, copy)
    errors: list[str] = []
    try:
        with running(recording.home_in(copy), errors) as server:
            phone = Phone(server.port, recording.token)
            if phone.get(recording.table).status == 200:
                status = Player(phone, recording.table).play().status
                errors += [f"wrong: a tap was answered {status}"] * (status != 303)
            phone.hang_up()
    except SystemExit as refusal:
        return [f"refused: {refusal}"]
    return errors


if __name__ == "__main__":
    raise SystemExit(main())
