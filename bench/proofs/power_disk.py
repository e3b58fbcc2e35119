"""A disk whose power is cut: it has everything that was flushed, and a random part of everything else.

The content of a file is durable once it was flushed. A name in a folder (new, moved or removed) is durable once the
folder was flushed. Of later changes any part may be there, in any order: each write whole, missing, or torn between two
sectors. A file may have grown by a missing write, with zeros or with garbage. The index of a log is garbage or gone.
"""

import os
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from typing import Self

from bench.proofs.power_trace import Operation

SECTOR = 512
INDEX = "-shm"


@dataclass(slots=True)
class Draw:
    """Decides at random what has reached the disk. In some cuts that is everything, in some nothing."""

    random: Random
    chance: float

    @classmethod
    def of(cls, random: Random) -> Self:
        return cls(random, random.choice((0.0, 1.0, random.random(), random.random())))

    def arrived(self) -> bool:
        return self.random.random() < self.chance

    def coin(self) -> bool:
        return self.random.random() < 0.5

    def filler(self, size: int) -> bytes:
        """Return the bytes where a file has grown but its data is missing."""
        return self.random.randbytes(size) if self.coin() else bytes(size)


@dataclass(slots=True)
class File:
    """A file: its mode, its durable content, and the changes since."""

    mode: int = 0o600
    sure: bytes = b""
    pending: list[Operation] = field(default_factory=list)

    def flush(self, begun: int) -> None:
        """Make durable what was done before a flush began."""
        image = bytearray(self.sure)
        for change in self.pending:
            if change.done < begun:
                _apply(image, change)
        self.sure = bytes(image)
        self.pending = [change for change in self.pending if change.done >= begun]

    def after_cut(self, draw: Draw) -> bytes:
        image = bytearray(self.sure)
        for change in self.pending:
            if draw.arrived():
                _apply(image, change)
            elif change.kind == "write":
                _tear(image, change, draw)
        return bytes(image)


def _apply(image: bytearray, change: Operation) -> None:
    end = change.offset + len(change.data)
    image.extend(bytes(max(0, end - len(image))))
    if change.kind == "cut":
        del image[change.offset :]
    else:
        image[change.offset : end] = change.data


def _tear(image: bytearray, change: Operation, draw: Draw) -> None:
    """Skip a write, or write some of its sectors; the file may have grown by it anyway."""
    end = change.offset + len(change.data)
    if draw.coin():
        image.extend(draw.filler(max(0, end - len(image))))
    if draw.coin():
        return
    start = change.offset
    while start < end:
        stop = min(end, start - start % SECTOR + SECTOR)
        if draw.coin():
            image.extend(draw.filler(max(0, stop - len(image))))
            image[start:stop] = change.data[start - change.offset : stop - change.offset]
        start = stop


@dataclass(slots=True)
class Folder:
    """A folder: its durable names, the changes of names since, and its names as programs see them."""

    sure: dict[str, "File | Folder"] = field(default_factory=dict)
    pending: list[tuple[int, dict[str, "File | Folder | None"]]] = field(default_factory=list)
    seen: dict[str, "File | Folder"] = field(default_factory=dict)

    def change(self, done: int, names: dict[str, "File | Folder | None"]) -> None:
        """Set and remove (None) names of files, atomically."""
        _rename(self.seen, names)
        self.pending.append((done, names))

    def flush(self, begun: int) -> None:
        for done, names in self.pending:
            if done < begun:
                _rename(self.sure, names)
        self.pending = [change for change in self.pending if change[0] >= begun]

    def after_cut(self, draw: Draw) -> dict[str, "File | Folder"]:
        names = dict(self.sure)
        for _, change in self.pending:
            if draw.arrived():
                _rename(names, change)
        return names


def _rename(names: dict[str, File | Folder], changes: dict[str, File | Folder | None]) -> None:
    for name, file in changes.items():
        if file is None:
            names.pop(name, None)
        else:
            names[name] = file


class Disk:
    """A folder of a disk, changed by operations one by one; `cut` writes what a cut leaves of it to another folder."""

    def __init__(self, root: Path) -> None:
        """Begin with the content of a folder, all of it durable."""
        self._prefix = f"{root}/"
        self._top = _read(root)

    def do(self, change: Operation) -> None:
        """Apply the next operation. One on a file without a name does nothing."""
        parent, name = self._find(change.path)
        node = parent.seen.get(name) if name else parent
        match change.kind, node:
            case "create", None:
                parent.change(change.done, {name: File(mode=change.offset)})
            case "mkdir", None:
                parent.change(change.done, {name: Folder()})
            case "unlink", File():
                parent.change(change.done, {name: None})
            case "link" | "rename", File():
                folder, new = self._find(change.target)
                if folder is not parent:
                    raise SystemExit("The model of the disk does not know files that move to another folder.")
                moved = {name: None} if change.kind == "rename" else {}
                parent.change(change.done, moved | {new: node})
            case "write" | "cut", File():
                node.pending.append(change)
            case "flush", File() | Folder():
                node.flush(change.begun)
            case "create", File():
                pass
            case _:
                raise SystemExit(f"The model of the disk does not know {change[:5]}.")

    def _find(self, path: str) -> tuple[Folder, str]:
        """Return the folder of a path, and the name in it; "" for the whole disk."""
        *folders, name = path.removeprefix(self._prefix).split("/") if path + "/" != self._prefix else [""]
        folder = self._top
        for step in folders:
            inner = folder.seen[step]
            assert isinstance(inner, Folder)
            folder = inner
        return folder, name

    def cut(self, draw: Draw, target: Path) -> None:
        """Cut the power, and write the resulting content to a new folder."""
        _write(self._top, draw, target)


def contents(folder: Path) -> dict[str, bytes]:
    """Return the files below a folder, except the indexes of logs."""
    files = [path for path in folder.rglob("*") if path.is_file() and not path.name.endswith(INDEX)]
    return {str(path.relative_to(folder)): path.read_bytes() for path in files}


def _read(folder: Path) -> Folder:
    names: dict[str, File | Folder] = {}
    for path in folder.iterdir():
        names[path.name] = _read(path) if path.is_dir() else File(path.stat().st_mode & 0o777, path.read_bytes())
    return Folder(sure=dict(names), seen=names)


def _write(folder: Folder, draw: Draw, target: Path) -> None:
    target.mkdir(mode=0o700)
    for name, node in folder.after_cut(draw).items():
        path = target / name
        if isinstance(node, Folder):
            _write(node, draw, path)
        elif not name.endswith(INDEX):
            _write_file(path, node.mode, node.after_cut(draw))
        elif draw.coin():
            _write_file(path, node.mode, draw.filler(draw.random.choice((0, 1000, 32 * 1024))))


def _write_file(path: Path, mode: int, content: bytes) -> None:
    with os.fdopen(os.open(path, os.O_WRONLY | os.O_CREAT, mode), "wb") as file:
        file.write(content)
