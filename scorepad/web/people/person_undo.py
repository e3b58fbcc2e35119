"""Undo of the last change this phone made to a person, stored in its session."""

from dataclasses import dataclass
from typing import Any, cast

from flask import session

from scorepad.store import ChangedMeanwhile, Player, StoreError, Traits
from scorepad.web.app.current import g
from scorepad.web.people.people_view import COLOURS

_NAME = "person_undo"


@dataclass(frozen=True, slots=True)
class PersonUndo:
    """A change that can be undone: the person, and the sentence that describes it."""

    person: int
    text: str


def remember_change(before: Player, after: Player, to: Traits) -> str:
    """Store a change for Undo, and return the sentences that describe it."""
    text = " ".join(describe_change(before, after))
    if text:
        was, now = _traits_of(before, to), _traits_of(after, to)
        session[_NAME] = {"person": after.id, "said": text, "to": was, "from": now}
    return text


def remember_merge(alias: int, person: int, text: str) -> None:
    session[_NAME] = {"person": person, "said": text, "alias": alias}


def forget_undo() -> None:
    """Remove the stored change of this phone."""
    session.pop(_NAME, None)


def undo_for(*people: Player) -> PersonUndo | None:
    """Return the change of any of these people that this phone can undo."""
    saved = _saved()
    for person in people:
        if saved.get("person") == person.id and _is_current(person, saved):
            return PersonUndo(person.id, saved["said"])
    return None


def _saved() -> dict[str, Any]:
    saved = session.get(_NAME)
    return saved if isinstance(saved, dict) else {}


def _is_current(person: Player, saved: dict[str, Any]) -> bool:
    if alias := saved.get("alias"):
        return g.club.store.people.merged_ids().get(alias) == person.id
    return bool(_traits_of(person, saved["from"]) == saved["from"])


def take_back(person: Player) -> str:
    """Undo this phone's last change to a person, and return a sentence with the outcome."""
    saved = _saved()
    if saved.get("person") != person.id:
        return "Nothing was undone: there is nothing left to undo here."
    people = g.club.store.people
    try:
        if alias := saved.get("alias"):
            people.unmerge(alias, seen=person.id)
        else:
            people.change(person.id, seen=saved["from"], **saved["to"])
    except ChangedMeanwhile:
        return f"Nothing was undone: someone else has changed {person.name} since."
    except StoreError as error:
        return f"Nothing was undone. {error}"
    forget_undo()
    return f"Taken back: {saved['said']}"


def _traits_of(person: Player, names: Traits) -> Traits:
    traits: Traits = {
        "name": person.name,
        "colour": person.chosen_colour,
        "guest": person.guest,
        "retired": person.retired,
    }
    return cast(Traits, {name: value for name, value in traits.items() if name in names})


def describe_change(before: Player, after: Player) -> list[str]:
    """Return a sentence for each change of a person."""
    name, sentences = after.name, []
    if before.name != name:
        sentences.append(f"{before.name} is called {name} now.")
    if before.colour != after.colour:
        sentences.append(f"The colour of {name} is {COLOURS[after.colour - 1].lower()} now.")
    if before.guest != after.guest:
        sentences.append(f"{name} is {'a guest' if after.guest else 'no longer a guest'} now.")
    if before.retired != after.retired:
        sentences.append(f"{name} {'no longer plays' if after.retired else 'plays again'}.")
    return sentences
