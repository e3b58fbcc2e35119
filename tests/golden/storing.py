"""Read and write golden files: JSON, one step a line. Parts of many pages (a form, a set of hooks) are stored once."""

import json
from pathlib import Path
from typing import Any

from tests.golden.page import digest

DATA = Path(__file__).resolve().parent / "data"

Parts = dict[str, Any]


def packed(answer: dict[str, Any], parts: Parts) -> dict[str, Any]:
    """Return the answer with its page's forms, hooks and values replaced by names of parts."""
    if "page" not in answer:
        return answer
    page, short = answer["page"], {}
    shape = page["shape"]
    if shape["forms"]:
        short["forms"] = [_part(form, parts) for form in shape["forms"]]
    if shape["hooks"]:
        hooks = [_part(hook, parts) if len(hook) > 80 else hook for hook in shape["hooks"]]
        short["hooks"] = _part(hooks, parts)
    for name in ("values", "figures"):
        if page[name]:
            short[name] = _part(page[name], parts) if len(page[name]) > 3 else page[name]
    return {**answer, "page": short}


def _part(value: Any, parts: Parts) -> str:
    name = digest(value)
    parts[name] = value
    return name


def spelt(value: Any, parts: Parts) -> str:
    """Return a value as JSON, with names of parts replaced by the parts."""
    if isinstance(value, list) and all(isinstance(one, str) for one in value):
        return line([parts.get(one, one) for one in value])
    return line(parts.get(value, value) if isinstance(value, str) else value)


def line(value: Any) -> str:
    """Return a JSON value in one line, in canonical form."""
    return json.dumps(value, ensure_ascii=False, sort_keys=True, separators=(",", ":"))


def write(name: str, lines: list[Any]) -> None:
    """Write a golden file, one value a line."""
    DATA.mkdir(exist_ok=True)
    (DATA / name).write_text("".join(f"{line(one)}\n" for one in lines), "utf-8")


def read(name: str) -> list[Any]:
    return [json.loads(one) for one in (DATA / name).read_text("utf-8").splitlines()]


def plain(value: Any) -> Any:
    """Return a value as if it had been read from a golden file."""
    return json.loads(line(value))
