"""Names, marks and URLs of people and partnerships, for every page that shows them; the forms about a person."""

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Self, cast

from flask import request, url_for
from werkzeug.routing import RequestRedirect
from wtforms import BooleanField, Form, FormField, StringField
from wtforms.validators import AnyOf, ValidationError

from scorepad.league.club_names import FORGOTTEN, ClubPeople
from scorepad.league.facts import CompetitorKey, is_partnership, members
from scorepad.numbers import whole_number
from scorepad.play.parse_form import clean_text
from scorepad.scoring.names import BadName
from scorepad.store import Forgotten, Player, Traits
from scorepad.web.app.current import g
from scorepad.web.app.forms import PageForm

COLOURS = ("Blue", "Orange", "Green", "Purple", "Red", "Teal", "Brown", "Pink")
"""The names of the colours, numbered from 1; `tokens.css` defines them as `--person-1`…"""


@dataclass(frozen=True, slots=True)
class Competitor:
    """A person or a partnership on a page. `colours` has one number a person, `marks` their CSS classes; `address` is
    the URL of their page, None if they have none.
    """

    key: CompetitorKey
    name: str
    colours: tuple[int, ...]
    address: str | None
    marks: tuple[str, ...] = ()


@dataclass(frozen=True)
class PeopleView(ClubPeople):
    """All people of a club with colours and URLs, read once per page."""

    def competitor(self, key: CompetitorKey) -> Competitor:
        return self.team(members(key) if key else ())

    def team(self, people: Iterable[int]) -> Competitor:
        """Return these people, or one alone, as a competitor, in this order."""
        ids = tuple(people)
        key = "-".join(map(str, sorted(ids)))
        players = [self.people[person] for person in ids if person in self.people]
        colours, marks = tuple(player.colour for player in players), tuple(map(mark_of, players))
        return Competitor(key, self.name(ids), colours, self._address(key) if ids else None, marks)

    def _address(self, key: CompetitorKey) -> str | None:
        if not all(self.has_name(person) for person in members(key)):
            return None
        if is_partnership(key):
            return url_for("partnerships.show", who=key)
        return url_for("players.show", person=int(key))


def mark_of(player: Player) -> str:
    """Return the CSS classes of a person's mark: a shape for each colour, ringed for every second group of eight."""
    return f"dot colour-{player.colour}{' ringed' if player.is_ringed else ''}"


def people_view() -> PeopleView:
    """Return the people of the request's club."""
    return PeopleView.of(g.club.store)


def person_here(number: int, endpoint: str, **values: Any) -> Player:
    """Return the person with this number. Redirects to the same page of the person they were merged into.

    Raises NoSuchPerson and Forgotten, which the application's error handlers answer.
    """
    player = g.club.store.people.person(number)
    if player.merged_into is not None:
        moved = RequestRedirect(url_for(endpoint, person=player.merged_into, **values))
        moved.code = 303
        raise moved
    if player.forgotten:
        raise Forgotten(FORGOTTEN)
    return player


# The forms about a person

TRAITS = ("name", "colour", "guest", "retired")
CHOOSE_PERSON = "Choose another person."


def validate_name(form: Form, field: StringField) -> None:
    """Reject a name that cannot be stored."""
    try:
        clean_text(field.data or "")
    except BadName as error:
        raise ValidationError(str(error)) from error


def person_with_id(text: str) -> Player | None:
    """Return the person with this id, None if there is none or they were merged or forgotten."""
    player = people_view().people.get(whole_number(text) or 0)
    return None if player is None or player.merged_into or player.forgotten else player


class AddPersonForm(PageForm):
    name = StringField(validators=[validate_name])


class PersonBefore(Form):  # type: ignore[misc]  # WTForms has no types
    """The values of a person's form when its page was rendered."""

    name = StringField()
    colour = StringField()
    guest = StringField()
    retired = StringField()

    @classmethod
    def texts_of(cls, person: Player) -> dict[str, str]:
        return {
            "name": person.name,
            "colour": str(person.colour),
            "guest": "1" if person.guest else "",
            "retired": "1" if person.retired else "",
        }


class PersonForm(PageForm):
    """A person's name, colour and role. `was` holds the rendered values, so that only changes are saved."""

    name = StringField(validators=[validate_name])
    colour = StringField(validators=[AnyOf([str(n + 1) for n in range(len(COLOURS))], "Choose one of the colours.")])
    guest = BooleanField(false_values=("",))
    retired = BooleanField(false_values=("",))
    was = FormField(PersonBefore, separator=".")
    namesake: int | None = None

    @classmethod
    def of(cls, person: Player, typed: dict[str, Any] | None = None) -> Self:
        """Build the form for a new page, with typed values for some inputs."""
        texts = PersonBefore.texts_of(person)
        return cls(formdata=None, data={**texts, **(typed or {}), "was": texts})

    @classmethod
    def posted(cls, person: Player) -> Self:
        return cls(data={"was": PersonBefore.texts_of(person)})

    @property
    def changed(self) -> dict[str, Any]:
        """The typed values of the inputs that changed."""
        before = self.was.data
        before |= {"guest": bool(before["guest"]), "retired": bool(before["retired"])}
        return {name: self[name].data for name in TRAITS if self[name].data != before[name]}

    def traits(self, person: Player) -> tuple[Traits, Traits]:
        """Return the old values, as on the page, and the new values of the traits to change."""
        was, after = self.was.data, self.changed
        before = {
            "name": was["name"],
            "colour": _colour(person, was["colour"]),
            "guest": bool(was["guest"]),
            "retired": bool(was["retired"]),
        }
        if "colour" in after:
            after["colour"] = _colour(person, after["colour"])
        return cast(Traits, {name: before[name] for name in after}), cast(Traits, after)


def _colour(person: Player, text: str) -> int | None:
    """The number of a colour, None if the person keeps a colour that the club assigned."""
    if text == str(person.colour):
        return person.chosen_colour
    return whole_number(text) or 0


class MergeForm(PageForm):
    """The person into whom `alias` is merged."""

    into = StringField()

    def __init__(self, alias: Player, **options: Any) -> None:
        super().__init__(**options)
        self.alias = alias

    @classmethod
    def asked(cls, alias: Player) -> Self:
        """Build the form from the choice in the query string."""
        return cls(alias, formdata=None, into=request.args.get("into", ""))

    @cached_property
    def target(self) -> Player | None:
        """The chosen person, None if there is none or they are `alias` themselves."""
        player = person_with_id(self.into.data or "")
        return None if player is None or player.id == self.alias.id else player

    def validate_into(self, field: StringField) -> None:
        """Reject an id without a person, and `alias` itself."""
        if self.target is None:
            raise ValidationError(CHOOSE_PERSON)


class UnmergeForm(PageForm):
    """Undo a merge; `was` is the id of the person on the page."""

    was = StringField()


class ForgetForm(PageForm):
    sure = StringField(validators=[AnyOf(["1"], "Tick “This cannot be taken back”, then press again.")])
