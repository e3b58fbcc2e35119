#!/bin/sh
# xlsx (SheetJS) 0.18.5 writes a day into an ODS workbook as a moment of UTC, which east of Greenwich is the day before.
#
# A cell with the date 2024-12-24, of an array or read from a workbook with `cellDates`, becomes the day's local midnight.
# The XLSX that the library writes of it has December 24 in every zone. One would guess the same of ODS, where a day is
# office:date-value="2024-12-24". With the clock of Berlin the ODS says 2024-12-23T23:00:00.000Z, so that pandas and
# LibreOffice have December 23. The text of the cell still says 12/24/24, and the library itself reads its file back as
# December 24 while the zone is the same, so that a round trip shows nothing.
#
# Exits with 0 while this is so, and with 1 once it changes.
set -eu

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
echo '{"private": true}' > package.json
npm install --no-audit --no-fund --ignore-scripts --loglevel=error xlsx@0.18.5
python3 -m venv venv
venv/bin/pip install --quiet --disable-pip-version-check pandas==3.1.1 odfpy==1.4.1 openpyxl==3.1.5

cat > write.js <<'JAVASCRIPT'
const sheets = require("xlsx");
const [zone, ...kinds] = process.argv.slice(2);
const book = sheets.utils.book_new();
sheets.utils.book_append_sheet(book, sheets.utils.aoa_to_sheet([[new Date(2024, 11, 24)]], {cellDates: true}), "Days");
for (const kind of kinds) {
  const bytes = sheets.write(book, {bookType: kind, type: "buffer"});
  require("fs").writeFileSync(`${zone}.${kind}`, bytes);
  const cell = sheets.read(bytes, {cellDates: true}).Sheets.Days.A1;
  console.log(`${zone}: xlsx ${sheets.version} wrote ${kind}, and reads back ${cell.v.toDateString()}`);
}
JAVASCRIPT
TZ=Europe/Berlin node write.js Berlin ods xlsx
TZ=UTC node write.js Greenwich ods xlsx

cat > read.py <<'PYTHON'
import re
import zipfile
from importlib.metadata import version

import pandas

print(f"pandas {version('pandas')} reads, with odfpy {version('odfpy')} and openpyxl {version('openpyxl')}")
seen = {}
for name in ("Berlin.xlsx", "Berlin.ods", "Greenwich.xlsx", "Greenwich.ods"):
    seen[name] = str(pandas.read_excel(name, header=None).iloc[0, 0])[:10]
    print(f"{name}: {seen[name]}")
stored, shown = re.search(
    r'office:date-value="([^"]*)"[^>]*>\s*<text:p>([^<]*)', zipfile.ZipFile("Berlin.ods").read("content.xml").decode()
).groups()
print(f"Berlin.ods: the date-value is {stored}, the text {shown}")
days = {name: "2024-12-23" if name == "Berlin.ods" else "2024-12-24" for name in seen}
raise SystemExit(seen != days or stored != "2024-12-23T23:00:00.000Z")
PYTHON

if venv/bin/python read.py; then
  echo "as described"
else
  echo "this has changed"
  exit 1
fi
