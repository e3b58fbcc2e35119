"""Read text that is either one JSON document or JSON Lines."""

import json
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True, slots=True)
class Document:
    """A document of a file, or a sentence about its `fault`. `line` is None in a file with only one document."""

    line: int | None
    data: Any = None
    fault: str = ""

    @property
    def where(self) -> str:
        """The prefix of an error message: "line 3: " in JSON Lines, else ""."""
        return f"line {self.line}: " if self.line is not None else ""


class _Unreadable(ValueError):
    """JSON that Python accepts and Scorepad does not."""


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    data = dict(pairs)
    if len(data) < len(pairs):
        counts = Counter(key for key, _ in pairs)
        twice = next(key for key, count in counts.items() if count > 1)
        raise _Unreadable(f"the key “{twice[:60]}” is given twice in one object")
    if not all(map(_is_whole, data)):
        raise _Unreadable("a key in it has half a character (a lone surrogate)")
    return data


def _is_whole(text: str) -> bool:
    """Whether a text can be encoded as UTF-8. Python's JSON decoder accepts lone surrogates."""
    return text.isascii() or not any("\ud800" <= letter <= "\udfff" for letter in text)


def _constant(word: str) -> Any:
    raise _Unreadable(f"{word} is not a number in JSON")


_DECODER = json.JSONDecoder(object_pairs_hook=_object, parse_constant=_constant)


def documents(text: str) -> Iterator[Document]:
    """Yield the documents of a text in order, including those with faults.

    A text that is one JSON value is one document. Otherwise it is JSON Lines if any of its lines is an object; if none
    is, it is one broken document.
    """
    if not text.strip():
        yield Document(None, fault="This is empty; a JSON document is needed.")
        return
    whole = _document(None, text)
    if not whole.fault or not _is_lines(text):
        yield whole
        return
    for number, line in enumerate(text.split("\n"), start=1):
        if line.strip():
            yield _document(number, line)


def one_document(text: str) -> Document:
    """Return the document of a text that must be one JSON value."""
    return _document(None, text)


def _is_lines(text: str) -> bool:
    lines = [line for line in text.split("\n") if line.strip()]
    return len(lines) > 1 and any(isinstance(_document(None, line).data, dict) for line in lines)


def _document(line: int | None, text: str) -> Document:
    try:
        return Document(line, data=_DECODER.decode(text))
    except json.JSONDecodeError as error:
        column = f"column {error.colno}"
        where = f"line {error.lineno}, {column}" if line is None else column
        return Document(line, fault=f"This is not JSON: {error.msg} ({where}).")
    except _Unreadable as error:
        return Document(line, fault=f"This cannot be read: {error}.")
    except RecursionError:
        return Document(line, fault="This cannot be read: it is nested too deeply.")
    except ValueError:
        return Document(line, fault="This cannot be read: a number in it has too many digits.")
