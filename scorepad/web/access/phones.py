"""The owner's page of phones: send them away, let them in again, and make new links."""

from typing import Any

from flask import Blueprint, abort, flash, redirect, render_template, request, url_for
from wtforms import BooleanField, StringField
from wtforms.validators import InputRequired, ValidationError

from scorepad.play.new_game import descendants
from scorepad.scoring.quantity import plain_number
from scorepad.scoring.text.explain import plural
from scorepad.store import WHOLE_CLUB, Role
from scorepad.store.access import MAX_USES
from scorepad.web.access import leave
from scorepad.web.access.invites import external_address, invitation, invite_page
from scorepad.web.access.phone_list import all_phones, new_owners
from scorepad.web.app.current import g
from scorepad.web.app.forms import PageForm, valid_submission
from scorepad.web.app.navigation import return_url
from scorepad.web.app.templates import new_key

pages = Blueprint("phones", __name__, url_prefix="/phones")

THIS, ALL, USES = "this", "all", "uses"

_OF_A_TABLE = (Role.SCORER, Role.WATCHER)
_RENEWED = {
    Role.OWNER: "The owner’s link is new. This phone stays in; every other owner’s phone needs the new link.",
    Role.READER: "The link for reading is new. Everyone who used the old one needs it.",
    Role.SCORER: "The link for keeping score is new. Everyone who used the old one needs it.",
    Role.WATCHER: "The link for watching is new. Everyone who used the old one needs it.",
}


class SureForm(PageForm):
    """A button with a confirmation checkbox."""

    sure = BooleanField(false_values=("",), validators=[InputRequired("Tick the box first, then press again.")])

    @property
    def fault(self) -> str:
        """The error beside the checkbox, "" if there is none."""
        return self.faults.get("") or self.faults.get("sure", "")


class RenewForm(SureForm):
    """Make a new link. `generation` is the generation of the link on the page."""

    role = StringField()
    game = StringField()
    generation = StringField()

    @property
    def link(self) -> tuple[Role, int] | None:
        """The role and the game (or `WHOLE_CLUB`) of the link; None if there is no such link."""
        game = plain_number(self.game.data or "") or WHOLE_CLUB
        role = next((role for role in Role if role == self.role.data), None)
        return (role, game) if role and (role in _OF_A_TABLE) == bool(game) else None


class UsesForm(PageForm):
    """Limit how many phones the owner's link admits."""

    most = StringField()

    @property
    def number(self) -> int | None:
        """The typed number; None if the text is not one."""
        return plain_number((self.most.data or "").strip(), len(str(MAX_USES)))

    def validate_most(self, field: StringField) -> None:
        if self.number is None:
            raise ValidationError(f"Type a number from 0 to {MAX_USES}.")


@pages.get("")
def index() -> Any:
    """Show every phone that has access or was sent away, and the links to the whole club."""
    return _page()


def _page(asked: str = "", fault: str = "", typed: str = "") -> str:
    """Return the page. `fault` is what is wrong with the form `asked`, `typed` the text in it."""
    before = plain_number(request.args.get("before", ""))
    phones, older = all_phones(before)
    where = external_address()
    return render_template(
        "access/phones.html",
        phones=phones,
        owners=new_owners() if before is None else [],
        older=older,
        newest=before is None,
        where=where,
        owner=invitation(Role.OWNER, where),
        reader=invitation(Role.READER, where),
        asked=asked,
        fault=fault,
        typed=typed,
        uses=g.club.access.owner_link.uses(),
        key=new_key(),
        minutes_paused=g.club.codes.minutes_paused(),
    )


@pages.post("/<number:phone>/dismiss")
def dismiss(phone: int) -> Any:
    """Revoke a phone's access."""
    valid_submission()
    if g.phone is not None and phone == g.phone.id:
        return _leave(phone)
    if not g.club.access.dismiss(phone):
        abort(404)
    g.club.hub.notify_all()
    return _back("The phone was sent away. It stays in the list, in case you want to let it in again.")


def _leave(phone: int) -> Any:
    """Forget the owner's own phone if the box is ticked. A link lets it join again."""
    form = SureForm()
    if not form.validate():
        return _page(THIS, form.fault), 422
    return leave.forget(phone, "This phone has left. Use the owner’s link to get back in.")


@pages.post("/<number:phone>/readmit")
def readmit(phone: int) -> Any:
    """Give a phone that was sent away its passes back."""
    valid_submission()
    if not g.club.access.dismiss(phone, back=True):
        abort(404)
    if phone not in {listed.id for listed in g.club.access.phones()}:
        return _back("It can join again, but must scan the new code.")
    return _back("The phone has its access back.")


@pages.post("/renew")
def renew() -> Any:
    """Make a new link if the box is ticked. Phones that used the old one lose access."""
    form = RenewForm()
    if form.link is None:
        return _back("Nothing was changed: choose a link.")
    role, game = form.link
    if game and not g.club.store.exists(game):
        abort(404)
    if not form.validate():
        return invite_page(game, role, form.fault) if game else _page(role, form.fault), 422
    # A second press must not make a second link: a phone may have used the first one already.
    if plain_number(form.generation.data or "") != g.club.access.generation(role, game):
        return _back("There was a new link already. Here it is.", game)
    keep = g.phone.id if g.phone and role is Role.OWNER else None
    g.club.access.renew(role, game, keep=keep, also=descendants(g.club.store, game))
    g.club.hub.notify_all()
    return _back(_RENEWED[role], game)


@pages.post("/uses")
def allow() -> Any:
    """Set how many phones the owner's link admits."""
    form = UsesForm()
    if not form.validate() or form.number is None:
        return _page(USES, next(iter(form.faults.values())), form.most.data or ""), 422
    g.club.access.owner_link.set_most(form.number)
    left = g.club.access.owner_link.uses().left
    return _back(f"The owner’s link can let in {plural(left, 'more phone', 'more phones')}.")


@pages.post("/confirm")
def confirm() -> Any:
    """Record that this phone has seen which phones joined as owners, up to the last one on its page."""
    valid_submission()
    if g.phone:
        g.club.access.owner_link.confirm(g.phone.id, plain_number(request.form.get("arrival", ""), 15) or 0)
    return redirect(return_url("phones.index"), 303)


@pages.post("/renew-all")
def renew_all() -> Any:
    """Revoke every other phone's access and renew every link, if the box is ticked."""
    form = SureForm()
    if not form.validate():
        return _page(ALL, form.fault), 422
    g.club.access.renew_all(owner=g.phone.id if g.phone else None)
    g.club.hub.notify_all()
    return _back("All other phones have lost access. All links and codes of this club are new.")


def _back(message: str, game: int = WHOLE_CLUB) -> Any:
    """Redirect to the page of the form, a table's or the club's, with a message."""
    flash(message)
    game = game or plain_number(request.form.get("game", "")) or WHOLE_CLUB
    if game and g.club.store.exists(game):
        return redirect(url_for("invites.show", game=game), 303)
    return redirect(url_for("phones.index"), 303)
