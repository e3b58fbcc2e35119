#!/bin/sh
# httpx-sse 0.4.3 makes an empty event of every heartbeat once an event had an id.
#
# A server keeps a quiet stream open with a comment: a line with a colon, and often a blank line after it. One would guess
# (and this was written down before it was run) that a client ignores both, as the standard says: an event without data is
# dropped. httpx-sse drops it only while no event has had an id. The id stays, as it should, but counts as a part of the
# next event, so each blank line yields an event with the name "message" and the data "". A program that parses the data
# of each event as JSON then fails at the first heartbeat. A heartbeat without a blank line yields nothing.
#
# Exits with 0 while this is so, and with 1 once it changes.
set -eu

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/venv"
"$folder/venv/bin/pip" install --quiet --disable-pip-version-check httpx==0.28.1 httpx-sse==0.4.3

cat > "$folder/run.py" <<'PYTHON'
from importlib.metadata import version

import httpx
from httpx_sse import EventSource

EVENT = 'id: 7\nevent: live\ndata: {"seq": 7}\n\n'
NAMELESS = 'event: live\ndata: {"seq": 7}\n\n'


def seen(text):
    response = httpx.Response(200, headers={"Content-Type": "text/event-stream"}, content=text.encode())
    return [(event.event, event.data, event.id) for event in EventSource(response).iter_sse()]


print(f"httpx {version('httpx')}, httpx-sse {version('httpx-sse')}")
with_blank, without, no_id = seen(EVENT + ":\n\n:\n\n"), seen(EVENT + ":\n:\n"), seen(NAMELESS + ":\n\n:\n\n")
print(f"an event with an id, then two comments with a blank line: {with_blank}")
print(f"the same without blank lines: {without}")
print(f"an event without an id, then two comments with a blank line: {no_id}")
live = ("live", '{"seq": 7}', "7")
raise SystemExit((with_blank, without, len(no_id)) != ([live, *[("message", "", "7")] * 2], [live], 1))
PYTHON

if "$folder/venv/bin/python" "$folder/run.py"; then
  echo "as described"
else
  echo "this has changed"
  exit 1
fi
