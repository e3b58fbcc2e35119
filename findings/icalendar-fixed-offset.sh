#!/bin/sh
# icalendar 7.3.2 writes a time with a fixed offset, and reads its own text back as a time without one.
#
# An event at 20:00 with the offset +05:30 is written as DTSTART;TZID="UTC+05:30":20260701T200000. One would guess that the
# library that wrote it knows what it means, that Calendar.add_missing_timezones() describes that zone, or that it writes
# UTC. It does none of these: read again, the event is at 20:00 nowhere, five and a half hours off for whoever takes a time
# without a zone for UTC, and no error or warning says so. A named zone (ZoneInfo) and UTC come back as they were.
#
# Exits with 0 while this is so, and with 1 once it changes.
set -eu

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/venv"
"$folder/venv/bin/pip" install --quiet --disable-pip-version-check icalendar==7.3.2 tzdata==2026.6
cd "$folder"

cat > run.py <<'PYTHON'
from datetime import UTC, datetime, timedelta, timezone
from zoneinfo import ZoneInfo

import icalendar

print(f"icalendar {icalendar.__version__} writes and reads")
lost = []
for zone in (timezone(timedelta(hours=5, minutes=30)), ZoneInfo("Asia/Kolkata"), UTC):
    began = datetime(2026, 7, 1, 20, 0, tzinfo=zone)
    event, calendar = icalendar.Event(), icalendar.Calendar()
    event.start = began
    calendar.add_component(event)
    calendar.add_missing_timezones()
    text = calendar.to_ical().decode()
    (line,) = (line for line in text.splitlines() if line.startswith("DTSTART") and "T200000" in line)
    again = icalendar.Calendar.from_ical(text).events[0].start
    print(f"{began.isoformat()} is written as {line}, and read as {again.isoformat()}")
    lost.append(again.utcoffset() is None)
raise SystemExit(lost != [True, False, False])
PYTHON

if "$folder/venv/bin/python" run.py; then
  echo "as described"
else
  echo "this has changed"
  exit 1
fi
