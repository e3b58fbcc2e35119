"""Mutate inputs in ways that parsers may accept: names, values and trees instead of single bytes."""

import json
import random
from typing import Any, NamedTuple
from urllib.parse import parse_qsl, urlencode

NASTY = (
    "", "0", "1", "-1", "410", "120+85", "1,200", "9" * 400, "0" * 5000, "1e999", "NaN", "٣", "²", "\x00", "\ufffd",
    "\u202eabc", "%ED%A0%80", "\ud83c", "é" * 300, "\u0301", "<script>", "{{1}}", "seat1", "seat99", "stock", "none",
    "any", "on", "1970-01-01", "9999-12-31", "=3", "team1.clean+1", "team1.clean-9", "..", "null", "true", " ", "\r\n",
)  # fmt: skip
NUMBERS = (0, 1, -1, 2, 7, 999, 1_000_000, 1_000_001, 10**20, 1.5, 1e308, True, None, [], {}, [[]], "")

Draw = random.Random
Pairs = list[tuple[str, str]]


class Words(NamedTuple):
    """The vocabulary of mutations: names of fields, and values from the seeds."""

    names: tuple[str, ...]
    values: tuple[Any, ...]


def encoded(pairs: Pairs) -> str:
    return urlencode([tuple(part.encode("utf-8", "surrogatepass") for part in pair) for pair in pairs])


def decoded(text: str) -> Pairs:
    try:
        return parse_qsl(text, keep_blank_values=True, errors="replace", max_num_fields=1_000)
    except ValueError:
        return []


def changed_pairs(pairs: Pairs, draw: Draw, words: Words) -> Pairs:
    """Change, add, drop, double or swap fields of a form or a query."""
    pairs = list(pairs)
    for _ in range(draw.choice((1, 1, 1, 2, 3, 6))):
        at = draw.randrange(len(pairs)) if pairs else 0
        kind = draw.randrange(6) if pairs else 0
        if kind == 0:
            pairs.insert(at, (draw.choice(words.names), _value(draw, words)))
        elif kind == 1:
            del pairs[at]
        elif kind == 2:
            pairs.append(pairs[at])
        elif kind == 3:
            pairs[at] = (draw.choice(words.names), pairs[at][1])
        else:
            pairs[at] = (pairs[at][0], _value(draw, words))
    return pairs


def _value(draw: Draw, words: Words) -> str:
    kind = draw.randrange(4)
    if kind == 0:
        return draw.choice(NASTY)
    return str(draw.randrange(-3, 60)) if kind == 1 else str(draw.choice(words.values))


def changed_json(text: str, draw: Draw, words: Words) -> str:
    """Change values, keys and items anywhere in the JSON Lines of a text."""
    lines = text.split("\n")
    at = draw.randrange(len(lines))
    try:
        tree = json.loads(lines[at])
    except (ValueError, RecursionError):
        tree = draw.choice(words.values)
    for _ in range(draw.choice((1, 1, 2, 4))):
        tree = _changed_tree(tree, draw, words)
    lines[at] = json.dumps(tree, ensure_ascii=draw.random() < 0.5)
    return "\n".join(lines if draw.randrange(4) else [lines[at]])


def _changed_tree(tree: Any, draw: Draw, words: Words) -> Any:
    """Walk to a random place, and change what is there."""
    if isinstance(tree, dict) and tree and draw.randrange(5):
        key = draw.choice(list(tree))
        kind = draw.randrange(8)
        if kind == 0:
            return {name: value for name, value in tree.items() if name != key}
        if kind == 1:
            return {(draw.choice(words.names) if name == key else name): value for name, value in tree.items()}
        if kind == 2:
            return tree | {draw.choice(words.names): draw.choice(words.values)}
        return tree | {key: _changed_tree(tree[key], draw, words)}
    if isinstance(tree, list) and tree and draw.randrange(5):
        at = draw.randrange(len(tree))
        changed = _changed_tree(tree[at], draw, words)
        middle = draw.choice(([], [tree[at], tree[at]], [changed], [changed], [changed]))
        return [*tree[:at], *middle, *tree[at + 1 :]]
    if isinstance(tree, int) and draw.randrange(3):
        return tree + draw.choice((-tree, 1, -1, 5, 100, -2 * tree))
    return draw.choice((draw.choice(NUMBERS), draw.choice(NASTY), draw.choice(words.values)))


def changed_lines(text: str, draw: Draw, words: Words) -> str:
    """Change, drop, double or swap lines such as `key = value` and `[table]`, and the words within them."""
    lines = text.split("\n")
    for _ in range(draw.choice((1, 1, 1, 2, 4))):
        at, other = draw.randrange(len(lines)), draw.randrange(len(lines))
        kind = draw.randrange(7)
        if kind == 0 and len(lines) > 1:
            del lines[at]
        elif kind == 1:
            lines.insert(other, lines[at])
        elif kind == 2:
            lines[at], lines[other] = lines[other], lines[at]
        elif kind == 3:
            lines.insert(at, str(draw.choice(words.values)))
        else:
            name, equals, value = lines[at].partition(" = ")
            lines[at] = f"{name}{equals}{_changed_literal(value, draw, words)}" if equals else lines[at]
    return "\n".join(lines)


def _changed_literal(text: str, draw: Draw, words: Words) -> str:
    kind = draw.randrange(5)
    if kind == 0:
        return json.dumps(draw.choice((*NUMBERS, *NASTY)))
    if kind == 1:
        return str(draw.choice(words.values)).partition(" = ")[2] or text
    if kind == 2:
        return f'"{draw.choice(words.names)}"'
    parts = text.split(" ")
    at = draw.randrange(len(parts))
    digits = "".join(c for c in parts[at] if c.isdigit())
    if digits and kind == 3:
        parts[at] = parts[at].replace(digits, str(int(digits[:9]) + draw.choice((-1, 1, 5, 900))))
    else:
        parts[at] = draw.choice(words.names)
    return " ".join(parts)
