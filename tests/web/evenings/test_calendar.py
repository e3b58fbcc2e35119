"""The evenings as iCalendar: read by the rules of RFC 5545, with the times of the club's zone."""

import re
from dataclasses import asdict
from datetime import UTC, datetime, time, timedelta
from zoneinfo import ZoneInfo

import pytest

from scorepad.play.nights import NightSitting, NightTerms, terms_document
from scorepad.store import Role
from scorepad.store.tokens import TokenRole
from scorepad.web.evenings.calendar import folded
from tests.web.api.programs import program
from tests.web.driving import Table, Visitor
from tests.web.kept import keep
from tests.web.league.tiny_league import USUAL

BERLIN = ZoneInfo("Europe/Berlin")
STAMP = "%Y%m%dT%H%M%S"


def calendar(visitor):
    """The calendar's lines as (name, value), after its physical lines were checked and joined."""
    answer = visitor.client.get("/evenings.ics")
    assert (answer.status_code, answer.mimetype) == (200, "text/calendar")
    assert answer.text.endswith("\r\n")
    assert "\n" not in answer.text.replace("\r\n", "")
    assert all(len(line.encode()) <= 75 for line in answer.text.split("\r\n"))
    lines = answer.text.replace("\r\n ", "").rstrip().split("\r\n")
    return [(name, value) for name, _, value in (line.partition(":") for line in lines)]


def parts(lines, kind):
    """The lines of each component of a kind, by name."""
    text = "\n".join(":".join(line) for line in lines)
    found = re.findall(rf"BEGIN:{kind}\n(.*?)\nEND:{kind}", text, re.DOTALL)
    return [dict(line.split(":", 1) for line in one.split("\n")) for one in found]


def play_at(visitor, monkeypatch, *moments):
    for moment in moments:
        with monkeypatch.context() as patch:
            patch.setattr(visitor.club, "_now", lambda at=moment: at.astimezone(UTC).isoformat(timespec="milliseconds"))
            keep(visitor, "southern-ohio", (6500, 20), names=USUAL)


def test_an_evening_past_midnight_is_one_event_on_the_day_it_began(first_visitor, monkeypatch):
    first_visitor.club.clock.change(BERLIN.key)
    evening = datetime(2026, 3, 28, 20, tzinfo=BERLIN)
    play_at(first_visitor, monkeypatch, evening, datetime(2026, 3, 29, 0, 40, tzinfo=BERLIN))
    (event,) = parts(calendar(first_visitor), "VEVENT")
    assert event["DTSTART;TZID=Europe/Berlin"] == "20260328T200000"
    assert event["DTEND;TZID=Europe/Berlin"] == "20260329T004000"
    assert event["SUMMARY"] == r"Hand and Foot\, 2 games"
    assert event["URL"].endswith("/evenings/2026-03-28")
    # A correction today is no part of it.
    Table(first_visitor, 1).sheet(1).finish(**{"team1.adjustment1.points": "6550"})
    assert parts(calendar(first_visitor), "VEVENT") == [event]


def test_an_evening_of_which_only_the_day_is_sure_takes_the_whole_day(first_visitor, monkeypatch):
    first_visitor.club.clock.change(BERLIN.key)
    play_at(first_visitor, monkeypatch, datetime(2026, 5, 2, 0, 30, tzinfo=BERLIN))
    (event,) = parts(calendar(first_visitor), "VEVENT")
    assert event["URL"].endswith("/evenings/2026-05-01")
    assert (event["DTSTART;VALUE=DATE"], event["DTEND;VALUE=DATE"]) == ("20260501", "20260502")


def test_games_from_a_file_take_the_whole_day(first_visitor):
    said = {(0, "table", "imported"): {"from": "a.csv", "line": 2, "day": "2026-02-03"}}
    keep(first_visitor, "southern-ohio", (6500, 20), names=USUAL, cells=said)
    (event,) = parts(calendar(first_visitor), "VEVENT")
    assert event["DTSTART;VALUE=DATE"] == "20260203"


def test_its_zone_gives_every_event_the_offset_of_that_day(first_visitor, monkeypatch):
    first_visitor.club.clock.change(BERLIN.key)
    begun = [datetime(2025, month, 27, 19, 30, tzinfo=BERLIN) for month in (1, 3, 5, 8, 10, 12)]
    play_at(first_visitor, monkeypatch, *begun)
    lines = calendar(first_visitor)
    assert ("TZID", BERLIN.key) in lines
    offsets = parts(lines, "STANDARD") + parts(lines, "DAYLIGHT")
    rules = sorted((one["DTSTART"], one["TZOFFSETTO"]) for one in offsets)
    assert rules[1:] == [("20250330T020000", "+0200"), ("20251026T030000", "+0100")]
    assert [one["TZOFFSETTO"] for one in parts(lines, "DAYLIGHT")] == ["+0200"]
    events = parts(lines, "VEVENT")
    assert len(events) == len(begun)
    # Each was stored in one moment. An end must be later than its start.
    assert not any(name.startswith("DTEND") for event in events for name in event)
    for event in events:
        at = event["DTSTART;TZID=Europe/Berlin"]
        offset = [to for since, to in rules if since <= at][-1]
        assert datetime.strptime(at + offset, f"{STAMP}%z") in begun


