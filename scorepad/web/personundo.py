"""Undo for people: what this phone changed last about anybody, kept in its session, and taking it back."""

from dataclasses import dataclass
from typing import Any

from flask import session

from scorepad.store import ChangedMeanwhile, Player, StoreError, Traits
from scorepad.web.clubs import current_club
from scorepad.web.personform import changed, traits_of

_NAME = "person_undo"


@dataclass(frozen=True, slots=True)
class PersonUndo:
    """What Undo would take back, on whose page it is offered, and its name."""

    person: int
    text: str


def changed_here(before: Player, after: Player, to: Traits) -> str:
    """Remembers a change, for Undo; gives the sentences that say what was done."""
    said = " ".join(changed(before, after))
    if said:
        was, now = traits_of(before, to), traits_of(after, to)
        session[_NAME] = {"person": after.id, "said": said, "to": was, "from": now}
    return said


def merged_here(alias: int, person: int, said: str) -> None:
    """Remembers that somebody was merged."""
    session[_NAME] = {"person": person, "said": said, "alias": alias}


def forget_undo() -> None:
    """Nothing can be taken back on this phone any more."""
    session.pop(_NAME, None)


def undo_for(*people: Player) -> PersonUndo | None:
    """What this phone can take back about one of these people as they stand, if anything."""
    kept = _kept()
    for person in people:
        if kept.get("person") == person.id and _stands(person, kept):
            return PersonUndo(person.id, kept["said"])
    return None


def _kept() -> dict[str, Any]:
    kept = session.get(_NAME)
    return kept if isinstance(kept, dict) else {}


def _stands(person: Player, kept: dict[str, Any]) -> bool:
    if alias := kept.get("alias"):
        return current_club().people.canonical().get(alias) == person.id
    return bool(traits_of(person, kept["from"]) == kept["from"])


def take_back(person: Player) -> str:
    """Takes back what this phone changed last about a person; gives the sentence that says what became of it."""
    kept = _kept()
    if kept.get("person") != person.id:
        return "Nothing was undone: nothing is left to undo here."
    people = current_club().people
    try:
        if alias := kept.get("alias"):
            people.unmerge(alias, was=person.id)
        else:
            people.change(person.id, was=kept["from"], **kept["to"])
    except ChangedMeanwhile:
        return f"Nothing was undone: somebody else has changed {person.name} since."
    except StoreError as error:
        return f"Nothing was undone. {error}"
    forget_undo()
    return f"Taken back: {kept['said']}"
