"""What a key of a rule set is: the row that stands beside its field in `model.py`.

The reader, the bounds, the editor, the reference card, the comparison, the warnings, the guide and the JSON schema
read these rows and name no key of their own where they need not.
"""

import types
import typing
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, fields, is_dataclass, replace
from enum import Enum, StrEnum
from functools import cache
from typing import Any, Self

WORD_FOR_NONE = "any"
"""The word for "no limit", unless a row names another."""

REQUIRED = object()
"""The default of a key that a file must state."""


class Group(StrEnum):
    """Questions that people think of together; each group has a page of the editor with a heading."""

    heading: str
    about: str

    def __new__(cls, name: str, heading: str, about: str) -> Self:
        group = str.__new__(cls, name)
        group._value_ = name
        group.heading, group.about = heading, about
        return group

    # Repeats questions of the other groups.
    OFTEN = "often", "What tables often change", "Books, threes, openings, going out, the deal: on one page."
    CARDS = "cards", "Card values", "What each card is worth: added if it is melded, taken away if it is left."
    THREES = "threes", "Threes", "What threes pay or cost."
    BOOKS = "books", "Books", "Which kinds of book there are and what they pay, and what a meld may hold."
    OPENING = "opening", "Opening", "What a team needs for its first melds."
    OUT = "out", "Going out", "What going out pays, and what it needs."
    BONUSES = "bonuses", "Bonuses", "Exact cuts, and anything else that pays or costs points."
    DEAL = "deal", "The deal and the pile", "Who plays with how many cards, and how a turn goes."
    END = "end", "The end", "When the game is over."
    NAME = "name", "Name and notes", "The name of your rules, and notes about anything else."
    CHOICES = (
        "choices",
        "What each game decides",
        "What a new game asks, such as 11 or 13 cards, and what each answer changes.",
    )


class Kind(Enum):
    NUMBER = "a number"
    YES_NO = "true or false"
    WORD = "one word of a list"
    TEXT = "a text"
    SOME = "several names of a list"
    NUMBERS = "several numbers"
    OTHER = "something that has no input"
    PART = "a table or a list of tables"


@dataclass(frozen=True, slots=True)
class Key:
    """The row of a key. What is left out does not apply to it, or is as for most keys."""

    # The question of the editor, None if it asks none, and a sentence of help.
    question: str | None = None
    help: str = ""
    labels: Mapping[str, str] = field(default_factory=dict)  # answers, where they are not those of the words
    step: int = 1  # what − and + change
    is_cost: bool = False  # typed without its minus sign
    is_signed: bool = False  # may be typed with a minus sign
    is_rare: bool = False  # folded under the others, as are the keys below it
    order: int = 5  # lower ones are asked first, equal ones in the order of the file
    group: Group | None = None  # of the keys below it too
    title: str = ""  # what a list is called as a whole
    about: str = ""  # what it means, where no question says it

    # The reference card, and what a comparison says if one of two cards says nothing about the key.
    line: str = ""  # the label of its line; keys with the same one share a line
    card: str = "{}"  # what the card says of a value, and of some values; "" is nothing. {team} is a team, or a player
    card_for: Mapping[Any, str] = field(default_factory=dict)
    unit: str = ""  # what a number counts
    unsaid: str = ""

    # In a file.
    name: str = ""  # if it is not that of the field
    none: str = WORD_FOR_NONE  # the word for None
    absent: Any = REQUIRED  # the value where a file leaves the key out
    least: int | str | None = None  # a number, or the field beside it that has the number
    most: int | None = None
    cards: tuple[str, ...] = ()  # the cards that its list may name
    since: int = 1  # the schema that it came with
    doubtful: int | None = None  # a number beyond it is probably a mistake

    # Set by `keys_of`: the path, with a `*` for any item or name (`books.*.points`), the field, its type and its kind.
    path: str = ""
    attribute: str = ""
    hint: Any = None
    kind: Kind = Kind.OTHER

    @property
    def is_optional(self) -> bool:
        return self.absent is not REQUIRED

    @property
    def meaning(self) -> str:
        """What it means, for the guide and the JSON schema: the question, without what it says about empty inputs."""
        question = (self.question or "").strip(" :")
        end = "" if question.endswith("?") or not question else "."
        return self.about or f"{question}{end} {self.help.partition('Empty:')[0]}".strip()

    @property
    def is_counted(self) -> bool:
        """Whether it is a number in a table whose keys the rule set defines, such as the needs for going out."""
        return self.path.endswith(".*")

    @property
    def words(self) -> tuple[Any, ...]:
        """The words that it may hold."""
        kind = self.hint if self.kind is Kind.WORD else next(iter(typing.get_args(self.hint)), None)
        return tuple(kind) if isinstance(kind, type) and issubclass(kind, StrEnum) else ()


_KINDS = {int: Kind.NUMBER, bool: Kind.YES_NO, str: Kind.TEXT}


def _kind(hint: Any) -> Kind:
    origin, inner = typing.get_origin(hint), typing.get_args(hint)
    if is_dataclass(hint) or (inner and is_dataclass(inner[0])):
        return Kind.PART
    if origin is types.UnionType:
        return Kind.NUMBER if inner[0] is int else Kind.TEXT
    if origin is tuple:
        return Kind.NUMBERS if inner[0] is int else Kind.SOME
    if isinstance(hint, type) and issubclass(hint, StrEnum):
        return Kind.WORD
    return _KINDS.get(hint, Kind.OTHER)


def keys_of(part: Any) -> tuple[Key, ...]:
    """Return the rows of a dataclass of the model, in the order of its fields."""
    return _keys_of(part)


@cache
def _keys_of(part: type) -> tuple[Key, ...]:
    # The model's annotations are types, not texts to evaluate.
    return tuple(_key(item.name, item.type) for item in fields(part))


def _key(attribute: str, hint: Any) -> Key:
    row = next((row for row in getattr(hint, "__metadata__", ()) if isinstance(row, Key)), Key())
    plain = hint.__origin__ if hasattr(hint, "__metadata__") else hint
    none = row.none if typing.get_origin(plain) is types.UnionType else ""
    name = row.name or attribute
    return replace(row, name=name, path=name, attribute=attribute, hint=plain, kind=_kind(plain), none=none)


def all_keys(part: type, before: str = "", group: Group | None = None, *, is_rare: bool = False) -> Iterator[Key]:
    """Yield the rows of a dataclass and of all below it, each with its path."""
    for key in keys_of(part):
        row = replace(key, path=f"{before}{key.name}", group=key.group or group, is_rare=key.is_rare or is_rare)
        inner = typing.get_args(row.hint)
        if typing.get_origin(row.hint) is Mapping:
            yield replace(row, path=f"{row.path}.*", hint=inner[1], kind=_kind(inner[1]))
        else:
            yield row
        if row.kind is Kind.PART:
            below = inner[0] if inner else row.hint
            yield from all_keys(below, f"{row.path}.*." if inner else f"{row.path}.", row.group, is_rare=row.is_rare)
