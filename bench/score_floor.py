"""The floor of `score.py`: starts like the command, loads every input, dumps every answer, and knows no rule.

Called with the inputs and the answers. Prints the answers on standard output, and on standard error the seconds it
took to get hold of them beforehand, which are not part of the floor.
"""

import gc
import json
import sys
import time
from pathlib import Path

# The command's own start-up: the same modules are imported, though nothing here uses them.
import scorepad.cli
import scorepad.commands.score  # noqa: F401


def main(inputs: str, answers: str) -> None:
    """Loads and dumps, a line at a time as the command does."""
    start = time.perf_counter()
    ready = [json.loads(line) for line in Path(answers).read_bytes().splitlines()]
    # Else every collection of garbage below would walk through the answers, which the command never holds at once.
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
