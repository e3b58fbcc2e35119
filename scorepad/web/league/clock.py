"""The page to choose the club's time zone, which sets the days of games and the times on pages."""

from dataclasses import dataclass
from datetime import UTC, datetime, tzinfo
from typing import Any, Self
from zoneinfo import ZoneInfo

from flask import Blueprint, flash, redirect, render_template, request, url_for
from wtforms import StringField

from scorepad.scoring.text.explain import format_number, plural
from scorepad.store.clock import PREVIEWED, NoSuchZone, zone_names
from scorepad.web.app.current import g
from scorepad.web.app.forms import PageForm, StaleForm
from scorepad.web.app.templates import new_key

pages = Blueprint("clock", __name__, url_prefix="/league/clock")

NONE_MOVED = "No game would be on another day. Only the times on the pages change."

MAX_LISTED = 40
"""The most zones a search lists."""

LONGEST = 40
"""The most characters read of a search, or of a zone's name."""


class ZoneForm(PageForm):
    """Choose a time zone."""

    zone = StringField()
    before = StringField()


@dataclass(frozen=True, slots=True)
class Preview:
    """Another zone: its current time, and how many of the last `games` games would be on another day."""

    name: str
    time: str
    moved: int
    games: int

    @property
    def text(self) -> str:
        """The effect of the zone, as a sentence."""
        is_part = self.games == PREVIEWED
        if not self.moved:
            return f"None of the last {self.games} games would be on another day." if is_part else NONE_MOVED
        games = f"the last {self.games} games" if is_part else plural(self.games, "game", "games")
        return f"{format_number(self.moved)} of {games} would be on another day."

    @classmethod
    def of(cls, name: str) -> Self:
        """Return the effect of a zone. Raises NoSuchZone."""
        moved, games = g.club.store.clock.moved(name)
        return cls(name, _time(ZoneInfo(name)), moved, games)


@pages.get("")
def show() -> Any:
    """Show the club's time zone, the zones that match a search, and the effect of the chosen one."""
    return _page(request.args.get("zone", "")[:LONGEST])


@pages.post("/use")
def change() -> Any:
    """Change the club's time zone."""
    form = ZoneForm()
    if not form.validate():
        raise StaleForm
    name, clock = form.zone.data or "", g.club.store.clock
    try:
        moved = clock.change(name)
    except NoSuchZone:
        return _page(name)
    days = f" {plural(moved, 'game', 'games')} moved to another day." if moved else ""
    flash(f"Days and times are now those of {readable(name)}.{days}")
    return redirect(url_for("clock.show", before=form.before.data or ""), 303)


def _page(chosen: str) -> Any:
    clock, typed = g.club.store.clock, request.args.get("search", "")[:LONGEST]
    matching, preview, fault = search(typed), None, ""
    try:
        preview = Preview.of(chosen) if chosen else None
    except NoSuchZone as error:
        fault = str(error)
    html = render_template(
        "league/clock.html",
        name=clock.name(),
        time=_time(clock.zone()),
        typed=typed,
        zones=matching[:MAX_LISTED],
        more=len(matching) - MAX_LISTED,
        preview=preview,
        fault=fault,
        before=request.args.get("before", "")[:LONGEST],
        key=new_key(),
    )
    return html, 422 if fault else 200


def search(typed: str) -> list[str]:
    """Return the zones whose names contain this text, ignoring case; none for an empty text."""
    text = "_".join(typed.casefold().split())
    return [name for name in zone_names() if text in name.casefold()] if text else []


@pages.app_template_filter("zone")
def readable(name: str) -> str:
    """Return a readable zone name: "New York (America)"."""
    area, _, place = name.replace("_", " ").removeprefix("Etc/").partition("/")
    return f"{place.replace('/', ', ')} ({area})" if place else area


def _time(zone: tzinfo | None) -> str:
    now = datetime.now(UTC).astimezone(zone)
    return f"{now:%H:%M} on {now.day} {now:%b} {now.year}"
