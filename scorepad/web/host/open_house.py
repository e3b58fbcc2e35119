"""An open house: visitors may start clubs if `SCOREPAD_OPEN` is 1. Otherwise none of this is installed."""

from typing import Any, NamedTuple
from urllib.parse import quote, urlencode

from flask import Blueprint, Flask, Response, abort, current_app, redirect, render_template, request, session, url_for
from markupsafe import Markup
from wtforms import StringField

from scorepad import paths
from scorepad.live.open_clubs import OpenClubs
from scorepad.play.parse_form import clean_text
from scorepad.store import WHOLE_CLUB, Role
from scorepad.web.access.join import link_word
from scorepad.web.access.phones import external_address, qr_code
from scorepad.web.app.forms import PageForm
from scorepad.web.app.refusals import FRONT_PAGE
from scorepad.web.app.templates import new_key
from scorepad.web.host.house import (
    DAYS_UNUSED,
    NAME,
    OpenHouse,
    TooManyClubs,
    current_house,
    is_operators,
    sweep_now_and_then,
)
from scorepad.web.live.streams import streams_of
from scorepad.web.people.people_view import validate_name

# Start a club as a visitor: type its name, and keep the owner’s link

pages = Blueprint("start", __name__)

_STARTED = "started"
"""Session key of the club that this browser started last: its slug, its name, and the generation of its owner's link.
A later link is not shown: this phone may have been sent away since."""

_LETTER = """This link opens our club on Scorepad. Everyone who has it owns the club, so keep it:

{url}
"""


class StartForm(PageForm):
    name = StringField(validators=[validate_name])


class StartedClub(NamedTuple):
    """A club that was started: its name, the owner's link for other phones (`url`) and for this one (`path`)."""

    name: str
    url: str
    path: str

    @property
    def picture(self) -> Markup:
        return qr_code(self.url, "Code that makes a phone an owner of this club")

    @property
    def letter(self) -> str:
        """A mailto URL for a mail to oneself."""
        words = {"subject": f"{self.name}: our club on Scorepad", "body": _LETTER.format(url=self.url)}
        return f"mailto:?{urlencode(words, quote_via=quote)}"


@pages.get("/start")
def ask() -> Any:
    """Ask for the name of a new club."""
    return front_page()


@pages.post("/start")
def start() -> Any:
    """Start a club, and show its owner's link."""
    form = StartForm()
    if not form.validate():
        return front_page(form.texts["name"], form.faults), 422
    try:
        slug = current_house().start(request.remote_addr or "", form.key.data, clean_text(form.name.data))
    except TooManyClubs as error:
        return front_page(form.texts["name"], {"": str(error)}), 429
    session[_STARTED] = [slug, clean_text(form.name.data), _generation(slug)]
    return redirect(url_for("start.started"), 303)


@pages.get("/started")
def started() -> Any:
    """Show the owner's link of the club that this browser has started."""
    club = _started()
    return render_template("host/started.html", club=club) if club else redirect(url_for("start.ask"), 303)


def front_page(typed: str = "", faults: dict[str, str] | None = None) -> str:
    """Return the page that starts a club; also the front page of a host without a home club."""
    return render_template(
        "host/start.html", typed=typed, faults=faults or {}, key=new_key(), days=DAYS_UNUSED, club=_started()
    )


def _started() -> StartedClub | None:
    """Return the club that this browser started last, if it exists and its owner's link is unchanged."""
    slug, name, generation = session.get(_STARTED, ("", "", 0))
    if not slug or not paths.has_club(current_house().home, slug) or _generation(slug) != generation:
        return None
    word = link_word(str(current_app.secret_key), slug, Role.OWNER, WHOLE_CLUB, generation)
    path = f"{paths.prefix(slug)}/in/{word}"
    here = request.host_url.rstrip("/") + request.script_root
    return StartedClub(name, (external_address().origin or here) + path, request.script_root + path)


def _generation(slug: str) -> int:
    """Return the current generation of a club's owner's link."""
    clubs = current_house().clubs
    club = clubs.take(slug)
    try:
        return club.access.generation(Role.OWNER)
    finally:
        clubs.give_back(slug, club)


# The operator’s page: numbers, for anyone with the link that `scorepad club numbers --link` prints

operator_pages = Blueprint("operator", __name__, url_prefix="/operator")

_WORD = "operator"
"""Session key of the link's secret."""


@operator_pages.get("/<word>")
def enter(word: str) -> Any:
    """Move the secret from the URL into the session, and redirect to the page."""
    if not is_operators(current_house().home, word):
        abort(404)
    session[_WORD] = word
    return redirect(url_for("operator.show"), 303)


@operator_pages.get("")
def show() -> Any:
    """Show the numbers."""
    house = current_house()
    if not is_operators(house.home, session.get(_WORD)):
        abort(404)
    return render_template(
        "host/operator.html",
        numbers=house.counter.numbers(),
        most=house.limits.most,
        open_clubs=len(house.clubs.slugs()),
        streams=streams_of(current_app).taken,
        errors=house.errors,
    )


def install(app: Flask, clubs: OpenClubs, most: int, *, is_serving: bool) -> None:
    """Add the pages. If a server runs, also start to sweep periodically."""
    house = OpenHouse(app.config["HOME"], clubs, most)
    app.extensions[NAME] = house
    app.register_blueprint(pages)
    app.register_blueprint(operator_pages)
    app.extensions[FRONT_PAGE] = front_page
    app.after_request(_count_errors)
    if is_serving:
        sweep_now_and_then(house.home, clubs)


def _count_errors(response: Response) -> Response:
    if response.status_code >= 500:
        current_house().errors += 1
    return response
