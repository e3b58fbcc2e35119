"""Invite another phone: with a link as a QR code or as text, or with six digits to type."""

from dataclasses import dataclass
from typing import Any, NamedTuple

from flask import Blueprint, current_app, render_template, request
from markupsafe import Markup

from scorepad import addresses, paths
from scorepad.store import WHOLE_CLUB, Role
from scorepad.web.access import links
from scorepad.web.access.codes import Purpose, ShownCode
from scorepad.web.access.permissions import Permission
from scorepad.web.access.phone_list import phones_at_table
from scorepad.web.app.current import g, load
from scorepad.web.app.hosts import host_name, is_ip_address
from scorepad.web.app.templates import new_key

pages = Blueprint("invites", __name__)

LABELS = {
    Role.OWNER: "Code that makes a phone an owner of this club",
    Role.READER: "Code that lets a phone read this club",
    Role.SCORER: "Code that lets a phone keep score at this table",
    Role.WATCHER: "Code that lets a phone watch this table",
}
QUIET_ZONE = 4
"""White modules around a QR code. Cameras need them."""


class ExternalAddress(NamedTuple):
    """The URL at which another phone reaches these pages.

    `origin` is "" if no other phone can. `elsewhere`: it is not the URL that this page was opened at.
    """

    origin: str
    elsewhere: bool = False

    @property
    def host(self) -> str:
        """The part of the URL that people type."""
        return self.origin.partition("://")[2]


def external_address() -> ExternalAddress:
    """Return the URL to put into this page's QR codes."""
    here = f"{request.host_url.rstrip('/')}{request.script_root}"
    if not is_loopback(request.host):
        return ExternalAddress(here)
    network = addresses.load(current_app.config["HOME"])
    if network is None or not network.origins:
        return ExternalAddress("", elsewhere=True)
    # Other phones do not come through the proxy of this page, if there is one.
    prefix = paths.prefix(g.club.slug) if "club" in g else ""
    return ExternalAddress(f"{network.origins[0]}{prefix}", elsewhere=True)


def is_loopback(host: str) -> bool:
    """Return whether a host, with or without a port, is a loopback address, which other machines cannot use."""
    name = host_name(host) or ""
    if is_ip_address(name):
        return name.startswith(("127.", "[::1]", "[::ffff:127.")) or name == "0.0.0.0"  # noqa: S104  # only compares
    return name == "localhost" or name.endswith(".localhost")


@dataclass(frozen=True, slots=True)
class Invitation:
    """A link. `url` and `picture` are "" if no other phone can reach this server.

    `code` is None for a link to the whole club: six digits are too easy to guess for that.
    """

    role: Role
    game: int
    generation: int
    url: str
    picture: Markup
    code: ShownCode | None

    @property
    def id(self) -> str:
        """Its HTML id."""
        return f"{self.role}-link"


def invitation(role: Role, where: ExternalAddress, game: int = WHOLE_CLUB) -> Invitation:
    """Return the invitation with the current link of a role."""
    generation = g.club.access.generation(role, game)
    url = link_url(role, where.origin, game) if where.origin else ""
    picture = qr_code(url, LABELS[role]) if url else Markup()
    code = g.club.codes.show(Purpose(role, game, generation)) if game else None
    return Invitation(role, game, generation, url, picture, code)


def link_url(role: Role, origin: str, game: int = WHOLE_CLUB) -> str:
    """Return the URL at `origin` that lets a phone join."""
    generation = g.club.access.generation(role, game)
    return f"{origin}/in/{links.word(str(current_app.secret_key), g.club.slug, role, game, generation)}"


def qr_code(url: str, label: str) -> Markup:
    """Return the QR code of a link as an SVG that fills its container. Screen readers read the label."""
    # Imported here to save memory on small computers: most processes never render a QR code.
    import segno

    # Draw the light modules too: a dark page would shine through.
    svg = segno.make(url, error="m", micro=False).svg_inline(
        border=QUIET_ZONE, omitsize=True, dark="#000000", light="#ffffff", svgclass="qr", lineclass=None
    )
    return Markup('<div class="code" role="img" aria-label="{}">{}</div>').format(
        label,
        Markup(svg),  # noqa: S704  # segno draws this picture
    )


@pages.get("/games/<number:game>/invite")
def show(game: int) -> Any:
    """Show a table's codes, for keeping score and for watching."""
    return invite_page(game)


def invite_page(game: int, asked: Role | None = None, fault: str = "") -> str:
    """Return a table's page of codes. `fault` is what is wrong with the form that makes a new link for `asked`."""
    where = external_address()
    return render_template(
        "access/invite.html",
        game=load(game),
        where=where,
        join_url=f"{where.host}/join",
        scoring=invitation(Role.SCORER, where, game),
        watching=invitation(Role.WATCHER, where, game),
        phones=phones_at_table(game) if Permission.OWN in g.allowed else [],
        asked=asked,
        fault=fault,
        key=new_key(),
    )
