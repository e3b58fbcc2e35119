"""The evenings as iCalendar: read by the rules of RFC 5545, with the times of the club's zone."""

import re
from datetime import UTC, datetime, time, timedelta
from zoneinfo import ZoneInfo

import pytest

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
