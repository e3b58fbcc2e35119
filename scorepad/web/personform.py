"""The form of a person: what was typed, what of it is new, and the sentences that say what was changed."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Self

from scorepad.scoring.names import BadName
from scorepad.store import Player, Traits
from scorepad.web.persons import COLOURS
from scorepad.web.typing_in import clean_text

TICKED = "1"
FIELDS = ("name", "colour", "guest", "retired")


@dataclass
class PersonForm:
    """What stands in the form, what stood there when its page was made, and what is wrong with it by field."""

    person: Player
    texts: dict[str, str]
    was: dict[str, str]
    faults: dict[str, str] = field(default_factory=dict)
    namesake: int | None = None

    @classmethod
    def of(cls, person: Player) -> Self:
        """The form as it is untouched."""
        texts = {
            "name": person.name,
            "colour": str(person.colour),
            "guest": TICKED if person.guest else "",
            "retired": TICKED if person.retired else "",
        }
        return cls(person, texts, dict(texts))

    @classmethod
    def read(cls, person: Player, form: Mapping[str, str]) -> Self:
        """The form as it was sent, with what can be seen to be wrong."""
        read = cls.of(person)
        read.texts = {name: form.get(name, "") for name in FIELDS}
        read.was = {name: form.get(f"was.{name}", text) for name, text in read.was.items()}
        try:
            clean_text(read.texts["name"])
        except BadName as error:
            read.faults["name"] = str(error)
        if read.texts["colour"] not in map(str, range(1, len(COLOURS) + 1)):
            read.faults["colour"] = "Choose one of the colours."
        return read

    def caught_up(self, person: Player) -> Self:
        """The form with the person as they are by now, wherever nothing else was typed."""
        now = type(self).of(person)
        for name, text in self.texts.items():
            if text != self.was[name]:
                now.texts[name] = text
        return now

    @property
    def to(self) -> Traits:
        """What is to be changed: what differs from what stood there."""
        return self._traits(self.texts)

    @property
    def seen(self) -> Traits:
        """What stood there of what is to be changed."""
        return self._traits(self.was)

    def _traits(self, texts: dict[str, str]) -> Traits:
        changed = [name for name in FIELDS if self.texts[name] != self.was[name]]
        found: Traits = {}
        if "name" in changed:
            found["name"] = texts["name"]
        if "colour" in changed:
            found["colour"] = self._colour(texts["colour"])
        if "guest" in changed:
            found["guest"] = bool(texts["guest"])
        if "retired" in changed:
            found["retired"] = bool(texts["retired"])
        return found

    def _colour(self, text: str) -> int | None:
        """A colour that nobody chose is the person's own while it says what the form said."""
        if text == str(self.person.colour):
            return self.person.chosen
        return int(text) if text.isascii() and text.isdigit() and len(text) == 1 else 0


def traits_of(person: Player, like: Traits) -> Traits:
    """What stands of a person in those places."""
    found: Traits = {}
    if "name" in like:
        found["name"] = person.name
    if "colour" in like:
        found["colour"] = person.chosen
    if "guest" in like:
        found["guest"] = person.guest
    if "retired" in like:
        found["retired"] = person.retired
    return found


def changed(before: Player, after: Player) -> list[str]:
    """What was changed about a person, a sentence each."""
    name, said = after.name, []
    if before.name != name:
        said.append(f"{before.name} is called {name} now.")
    if before.colour != after.colour:
        said.append(f"The colour of {name} is {COLOURS[after.colour - 1].lower()} now.")
    if before.guest != after.guest:
        said.append(f"{name} is {'a guest' if after.guest else 'no guest'} now.")
    if before.retired != after.retired:
        said.append(f"{name} {'plays no more' if after.retired else 'plays again'}.")
    return said
