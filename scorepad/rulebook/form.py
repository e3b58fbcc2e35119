"""The inputs on the page of a group of questions: sections, fixed answers, the value of each and the parent’s."""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cache
from typing import Any

from scorepad.language.words import format_number, join_words, lower_first
from scorepad.rulebook import draft
from scorepad.rulebook.words import capitalize_first
from scorepad.rules.codes import JOINT
from scorepad.rules.document import NOT_RULES, Document, key_at, pattern_of, value_at
from scorepad.rules.faults import item_names
from scorepad.rules.keys import Group, Key, Kind
from scorepad.rules.model import EACH_BOOK, KEYS
from scorepad.rules.words import CARDS, RANKS, SEQUENCE
from scorepad.scoring.text.explain import CARD_NAMES

# ---- The questions, by the paths of their keys


@cache
def asked(group: Group) -> tuple[str, ...]:
    """Return the paths of the keys that a group asks about, in the order in which it asks."""
    keys = (key for key in KEYS.values() if key.question is not None and key.group is group)
    return tuple(key.path for key in sorted(keys, key=lambda key: key.order))


def is_asked(path: str) -> bool:
    """Whether the editor asks about the value at a path."""
    key = key_at(path)
    return key is not None and key.question is not None


def question_at(document: Document, path: str) -> Key:
    """Return the key of a value, asked as its place needs. Threes in hand cost points, so their price has no minus."""
    key = KEYS[pattern_of(path)]
    if key.path == "threes.*.pays.*.points":
        if ".held" in path:
            key = replace(key, question="Each costs", help="Empty: they cost nothing.", is_cost=True, is_signed=False)
        return key if path.endswith(".pays.1.points") else replace(key, help="Empty: there is no such price.")
    if key.path.startswith("books.*.when."):
        return replace(key, question=f"It pays: {lower_first(key.question or '')}")
    if key.path == "opening.steps.*.from" and document["opening"]["by"] == "total":
        return replace(key, question="From a total of", help="The total at which this minimum starts.", step=500)
    return key


# ---- The values that tables change most, on one page. Each has a label that is clear without a title.

Labels = dict[str, str]
"""Labels by the paths of their values; "" is the question itself."""

_MADE_OF = {"naturals": ", no wild cards", "mixed": ", with wild cards"}
_THREES_IN = {"held": "left in hand costs", "laid": "laid down pays"}


def often_changed(document: Document) -> Iterator[tuple[str, Labels]]:
    """Yield sections: a title, and the labels of its values."""
    yield "What books pay", _often_books(document)
    yield "Threes", _often_threes(document)
    yield "Points to open with", _often_opening(document)
    yield "Going out", _often_out(document)
    yield "Bonuses", _often_bonuses(document)
    yield "Cards dealt and drawn", _often_deal(document)
    yield "The end", _often_end(document)


def _often_books(document: Document) -> Labels:
    return {
        f"books.{name}.points": book["one"] + ("" if book["ranks"] else _MADE_OF.get(book["made_of"], ""))
        for name, book in zip(item_names(document["books"]), document["books"], strict=True)
    }


def _often_threes(document: Document) -> Labels:
    rules = zip(item_names(document["threes"]), document["threes"], strict=True)
    return {
        f"threes.{name}.pays.1.points": f"A {rule['color']} three {_THREES_IN[rule['place']]}"
        for name, rule in rules
        if draft.is_general(rule)
        and (rule["color"], rule["place"]) != ("black", "laid")
        and all((step["from"], step["per"]) == (1, "card") for step in rule["pays"])
    }


def _often_opening(document: Document) -> Labels:
    steps = document["opening"]["steps"]
    return {
        f"opening.steps.{name}.minimum": draft.step_label(document, step)
        for name, step in zip(item_names(steps), steps, strict=True)
    }


def _often_out(document: Document) -> Labels:
    result, cases = {}, document["going_out"]["cases"]
    for name, case in zip(item_names(cases), cases, strict=True):
        at, when = f"going_out.cases.{name}", draft.case_label(case, "in all other cases" if len(cases) > 1 else "")
        more = f", {lower_first(when)}" if when else ""
        result[f"{at}.points"] = f"Going out pays{more}"
        for need in draft.need_names(document):
            result[f"{at}.needs.{need}"] = f"{draft.books_label(document, need)} it takes{more}"
    for path in draft.alone(document):
        result[f"{path}.counts_for"] = f"To go out, {lower_first(draft.item_label(document, path))} count as"
    return result | dict.fromkeys(("going_out.without_books", "going_out.last_card", "going_out.leave"), "")


