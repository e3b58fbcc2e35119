"""The rule sets of a club: the list of all, the page of each, and its file."""

from typing import Any

from flask import Blueprint, Response, abort, current_app, render_template

from scorepad.play.rules.catalog import Origin, list_all
from scorepad.play.rules.sharing import portable_text
from scorepad.web.access.permissions import Permission
from scorepad.web.app.current import g
from scorepad.web.rules.lookup import listed_here
from scorepad.web.rules.set_page import ShownSet, set_page

pages = Blueprint("rules", __name__, url_prefix="/rules")


@pages.get("")
def index() -> Any:
    """List the club's own sets, files in the instance folder, and the presets."""
    everything = [ShownSet.of(listed) for listed in list_all(g.club.store)]
    own = [shown for shown in everything if shown.listed.origin is Origin.OWN]
    return render_template(
        "rules/index.html",
        own=[shown for shown in own if not shown.listed.is_retired],
        retired=[shown for shown in own if shown.listed.is_retired],
        files=[shown for shown in everything if shown.listed.origin is Origin.FILE],
        drafts=g.club.store.rule_drafts.current() if Permission.OWN in g.allowed else [],
        presets=[shown for shown in everything if shown.listed.origin is Origin.PRESET],
    )


@pages.get("/<slug>")
def show(slug: str) -> Any:
    """Show a rule set for its usual table, or for `?table=`, such as 4x2."""
    return set_page(listed_here(slug))


@pages.get("/<slug>/file")
def download(slug: str) -> Response:
    """Send a rule set as a TOML file that any Scorepad can read."""
    listed = listed_here(slug)
    if listed.rules is None:
        abort(404)
    headers = {"Content-Disposition": f'attachment; filename="{listed.rules.slug}.toml"'}
    return current_app.response_class(portable_text(listed), headers=headers, content_type="application/toml")
