"""Notices: addresses of a club that are told when a game begins or ends, a record falls, or an evening closes.

Everything here is a small file beside the club's, `notices.json`: the addresses, which are secrets, what they were
told already, what still has to be sent, and a log. It holds no name of a person: what a notice says is made when it is
sent. The file is not part of the club: no copy, export or replica has it.

One thread for each club with addresses looks at what was recorded, and sends. It learns of a write after the commit,
and waits a second before it looks, so that it costs a tap nothing.
"""

import json
import logging
import os
import secrets
import threading
from collections.abc import Callable, Collection, Iterator
from contextlib import contextmanager, suppress
from dataclasses import asdict, dataclass, field, replace
from datetime import UTC, date, datetime, timedelta
from enum import StrEnum
from pathlib import Path
from typing import Any, Self

from scorepad import paths
from scorepad.live import delivery
from scorepad.live.delivery import Kind, NoticeTarget, SendOutcome
from scorepad.live.league_worker import LeagueWorker
from scorepad.live.notice_text import Occasion, compose, result_of
from scorepad.play.game import Games, LoadedGame
from scorepad.scoring.game.agreement import is_imported
from scorepad.scoring.game.course import Phase
from scorepad.store import Club, ReadOnly, StoreError
from scorepad.store.clock import Days
from scorepad.store.file.copying import flush

_LOG = logging.getLogger(__name__)

FILE = "notices.json"

MAX_ADDRESSES = 20
MAX_WAITING = 20
"""The most notices that wait for one address."""
MAX_LOG = 50

SETTLES = timedelta(minutes=1)
"""A result is told this long after the last change of its game, so that a mistake can be corrected first."""

PAUSES = (1, 5, 30, 120, 360)
"""Minutes until each further try."""

FOLLOWED = timedelta(days=7)
"""How long after its end a corrected game is told again."""

NEWEST_GAME = timedelta(days=1)
"""A game that began earlier and was not followed is a past one, from a file."""

LONGEST_EVENING = timedelta(days=1)
"""How long after the end of its day an evening waits for a game that goes on."""

KEPT_DELETED = timedelta(days=1)
"""How long a deleted address can be brought back."""

MANY = 1_000
"""Games that are looked at together."""

SECONDS_TO_GATHER = 1.0
SECONDS_BETWEEN_LOOKS = 60.0
"""For what no write of this process announces: the end of a day, and what other processes record."""
SECONDS_FOR_LEAGUE = 600.0
SECONDS_TO_STOP = 1.0

Now = Callable[[], datetime]


class Policy(StrEnum):
    """Where a club may send notices: nowhere, to the internet only, or into this machine's own network too."""

    OFF = "off"
    PUBLIC = "public"
    PRIVATE = "private"

    @classmethod
    def of(cls, setting: str, slug: str) -> Self:
        """A club's policy by `$SCOREPAD_NOTICES`. `slug` is "" for the club at home, whose owner owns the machine."""
        return cls("private" if not slug else "public") if setting == "home" else cls(setting)


class TooManyAddresses(StoreError):
    """A club has as many addresses as it may have."""


@dataclass(frozen=True, slots=True)
class NoticeAddress:
    """An address. `where` is what pages show of it: the host, or the service of Apprise."""

    id: int
    key: str  # of the form that added it
    name: str
    kind: Kind
    address: str
    where: str
    moments: frozenset[Occasion]
    may_be_private: bool = False
    is_paused: bool = False
    is_failing: bool = False  # the last delivery failed: others go first
    deleted_at: str = ""


def target_by(policy: Policy, kind: Kind, address: str, *, may_be_private: bool) -> NoticeTarget:
    """Where notices go, if the host allows what the owner does."""
    may_allow_it = policy is Policy.PRIVATE
    return NoticeTarget(kind, address, may_be_private and may_allow_it, may_allow_it)


@dataclass(slots=True)
class Waiting:
    """A notice that waits for one address. `subject` is the number of a game or the day of an evening."""

    id: str
    address: int
    moment: Occasion
    subject: str
    is_corrected: bool = False
    tries: int = 0
    due: float = 0.0  # seconds since 1970


@dataclass(frozen=True, slots=True)
class LoggedDelivery:
    """A line of the log. `words` are what came back."""

    id: str
    at: str
    address: int
    where: str
    moment: Occasion
    subject: str
    is_sent: bool
    words: str