def _often_bonuses(document: Document) -> Labels:
    result = {}
    for name, bonus in zip(item_names(document["bonuses"]), document["bonuses"], strict=True):
        for number, case in enumerate(bonus["cases"], 1):
            when = draft.case_label(case, "")
            label = f"{bonus['one']}, {lower_first(when)}" if when else bonus["one"]
            result[f"bonuses.{name}.cases.{number}.points"] = label
    return result


def _often_deal(document: Document) -> Labels:
    several = len(document["tables"]) > 1
    result: Labels = {}
    for name, table in zip(item_names(document["tables"]), document["tables"], strict=True):
        more = f", {draft.table_label(table)}" if several else ""
        for key in ("decks", "hand", "foot"):
            result[f"tables.{name}.{key}"] = f"{KEYS[f'tables.*.{key}'].question}{more}"
    return result | {"play.draw": ""}


def _often_end(document: Document) -> Labels:
    end = document["end"]
    targets = zip(item_names(end["targets"]), end["targets"], strict=True)
    total = KEYS["end.targets.*.points"].question
    cases = {f"end.targets.{name}.points": draft.case_label(target, "") for name, target in targets}
    totals = {path: f"{total}, {case}" if case else "" for path, case in cases.items()}
    return {"end.by": ""} | (dict.fromkeys(_ENDS[end["by"]], "") or totals)


# ---- Inputs and their sections: one for each kind of book, each case …

Texts = tuple[str, ...]
"""The value of an input: one text, or one for each ticked answer."""

Answers = tuple[tuple[str, str], ...]
"""The values of inputs, each with its label."""


@dataclass(frozen=True, slots=True)
class Field:
    """One input. `answers` are its fixed answers, if it has any.

    `parent` is the parent's value in words; "" if it has no such rule. `fault` says what is wrong with the texts,
    `remark` what is probably not intended.
    """

    path: str
    key: Key
    label: str
    texts: Texts
    answers: Answers
    parent: str
    is_yours: bool
    fault: str = ""
    remark: str = ""

    @property
    def text(self) -> str:
        return self.texts[0] if self.texts else ""

    @property
    def may_be_negative(self) -> bool:
        return self.key.is_signed or self.text.startswith("−")

    @property
    def needs_attention(self) -> bool:
        return bool(self.fault or self.remark or self.is_yours)


@dataclass(frozen=True, slots=True)
class Section:
    """Inputs under a title. `item` is the path of what they are about, if it can be removed.

    `labels` are for inputs that are shown outside their usual section; `options` are the paths of the answers to a
    choice. `form` adds the inputs, with those that are rarely changed apart, unless all are folded. `is_yours` marks an
    item that the parent does not have; then no single input of it is marked.
    """

    title: str
    paths: tuple[str, ...]
    item: str = ""
    is_folded: bool = False
    labels: Mapping[str, str] = field(default_factory=dict)
    options: tuple[str, ...] = ()
    usual: tuple[Field, ...] = ()
    rare: tuple[Field, ...] = ()
    is_yours: bool = False

    @property
    def fields(self) -> tuple[Field, ...]:
        return (*self.usual, *self.rare)

    @property
    def is_open(self) -> bool:
        return any(field.needs_attention for field in self.fields)

    @property
    def has_open_rare(self) -> bool:
        return any(field.needs_attention for field in self.rare)


def sections(document: Document, group: Group) -> list[Section]:
    return list(_LAYOUTS[group](document))


def _items(document: Document, group: Group, at: str) -> Iterator[tuple[str, tuple[str, ...]]]:
    """Yield each item of a list with the paths of its questions."""
    for name in item_names(value_at(document, at)):
        rests = [path[len(at) + 3 :] for path in asked(group) if path.startswith(f"{at}.*.")]
        yield name, tuple(path for rest in rests for path in _expanded(document, f"{at}.{name}", rest))