def test_a_club_without_a_named_zone_has_times_in_utc(first_visitor, monkeypatch):
    monkeypatch.setattr("scorepad.store.clock.Clock.name", lambda clock: "")
    day = datetime.now(UTC).date() - timedelta(days=9)
    play_at(first_visitor, monkeypatch, datetime.combine(day, time(13), UTC))
    lines = calendar(first_visitor)
    assert not parts(lines, "VTIMEZONE")
    assert parts(lines, "VEVENT")[0]["DTSTART"] == f"{day:%Y%m%d}T130000Z"


def plan(visitor, key, when, **terms):
    """Plan a night for a moment, and return its number."""
    day, begins = (when.date().isoformat(), f"{when:%H:%M}") if isinstance(when, datetime) else (when.isoformat(), "")
    document = terms_document(NightTerms(rules="southern-ohio", day=day, begins=begins, **terms))
    return visitor.club.nights.add(document, key=key).id


def test_planned_nights_are_in_it_by_the_clubs_clock_until_they_are_removed(first_visitor):
    first_visitor.club.clock.change(BERLIN.key)
    today = first_visitor.club.clock.today()
    evening = datetime.combine(today + timedelta(days=200), time(19, 30), BERLIN)
    night = plan(first_visitor, "summer", evening, name="Prizes; at last", sittings=3, minutes=45)
    plan(first_visitor, "open", today + timedelta(days=3))
    plan(first_visitor, "missed", today - timedelta(days=3))
    lines = calendar(first_visitor)
    whole, timed = parts(lines, "VEVENT")
    assert whole["DTSTART;VALUE=DATE"] == f"{today + timedelta(days=3):%Y%m%d}"
    assert timed["SUMMARY"] == r"Prizes\; at last"
    assert timed["DTSTART;TZID=Europe/Berlin"] == f"{evening:{STAMP}}"
    assert timed["DTEND;TZID=Europe/Berlin"] == f"{evening + timedelta(minutes=135):{STAMP}}"
    assert timed["URL"].endswith(f"/nights/{night}")
    # The zone reaches as far as the night.
    offset = [part for part in parts(lines, "STANDARD") + parts(lines, "DAYLIGHT")
              if part["DTSTART"] <= f"{evening:{STAMP}}"]  # fmt: skip
    assert max(offset, key=lambda part: part["DTSTART"])["TZOFFSETTO"] == f"{evening:%z}"
    assert calendar(first_visitor) == lines
    first_visitor.club.nights.remove(night)
    assert parts(calendar(first_visitor), "VEVENT") == [whole]


def test_a_planned_night_gives_way_to_its_evening_once_that_is_played(first_visitor, monkeypatch):
    first_visitor.club.clock.change(BERLIN.key)
    day = first_visitor.club.clock.today() + timedelta(days=1)
    noon = datetime.combine(day, time(12), BERLIN)
    night = plan(first_visitor, "tomorrow", noon)
    (planned,) = parts(calendar(first_visitor), "VEVENT")
    # Another game of that day is not the night.
    play_at(first_visitor, monkeypatch, noon)
    assert len(parts(calendar(first_visitor), "VEVENT")) == 2
    stored = first_visitor.club.nights.night(night)
    begun = NightSitting(tables=(((1, 3), (2, 4)),), games=(1,), begun_at=noon.isoformat())
    first_visitor.club.nights.change(night, {**stored.document, "drawn": [asdict(begun)]}, seen=stored.version)
    (played,) = parts(calendar(first_visitor), "VEVENT")
    assert played["UID"] == planned["UID"]
    assert played["SUMMARY"] == r"Hand and Foot\, 1 game"
    assert played["URL"].endswith(f"/evenings/{day}")


def test_an_empty_club_has_an_empty_calendar_with_its_name(first_visitor):
    first_visitor.club.rename("Aces; Kings, & Co \\ é")
    lines = calendar(first_visitor)
    assert ("NAME", r"Aces\; Kings\, & Co \\ é: nights") in lines
    assert not parts(lines, "VEVENT")
    assert lines[0] == ("BEGIN", "VCALENDAR")
    assert ("VERSION", "2.0") in lines


@pytest.mark.parametrize("text", ["a" * 75, "a" * 76, "é" * 200, "😀" * 99])
def test_long_lines_are_folded_between_characters(text):
    lines = folded(text).split("\r\n")
    assert max(len(line.encode()) for line in lines) <= 75
    assert folded(text).replace("\r\n ", "") == text


@pytest.mark.parametrize(("role", "status"), [(Role.OWNER, 200), (Role.READER, 200), (None, 403)])
def test_phones_read_it_as_they_read_the_games(app, role, status):
    assert Visitor(app, role).client.get("/evenings.ics").status_code == status


@pytest.mark.parametrize(("may", "status"), [(TokenRole.FEED, 200), (TokenRole.READ, 403)])
def test_of_tokens_only_one_for_the_feed_counts_in_its_address(app, visitor, may, status):
    text = program(visitor, may).text
    answer = Visitor(app, None).client.get(f"/evenings.ics?token={text}")
    assert answer.status_code == status
    assert text not in answer.text


def test_a_calendar_that_has_it_is_told_so(visitor):
    tag = visitor.client.get("/evenings.ics").headers["ETag"]
    assert visitor.client.get("/evenings.ics", headers={"If-None-Match": tag}).status_code == 304


def test_the_nights_and_a_new_token_for_feeds_tell_its_address(night):
    assert night.get("/evenings").links["all nights so far"] == "/evenings.ics"
    page = night.get("/phones/tokens")
    made = night.send(page.form("/phones/tokens"), name="Calendar", may="feed")
    assert "/evenings.ics?token=scorepad_" in made.root.text