@dataclass(slots=True)
class Followed:
    """A game whose notices are not all sent yet, or may have to be corrected."""

    begins: bool = True  # its begin may still be told
    told: str = ""  # the result that was told, see `result_of`
    told_at: float = 0.0
    settles: float = 0.0  # when its result may be told, 0.0 if there is nothing to tell


@dataclass(slots=True)
class _Book:
    """The content of the file."""

    addresses: dict[int, NoticeAddress] = field(default_factory=dict)
    next_id: int = 1
    base: str = ""
    """The address of the club's pages, with which links begin."""
    seen: int = 0
    """The latest entry that was looked at."""
    last_game: int = 0
    """The newest game when the first address was added. Older ones are told only if they were going on."""
    games: dict[int, Followed] = field(default_factory=dict)
    evenings: list[str] = field(default_factory=list)
    """Days with a result that was told, which have not closed."""
    closed: list[str] = field(default_factory=list)
    """The last days that have."""
    waiting: list[Waiting] = field(default_factory=list)
    log: list[LoggedDelivery] = field(default_factory=list)


class Notices:
    """The notices of an open club. Thread-safe; only one process may send those of a club."""

    def __init__(
        self, club: Club, games: Games, league: LeagueWorker, *, policy: Policy, now: Now | None = None
    ) -> None:
        self._club = club
        self._games = games
        self._league = league
        self._path = club.path.with_name(FILE)
        self._now = now or (lambda: datetime.now(UTC))
        self.policy = policy
        self._lock = threading.RLock()
        self._sent = threading.Condition(self._lock)
        self._book = _load(self._path)
        self._wake, self._is_over = threading.Event(), threading.Event()
        self._worker: threading.Thread | None = None
        self._is_busy = False
        self._is_listening = False

    # ---- What the owner sets

    def addresses(self) -> list[NoticeAddress]:
        """All addresses, in the order in which they were added; the deleted ones of the last day too."""
        with self._lock:
            return [*self._book.addresses.values()]

    def address(self, number: int) -> NoticeAddress | None:
        with self._lock:
            return self._book.addresses.get(number)

    def log(self) -> list[LoggedDelivery]:
        """The last deliveries, latest first."""
        with self._lock:
            return self._book.log[::-1]

    def waiting(self) -> list[Waiting]:
        with self._lock:
            return [replace(each) for each in self._book.waiting]

    @property
    def base(self) -> str:
        with self._lock:
            return self._book.base

    def add(self, address: NoticeAddress, base: str) -> NoticeAddress:
        """Add an address; its id is given here. The same form sent again adds nothing.

        `base` is the address of the club's pages for others. Raises TooManyAddresses.
        """
        with self._changing() as book:
            if known := [each for each in book.addresses.values() if each.key == address.key]:
                return known[0]
            if sum(not each.deleted_at for each in book.addresses.values()) >= MAX_ADDRESSES:
                raise TooManyAddresses(f"A club has at most {MAX_ADDRESSES} addresses. Delete one that is not needed.")
            self._begin_to_follow(book)
            added = replace(address, id=book.next_id)
            book.addresses[added.id], book.next_id, book.base = added, book.next_id + 1, base
        self.start()
        return added

    def change(self, address: NoticeAddress, base: str = "") -> None:
        """Store an address as it is now."""
        with self._changing() as book:
            self._begin_to_follow(book)
            book.addresses[address.id], book.base = address, base or book.base
            if address.is_paused or address.deleted_at:
                book.waiting = [each for each in book.waiting if each.address != address.id]
        self.start()

    def test(self, number: int, base: str, wait: float) -> LoggedDelivery | None:
        """Send a test to an address now. Return what came back, None if that takes longer than `wait` seconds.

        One test at a time: while one waits, this is that one.
        """
        with self._changing() as book:
            book.base = base
            waits = [each for each in book.waiting if (each.address, each.moment) == (number, Occasion.TEST)]
            test = waits[0] if waits else Waiting(secrets.token_hex(8), number, Occasion.TEST, "")
            book.waiting += [] if waits else [test]
        self.start()
        self._wake.set()
        with self._sent:
            self._sent.wait_for(lambda: self._answer(test.id), wait)
            return self._answer(test.id)

    def _answer(self, number: str) -> LoggedDelivery | None:
        return next((line for line in self._book.log if line.id == number), None)

    @contextmanager
    def _changing(self) -> Iterator[_Book]:
        """Lend the content of the file for a change, and write it. Raises ReadOnly and StoreError."""
        if paths.is_read_only(self._path.parent):
            raise ReadOnly(paths.READ_ONLY)
        with self._lock:
            yield self._book
            _save(self._path, self._book, self._now())

    # ---- The thread

    def start(self) -> None:
        """Start to look and send, if there is an address. Does nothing in a copy that is only read."""
        with self._lock:
            if self._is_over.is_set() or not self._book.addresses or self.policy is Policy.OFF:
                return
            if paths.is_read_only(self._path.parent):
                return
            if not self._is_listening:
                self._is_listening = True
                self._club.listen(self._written)
            if self._worker is None:
                self._worker = threading.Thread(target=self._work, name="notices", daemon=True)
                self._worker.start()

    def _written(self, games: Collection[int] | None) -> None:
        """Learn that something was recorded. Runs in the thread of a tap."""
        if not self._wake.is_set():
            self._wake.set()

    def is_at_work(self) -> bool:
        """Whether a notice is being sent."""
        return self._is_busy

    def close(self) -> None:
        """Stop. What is being sent may take a moment to end; what waits is sent after the next start."""
        self._is_over.set()
        self._wake.set()
        if self._worker:
            self._worker.join(SECONDS_TO_STOP)

    def _work(self) -> None:
        while not self._is_over.is_set():
            try:
                self.look()
                while self.send_next():
                    if self._is_over.is_set():
                        return
            except StoreError:
                pass  # The disk may fail only for a moment: look again.
            except Exception:
                # This thread must survive, or the club would hear nothing more.
                _LOG.exception("The notices of a club failed and go on.")
            if self._wake.wait(self._seconds_to_next()):
                self._wake.clear()
                self._is_over.wait(0 if self._has_test() else SECONDS_TO_GATHER)

    def _has_test(self) -> bool:
        with self._lock:
            return any(each.moment is Occasion.TEST for each in self._book.waiting)

    def _seconds_to_next(self) -> float:
        """The seconds until there is something to do that no write announces."""
        with self._lock:
            dues = [each.due for each in self._book.waiting]
            dues += [game.settles for game in self._book.games.values() if game.settles]
        next_due = min(dues, default=float("inf")) - self._now().timestamp()
        return max(0.05, min(next_due, SECONDS_BETWEEN_LOOKS))

    # ---- What has happened

    def _begin_to_follow(self, book: _Book) -> None:
        """Remember which games are going on, unless there is an address: what happened before it is not told."""
        if _is_used(book):
            return
        recent = self._club.games(limit=100, binned=None, fields=())
        book.seen = self._club.latest_seq()
        book.last_game = max((game.id for game in recent), default=0)
        book.games, book.evenings, book.closed = {}, [], []
        for begun in recent:
            game = self._load(begun.id)
            if game and not game.is_binned and game.record.course.phase is not Phase.OVER:
                book.games[begun.id] = Followed(begins=False)

    def look(self) -> None:
        """Look at what was recorded and at the time, and queue what has to be told."""
        now, days = self._now(), self._club.clock.days()
        with self._lock:
            book = self._book
            if not _is_used(book):
                return
            before = _news_of(book)
            while changed := self._club.changed_games(book.seen, MANY):
                for number, seq in changed:
                    book.seen = seq
                    self._follow(book, number, now)
            for number, game in [*book.games.items()]:
                if game.settles and game.settles <= now.timestamp():
                    self._settle(book, number, game, now)
            for day in [*book.evenings]:
                self._close_evening(book, day, days, now)
            old = (now - FOLLOWED).timestamp()
            book.games = {
                number: game
                for number, game in book.games.items()
                if game.settles or not game.told or game.told_at > old
            }
            # Most looks find only taps: the disk is left to those.
            if _news_of(book) != before:
                _save(self._path, book, now)

    def _load(self, number: int) -> LoadedGame | None:
        """Load a game, None if it cannot be read."""
        try:
            return self._games.load(number)
        except Exception:
            return None

    def _follow(self, book: _Book, number: int, now: datetime) -> None:
        """Take up what was recorded in a game."""
        followed = book.games.get(number)
        # Past games are told from others without loading them: an import may have a hundred thousand.
        if not followed and (number <= book.last_game or self._is_past(number, now)):
            return
        game = self._load(number)
        if game is None or (not followed and is_imported(game.values)):
            return
        followed = book.games.setdefault(number, followed or Followed())
        if followed.begins and not game.is_binned:
            followed.begins = False
            self._queue(book, Occasion.BEGIN, str(number), now)
        result = result_of(game)
        is_news = result and result != followed.told
        followed.settles = (now + SETTLES).timestamp() if is_news else 0.0

    def _is_past(self, number: int, now: datetime) -> bool:
        with suppress(ValueError):
            return now - datetime.fromisoformat(self._club.begun(number)) > NEWEST_GAME
        return True

    def _settle(self, book: _Book, number: int, followed: Followed, now: datetime) -> None:
        """Tell the result of a game that has not changed for a while."""
        followed.settles = 0.0
        game = self._load(number)
        result = result_of(game) if game else ""
        if not result or result == followed.told:
            return
        self._queue(book, Occasion.END, str(number), now, is_corrected=bool(followed.told))
        if not followed.told:
            self._queue(book, Occasion.RECORD, str(number), now)
        followed.told, followed.told_at = result, now.timestamp()
        day = self._club.clock.days_of_games([number]).get(number)
        if day and day not in (*book.evenings, *book.closed):
            book.evenings.append(day)

    def _close_evening(self, book: _Book, day: str, days: Days, now: datetime) -> None:
        """Tell an evening whose day is over, once all of its games are."""
        end = days.begin_of(date.fromisoformat(day) + timedelta(days=1))
        if now < end:
            return
        of_day = {number for number, on in self._club.clock.days_of_games([*book.games]).items() if on == day}
        games = {number: self._load(number) for number in of_day}
        goes_on = any(
            book.games[number].settles or (game and not game.is_binned and not result_of(game))
            for number, game in games.items()
        )
        if goes_on and now < end + LONGEST_EVENING:
            return
        book.evenings.remove(day)
        book.closed = [*book.closed, day][-30:]
        self._queue(book, Occasion.EVENING, day, now)

    def _queue(self, book: _Book, moment: Occasion, subject: str, now: datetime, *, is_corrected: bool = False) -> None:
        """Queue a notice for every address that wants it. One that waits already will say what is true then."""
        waits = {(each.address, each.moment, each.subject) for each in book.waiting}
        for address in book.addresses.values():
            if moment not in address.moments or address.is_paused or address.deleted_at:
                continue
            if (address.id, moment, subject) in waits:
                continue
            waiting = Waiting(secrets.token_hex(8), address.id, moment, subject, is_corrected, due=now.timestamp())
            if sum(each.address == address.id for each in book.waiting) >= MAX_WAITING:
                words = f"Not sent: {MAX_WAITING} notices are waiting for this address already."
                _log(book, waiting, address, SendOutcome(False, words), now)
            else:
                book.waiting.append(waiting)

    # ---- Sending

    def send_next(self) -> bool:
        """Send one notice that is due, those to addresses that work first. Return whether there was one."""
        now = self._now()
        with self._lock:
            book = self._book
            due = [each for each in book.waiting if each.due <= now.timestamp()]
            if not due:
                return False
            waiting = min(due, key=lambda each: (*_order(book, each), each.due))
            address, base = book.addresses[waiting.address], book.base
            self._is_busy = True
        try:
            outcome = self._send(waiting, address, base)
        finally:
            self._is_busy = False
        with self._sent:
            # Whoever closed this club may have opened it again meanwhile: that one sends what waits.
            if not self._is_over.is_set() or (outcome and outcome.is_sent):
                self._note(waiting, outcome)
            self._sent.notify_all()
        return True

    def _send(self, waiting: Waiting, address: NoticeAddress, base: str) -> SendOutcome | None:
        """Send a notice. Return None if there is nothing to say any more."""
        try:
            needs_league = waiting.moment in (Occasion.RECORD, Occasion.EVENING)
            if needs_league and not self._league.is_done(SECONDS_FOR_LEAGUE):
                return SendOutcome(False, "The figures of the league are not ready.", may_retry=True)
            notice = compose(
                self._club, self._games, waiting.moment, waiting.subject, is_corrected=waiting.is_corrected
            )
        except Exception:
            _LOG.exception("A notice could not be written.")
            return SendOutcome(False, "What happened could not be read from the club.", may_retry=True)
        if notice is None:
            return None
        try:
            target = target_by(self.policy, address.kind, address.address, may_be_private=address.may_be_private)
            return delivery.send(target, notice, f"{base}{notice.path}", waiting.moment, waiting.id)
        except Exception as error:
            # Its text and its traceback may hold the address.
            _LOG.error("A notice could not be sent: %s", type(error).__name__)
            return SendOutcome(False, "It could not be sent.", may_retry=True)

    def _note(self, waiting: Waiting, outcome: SendOutcome | None) -> None:
        """Take a notice from the queue, or leave it there for another try."""
        now, book = self._now(), self._book
        current = next((each for each in book.waiting if each.id == waiting.id), None)
        address = book.addresses.get(waiting.address)
        if current is None or address is None:
            return
        is_test = waiting.moment is Occasion.TEST
        if outcome and not outcome.is_sent and outcome.may_retry and current.tries < len(PAUSES) and not is_test:
            minutes = PAUSES[current.tries]
            current.tries += 1
            current.due = (now + timedelta(minutes=minutes)).timestamp()
            again = f"{minutes} minutes" if minutes > 1 else "a minute"
            outcome = outcome._replace(words=f"{outcome.words.removesuffix('.')}. The next try is in {again}.")
        else:
            book.waiting.remove(current)
        if outcome:
            _log(book, waiting, address, outcome, now)
            book.addresses[address.id] = replace(address, is_failing=not outcome.is_sent)
        _save(self._path, book, now)


