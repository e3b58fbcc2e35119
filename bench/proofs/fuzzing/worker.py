"""Fuzz targets one after the other, each for some seconds, and print the results as JSON.

    python -m bench.proofs.fuzzing.worker SECONDS SEED SEEDS TRACED FOLDER TARGET...

SEEDS is the maximum number of a target's initial inputs, and SEED the random seed. TRACED selects the code that guides
the fuzzing: all, or only the parsers. Each target has its own folder and process, forked from this one, because
instrumenting all code takes longer than a short run.

Atheris (libFuzzer) keeps the inputs that reach new code, and mutates those. A fault does not stop the run: it is
recorded once for each place that raises it.
"""

import importlib
import json
import os
import random
import sys
import time
import traceback
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Protocol

import atheris

from bench.proofs.memory import resident

TARGETS = {
    "forms": ("requests", "Forms"),
    "pages": ("requests", "Pages"),
    "documents": ("documents", "Documents"),
    "rules": ("rule_files", "RuleFiles"),
}
"""The module and class of each target. A module is imported only after instrumentation has started."""

READERS = tuple(f"scorepad.{package}" for package in ("rules", "play", "web.app", "web.rounds"))
"""The packages that parse the fuzzed inputs."""

ROOT = Path(__file__).parents[3]
# Nothing of Scorepad may be imported before instrumentation has started.
RESULT = "result.json"

LONGEST = 16_384
"""Maximum bytes of an input. The longest rule set has half of that."""

PATIENCE = 120
"""Seconds for a single input, on a busy machine."""

RAW = 0.2
"""The share of mutations that change raw bytes."""


class Target(Protocol):
    """Something that parses texts."""

    seeds: list[str]

    def run(self, text: str) -> None:
        """Parse a text. Any exception raised is a fault."""

    def change(self, text: str, draw: random.Random) -> str:
        """Return a slightly different text."""


@dataclass
class Fuzzing:
    """Runs inputs until the time is over, at least `least`. `early` is the memory in KiB after a quarter of it."""

    target: Target
    seconds: float
    least: int
    result: Path
    runs: int = 0
    begun: float = 0.0
    early: int = 0
    faults: dict[str, str] = field(default_factory=dict)

    def run(self, data: bytes) -> None:
        """Run an input. The first is libFuzzer's own, empty."""
        self.begun = self.begun or time.monotonic()
        text = data.decode("utf-8", "surrogateescape")
        try:
            self.target.run(text)
        except Exception as error:
            self.faults.setdefault(_place(error), f"{error!r:.200} for {text[:300]!r}")
        self.runs += 1
        past = time.monotonic() - self.begun
        if not self.early and past > self.seconds / 4:
            self.early = resident(os.getpid())
        if past > self.seconds and self.runs >= self.least:
            self.end()

    def end(self) -> None:
        """Write the result and exit the process, because libFuzzer would continue."""
        result = {"runs": self.runs, "faults": self.faults}
        self.result.write_text(json.dumps(result | {"early": self.early, "late": resident(os.getpid())}))
        os._exit(0)

    def change(self, data: bytes, size: int, seed: int) -> bytes:
        """Return a mutation of an input that libFuzzer kept."""
        draw = random.Random(seed)
        if draw.random() < RAW:
            return atheris.Mutate(data, size)
        text = self.target.change(data.decode("utf-8", "surrogateescape"), draw)
        return text.encode("utf-8", "surrogatepass" if draw.random() < 0.1 else "replace")[:size]


def _place(error: Exception) -> str:
    frames = [frame for frame in traceback.extract_tb(error.__traceback__) if "/scorepad/" in frame.filename]
    return f"{type(error).__name__} at {Path(frames[-1].filename).name}:{frames[-1].lineno}" if frames else repr(error)


def kinds(names: list[str], traced: str) -> dict[str, Any]:
    """Return the classes of these targets, with all of Scorepad's code instrumented, or only the parsers."""
    modules = [".".join(file.relative_to(ROOT).with_suffix("").parts) for file in (ROOT / "scorepad").rglob("*.py")]
    untraced = [name for name in modules if traced == "readers" and not name.startswith(READERS)]
    with atheris.instrument_imports(include=["scorepad"], exclude=untraced):
        found = {name: importlib.import_module(f"bench.proofs.fuzzing.{TARGETS[name][0]}") for name in names}
    return {name: getattr(module, TARGETS[name][1]) for name, module in found.items()}


def fuzz(kind: Callable[[Path], Target], seconds: float, seed: int, most: int, folder: Path) -> None:
    """Fuzz a target, with files in a folder. Does not return."""
    corpus = folder / "corpus"
    corpus.mkdir()
    target = kind(folder)
    seeds = random.Random(seed).sample(target.seeds, min(most, len(target.seeds)))
    fuzzing = Fuzzing(target, seconds, least=2 * len(seeds), result=folder / RESULT)
    for number, text in enumerate(seeds):
        corpus.joinpath(f"{number:04}").write_bytes(text.encode("utf-8", "surrogatepass")[:LONGEST])
    options = {"seed": seed, "max_len": LONGEST, "len_control": 0, "timeout": PATIENCE, "rss_limit_mb": 0}
    words = [f"-{option}={value}" for option, value in options.items()]
    atheris.Setup(
        [sys.argv[0], *words, f"-artifact_prefix={folder}/", "-verbosity=0", str(corpus)],
        fuzzing.run,
        custom_mutator=fuzzing.change,
    )
    atheris.Fuzz()


def ended(folder: Path, kind: Callable[[Path], Target], *numbers: Any) -> dict[str, Any]:
    """Run a target in its own process. Return its result, or why it ended without one."""
    folder.mkdir()
    with (folder / "errors").open("w") as errors:
        process = os.fork()
        if not process:
            os.dup2(errors.fileno(), 2)
            fuzz(kind, *numbers, folder)
    status = os.waitstatus_to_exitcode(os.waitpid(process, 0)[1])
    if status == 0:
        result: dict[str, Any] = json.loads((folder / RESULT).read_text())
        return result
    fault = f"ended with {status}: {(folder / 'errors').read_text(errors='replace')[-2000:]}"
    for path in sorted(folder.glob("*-*")):  # The input that took too long or too much memory.
        fault += f"; input: {path.read_bytes()[:500]!r}"
    return {"runs": 0, "early": 0, "late": 0, "faults": {"": fault}}


def main(seconds: str, seed: str, most: str, traced: str, folder: str, *names: str) -> None:
    targets = kinds([*names], traced)
    numbers = (float(seconds), int(seed), int(most))
    print(json.dumps({name: ended(Path(folder) / name, targets[name], *numbers) for name in names}))


if __name__ == "__main__":
    main(*sys.argv[1:])