def _expanded(document: Document, at: str, rest: str) -> Iterator[str]:
    """Yield the paths of a key below `at`: one for each item of an inner list, or for each name of a table."""
    head, star, tail = rest.partition(".*")
    if not star:
        yield f"{at}.{rest}"
    elif tail:
        items = value_at(document, f"{at}.{head}")
        # Threes that count nothing have an empty input for a price.
        names = item_names(items) or (["1"] if tail == ".points" else [])
        yield from (f"{at}.{head}.{name}{tail}" for name in names)
    else:
        names = draft.need_names(document) if head == "needs" else draft.book_names(document)
        counted = value_at(document, f"{at}.{head}")
        yield from (f"{at}.{head}.{name}" for name in dict.fromkeys([*names, *counted]))


def _often(document: Document) -> Iterator[Section]:
    for title, names in often_changed(document):
        if names:
            yield Section(title, tuple(names), labels=names)


def _cards(document: Document) -> Iterator[Section]:
    yield Section("", tuple(f"cards.{card}" for card in CARDS))
    for (name, paths), rule in zip(_items(document, Group.CARDS, "otherwise"), document["otherwise"], strict=True):
        title = "For every team" if draft.is_general(rule) else "For some teams"
        yield Section(title, paths, f"otherwise.{name}")


def _threes(document: Document) -> Iterator[Section]:
    for (name, paths), rule in zip(_items(document, Group.THREES, "threes"), document["threes"], strict=True):
        at = f"threes.{name}"
        is_general = draft.is_general(rule)
        left_out = [f"{at}.when." if is_general else f"{at}.counted"]
        if rule["place"] == "laid":
            left_out.append(f"{at}.reward")
        shown = tuple(path for path in paths if not path.startswith(tuple(left_out)))
        yield Section(draft.threes_label(rule), shown, "" if is_general else at)


def _books(document: Document) -> Iterator[Section]:
    for (name, paths), book in zip(_items(document, Group.BOOKS, "books"), document["books"], strict=True):
        yield Section(book["many"], paths, f"books.{name}")
    for (name, paths), item in zip(
        _items(document, Group.BOOKS, "combinations"), document["combinations"], strict=True
    ):
        yield Section(item["label"], paths, f"combinations.{name}")
    yield Section("Melds and wild cards", _below(Group.BOOKS, "melds"), is_folded=True)


def _below(group: Group, head: str) -> tuple[str, ...]:
    return tuple(path for path in asked(group) if path.startswith(f"{head}.") and "*" not in path)


def _opening(document: Document) -> Iterator[Section]:
    yield Section("", ("opening.by",))
    steps = document["opening"]["steps"]
    for (name, paths), step in zip(_items(document, Group.OPENING, "opening.steps"), steps, strict=True):
        is_first = draft.begins_group(document, int(name) - 1)
        hidden = {".from": is_first, ".players": not draft.asks_players(document, int(name) - 1)}
        shown = tuple(path for path in paths if not path.endswith(tuple(end for end, is_so in hidden.items() if is_so)))
        removable = "" if name == "1" else f"opening.steps.{name}"
        yield Section(draft.step_label(document, step), shown, removable)
    others = (path for path in _below(Group.OPENING, "opening") if path != "opening.by")
    yield Section("The melds of an opening", (*_below(Group.OPENING, "melds"), *others))


def _out(document: Document) -> Iterator[Section]:
    cases = document["going_out"]["cases"]
    for (name, paths), case in zip(_items(document, Group.OUT, "going_out.cases"), cases, strict=True):
        title = draft.case_label(case, "In all other cases" if len(cases) > 1 else "")
        yield Section(title, paths, f"going_out.cases.{name}" if len(cases) > 1 else "")
    penalty = document["going_out"]["without_books"] == "severe_penalty"
    manner = (path for path in _below(Group.OUT, "going_out") if penalty or not path.endswith(".penalty"))
    yield Section("How", tuple(manner))


def _bonuses(document: Document) -> Iterator[Section]:
    for (name, paths), bonus in zip(_items(document, Group.BONUSES, "bonuses"), document["bonuses"], strict=True):
        *special, _ = [f"bonuses.{name}.cases.{at}" for at in item_names(bonus["cases"])]
        of_cases = {case: tuple(path for path in paths if path.startswith(f"{case}.")) for case in special}
        yield Section(bonus["one"], tuple(p for p in paths if not p.startswith(tuple(special))), f"bonuses.{name}")
        for case, shown in of_cases.items():
            yield Section(f"{bonus['one']}, {lower_first(draft.case_label(value_at(document, case), ''))}", shown, case)


