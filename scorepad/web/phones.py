"""The phones of a club, for its owner: who is let in, sending away and letting in again, and new links."""

from typing import Any

from flask import Blueprint, abort, flash, redirect, render_template, request, url_for

from scorepad.store import WHOLE_CLUB, Role
from scorepad.web.clubs import current_access, current_club, current_hub, new_key
from scorepad.web.doors import cookie, this_phone
from scorepad.web.forms import STALE, posted
from scorepad.web.inviting import invitation, invite_page
from scorepad.web.phonelist import everywhere
from scorepad.web.reach import reach
from scorepad.web.typing_in import plain_number

pages = Blueprint("phones", __name__, url_prefix="/phones")

THIS, ALL = "this", "all"
UNSURE = "Tick the box first, then press again."

_OF_A_TABLE = (Role.SCORER, Role.WATCHER)
_RENEWED = {
    Role.OWNER: "The owner’s link is new, and this phone came in by it. Every other owner’s phone must come in anew.",
    Role.READER: "The link for reading is new. Whoever came by the old one must come in anew.",
    Role.SCORER: "The link for keeping score is new. Whoever came by the old one must come in anew.",
    Role.WATCHER: "The link for watching is new. Whoever came by the old one must come in anew.",
}


@pages.get("")
def index() -> Any:
    """Every phone that is let in or was sent away, and the links of the whole club."""
    return _page()


def _page(asked: str = "", fault: str = "") -> str:
    before = plain_number(request.args.get("before", ""))
    phones, older = everywhere(before)
    where = reach()
    return render_template(
        "phones/index.html",
        phones=phones,
        older=older,
        newest=before is None,
        where=where,
        owner=invitation(Role.OWNER, where),
        reader=invitation(Role.READER, where),
        asked=asked,
        fault=fault,
        key=new_key(),
    )


@pages.post("/<number:phone>/dismiss")
def dismiss(phone: int) -> Any:
    """Sends a phone away; the owner's own only where that was ticked, and so that a link lets it in again."""
    this = this_phone()
    if not posted().fresh:
        return _back(STALE)
    if this is not None and phone == this.id:
        return _leave(phone)
    if not current_access().dismiss(phone):
        abort(404)
    current_hub().look_again()
    return _back(
        "The phone was sent away. It stands in the list still, should you want to let it in again."
    )


def _leave(phone: int) -> Any:
    if request.form.get("sure") != "1":
        return _page(THIS, UNSURE), 422
    current_access().forget(phone)
    current_hub().look_again()
    flash("This phone is out. The owner’s link lets it in again.")
    answer = redirect(url_for("joining.ask"), 303)
    answer.delete_cookie(cookie(), path=request.script_root or "/")
    return answer


@pages.post("/<number:phone>/readmit")
def readmit(phone: int) -> Any:
    """Lets a phone in again that was sent away, with the passes it had."""
    if not posted().fresh:
        return _back(STALE)
    if not current_access().dismiss(phone, back=True):
        abort(404)
    found = [one for one in current_access().phones() if one.id == phone]
    if not found:
        return _back(
            "It may come in again. Its links were made anew meanwhile, so it has to scan a new one."
        )
    return _back("The phone is let in again, where it was before.")


@pages.post("/renew")
def renew() -> Any:
    """Makes one link anew, once that was ticked: whoever came by the old one is out."""
    form = request.form
    game = plain_number(form.get("game", "")) or WHOLE_CLUB
    role = next((one for one in Role if one == form.get("role")), None)
    if role is None or (role in _OF_A_TABLE) != bool(game):
        return _back("Nothing was changed: choose a link.")
    if game and not current_club().exists(game):
        abort(404)
    fault = UNSURE if posted().fresh else STALE
    if not posted().fresh or form.get("sure") != "1":
        page = invite_page(game, role, fault) if game else _page(role, fault)
        return page, 422
    this, access = this_phone(), current_access()
    # Pressed twice, it is made anew once: whoever scanned the new code meanwhile stays in.
    if plain_number(form.get("generation", "")) != access.generation(role, game):
        return _back("The link had been made anew already. Here is the one that is good now.", game)
    access.renew(role, game, keep=this.id if this and role is Role.OWNER else None)
    current_hub().look_again()
    return _back(_RENEWED[role], game)


@pages.post("/renew-all")
def renew_all() -> Any:
    """Sends everybody away but this phone, once that was ticked: every link of the club is new."""
    if not posted().fresh or request.form.get("sure") != "1":
        return _page(ALL, UNSURE if posted().fresh else STALE), 422
    this = this_phone()
    current_access().renew_all(owner=this.id if this else None)
    current_hub().look_again()
    return _back(
        "All were sent away but this phone. Every link and every code of this club is new."
    )


def _back(said: str, game: int = WHOLE_CLUB) -> Any:
    """Back to the page a form came from, a table's or the club's, with what happened."""
    flash(said)
    game = game or plain_number(request.form.get("game", "")) or WHOLE_CLUB
    if game and current_club().exists(game):
        return redirect(url_for("inviting.show", game=game), 303)
    return redirect(url_for("phones.index"), 303)
