"""The floor of `score.py`: import what the command imports, load every input and dump every answer, without scoring.

Arguments: the inputs and the answers. Prints the answers on standard output, and on standard error the seconds it took
to read them first, which are not part of the floor.
"""

import gc
import json
import sys
import time
from pathlib import Path

# Import what the command imports, although nothing here uses it.
import scorepad.cli
import scorepad.commands.score  # noqa: F401


def main(inputs: str, answers: str) -> None:
    """Load and dump, one line at a time as the command does."""
    start = time.perf_counter()
    ready = [json.loads(line) for line in Path(answers).read_bytes().splitlines()]
    # The command never holds all answers at once, so keep the garbage collector away from them.
    gc.freeze()
    print(time.perf_counter() - start, file=sys.stderr)
    encode = json.JSONEncoder(ensure_ascii=False).encode
    out = sys.stdout.buffer
    lines = Path(inputs).read_text(encoding="utf-8").splitlines()
    for line, answer in zip(lines, ready, strict=True):
        json.loads(line)
        out.write((encode(answer) + "\n").encode("utf-8"))
    out.flush()


if __name__ == "__main__":
    main(*sys.argv[1:])
