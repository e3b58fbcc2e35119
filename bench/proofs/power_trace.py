"""The operations of programs on the files of a folder, parsed from the output of strace."""

import re
import shutil
import subprocess
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import NamedTuple

STRACE = ("strace", "-f", "-qq", "--seccomp-bpf", "-y", "-xx", "-s", "1000000")
WRITES = ("write", "pwrite64", "writev", "pwritev", "pwritev2", "sendto", "sendmsg")
CHANGES = (
    *("open", "openat", "creat", "close", "lseek", "ftruncate", "truncate", "fallocate", "fsync", "fdatasync"),
    *("rename", "renameat", "renameat2", "link", "linkat", "unlink", "unlinkat", "mkdir", "mkdirat"),
)
NEVER = (
    *("symlink", "symlinkat", "rmdir", "chmod", "fchmod", "fchmodat", "copy_file_range", "splice", "openat2"),
    *("mmap", "sync_file_range"),
)
"""Calls that the model of the disk does not support: a recording with one of them in the folder is rejected."""

# The question mark allows for calls that an architecture does not have.
CALLS = ",".join(f"?{name}" for name in (*WRITES, *CHANGES, *NEVER, "recvfrom"))

_LINE = re.compile(r"(\d+) +(?:<\.\.\. )?(\w+)(?: resumed>|\()(.*)")
_UNFINISHED = " <unfinished ...>"
_TEXT = re.compile(r'"((?:\\x[0-9a-f]{2})*)"')
_HANDLE = re.compile(r"\b\d+<([^>]*)>(\(deleted\))?")
_RESULT = re.compile(r"\) += (-?\d+)(?:<([^>]*)>)?[^=]*$")
_NUMBER = re.compile(rb"power_number=(\d+)")


class Operation(NamedTuple):
    """A change of a folder. It began at one line of the trace, and was done at another."""

    kind: str
    path: str
    begun: int
    done: int
    target: str = ""
    offset: int = 0
    data: bytes = b""

    @property
    def takes_effect(self) -> int:
        """The line from which on it may be on the disk; a flush counts only once it is done."""
        return self.done if self.kind == "flush" else self.begun


class Call(NamedTuple):
    """One system call, once it has returned."""

    name: str
    arguments: str
    result: int
    opened: str
    begun: int
    done: int

    @property
    def texts(self) -> list[bytes]:
        return [_plain(text) for text in _TEXT.findall(self.arguments)]

    @property
    def path(self) -> str:
        """Return the file, socket or pipe of the first handle among the arguments; "" if its file was unlinked."""
        match = _HANDLE.search(self.arguments)
        return _plain(match[1]).decode() if match and not match[2] else ""

    def last_number(self, base: int = 10) -> int:
        return int(self.arguments.rpartition(", ")[2], base)


def why_not() -> str:
    """Return why this machine cannot record system calls, "" if it can."""
    if shutil.which("strace") is None:
        return "A recording needs strace. Install it (Debian: apt-get install strace), then try again."
    tried = subprocess.run([*STRACE, "-o", "/dev/null", "true"], capture_output=True, text=True, check=False)
    return f"strace may not trace here: {tried.stderr.strip()}" if tried.returncode else ""


def command(trace: Path, program: Iterable[str]) -> tuple[str, ...]:
    """Return the command that runs a program and writes its system calls to a file."""
    return (*STRACE, "-o", str(trace), "-e", f"trace={CALLS}", *program)


def calls(lines: Iterable[str], first: int) -> Iterator[Call]:
    """Yield the calls of a trace in the order in which they returned; its lines are counted from `first`."""
    waiting: dict[str, tuple[str, int]] = {}
    for number, line in enumerate(lines, first):
        match = _LINE.match(line)
        if match is None:
            continue
        process, name, rest = match.groups()
        if _UNFINISHED in rest:
            waiting[process] = (rest.partition(_UNFINISHED)[0], number)
            continue
        start, begun = waiting.pop(process, ("", number)) if "resumed>" in line else ("", number)
        rest = start + rest
        if result := _RESULT.search(rest):
            opened = _plain(result[2] or "").decode()
            yield Call(name, rest[: result.start()], int(result[1]), opened, begun, number)


