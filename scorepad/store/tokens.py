"""The API tokens of a club: create, find, list and revoke them. `Access.tokens` has these methods."""

import hashlib
import hmac
import re
import secrets
from collections.abc import Callable
from contextlib import AbstractContextManager
from datetime import date, datetime, timedelta
from enum import StrEnum
from threading import Lock
from typing import NamedTuple

from sqlite_utils import Database

from scorepad.store.checks import clean_name
from scorepad.store.errors import BadName, BadToken, KeyReused
from scorepad.store.phones import WHOLE_CLUB, steps

MAX = 50
"""The most tokens of a club that are not revoked."""

USUAL_PER_MINUTE, MAX_PER_MINUTE = 60, 6000
"""Requests per minute."""

SECRET_BYTES = 20

_TEXT = re.compile(rf"scorepad_([1-9][0-9]{{0,8}})_([0-9a-f]{{{2 * SECRET_BYTES}}})")
_COLUMNS = (
    "id, label, name, CASE WHEN manages THEN 'manage' ELSE may END, game, ends, per_minute, made, used, revoked, origin"
)
_ORIGIN = re.compile(r"https?://([a-z0-9.-]{1,200}|\[[0-9a-f:.]{2,45}\])(:[0-9]{1,5})?", re.IGNORECASE)
_USED_AGAIN = timedelta(minutes=1)
"""How often the last use of a token is recorded."""

Borrow = Callable[[], AbstractContextManager[Database]]
"""Lends a connection to the file."""


class TokenRole(StrEnum):
    """What a token allows: to read the whole club, to keep score of one game or all, to change all that an owner may
    change by the API, or only the feed of games and the calendar."""

    READ = "read"
    SCORE = "score"
    MANAGE = "manage"
    FEED = "feed"


RECORDING = frozenset({TokenRole.SCORE, TokenRole.MANAGE})
"""The roles of tokens that record."""


class Token(NamedTuple):
    """A token without its secret. Its `label` is stored with what it records; times are in UTC.

    `game` is the one that it may score, `WHOLE_CLUB` for all. `ends` is its last day (ISO), None if it does not expire.
    `origin` is the site whose pages may record with it from a browser, such as "https://club.example"; "" for none.
    """

    id: int
    label: str
    name: str
    may: TokenRole
    game: int
    ends: str | None
    per_minute: int
    made_at: str
    used_at: str | None
    revoked: bool
    origin: str

    def has_ended(self, today: date) -> bool:
        return self.ends is not None and date.fromisoformat(self.ends) < today


class NewToken(NamedTuple):
    """A new token, with its secret text, which is shown only once."""

    token: Token
    text: str


class Tokens:
    """The tokens of a club."""

    def __init__(self, reading: Borrow, writing: Borrow, now: Callable[[], str]) -> None:
        """Use `Access.tokens`."""
        self._reading = reading
        self._writing = writing
        self._now = now
        self.responses = StoredResponses(reading, writing, now)

    def new(
        self,
        name: str,
        may: TokenRole,
        *,
        game: int = WHOLE_CLUB,
        ends: date | None = None,
        per_minute: int = USUAL_PER_MINUTE,
        origin: str = "",
        key: str | None = None,
    ) -> NewToken:
        """Create a token. Raises BadToken, and KeyReused if the form with this key has created one already."""
        try:
            name = clean_name(name)
        except BadName as error:
            raise BadToken(str(error)) from None
        if not 1 <= per_minute <= MAX_PER_MINUTE:
            raise BadToken(f"Choose from 1 to {MAX_PER_MINUTE} requests a minute.")
        if game != WHOLE_CLUB and may is not TokenRole.SCORE:
            raise BadToken("Only a token that keeps score can be for one game.")
        origin = clean_origin(origin)
        if origin and may not in RECORDING:
            raise BadToken("Pages of any site may read with a token. Only one that records needs the site.")
        secret = secrets.token_hex(SECRET_BYTES)
        with self._writing() as db:
            if key is not None and db.table("token").count_where("key = ?", [key]):
                raise KeyReused(
                    "This form has already made a token. Its text was shown once and cannot be shown again."
                )
            if db.table("token").count_where("revoked = 0") >= MAX:
                raise BadToken(f"A club has at most {MAX} tokens. Revoke one that is no longer used.")
            row = {
                "hash": _hash(secret),
                "label": secrets.token_hex(4),
                "name": name,
                "may": TokenRole.SCORE.value if may is TokenRole.MANAGE else may.value,
                "manages": may is TokenRole.MANAGE,
                "origin": origin,
                "game": game,
                "ends": ends.isoformat() if ends else None,
                "per_minute": per_minute,
                "made": self._now(),
                "key": key,
            }
            number = db.table("token").insert(row).last_rowid or 0
            token = _token(db.conn.execute(f"SELECT {_COLUMNS} FROM token WHERE id = ?", (number,)).fetchone())
        return NewToken(token, f"scorepad_{number}_{secret}")

    def find(self, text: str) -> Token | None:
        """The token with this text, even if it was revoked or has ended; None if there is none."""
        match = _TEXT.fullmatch(text)
        if match is None:
            return None
        with self._reading() as db:
            sql = f"SELECT hash, {_COLUMNS} FROM token WHERE id = ?"
            row = db.conn.execute(sql, (int(match[1]),)).fetchone()
        # Compared in constant time, even if there is no token with this number.
        is_right = hmac.compare_digest(row[0] if row else _hash(""), _hash(match[2]))
        return _token(row[1:]) if row and is_right else None

    def token(self, number: int) -> Token | None:
        """The token with this id as it is now, or None."""
        return next((token for token in self.all() if token.id == number), None)

    def all(self) -> list[Token]:
        """All tokens: those that are not revoked first, then newest first."""
        with self._reading() as db:
            return [_token(row) for row in db.conn.execute(f"SELECT {_COLUMNS} FROM token ORDER BY revoked, id DESC")]

    def is_origin(self, origin: str, today: date) -> bool:
        """Whether a token that is still valid names this origin."""
        sql = "SELECT 1 FROM token WHERE origin = ? AND NOT revoked AND (ends IS NULL OR ends >= ?) LIMIT 1"
        with self._reading() as db:
            return bool(origin) and db.conn.execute(sql, (origin, today.isoformat())).fetchone() is not None

    def names(self) -> dict[str, str]:
        """The names of all tokens, by the labels that are stored with what they recorded."""
        return {token.label: token.name for token in self.all()}

    def revoke(self, number: int) -> bool:
        """Revoke a token permanently. Returns False for an unknown one."""
        with self._writing() as db:
            return db.conn.execute("UPDATE token SET revoked = 1 WHERE id = ?", (number,)).rowcount > 0

    def note_use(self, token: Token) -> None:
        """Record that a token was used, at most once a minute."""
        now = self._now()
        if token.used_at and datetime.fromisoformat(now) - datetime.fromisoformat(token.used_at) < _USED_AGAIN:
            return
        with self._writing() as db:
            db.conn.execute("UPDATE token SET used = ? WHERE id = ?", (now, token.id))


