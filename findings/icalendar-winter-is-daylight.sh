#!/bin/sh
# icalendar 7.3.2 describes winter in Dublin as DAYLIGHT, and summer, an hour ahead, as STANDARD.
#
# Timezone.from_tzinfo() chooses the kind of each part by dst() of the zone. The time zone database says that Ireland's
# summer time is its standard time and that winter is an hour less, so dst() is not 0 in winter. One would guess that DAYLIGHT
# is the part in which clocks are ahead, as everywhere else: a calendar that shows "daylight saving time", or that sorts by
# the kind, has it the wrong way round for Dublin alone. Whoever writes VTIMEZONE should compare offsets, not ask dst().
#
# Exits with 0 while this is so, and with 1 once it changes.
set -eu

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/venv"
"$folder/venv/bin/pip" install --quiet --disable-pip-version-check icalendar==7.3.2 tzdata==2026.6
cd "$folder"

cat > run.py <<'PYTHON'
from datetime import date
from importlib.metadata import version
from zoneinfo import ZoneInfo

import icalendar

# The database of the pinned package, whatever the machine has.
import zoneinfo

zoneinfo.reset_tzpath(to=[])
print(f"icalendar {icalendar.__version__}, tzdata {version('tzdata')}")
kinds = {}
for name in ("Europe/London", "Europe/Dublin"):
    zone = icalendar.Timezone.from_tzinfo(ZoneInfo(name), first_date=date(2026, 2, 1), last_date=date(2026, 12, 1))
    for part in zone.subcomponents:
        begins, since, to = (part[key] for key in ("DTSTART", "TZOFFSETFROM", "TZOFFSETTO"))
        kinds[name, begins.dt.month] = part.name
        print(f"{name} from {begins.dt:%d %B} on: {part.name}, offset {since.to_ical()} to {to.to_ical()}")
london = [kinds["Europe/London", month] for month in (3, 10)]
dublin = [kinds["Europe/Dublin", month] for month in (3, 10)]
raise SystemExit((london, dublin) != (["DAYLIGHT", "STANDARD"], ["STANDARD", "DAYLIGHT"]))
PYTHON

if "$folder/venv/bin/python" run.py; then
  echo "as described"
else
  echo "this has changed"
  exit 1
fi
