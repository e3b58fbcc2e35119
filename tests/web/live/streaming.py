"""A phone with a stream open, read by a thread of its own as a browser reads it."""

import threading
from queue import SimpleQueue
from types import TracebackType
from typing import Self

from tests.support.waiting import PATIENCE
from tests.web.driving import Table, Visitor


class Streaming:
    """Opens the stream of a game; the application's heartbeat must be short, or this takes long to hang up."""

    def __init__(self, visitor: Visitor, table: Table, at: str = "table") -> None:
        self.ended = threading.Event()
        self.beats = threading.Semaphore(0)
        self._address = f"{table.address}/stream?at={at}"
        self._visitor = visitor
        self._marks: SimpleQueue[str] = SimpleQueue()
        self._hung_up = threading.Event()
        self._thread = threading.Thread(target=self._read)

    def __enter__(self) -> Self:
        self._thread.start()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.hang_up()

    def news(self) -> str:
        """The next mark that comes; fails where none does."""
        return self._marks.get(timeout=PATIENCE)

    @property
    def is_quiet(self) -> bool:
        """Whether all that came was read."""
        return self._marks.empty()

    def hang_up(self) -> None:
        """Closes the stream."""
        self._hung_up.set()
        self._thread.join(PATIENCE)
        assert not self._thread.is_alive()

    def _read(self) -> None:
        answer = self._visitor.client.get(self._address)
        assert answer.status_code == 200
        try:
            for chunk in answer.iter_encoded():
                text = chunk.decode()
                if text.startswith("data: "):
                    self._marks.put(text.strip().removeprefix("data: "))
                elif text == ":\n\n":
                    self.beats.release()
                if self._hung_up.is_set():
                    return
            self.ended.set()
        finally:
            answer.close()
