"""The values that tables change most, on one page, each with a label that is clear without a title."""

from collections.abc import Iterator

from scorepad.rulebook import labels
from scorepad.rules.document import Document
from scorepad.rules.item_names import item_names
from scorepad.scoring.text.explain import lower_first

Labels = dict[str, str]
"""Labels by the paths of their values."""

_MADE_OF = {"naturals": ", no wild cards", "mixed": ", with wild cards"}
_THREES = {"held": "left in hand costs", "laid": "laid down pays"}


def often_changed(document: Document) -> Iterator[tuple[str, Labels]]:
    """Yield sections: a title, and the labels of its values."""
    yield "What books pay", _books(document)
    yield "Threes", _threes(document)
    yield "Points to open with", _opening(document)
    yield "Going out", _out(document)
    yield "Bonuses", _bonuses(document)
    yield "Cards dealt and drawn", _deal(document)
    yield "The end", _end(document)


def _books(document: Document) -> Labels:
    return {
        f"books.{name}.points": book["one"] + ("" if book["ranks"] else _MADE_OF.get(book["made_of"], ""))
        for name, book in zip(item_names(document["books"]), document["books"], strict=True)
    }


def _threes(document: Document) -> Labels:
    rules = zip(item_names(document["threes"]), document["threes"], strict=True)
    return {
        f"threes.{name}.pays.1.points": f"A {rule['color']} three {_THREES[rule['place']]}"
        for name, rule in rules
        if labels.is_general(rule)
        and (rule["color"], rule["place"]) != ("black", "laid")
        and all((step["from"], step["per"]) == (1, "card") for step in rule["pays"])
    }


def _opening(document: Document) -> Labels:
    steps = document["opening"]["steps"]
    return {
        f"opening.steps.{name}.minimum": labels.step_label(document, step)
        for name, step in zip(item_names(steps), steps, strict=True)
    }


def _out(document: Document) -> Labels:
    result, cases = {}, document["going_out"]["cases"]
    for name, case in zip(item_names(cases), cases, strict=True):
        at, when = f"going_out.cases.{name}", labels.case_label(case, "in all other cases" if len(cases) > 1 else "")
        more = f", {lower_first(when)}" if when else ""
        result[f"{at}.points"] = f"Going out pays{more}"
        for need in labels.need_names(document):
            result[f"{at}.needs.{need}"] = f"{labels.books_label(document, need)} it takes{more}"
    for path in labels.alone(document):
        result[f"{path}.counts_for"] = f"To go out, {lower_first(labels.item_label(document, path))} count as"
    ways = {
        "without_books": "Going out without these books",
        "last_card": "The last card",
        "leave": "Asking the partner",
    }
    return result | {f"going_out.{key}": label for key, label in ways.items()}


def _bonuses(document: Document) -> Labels:
    result = {}
    for name, bonus in zip(item_names(document["bonuses"]), document["bonuses"], strict=True):
        for number, case in enumerate(bonus["cases"], 1):
            when = labels.case_label(case, "")
            label = f"{bonus['one']}, {lower_first(when)}" if when else bonus["one"]
            result[f"bonuses.{name}.cases.{number}.points"] = label
    return result


def _deal(document: Document) -> Labels:
    several = len(document["tables"]) > 1
    result: Labels = {}
    for name, table in zip(item_names(document["tables"]), document["tables"], strict=True):
        more = f", {labels.table_label(table)}" if several else ""
        asked = {"decks": "Decks of cards", "hand": "Cards in the hand", "foot": "Cards in the foot"}
        result |= {f"tables.{name}.{key}": f"{label}{more}" for key, label in asked.items()}
    return result | {"play.draw": "Cards drawn in a turn"}


def _end(document: Document) -> Labels:
    end = document["end"]
    targets = zip(item_names(end["targets"]), end["targets"], strict=True)
    ways = {"rounds": {"end.rounds": "Rounds"}, "time": {"end.minutes": "Minutes"}}
    totals = {
        f"end.targets.{name}.points": ", ".join(
            filter(None, ("The total that ends the game", labels.case_label(target, "")))
        )
        for name, target in targets
    }
    return {"end.by": "How does the game end?"} | ways.get(end["by"], totals)
