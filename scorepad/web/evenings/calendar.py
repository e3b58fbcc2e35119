"""The club's evenings and planned nights as a calendar (iCalendar, RFC 5545).

Phones that may read the club read it, and feed tokens.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import UTC, date, datetime, timedelta, tzinfo
from uuid import NAMESPACE_URL, uuid5
from zoneinfo import ZoneInfo

from flask import Response, abort, url_for

from scorepad.language.words import plural
from scorepad.play.nights import Night, begun_on, nights_of, planned_for
from scorepad.store import Club
from scorepad.store.clock import Days
from scorepad.store.results.reads import EveningTimes
from scorepad.web.api.feed import check_may_read
from scorepad.web.api.routes import conditional
from scorepad.web.app.current import g
from scorepad.web.app.freshness import league_reading

MEDIA_TYPE = "text/calendar"
LISTED = 500
"""Evenings in the calendar, the latest."""
RETRY_AFTER = 10
"""Seconds until a calendar asks again if the figures are still being worked out."""
_LONGEST = 75
"""The most bytes of a line."""
_CONTROL = re.compile(r"[\x00-\x09\x0b-\x1f\x7f]")


def show() -> Response:
    """Send the evenings and planned nights, or 304 if the calendar has them already."""
    check_may_read()
    store = g.club.store
    with league_reading() as is_settled:
        if g.is_updating or not is_settled:
            abort(Response("The evenings are being worked out.\n", 503, {"Retry-After": str(RETRY_AFTER)}))
        evenings = store.league.evenings.times(LISTED)
        # A machine's own zone has no name that a calendar would know.
        zone = ZoneInfo(store.clock.name()) if store.clock.name() else None
        # The club's first game identifies it, because games are never deleted.
        lines = _calendar(_events(evenings, store, store.keys_of([1]).get(1, "")), zone, store.name())
    return conditional("".join(f"{folded(line)}\r\n" for line in lines), MEDIA_TYPE)


@dataclass(frozen=True, slots=True)
class Event:
    """An event. Without `began` it takes the whole day, and without `ended` it has no end."""

    mark: str
    """What identifies it for ever."""
    day: date
    began: datetime | None
    ended: datetime | None
    changed: datetime | None
    """When it was last changed, as far as that is known: the same event must give the same text."""
    summary: str
    url: str


def _events(evenings: Sequence[EveningTimes], store: Club, first: str) -> list[Event]:
    """Return the evenings, then the nights that are planned. An evening replaces the night that was played then."""
    days, today = store.clock.days(), store.clock.today().isoformat()
    nights = [night for night in nights_of(store, store.nights.all()) if night.day]
    played = {evening.day for evening in evenings}
    # The oldest of a day comes last, and gives its mark.
    marks = {begun_on(night, days): _mark_of(night) for night in nights}
    coming = [night for night in nights if night.day >= today and begun_on(night, days) not in played]
    return [
        *(_evening(evening, marks.get(evening.day, f"scorepad:evening:{first}:{evening.day}")) for evening in evenings),
        *(_planned(night, days) for night in sorted(coming, key=lambda night: (night.day, night.begins, night.id))),
    ]


def _mark_of(night: Night) -> str:
    return f"scorepad:night:{night.key}"


def _evening(evening: EveningTimes, mark: str) -> Event:
    return Event(
        mark,
        day=date.fromisoformat(evening.day),
        began=evening.began,
        ended=evening.ended,
        changed=evening.ended,
        summary="Hand and Foot, " + plural(evening.games, "game", "games"),
        url=url_for("evenings.show", day=evening.day, _external=True),
    )


def _planned(night: Night, days: Days) -> Event:
    """Return a night to come. It has an end only if every sitting has one."""
    began = planned_for(night, days)
    return Event(
        _mark_of(night),
        day=date.fromisoformat(night.day),
        began=began,
        ended=began + timedelta(minutes=night.sittings * night.minutes) if began and night.minutes else None,
        changed=datetime.fromisoformat(night.created_at),
        summary=night.name or "Hand and Foot, club night",
        url=url_for("nights.show", night=night.id, _external=True),
    )


def _calendar(events: Sequence[Event], zone: ZoneInfo | None, name: str) -> Iterator[str]:
    title = _text(f"{name}: nights" if name else "Nights of Hand and Foot")
    yield from ("BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:-//Scorepad//Evenings//EN", "CALSCALE:GREGORIAN")
    yield from (f"NAME:{title}", f"X-WR-CALNAME:{title}", "REFRESH-INTERVAL;VALUE=DURATION:PT6H")
    moments = [moment for event in events for moment in (event.began, event.ended) if moment]
    if zone and moments:
        yield from _zone(zone, min(moments), max(moments))
    for event in events:
        yield from _event(event, zone)
    yield "END:VCALENDAR"


def _event(event: Event, zone: ZoneInfo | None) -> Iterator[str]:
    yield "BEGIN:VEVENT"
    yield f"UID:{uuid5(NAMESPACE_URL, event.mark)}"
    yield f"DTSTAMP:{_utc(event.changed) if event.changed else f'{event.day:%Y%m%d}T120000Z'}"
    if event.began:
        yield f"DTSTART{_moment(event.began, zone)}"
        # An end must be later than the start, to the second. Without one, it is the start.
        if event.ended and event.ended - event.began >= timedelta(seconds=1):
            yield f"DTEND{_moment(event.ended, zone)}"
    else:
        yield f"DTSTART;VALUE=DATE:{event.day:%Y%m%d}"
        yield f"DTEND;VALUE=DATE:{event.day + timedelta(days=1):%Y%m%d}"
    yield "SUMMARY:" + _text(event.summary)
    yield f"URL:{event.url}"
    yield "TRANSP:TRANSPARENT"
    yield "END:VEVENT"


def _zone(zone: ZoneInfo, first: datetime, last: datetime) -> Iterator[str]:
    """Describe a zone from the first moment to the last: once for the offset at the first, and each change since."""
    yield from ("BEGIN:VTIMEZONE", f"TZID:{zone.key}")
    begin = first.astimezone(UTC).replace(minute=0, second=0, microsecond=0) - timedelta(days=1)
    yield from _offset(zone, begin, begin)
    day = begin
    while day < last:
        following = day + timedelta(days=1)
        if _state(zone, day) != _state(zone, following):
            early, late = day, following
            while late - early > timedelta(minutes=1):
                middle = early + (late - early) // 2
                early, late = (middle, late) if _state(zone, middle) == _state(zone, day) else (early, middle)
            yield from _offset(zone, day, late.replace(second=0, microsecond=0))
        day = following
    yield "END:VTIMEZONE"


def _offset(zone: ZoneInfo, before: datetime, moment: datetime) -> Iterator[str]:
    """Describe the offset from a moment on. Its time is by the clock as it was before."""
    was, now = before.astimezone(zone), moment.astimezone(zone)
    # By the offset, not by the zone's own word: Ireland calls its summer time standard.
    kind = "DAYLIGHT" if now.replace(tzinfo=UTC) - moment > was.replace(tzinfo=UTC) - before else "STANDARD"
    yield f"BEGIN:{kind}"
    yield f"DTSTART:{moment + (was.utcoffset() or timedelta()):%Y%m%dT%H%M%S}"
    yield f"TZOFFSETFROM:{was:%z}"
    yield f"TZOFFSETTO:{now:%z}"
    yield f"TZNAME:{now:%Z}"
    yield f"END:{kind}"


def _state(zone: tzinfo, moment: datetime) -> tuple[timedelta | None, str | None]:
    here = moment.astimezone(zone)
    return here.utcoffset(), here.tzname()


def _moment(moment: datetime, zone: ZoneInfo | None) -> str:
    return f";TZID={zone.key}:{moment.astimezone(zone):%Y%m%dT%H%M%S}" if zone else f":{_utc(moment)}"


def _utc(moment: datetime) -> str:
    return f"{moment.astimezone(UTC):%Y%m%dT%H%M%SZ}"


def _text(text: str) -> str:
    """Write text as iCalendar does."""
    escaped = re.sub(r"([\\;,])", r"\\\1", _CONTROL.sub("", text))
    return escaped.replace("\n", r"\n")


def folded(line: str) -> str:
    """Fold a line: at most 75 bytes each, the next ones begin with a space, and no character is split."""
    lines, length = [""], 0
    for character in line:
        size = len(character.encode())
        if length + size > _LONGEST:
            lines.append(" ")
            length = 1
        lines[-1] += character
        length += size
    return "\r\n".join(lines)
