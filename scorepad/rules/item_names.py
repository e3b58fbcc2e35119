"""The names of a list's items, as paths of a rule document and its differences write them."""

from collections import Counter
from collections.abc import Mapping, Sequence


def item_names(items: Sequence[object]) -> list[str]:
    """Return the names of a list's items in paths, in order.

    An item is named by its code, key or value, threes by colour and place, anything else by its position from 1. If
    several share a name, the last keeps it and the earlier ones get a number: `red.laid(1)`, `red.laid`.
    """
    names = [_item_name(item, at) for at, item in enumerate(items, start=1)]
    last = {name: at for at, name in enumerate(names)}
    counts: Counter[str] = Counter()
    result = []
    for at, name in enumerate(names):
        counts[name] += 1
        result.append(name if at == last[name] else f"{name}({counts[name]})")
    return result


def _item_name(item: object, position: int) -> str:
    if isinstance(item, Mapping):
        if isinstance(item.get("color"), str) and isinstance(item.get("place"), str):
            return f"{item['color']}.{item['place']}"[:60]
        for name in ("code", "key", "value"):
            if isinstance(item.get(name), str):
                return str(item[name])[:60]
    return str(position)
