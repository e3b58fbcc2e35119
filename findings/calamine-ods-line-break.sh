#!/bin/sh
# python-calamine 0.9.1 drops a line break and a tab within a paragraph of an ODS cell, so two words become one.
#
# A cell with several paragraphs comes back with a line end between them, and <text:s/> as a space. One would guess the
# same of <text:line-break/>, which OpenDocument has for a new line within a paragraph, and of <text:tab/>: "Ann" and "Lee"
# below each other come back as "AnnLee". LibreOffice writes paragraphs for what is typed in a cell; other writers and
# converters write the break. Whoever reads names must put a line end there before calamine sees the file.
#
# Exits with 0 while this is so, and with 1 once it changes.
set -eu

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/venv"
"$folder/venv/bin/pip" install --quiet --disable-pip-version-check odfpy==1.4.1 python-calamine==0.9.1
cd "$folder"

cat > run.py <<'PYTHON'
from importlib.metadata import version

from odf.opendocument import OpenDocumentSpreadsheet
from odf.table import Table, TableCell, TableRow
from odf.text import LineBreak, P, S, Tab
from python_calamine import CalamineWorkbook

print(f"odfpy {version('odfpy')} writes, python-calamine {version('python-calamine')} reads")
book, sheet, row = OpenDocumentSpreadsheet(), Table(name="Sheet"), TableRow()
for between in (LineBreak, Tab, S, None):
    cell = TableCell(valuetype="string")
    if between is None:
        for name in ("Ann", "Lee"):
            cell.addElement(P(text=name))
    else:
        paragraph = P(text="Ann")
        paragraph.addElement(between())
        paragraph.addText("Lee")
        cell.addElement(paragraph)
    row.addElement(cell)
sheet.addElement(row)
book.spreadsheet.addElement(sheet)
book.save("names.ods")

(seen,) = CalamineWorkbook.from_path("names.ods").get_sheet_by_index(0).iter_rows()
for what, value in zip(("a line break", "a tab", "a space", "two paragraphs"), seen, strict=True):
    print(f"Ann and Lee with {what} between: {value!r}")
raise SystemExit(seen != ["AnnLee", "AnnLee", "Ann Lee", "Ann\nLee"])
PYTHON

if "$folder/venv/bin/python" run.py; then
  echo "as described"
else
  echo "this has changed"
  exit 1
fi
