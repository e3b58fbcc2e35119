"""Parses the JSON that the club's file holds. The store wrote it, so text that is no JSON means a damaged file."""

import json
from collections.abc import Sequence

from scorepad.store.errors import Damaged
from scorepad.store.facts import JSON


def parse(text: str) -> JSON:
    """Parse one value. Raises Damaged."""
    try:
        value: JSON = json.loads(text)
    except ValueError:
        raise Damaged from None
    return value


def parse_all(texts: Sequence[str]) -> list[JSON]:
    """Parse many values as one document, which is quicker. Raises Damaged."""
    try:
        values: list[JSON] = json.loads(f"[{','.join(texts)}]")
    except ValueError:
        raise Damaged from None
    if len(values) != len(texts):
        raise Damaged
    return values
