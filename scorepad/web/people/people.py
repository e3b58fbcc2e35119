"""The people of a club: add, change, merge and forget them, and undo the last change."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, cast

from flask import flash, redirect, render_template, session, url_for

from scorepad.language.words import format_number, plural
from scorepad.league.figures import about
from scorepad.league.standings import PROVISIONAL, Standing
from scorepad.numbers import whole_number
from scorepad.play.form_data import STALE
from scorepad.play.setup_form import PeoplePicker
from scorepad.store import BadName, CannotMerge, ChangedMeanwhile, KeyReused, NameTaken, Player, StoreError, Traits
from scorepad.web.app import bidi, freshness
from scorepad.web.app.current import g
from scorepad.web.app.forms import StaleForm, valid_submission
from scorepad.web.app.templates import new_key
from scorepad.web.people.people_view import (
    CHOOSE_PERSON,
    COLOURS,
    AddPersonForm,
    ForgetForm,
    MergeForm,
    PersonForm,
    UnmergeForm,
    person_here,
)

# Games and rating beside each name of the list


def listed_figures(players: Sequence[Player]) -> dict[int, str]:
    """Return games and rating of everyone with a game, "42 games, 1,540"; empty while the figures are incomplete."""
    try:
        return _read(players) if g.club.league_worker.is_done(freshness.WAIT) else {}
    except Exception:  # a few corrupt bytes in the figures can fail anywhere; the list must still work
        return {}


def _read(players: Sequence[Player]) -> dict[int, str]:
    league = g.club.store.league
    with g.club.store.reading():
        if not league.is_settled():
            return {}
        tallies = league.tallies("people")
        standings = [
            Standing(key, tallies[key], None)
            for player in players
            if (key := str(player.id)) in tallies and tallies[key].games
        ]
        return {int(of.competitor): _text(of) for of in league.rated(standings, None, None)}


def _text(standing: Standing) -> str:
    games, rating = standing.tally.games, standing.rating
    text = plural(games, "game", "games")
    if rating is None:
        return text
    return f"{text}, {about(rating) if games < PROVISIONAL else format_number(rating.shown)}"


# Undo of the phone’s last change, which its session stores

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


# The views


def index() -> Any:
    """List everyone: regulars, guests and retired players."""
    return _list_page(AddPersonForm(formdata=None))


def add() -> Any:
    """Add a person, or show the error in the name."""
    form = AddPersonForm()
    if not form.validate():
        return _list_page(form)
    try:
        player = g.club.store.people.add(form.name.data, key=f"{form.key.data}:person", unique=True)
    except (BadName, KeyReused) as error:
        form.refuse(str(error), "name")
        return _list_page(form)
    flash(f"{player.name} is in the list now.")
    return redirect(url_for("people.index"), 303)


def _list_page(form: AddPersonForm) -> Any:
    everyone = g.club.store.people.everyone()
    players = [player for player in everyone if not player.merged_into and not player.forgotten]
    bidi.remember(player.name for player in players)
    active = [player for player in players if not player.retired]
    groups = {
        "regulars": [player for player in active if not player.guest],
        "guests": [player for player in active if player.guest],
        "retired": [player for player in players if player.retired],
    }
    html = render_template(
        "people/index.html",
        groups=groups,
        figures=listed_figures(players),
        picker=PeoplePicker(tuple(everyone)),
        undo=undo_for(*players),
        form=form,
        key=new_key(),
    )
    return html, 422 if form.faults else 200


def edit(person: int) -> Any:
    player = person_here(person, "people.edit")
    return _edit_page(player, PersonForm.of(player))


def change(person: int) -> Any:
    """Save the changes of the form, or show the errors."""
    player = person_here(person, "people.edit")
    form = PersonForm.posted(player)
    if not form.validate():
        return _edit_page(player, form)
    before, after = form.traits(player)
    try:
        changed = g.club.store.people.change(person, seen=before, **after)
    except BadName as error:
        form.refuse(str(error), "name")
        form.namesake = error.player if isinstance(error, NameTaken) else None
        return _edit_page(player, form)
    except ChangedMeanwhile as error:
        return _edit_again(person_here(person, "people.edit"), form.changed, str(error))
    flash(remember_change(player, changed, after) or "Nothing was changed.")
    return redirect(url_for("people.edit", person=person), 303)


def _edit_again(player: Player, typed: dict[str, Any], sentence: str) -> Any:
    """Render the form with the current person and the typed changes."""
    form = PersonForm.of(player, typed)
    form.refuse(sentence)
    return _edit_page(player, form)


def _edit_page(player: Player, form: PersonForm, faults: Mapping[str, str] | None = None) -> Any:
    everyone = g.club.store.people.everyone()
    picker = PeoplePicker(tuple(everyone))
    faults = form.faults | dict(faults or {})
    html = render_template(
        "people/edit.html",
        colours=COLOURS,
        form=form,
        faults=faults,
        person=player,
        aliases=[alias for alias in everyone if alias.merged_into == player.id],
        others=[(other, picker.label(other)) for other in picker.names if other != player.id],
        undo=undo_for(player),
        key=new_key(),
    )
    return html, 422 if faults else 200


def ask_merge(person: int) -> Any:
    """Show what a merge does, and ask for confirmation."""
    form = MergeForm.asked(person_here(person, "people.edit"))
    if form.target is None:
        return _edit_page(form.alias, PersonForm.of(form.alias), {"into": CHOOSE_PERSON})
    return _merge_page(form.alias, form.target)


def merge(person: int) -> Any:
    """Merge a person into another, or show why that is impossible."""
    form = MergeForm(person_here(person, "people.edit"))
    alias, target = form.alias, form.target
    if not form.validate() or target is None:
        if target is None:
            return _edit_page(alias, PersonForm.of(alias), form.faults)
        return _merge_page(alias, target, STALE)
    people = g.club.store.people
    games = plural(people.count_games(alias.id), "game now counts", "games now count")
    try:
        target = people.merge(alias.id, target.id)
    except CannotMerge as error:
        return _merge_page(alias, target, str(error), error)
    text = f"{alias.name} is merged into {target.name}: {games} for {target.name}."
    remember_merge(alias.id, target.id, text)
    flash(text)
    return redirect(url_for("people.edit", person=target.id), 303)


def _merge_page(alias: Player, target: Player, notice: str = "", refused: CannotMerge | None = None) -> Any:
    people = g.club.store.people
    html = render_template(
        "people/merge.html",
        alias=alias,
        target=target,
        games=people.count_games(alias.id),
        target_games=people.count_games(target.id),
        notice=notice,
        refused=refused,
        key=new_key(),
    )
    return html, 422 if notice else 200


def unmerge(person: int) -> Any:
    """Undo a merge: the person is separate again."""
    people, form = g.club.store.people, UnmergeForm()
    if not form.validate():
        raise StaleForm
    target = people.person(person).merged_into
    try:
        player = people.unmerge(person, seen=whole_number(form.was.data or ""))
    except ChangedMeanwhile as error:
        flash(f"{error} Nothing was changed.")
        return redirect(url_for("people.edit", person=target or person), 303)
    games = plural(people.count_games(person), "game", "games")
    flash(f"{player.name} is a separate person again, with {games}.")
    return redirect(url_for("people.edit", person=person), 303)


def undo(person: int) -> Any:
    """Undo this phone's last change of a person."""
    valid_submission()
    flash(take_back(person_here(person, "people.edit")))
    return redirect(url_for("people.edit", person=person), 303)


def ask_forget(person: int) -> Any:
    """Show what forgetting a person removes and what stays, and ask for confirmation."""
    return _forget_page(person_here(person, "people.edit"))


def forget(person: int) -> Any:
    """Remove a person's name permanently."""
    player, form = person_here(person, "people.edit"), ForgetForm()
    if not form.validate():
        return _forget_page(player, form.faults.get("") or form.faults["sure"])
    g.club.store.people.forget(person)
    forget_undo()
    flash("One person was forgotten. Their games and points stay, without a name.")
    return redirect(url_for("people.index"), 303)


def _forget_page(player: Player, fault: str = "") -> Any:
    games = g.club.store.people.count_games(player.id)
    html = render_template("people/forget.html", person=player, games=games, fault=fault, key=new_key())
    return html, 422 if fault else 200