def _plain(text: str) -> bytes:
    return bytes.fromhex(text.replace("\\x", "")) if text.startswith("\\x") else text.encode()


@dataclass(slots=True)
class Reading:
    """Turns calls into operations below `root`, and into the lines of answers and printed texts."""

    root: str
    operations: list[Operation] = field(default_factory=list)
    answered: dict[int, int] = field(default_factory=dict)
    printed: list[tuple[int, str]] = field(default_factory=list)
    lines: int = 0
    _positions: dict[tuple[str, str], int] = field(default_factory=dict)
    _requests: dict[str, int] = field(default_factory=dict)

    def add(self, trace: Path) -> None:
        """Read one more trace, of a program that began after the previous ones had ended."""
        text = trace.read_text("ascii").splitlines()
        for call in calls(text, self.lines):
            if call.result >= 0:
                self._read(call)
        self.lines += len(text)

    def _read(self, call: Call) -> None:
        path = call.path
        if path.startswith(("socket:", "TCP:")):
            self._read_socket(call, path)
        elif path.startswith("pipe:") and call.arguments.startswith("1<"):
            self.printed.append((call.done, b"".join(call.texts).decode("utf-8", "replace")))
        elif any(name.startswith(self.root) for name in (path, call.opened, *self._names(call))):
            self._read_change(call, path)

    def _names(self, call: Call) -> list[str]:
        """Return the absolute paths that a call names. A write names none, no matter what its text looks like."""
        if call.name in WRITES or call.name == "recvfrom":
            return []
        return [text.decode() for text in call.texts if text.startswith(b"/")]

    def _read_socket(self, call: Call, socket: str) -> None:
        data = b"".join(call.texts)
        if call.name == "recvfrom":
            if number := _NUMBER.search(data):
                self._requests[socket] = int(number[1])
        elif data.startswith(b"HTTP/1.") and socket in self._requests:
            self.answered[self._requests.pop(socket)] = call.done

    def _read_change(self, call: Call, path: str) -> None:
        name = call.name.removesuffix("2").removesuffix("64").removesuffix("at")
        if call.name in NEVER and not _is_harmless_map(call, path):
            raise SystemExit(f"The model of the disk does not know this: {call.name}({call.arguments[:200]})")
        if name == "open":
            self._open(call)
        elif call.name in WRITES:
            self._write(call, path)
        elif name == "lseek":
            self._positions[self._handle(call)] = call.result
        elif name in ("fsync", "fdatasync"):
            self._add("flush", path, call)
        elif name in ("ftruncate", "truncate"):
            self._add("cut", path or self._names(call)[0], call, offset=call.last_number())
        elif name in ("rename", "link"):
            old, new = self._names(call)
            self._add(name, old, call, target=new)
        elif name in ("unlink", "mkdir"):
            self._add(name, self._names(call)[0], call)
        elif name != "close" and name != "mmap":
            raise SystemExit(f"The model of the disk does not know {call.name}.")

    def _open(self, call: Call) -> None:
        if "O_APPEND" in call.arguments:
            raise SystemExit("The model of the disk does not know O_APPEND.")
        name = self._names(call)[0]
        if "O_CREAT" in call.arguments:
            self._add("create", name, call, offset=call.last_number(8))
        if "O_TRUNC" in call.arguments:
            self._add("cut", name, call)
        self._positions[str(call.result), name] = 0

    def _write(self, call: Call, path: str) -> None:
        data = b"".join(call.texts)[: call.result]
        if call.name.startswith("p"):
            offset = call.last_number()
        else:
            offset = self._positions.get(self._handle(call), 0)
            self._positions[self._handle(call)] = offset + len(data)
        self._add("write", path, call, offset=offset, data=data)

    def _handle(self, call: Call) -> tuple[str, str]:
        return call.arguments.partition("<")[0], call.path

    def _add(self, kind: str, path: str, call: Call, **more: object) -> None:
        self.operations.append(Operation(kind, path, call.begun, call.done, **more))  # type: ignore[arg-type]


def _is_harmless_map(call: Call, path: str) -> bool:
    """Whether a memory map writes nothing, or only the index of a log, which a cut spoils anyway."""
    return call.name == "mmap" and ("MAP_SHARED" not in call.arguments or path.endswith("-shm"))