def _deal(document: Document) -> Iterator[Section]:
    tables = document["tables"]
    for (name, paths), table in zip(_items(document, Group.DEAL, "tables"), tables, strict=True):
        yield Section(draft.table_label(table), paths, f"tables.{name}" if len(tables) > 1 else "")
    for name, paths in _items(document, Group.DEAL, "deals"):
        title = draft.case_label(value_at(document, f"deals.{name}"), "In some rounds")
        yield Section(title, paths, f"deals.{name}")
    yield Section("A turn", _below(Group.DEAL, "play"))
    yield Section("The stock", _below(Group.DEAL, "stock"))


_ENDS = {"rounds": ("end.rounds",), "time": ("end.minutes",), "target": ()}
"""The questions for each way to end a game. Totals are a list."""


def _end(document: Document) -> Iterator[Section]:
    end = document["end"]
    usual = [path for path in _below(Group.END, "end") if path not in ("end.rounds", "end.minutes")]
    yield Section("", (*usual, *_ENDS.get(end["by"], ())))
    if end["by"] == "target":
        for (name, paths), target in zip(_items(document, Group.END, "end.targets"), end["targets"], strict=True):
            several = len(end["targets"]) > 1
            yield Section(draft.case_label(target, ""), paths, f"end.targets.{name}" if several else "")
    for name, paths in _items(document, Group.END, "end.early"):
        yield Section("An early end", paths, f"end.early.{name}")


def _name(document: Document) -> Iterator[Section]:
    yield Section("", asked(Group.NAME))


def _choices(document: Document) -> Iterator[Section]:
    for (name, paths), choice in zip(_items(document, Group.CHOICES, "choices"), document["choices"], strict=True):
        at = f"choices.{name}"
        options = tuple(f"{at}.options.{value}" for value in item_names(choice["options"]))
        yield Section(choice["label"], (at, *paths), at, options=options)


_LAYOUTS = {
    Group.OFTEN: _often,
    Group.CARDS: _cards,
    Group.THREES: _threes,
    Group.BOOKS: _books,
    Group.OPENING: _opening,
    Group.OUT: _out,
    Group.BONUSES: _bonuses,
    Group.DEAL: _deal,
    Group.END: _end,
    Group.NAME: _name,
    Group.CHOICES: _choices,
}


# ---- Fixed answers: words, ranks, kinds of book, and items that exclude each other

YES, NO = "yes", "no"

ANY_KIND = "any"
"""The name of the need that books of any kind meet together."""


def answers_at(document: Document, path: str, key: Key) -> Answers:
    """Return the answers to a question with their labels; none if it asks for a number or text."""
    if key.kind is Kind.YES_NO:
        return ((YES, "Yes"), (NO, "No"))
    if key.words:
        return tuple((str(word), key.labels.get(word, word.answer)) for word in key.words)
    if key.path == "books.*.ranks":
        book = value_at(document, path.rpartition(".")[0])
        is_sequence = book["made_of"] == "sequence" or book["shape"] != "set"
        return _named_cards(SEQUENCE if is_sequence else RANKS)
    if key.cards:
        return _named_cards(key.cards)
    if key.kind is Kind.SOME and key.path != "notes":
        names = {name: draft.books_label(document, name) for name in draft.book_names(document)}
        return tuple((names if key.path != "books.*.counts_for" else {**_joint_needs(names), **names}).items())
    if key.path == "bonuses.*.grade_of":
        return _grades(document, path)
    if key.path == "combinations.*.group":
        return _groups(document, path)
    return ()


def _named_cards(cards: Sequence[str]) -> Answers:
    return tuple((card, capitalize_first(CARD_NAMES[card][1])) for card in cards)


def _joint_needs(names: Mapping[str, str]) -> dict[str, str]:
    """Return the needs that several kinds can meet together: "any", and a name that is still free."""
    joint = (JOINT, *(f"{JOINT}_{n}" for n in range(2, len(names) + 3)))
    free = next(name for name in joint if name not in names)
    return {ANY_KIND: "Any kind, together", free: "Some kinds, together: tick this at each of them"}


