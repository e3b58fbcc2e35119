"""Stored responses to requests with an Idempotency-Key: a repeated request gets the same one, and records nothing."""

from collections.abc import Callable
from contextlib import AbstractContextManager
from threading import Lock
from typing import NamedTuple

from sqlite_utils import Database

MAX_OF_A_TOKEN = 1_000
"""The most responses stored for each token, the latest. Programs retry within minutes."""

_TURNS = 64
"""Locks of a club. Two keys rarely share one, and then they only wait for each other."""

Lend = Callable[[], AbstractContextManager[Database]]


class StoredResponse(NamedTuple):
    """A response: the digest of its request, its status and its body."""

    request: str
    status: int
    body: str


class StoredResponses:
    """The stored responses of a club. Use `Access.tokens.responses`."""

    def __init__(self, reading: Lend, writing: Lend, now: Callable[[], str]) -> None:
        self._reading = reading
        self._writing = writing
        self._now = now
        self._turns = tuple(Lock() for _ in range(_TURNS))

    def turn(self, token: int, key: str) -> Lock:
        """The lock of a key. Hold it from `find` to `keep`, so that requests with one key run one after the other."""
        return self._turns[hash((token, key)) % _TURNS]

    def find(self, token: int, key: str) -> StoredResponse | None:
        """The stored response to a token's request with this key."""
        sql = "SELECT request, status, body FROM answer WHERE token = ? AND key = ?"
        with self._reading() as db:
            row = db.conn.execute(sql, (token, key)).fetchone()
        return StoredResponse._make(row) if row else None

    def keep(self, token: int, key: str, response: StoredResponse) -> StoredResponse:
        """Store a response. Returns the first one for the key, which another process may have stored meanwhile."""
        with self._writing() as db:
            db.conn.execute(
                "INSERT INTO answer (token, key, request, status, body, at) VALUES (?, ?, ?, ?, ?, ?)"
                " ON CONFLICT DO NOTHING",
                (token, key, *response, self._now()),
            )
            db.conn.execute(
                "DELETE FROM answer WHERE token = ?1 AND at < ("
                " SELECT at FROM answer WHERE token = ?1 ORDER BY at DESC LIMIT 1 OFFSET ?2)",
                (token, MAX_OF_A_TOKEN),
            )
        return self.find(token, key) or response
