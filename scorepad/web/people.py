"""The people of the club: their names and colours, who is a guest, who retired, who is who, who is forgotten."""

from typing import Any

from flask import Blueprint, flash, redirect, render_template, request, url_for

from scorepad.scoring.names import BadName as BadText
from scorepad.store import (
    BadName,
    CannotMerge,
    ChangedMeanwhile,
    KeyReused,
    NameTaken,
    Player,
)
from scorepad.web import isolating, persons
from scorepad.web.clubs import current_club, new_key
from scorepad.web.forms import STALE, posted
from scorepad.web.known import People
from scorepad.web.personform import PersonForm
from scorepad.web.persons import person_here
from scorepad.web.personundo import (
    changed_here,
    forget_undo,
    merged_here,
    take_back,
    undo_for,
)
from scorepad.web.typing_in import clean_text, plain_number
from scorepad.web.words import plural

pages = Blueprint("people", __name__, url_prefix="/people")
persons.install(pages)


@pages.get("")
def index() -> Any:
    """Everybody: regulars, guests, and who retired."""
    return _list("", "")


@pages.post("")
def add() -> Any:
    """Adds a person; says what is wrong with the name, and keeps what was typed."""
    own, typed = posted(), request.form.get("name", "")
    if not own.fresh:
        return _list(typed, STALE)
    try:
        added = current_club().people.add(clean_text(typed), key=f"{own.key}:person", alone=True)
    except (BadText, BadName, KeyReused) as error:
        return _list(typed, str(error))
    flash(f"{added.name} is in the list now.")
    return redirect(url_for("people.index"), 303)


def _list(typed: str, fault: str) -> Any:
    known = People(tuple(current_club().people.everyone()), ())
    here = [one for one in known.known if one.id in known.names]
    isolating.remember(one.name for one in here)
    groups = {
        "regulars": [one for one in here if not one.guest and not one.retired],
        "guests": [one for one in here if one.guest and not one.retired],
        "retired": [one for one in here if one.retired],
    }
    page = render_template(
        "people/index.html",
        groups=groups,
        known=known,
        undo=undo_for(*here),
        typed=typed,
        fault=fault,
        key=new_key(),
    )
    return page, 422 if fault else 200


@pages.get("/<number:person>/edit")
def edit(person: int) -> Any:
    """A person's name, colour and standing, who else they are, and forgetting them."""
    return _edit(PersonForm.of(person_here(person, "people.edit")))


@pages.post("/<number:person>/edit")
def change(person: int) -> Any:
    """Changes what was changed in the form, or says what is wrong and keeps what was typed."""
    before = person_here(person, "people.edit")
    form = PersonForm.read(before, request.form)
    if not posted().fresh:
        form.faults[""] = STALE
    if form.faults:
        return _edit(form)
    try:
        after = current_club().people.change(person, was=form.seen, **form.to)
    except BadName as error:
        form.faults["name"] = str(error)
        form.namesake = error.player if isinstance(error, NameTaken) else None
        return _edit(form)
    except ChangedMeanwhile as error:
        form = form.caught_up(person_here(person, "people.edit"))
        form.faults[""] = str(error)
        return _edit(form)
    flash(changed_here(before, after, form.to) or "Nothing was changed.")
    return redirect(url_for("people.edit", person=person), 303)


def _edit(form: PersonForm) -> Any:
    everyone = current_club().people.everyone()
    known = People(tuple(everyone), ())
    number = form.person.id
    page = render_template(
        "people/edit.html",
        form=form,
        person=form.person,
        aliases=[one for one in everyone if one.merged_into == number],
        others=[(one, known.shown(one)) for one in known.names if one != number],
        undo=undo_for(form.person),
        key=new_key(),
    )
    return page, 422 if form.faults else 200


@pages.get("/<number:person>/merge")
def ask_merge(person: int) -> Any:
    """Says what merging a person into another will do, and asks once more."""
    return _merging(person_here(person, "people.edit"), request.args.get("into", ""), "")


@pages.post("/<number:person>/merge")
def merge(person: int) -> Any:
    """Lets a person's games be another's, or says why not."""
    one, into = person_here(person, "people.edit"), request.form.get("into", "")
    other = _other(into)
    if not posted().fresh or other is None:
        return _merging(one, into, "" if posted().fresh else STALE)
    games = current_club().people.games_of(one.id)
    try:
        now = current_club().people.merge(one.id, other.id)
    except CannotMerge as error:
        return _merging(one, into, str(error), error)
    count = plural(games, "game counts", "games count")
    said = f"{one.name} is {now.name}: {count} for {now.name} now."
    merged_here(one.id, now.id, said)
    flash(said)
    return redirect(url_for("people.edit", person=now.id), 303)


def _other(text: str) -> Player | None:
    """The person of an id that was sent, if somebody has it and a name."""
    people = current_club().people.everyone()
    there = {one.id: one for one in people if one.merged_into is None and not one.forgotten}
    return there.get(plain_number(text) or 0)


def _merging(one: Player, into: str, notice: str, refused: CannotMerge | None = None) -> Any:
    other = _other(into)
    if other is None or other.id == one.id:
        form = PersonForm.of(one)
        form.faults["" if notice else "into"] = notice or "Choose another person."
        return _edit(form)
    people = current_club().people
    page = render_template(
        "people/merge.html",
        one=one,
        other=other,
        games=people.games_of(one.id),
        theirs=people.games_of(other.id),
        notice=notice,
        refused=refused,
        key=new_key(),
    )
    return page, 422 if notice else 200


@pages.post("/<number:person>/unmerge")
def unmerge(person: int) -> Any:
    """Takes a merge back: the person is themselves again."""
    people = current_club().people
    before = people.person(person)
    if not posted().fresh:
        flash(STALE)
        return redirect(url_for("people.edit", person=before.merged_into or person), 303)
    try:
        one = people.unmerge(person, was=plain_number(request.form.get("was", "")))
    except ChangedMeanwhile as error:
        flash(f"{error} Nothing was changed.")
        return redirect(url_for("people.edit", person=before.merged_into or person), 303)
    flash(
        f"{one.name} is somebody else again, with {plural(people.games_of(person), 'game', 'games')}."
    )
    return redirect(url_for("people.edit", person=person), 303)


@pages.post("/<number:person>/take-back")
def undo(person: int) -> Any:
    """Takes back what this phone changed last about a person."""
    one = person_here(person, "people.edit")
    flash(take_back(one) if posted().fresh else STALE)
    return redirect(url_for("people.edit", person=person), 303)


@pages.get("/<number:person>/forget")
def ask_forget(person: int) -> Any:
    """Says what forgetting a person takes away and what stays, and asks for a tick."""
    return _forgetting(person_here(person, "people.edit"), "")


@pages.post("/<number:person>/forget")
def forget(person: int) -> Any:
    """Takes a person's name away for ever, once that was ticked."""
    one = person_here(person, "people.edit")
    if not posted().fresh:
        return _forgetting(one, STALE)
    if request.form.get("sure") != "1":
        return _forgetting(one, "Tick that this cannot be taken back, then press again.")
    current_club().people.forget(person)
    forget_undo()
    flash("One person was forgotten. Their games and points stay, without a name.")
    return redirect(url_for("people.index"), 303)


def _forgetting(one: Player, fault: str) -> Any:
    page = render_template(
        "people/forget.html",
        person=one,
        games=current_club().people.games_of(one.id),
        fault=fault,
        key=new_key(),
    )
    return page, 422 if fault else 200