def clean_origin(text: str) -> str:
    """Return the origin of a site as browsers send it, "" for none. Raises BadToken with what would be right."""
    origin = text.strip().removesuffix("/").lower()
    if origin and not _ORIGIN.fullmatch(origin):
        raise BadToken("Type the site as https://club.example: without a path, and with the port if it has one.")
    scheme, _, host = origin.partition("://")
    return f"{scheme}://{host.removesuffix(':443' if scheme == 'https' else ':80')}" if origin else ""


def _hash(secret: str) -> str:
    # The secret is random and long: a slow hash would add nothing.
    return hashlib.sha256(secret.encode()).hexdigest()


def _token(row: tuple[object, ...]) -> Token:
    token = Token._make(row)
    return token._replace(may=TokenRole(token.may), revoked=bool(token.revoked))


# Stored responses to requests with an Idempotency-Key: a repeated request gets the same one, and records nothing.


MAX_OF_A_TOKEN = 1_000
"""The most responses stored for each token, the latest. Programs retry within minutes."""

_LOCKS = 64
"""Locks of a club. Two keys rarely share one, and then they only wait for each other."""


class StoredResponse(NamedTuple):
    """A response: the digest of its request, its status and its body."""

    request: str
    status: int
    body: str


class StoredResponses:
    """The stored responses of a club. Use `Access.tokens.responses`."""

    def __init__(self, reading: Borrow, writing: Borrow, now: Callable[[], str]) -> None:
        self._reading = reading
        self._writing = writing
        self._now = now
        self._locks = tuple(Lock() for _ in range(_LOCKS))

    def lock(self, token: int, key: str) -> Lock:
        """The lock of a key. Hold it from `find` to `keep`, so that requests with one key run one after the other."""
        return self._locks[hash((token, key)) % _LOCKS]

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


@steps()
def tokens(db: Database) -> None:
    """The tokens of other programs, and the responses to their requests with an Idempotency-Key."""
    db.execute("""
        CREATE TABLE token (
            id INTEGER PRIMARY KEY AUTOINCREMENT,
            hash TEXT NOT NULL,
            label TEXT NOT NULL,
            name TEXT NOT NULL,
            may TEXT NOT NULL CHECK (may IN ('read', 'score', 'feed')),
            game INTEGER NOT NULL CHECK (game = 0 OR may = 'score'),
            ends TEXT,
            per_minute INTEGER NOT NULL CHECK (per_minute > 0),
            made TEXT NOT NULL,
            used TEXT,
            key TEXT UNIQUE,
            revoked INTEGER NOT NULL DEFAULT 0 CHECK (revoked IN (0, 1))
        ) STRICT""")
    db.execute("""
        CREATE TABLE answer (
            token INTEGER NOT NULL REFERENCES token (id),
            key TEXT NOT NULL,
            request TEXT NOT NULL,
            status INTEGER NOT NULL,
            body TEXT NOT NULL,
            at TEXT NOT NULL,
            PRIMARY KEY (token, key)
        ) STRICT, WITHOUT ROWID""")


@steps()
def managers(db: Database) -> None:
    """Tokens that may change the club, and the sites whose pages may record with a token."""
    # The check of `may` cannot be changed without a new table, and `answer` refers to this one.
    db.execute("ALTER TABLE token ADD COLUMN manages INTEGER NOT NULL DEFAULT 0 CHECK (manages IN (0, 1))")
    db.execute("ALTER TABLE token ADD COLUMN origin TEXT NOT NULL DEFAULT ''")
