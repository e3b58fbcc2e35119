"""Streams of changes: finished games, or the table of one game. They can be resumed, and end with their token."""

import json

from flask import has_app_context

from scorepad.store import StoreError
from scorepad.web.live.streams import streams_of
from tests.web.api.programs import program
from tests.web.driving import OUT_FIRST


def event(stream):
    """The next event: its id, its name and its data."""
    for chunk in stream:
        if chunk.startswith(b"id:"):
            lines = dict(line.split(": ", 1) for line in chunk.decode().strip().split("\n"))
            return int(lines["id"]), lines["event"], json.loads(lines["data"])
    return None


def dispatched(stream, most):
    """The first events of a stream for a client that reads as httpx-sse 0.4.3 does (its `_decoders.py`).

    A blank line is an event unless name, data, id and retry are all empty, and the id of the last event stays.
    """
    events, fields = [], {"id": ""}
    for line in (line for chunk in stream for line in chunk.decode().splitlines()):
        name, _, text = line.partition(": ")
        if not line and any(fields.values()):
            events.append((fields.get("event", ""), fields.get("data", "")))
            fields = {"id": fields["id"]}
        elif line.startswith(":"):
            events.append(line)
        elif line:
            fields[name] = text
        if len(events) == most:
            return events
    return events


def test_a_heartbeat_is_no_event_even_for_a_client_that_makes_one_of_every_blank_line(app, begun, reader, monkeypatch):
    monkeypatch.setitem(app.config, "HEARTBEAT", 0.01)
    with reader.ask(f"/games/{begun.game}/changes") as answer:
        (first, data), *beats = dispatched(answer.response, 4)
    assert (first, json.loads(data)["state"]) == ("live", "playing")
    assert beats == [":"] * 3


def test_a_table_is_followed_and_the_stream_resumes(begun, reader):
    address = f"/games/{begun.game}/changes"
    with reader.ask(address) as answer:
        assert answer.mimetype == "text/event-stream"
        first, name, live = event(answer.response)
        # A server iterates over the response after the request context has ended.
        assert not has_app_context()
        assert (name, live) == ("live", reader.get(f"/games/{begun.game}/live"))
        begun.sheet(2).save(team1__melded="300")
        second, _, live = event(answer.response)
        assert (second > first, live["teams"][0]["so_far"]) == (True, 300)
    with reader.ask(address, headers={"Last-Event-ID": str(first)}) as answer:
        assert event(answer.response)[0] == second


def test_finished_games_and_their_corrections_come_in_order(visitor, reader):
    since = visitor.club.latest_seq()
    table = visitor.begin()
    for number in range(1, 5):
        table.play(number, **OUT_FIRST)
    with reader.ask("/changes", headers={"Last-Event-ID": str(since)}) as answer:
        over, name, game = event(answer.response)
        assert (name, game["id"], game["state"], game["winners"]) == ("finished", table.game, "over", [1])
        table.play(1, **OUT_FIRST | {"team1.melded": "905"})
        corrected, _, game = event(answer.response)
        assert (corrected > over, game["teams"][0]["total"]) == (True, 18005)


def test_a_stream_ends_with_its_token_and_there_is_a_most(app, visitor, reader, monkeypatch):
    with reader.ask("/changes") as answer:
        revoke = f"/tokens/{reader.text.split('_')[1]}/revoke"
        visitor.send(visitor.get("/phones/tokens").form(revoke))
        assert event(answer.response) is None
    monkeypatch.setattr(streams_of(app), "most", 0)
    refused = program(visitor).ask("/changes")
    assert (refused.status_code, refused.headers["Retry-After"]) == (503, "60")


def test_a_last_event_that_is_none_is_a_problem(reader):
    assert reader.ask("/changes", headers={"Last-Event-ID": "soon"}).status_code == 400


def test_a_read_that_fails_takes_no_place_of_a_stream(app, visitor, reader, monkeypatch):
    def fail(*_):
        raise StoreError("The disk failed.")

    taken = streams_of(app).taken
    with monkeypatch.context() as patch:
        patch.setattr(visitor.club, "latest_seq", fail)
        assert reader.ask("/changes").status_code == 503
    assert streams_of(app).taken == taken
