"""Letting another phone in: the links of a table and of the club, as codes to scan, as text, and as digits to type."""

from dataclasses import dataclass
from typing import Any

from flask import Blueprint, current_app, render_template
from markupsafe import Markup

from scorepad.store import WHOLE_CLUB, Role
from scorepad.web import links, qr
from scorepad.web.clubs import current_access, current_codes, current_slug, load, new_key
from scorepad.web.codes import Purpose, Shown
from scorepad.web.doors import may
from scorepad.web.phonelist import at_table
from scorepad.web.reach import Reach, reach

pages = Blueprint("inviting", __name__)

SAID = {
    Role.OWNER: "Code that makes a phone an owner of this club",
    Role.READER: "Code that lets a phone read this club",
    Role.SCORER: "Code that lets a phone keep score at this table",
    Role.WATCHER: "Code that lets a phone watch this table",
}


@dataclass(frozen=True, slots=True)
class Invitation:
    """One link: `text` is its address, `picture` the same to scan; both "" where no other phone can come in.

    `code` is None for a link of the whole club: those are too good to be guessed at.
    """

    role: Role
    game: int
    generation: int
    text: str
    picture: Markup
    code: Shown | None

    @property
    def id(self) -> str:
        """What it is called in a page."""
        return f"{self.role}-link"


def invitation(role: Role, where: Reach, game: int = WHOLE_CLUB) -> Invitation:
    """The link of a role, as it is good now."""
    generation = current_access().generation(role, game)
    word = links.word(str(current_app.secret_key), current_slug(), role, game, generation)
    text = f"{where.origin}/in/{word}" if where.origin else ""
    picture = qr.picture(text, SAID[role]) if text else Markup()
    code = current_codes().shown(Purpose(role, game, generation)) if game else None
    return Invitation(role, game, generation, text, picture, code)


@pages.get("/games/<number:game>/invite")
def show(game: int) -> Any:
    """A table's codes: for keeping score, and for watching."""
    return invite_page(game)


def invite_page(game: int, asked: Role | None = None, fault: str = "") -> str:
    """The page of a table's codes, with what is wrong about making the link of the role that was asked for anew."""
    where = reach()
    return render_template(
        "inviting/invite.html",
        game=load(game),
        where=where,
        door=f"{where.host}/join",
        scoring=invitation(Role.SCORER, where, game),
        watching=invitation(Role.WATCHER, where, game),
        phones=at_table(game) if may("OWN") else [],
        asked=asked,
        fault=fault,
        key=new_key(),
    )
