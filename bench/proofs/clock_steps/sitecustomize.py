"""Steps the clock of a Python that starts with this folder in its path, by the seconds in the file $PROOF_CLOCK.

This affects only the wall clock. `time.monotonic` does not change, as when someone sets the time.
"""

import datetime
import os
import time
from pathlib import Path

_OFFSET = Path(os.environ["PROOF_CLOCK"])
_real = time.time


def _stepped() -> float:
    return _real() + int(_OFFSET.read_text() or 0)


class _SteppedTime(datetime.datetime):
    @classmethod
    def now(cls, tz: datetime.tzinfo | None = None) -> "_SteppedTime":
        return cls.fromtimestamp(_stepped(), tz)


time.time = _stepped
datetime.datetime = _SteppedTime  # type: ignore[misc]
