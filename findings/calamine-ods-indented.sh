#!/bin/sh
# python-calamine 0.9.1 refuses an ODS workbook whose XML is indented between the elements of a table.
#
# White space between <table:table-row> and <table:table-cell> says nothing: a row has cells and no text. gnumeric 1.12
# and SheetJS indent all of content.xml, as anyone may, and LibreOffice reads that. One would guess that at most the
# indents within a paragraph make a difference. Here a blank before a cell is an error: "Expecting 'table-cell', found
# 'Text'". Before a paragraph it becomes a part of the cell's text, so "Ann" is "\nAnn". Between rows it does no harm.
#
# The workbook is written with odfpy, and indented by putting a line end before a tag of the table.
#
# Exits with 0 while this is so, and with 1 once it changes.
set -eu

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/venv"
"$folder/venv/bin/pip" install --quiet --disable-pip-version-check odfpy==1.4.1 python-calamine==0.9.1
cd "$folder"

cat > run.py <<'PYTHON'
import zipfile
from importlib.metadata import version

from odf.opendocument import OpenDocumentSpreadsheet
from odf.table import Table, TableCell, TableRow
from odf.text import P
from python_calamine import CalamineError, CalamineWorkbook

print(f"odfpy {version('odfpy')} writes, python-calamine {version('python-calamine')} reads")
book, sheet = OpenDocumentSpreadsheet(), Table(name="Sheet")
for names in (("Ann", "Bo"), ("Cy", "Di")):
    row = TableRow()
    for name in names:
        cell = TableCell(valuetype="string")
        cell.addElement(P(text=name))
        row.addElement(cell)
    sheet.addElement(row)
book.spreadsheet.addElement(sheet)
book.save("plain.ods")


def read(*before):
    """Read the workbook with a line end before each of these tags."""
    with zipfile.ZipFile("plain.ods") as plain, zipfile.ZipFile("indented.ods", "w") as indented:
        for name in plain.namelist():
            text = plain.read(name)
            for tag in before if name == "content.xml" else ():
                text = text.replace(f"<{tag}".encode(), f"\n<{tag}".encode())
            indented.writestr(name, text)
    try:
        return CalamineWorkbook.from_path("indented.ods").get_sheet_by_index(0).to_python()
    except CalamineError as error:
        return f"CalamineError: {error}"


whole = [["Ann", "Bo"], ["Cy", "Di"]]
plain, rows, paragraphs = read(), read("table:table-row"), read("text:p")
cells = read("table:table-cell")
print(f"without indents: {plain}")
print(f"a line end before each row: {rows}")
print(f"a line end before each paragraph: {paragraphs}")
print(f"a line end before each cell: {cells}")
kept = [[f"\n{name}" for name in row] for row in whole]
raise SystemExit([plain, rows, paragraphs] != [whole, whole, kept] or "Expecting 'table-cell'" not in cells)
PYTHON

if "$folder/venv/bin/python" run.py; then
  echo "as described"
else
  echo "this has changed"
  exit 1
fi