def _is_used(book: _Book) -> bool:
    return not all(address.deleted_at for address in book.addresses.values())


def _news_of(book: _Book) -> str:
    """What has to be on the disk, as text."""
    return json.dumps(_document(book) | {"seen": 0})


def _order(book: _Book, waiting: Waiting) -> tuple[bool, bool, int]:
    """Tests go first, then the addresses that work."""
    return waiting.moment is not Occasion.TEST, book.addresses[waiting.address].is_failing, waiting.tries


def _log(book: _Book, waiting: Waiting, address: NoticeAddress, outcome: SendOutcome, now: datetime) -> None:
    line = LoggedDelivery(
        waiting.id, now.isoformat(timespec="seconds"), address.id, address.where, waiting.moment, waiting.subject,
        outcome.is_sent, outcome.words,
    )  # fmt: skip
    book.log = [*book.log, line][-MAX_LOG:]


# ---- The file


def _document(book: _Book) -> dict[str, Any]:
    document = asdict(book)
    document["addresses"] = [
        {**asdict(address), "moments": sorted(address.moments)} for address in book.addresses.values()
    ]
    return document


def _save(path: Path, book: _Book, now: datetime) -> None:
    """Write the file, readable by this user only, whole or not at all. Forget what was deleted long ago."""
    kept_since = (now - KEPT_DELETED).isoformat(timespec="seconds")
    book.addresses = {
        number: address
        for number, address in book.addresses.items()
        if not address.deleted_at or address.deleted_at > kept_since
    }
    draft = path.with_name(f".{path.name}.{secrets.token_hex(4)}")
    try:
        handle = os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
        with os.fdopen(handle, "w", encoding="utf-8") as file:
            json.dump(_document(book), file)
        flush(draft)
        draft.replace(path)
        paths.flush_folder(path.parent)
    except OSError as error:
        raise StoreError(f"{path} could not be written: {error.strerror}.") from error
    finally:
        draft.unlink(missing_ok=True)


def _load(path: Path) -> _Book:
    """Read the file. Without one, or with one that cannot be read, nothing is told."""
    try:
        document = json.loads(path.read_text("utf-8"))
        path.chmod(0o600)
        book = _Book(
            **{
                **document,
                "addresses": {each["id"]: _address(each) for each in document["addresses"]},
                "games": {int(number): Followed(**game) for number, game in document["games"].items()},
                "waiting": [Waiting(**{**each, "moment": Occasion(each["moment"])}) for each in document["waiting"]],
                "log": [LoggedDelivery(**{**each, "moment": Occasion(each["moment"])}) for each in document["log"]],
            }
        )
    except FileNotFoundError:
        return _Book()
    except (OSError, ValueError, TypeError, LookupError, AttributeError) as error:
        _LOG.error("%s cannot be read, so no notices are sent: %s", path, error)
        return _Book()
    return book


def _address(document: dict[str, Any]) -> NoticeAddress:
    moments = frozenset(map(Occasion, document["moments"]))
    return NoticeAddress(**{**document, "kind": Kind(document["kind"]), "moments": moments})