def _grades(document: Document, path: str) -> Answers:
    """Return the sets of bonuses that exclude each other, labelled with their bonuses."""
    grades: dict[str, list[str]] = {}
    for name, bonus in zip(item_names(document["bonuses"]), document["bonuses"], strict=True):
        others = grades.setdefault(bonus["grade_of"], [])
        if not path.startswith(f"bonuses.{name}."):
            others.append(bonus["one"])
    named = [(code, join_words(others) or "This one alone") for code, others in grades.items() if code]
    return (("", "None"), *named)


def _groups(document: Document, path: str) -> Answers:
    """Return the groups of combinations, labelled with the other combinations in them, and those that can start one."""
    sets, current = document["combinations"], value_at(document, path)
    groups: dict[str, list[str]] = {current: []} if current else {}
    for name, item in zip(item_names(sets), sets, strict=True):
        if not path.startswith(f"combinations.{name}."):
            groups.setdefault(item["group"] or item["code"], []).append(item["label"])
    return (("", "None"), *((code, join_words(others) or "This one alone") for code, others in groups.items()))


# ---- The form of a group

CHOICE = Key("", "Once you decide it here, it is no longer asked.", kind=Kind.WORD)
OPEN = "ask"
"""The value for a choice that is left to each game."""

MISSING = object()

_CASE = re.compile(r"(.*\.(?:cases|targets))\.(\d+)(.*)")

NO_NUMBER = {"all": "the whole pile", "none": "none", "usual": "as usual", EACH_BOOK: "one for each book"}
"""Labels of the words that replace a number."""


_OF_NEW_BOOK = ("made_of", "ranks", "shape", "counts_for")
"""What a kind of book that a table adds is asked at once, besides what it pays: what it holds and counts for."""


def form(document: Document, parent: Document, group: Group) -> list[Section]:
    """Return the inputs of a group. Both documents have every key."""
    result = []
    in_the_open = [f"{path}.counts_for" for path in draft.alone(document)]
    for section in sections(document, group):
        fields = [field_at(document, parent, path) for path in section.paths]
        if section.labels:
            fields = [_apart(field, section.labels[field.path]) for field in fields]
        is_added = bool(section.item) and find_value(parent, at_parent(document, parent, section.item)) is MISSING
        if is_added:
            fields = [replace(field, is_yours=False) for field in fields]
        if group is Group.CHOICES:
            fields = [_by_origin(field, is_own=is_added) for field in fields]
        of_new = tuple(f"{section.item}.{name}" for name in _OF_NEW_BOOK) if is_added else ()
        # What is folded already has no second fold.
        shown = (*in_the_open, *of_new)
        usual = tuple(f for f in fields if section.is_folded or f.path in shown or not _is_rare(f))
        rare = tuple(field for field in fields if field not in usual)
        result.append(replace(section, usual=usual, rare=rare, is_yours=is_added))
    return result


def _by_origin(field: Field, *, is_own: bool) -> Field:
    """Make all questions rare but the labels of a table’s own choice, or the decision about a parent’s choice."""
    is_words = field.path.endswith(".label")
    if field.path.endswith(".players") or is_words == is_own:
        return field
    return replace(field, key=replace(field.key, is_rare=True))


def _is_rare(field: Field) -> bool:
    """Whether an input is rarely needed. The rounds and players of a special case are not rare once they are set."""
    return field.key.is_rare and not (field.text and field.path.endswith((".rounds", ".players")))


def _apart(field: Field, label: str) -> Field:
    """Return an input with a label that is clear on its own, and with only the help about leaving it empty."""
    empty = field.key.help[field.key.help.find("Empty:") :] if "Empty:" in field.key.help else ""
    return replace(field, label=label or field.label, key=replace(field.key, help=empty))


def field_at(document: Document, parent: Document, path: str) -> Field:
    if is_choice(path):
        return _choice(document, path)
    key = question_at(document, path)
    value, above = find_value(document, path), find_value(parent, at_parent(document, parent, path))
    if path in NOT_RULES:
        # A name is always the table's own.
        above = value
    is_other = key.path == "opening.steps.*.from" and document["opening"]["by"] != parent["opening"]["by"]
    has_none = path in NOT_RULES or (above is MISSING and not key.is_counted) or is_other
    return Field(
        path,
        key,
        _label(document, path, key),
        texts_of(value, key),
        answers_at(document, path, key),
        "" if has_none else words_of(parent, above, path),
        value != above,
    )


