"""The page of the club's clock: its time zone, and the time at which a day begins. Both set the days of games."""

from dataclasses import dataclass
from datetime import UTC, datetime, time, tzinfo
from typing import Any, Self
from zoneinfo import ZoneInfo

from flask import flash, redirect, render_template, request, url_for
from wtforms import StringField

from scorepad.language.words import format_number, plural
from scorepad.store.clock import LATEST_BEGIN, PREVIEWED, BadBegin, NoSuchZone, parse_begin, zone_names
from scorepad.web.app.current import g
from scorepad.web.app.forms import PageForm, StaleForm
from scorepad.web.app.templates import new_key

NONE_MOVED = "No game would be on another day."
ONLY_TIMES = " Only the times on the pages change."

MAX_LISTED = 40
"""The most zones a search lists."""

LONGEST = 40
"""The most characters read of a search, or of a zone's name."""


class ClockForm(PageForm):
    """Choose a time zone, or the time at which a day begins; "" keeps it. `before` is what it replaces."""

    zone = StringField()
    begins = StringField()
    before = StringField()


@dataclass(frozen=True, slots=True)
class ClockPreview:
    """Another zone or begin of the day, and how many of the last `games` games would be on another day."""

    zone: str
    begins: str
    time: str
    moved: int
    games: int

    @property
    def text(self) -> str:
        is_part = self.games == PREVIEWED
        if not self.moved and is_part:
            return f"None of the last {self.games} games would be on another day."
        if not self.moved:
            return NONE_MOVED + (ONLY_TIMES if self.zone else "")
        games = f"the last {self.games} games" if is_part else plural(self.games, "game", "games")
        return f"{format_number(self.moved)} of {games} would be on another day."

    @classmethod
    def of(cls, zone: str, typed: str) -> Self | None:
        """Return the effect of a zone, or of a begin as typed; None for no change. Raises NoSuchZone and BadBegin."""
        clock, begins = g.club.store.clock, parse_begin(typed) if typed else None
        if zone in ("", clock.name()) and begins in (None, clock.days().begins):
            return None
        moved, games = clock.moved(zone or None, begins)
        return cls(zone, _wall(begins) if begins else "", _time(ZoneInfo(zone)) if zone else "", moved, games)


def show() -> Any:
    """Show the club's clock, the zones that match a search, and the effect of a chosen zone or begin of the day."""
    return _page(request.args.get("zone", "")[:LONGEST], request.args.get("begins", "")[:LONGEST].strip())


def change() -> Any:
    """Change the club's time zone, or the time at which its days begin."""
    form = ClockForm()
    if not form.validate():
        raise StaleForm
    zone, typed, clock = form.zone.data or "", (form.begins.data or "").strip(), g.club.store.clock
    try:
        begins = parse_begin(typed) if typed or not zone else None
        moved = clock.change(zone or None, begins)
    except (NoSuchZone, BadBegin):
        return _page(zone, typed)
    now = f"Days and times are now those of {readable(zone)}." if zone else ""
    now = now or f"A day now begins at {_wall(clock.days().begins)}."
    flash(f"{now} {plural(moved, 'game', 'games')} moved to another day." if moved else now)
    return redirect(url_for("clock.show", before=form.before.data or ""), 303)


def _page(zone: str, begins: str) -> Any:
    clock, typed = g.club.store.clock, request.args.get("search", "")[:LONGEST]
    matching, preview, fault = search(typed), None, ""
    try:
        preview = ClockPreview.of(zone, begins)
    except (NoSuchZone, BadBegin) as error:
        fault = str(error)
    html = render_template(
        "league/clock.html",
        name=clock.name(),
        time=_time(clock.zone()),
        begins=_wall(clock.days().begins),
        latest=_wall(LATEST_BEGIN),
        typed_begins=begins,
        typed=typed,
        zones=matching[:MAX_LISTED],
        more=len(matching) - MAX_LISTED,
        preview=preview,
        fault=fault,
        back=_way_back(request.args.get("before", "")[:LONGEST]),
        key=new_key(),
    )
    return html, 422 if fault else 200


def _way_back(before: str) -> tuple[str, str] | None:
    """The name and the address of the preview that brings back the clock before the change; None if that is shown."""
    clock = g.club.store.clock
    if before in ("", clock.name(), _wall(clock.days().begins)):
        return None
    if before[0].isdigit():
        return before, url_for("clock.show", begins=before)
    return readable(before), url_for("clock.show", zone=before)


def search(typed: str) -> list[str]:
    """Return the zones whose names contain this text, ignoring case; none for an empty text."""
    text = "_".join(typed.casefold().split())
    return [name for name in zone_names() if text in name.casefold()] if text else []


def readable(name: str) -> str:
    """Return a readable zone name: "New York (America)"."""
    area, _, place = name.replace("_", " ").removeprefix("Etc/").partition("/")
    return f"{place.replace('/', ', ')} ({area})" if place else area


def _wall(begins: time) -> str:
    return f"{begins:%H:%M}"


def _time(zone: tzinfo | None) -> str:
    now = datetime.now(UTC).astimezone(zone)
    return f"{now:%H:%M} on {now.day} {now:%b} {now.year}"