def is_choice(path: str) -> bool:
    """Whether a path is that of a whole choice, which an input can decide for all games."""
    return path.startswith("choices.") and not pattern_of(path)


def at_parent(document: Document, parent: Document, path: str) -> str:
    """Return the path in the parent for a path in a draft. New cases come first, so cases are counted from the end."""
    match = _CASE.match(path)
    here, there = (value_at(whole, match[1]) if match else None for whole in (document, parent))
    if not match or not isinstance(here, list) or not isinstance(there, list):
        return path
    return f"{match[1]}.{int(match[2]) - len(here) + len(there)}{match[3]}"


def find_value(document: Document, path: str) -> Any:
    """Return the value at a path; MISSING if there is none."""
    above, _, last = path.rpartition(".")
    holder = value_at(document, above) if above else document
    if isinstance(holder, Mapping):
        return holder.get(last, MISSING)
    value = value_at(document, path)
    return MISSING if value is None else value


def texts_of(value: Any, key: Key) -> Texts:
    if value is MISSING or value == key.none != "":
        return ("",)
    match key.kind:
        case Kind.NUMBER:
            return (_number(value, key).replace(",", ""),)
        case Kind.YES_NO:
            return (YES if value else NO,)
        case Kind.NUMBERS:
            return (", ".join(map(str, value)),)
        case Kind.SOME if key.path == "notes":
            return ("\n".join(value),)
        case Kind.SOME:
            return tuple(map(str, value))
    return (str(value),)


def _number(value: Any, key: Key) -> str:
    return format_number(-value if key.is_cost else value)


def words_of(document: Document, value: Any, path: str) -> str:
    key = question_at(document, path)
    if value is MISSING:
        return "none"
    if value == key.none != "":
        return NO_NUMBER.get(key.none, "no limit")
    answers = dict(answers_at(document, path, key))
    match key.kind:
        case Kind.NUMBER:
            return _number(value, key)
        case Kind.NUMBERS:
            return join_words([str(number) for number in value]) or "any"
        case Kind.SOME:
            return join_words([lower_first(answers.get(name, name)) for name in value]) or "none"
        case Kind.TEXT:
            return answers.get(value, f"“{value}”")
    return lower_first(answers[texts_of(value, key)[0]])


def _label(document: Document, path: str, key: Key) -> str:
    """Return the label of an input. Counts of books are labelled with the name of the books."""
    question, name = key.question or "", path.rpartition(".")[2]
    if key.path == "cards.*":
        return draft.card_label(name)
    if key.is_counted:
        label = draft.books_label(document, name)
        return f"{question}{lower_first(label)}" if question else label
    if key.path.startswith("choices.*.options.*."):
        return _answer_label(document, path, question)
    if key.path == "threes.*.pays.*.points":
        return _price_label(value_at(document, path.removesuffix(".points")), question)
    if key.path == "bonuses.*.cases.*.points":
        case = value_at(document, path.rpartition(".")[0])
        when = draft.case_label(case, "")
        return f"{question}, {lower_first(when)}" if when else question
    return question


def _answer_label(document: Document, path: str, question: str) -> str:
    choice, _, rest = path.partition(".options.")
    names = item_names(value_at(document, choice)["options"])
    value, _, key = rest.rpartition(".")
    answer = f"Answer {names.index(value) + 1}"
    return answer if key == "label" else f"{answer}: {lower_first(question)}"


def _price_label(step: Any, question: str) -> str:
    if not isinstance(step, Mapping):
        return question
    text = question if step["per"] == "card" else question.replace("Each costs", "All together cost")
    text = text.replace("for each", "for all together") if step["per"] == "all" else text
    return text if step["from"] == 1 else f"{text}, from {step['from']} on"


def _choice(document: Document, path: str) -> Field:
    choice = value_at(document, path)
    answers = tuple((option["value"], option["label"]) for option in choice["options"])
    return Field(path, CHOICE, choice["label"], (OPEN,), ((OPEN, "Ask for each game"), *answers), "", False)
