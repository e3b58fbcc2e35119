#!/bin/sh
# openpyxl 3.1.5 opens a "strict" workbook without an error, and says that it has no sheets.
#
# Excel offers "Strict Open XML Spreadsheet" when it saves: the same parts as in a usual XLSX file, with the namespaces of
# ISO/IEC 29500 Strict. One would guess that a library reads it, or says that it cannot. openpyxl warns of "an invalid
# specification for 0", whatever the file, and returns a workbook whose list of sheets is empty, so a program that loops
# over the sheets finds nothing to import and reports success.
# python-calamine reads the same file. Whoever reads workbooks with openpyxl must treat "no sheets" as an error.
#
# Exits with 0 while this is so, and with 1 once it changes.
set -eu

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/venv"
"$folder/venv/bin/pip" install --quiet --disable-pip-version-check openpyxl==3.1.5 python-calamine==0.9.1
cd "$folder"

cat > run.py <<'PYTHON'
import zipfile
from importlib.metadata import version

import openpyxl
from python_calamine import CalamineWorkbook

OFFICE = "http://purl.oclc.org/ooxml/officeDocument/relationships"
SHEETS = "http://purl.oclc.org/ooxml/spreadsheetml/main"
PACKAGE = "http://schemas.openxmlformats.org/package/2006"
TYPE = "application/vnd.openxmlformats-officedocument.spreadsheetml"
HEAD = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'


def relation(kind, target):
    link = f'<Relationship Id="rId1" Type="{OFFICE}/{kind}" Target="{target}"/>'
    return f'<Relationships xmlns="{PACKAGE}/relationships">{link}</Relationships>'


PARTS = {
    "[Content_Types].xml": (
        f'<Types xmlns="{PACKAGE}/content-types">'
        f'<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>'
        f'<Override PartName="/xl/workbook.xml" ContentType="{TYPE}.sheet.main+xml"/>'
        f'<Override PartName="/xl/worksheets/sheet1.xml" ContentType="{TYPE}.worksheet+xml"/></Types>'
    ),
    "_rels/.rels": relation("officeDocument", "xl/workbook.xml"),
    "xl/_rels/workbook.xml.rels": relation("worksheet", "worksheets/sheet1.xml"),
    "xl/workbook.xml": (
        f'<workbook xmlns="{SHEETS}" xmlns:r="{OFFICE}" conformance="strict">'
        f'<sheets><sheet name="Results" sheetId="1" r:id="rId1"/></sheets></workbook>'
    ),
    "xl/worksheets/sheet1.xml": (
        f'<worksheet xmlns="{SHEETS}"><sheetData><row r="1"><c r="A1" t="inlineStr"><is><t>Ann</t></is></c>'
        f'<c r="B1"><v>5200</v></c></row></sheetData></worksheet>'
    ),
}
with zipfile.ZipFile("strict.xlsx", "w", zipfile.ZIP_DEFLATED) as package:
    for name, text in PARTS.items():
        package.writestr(name, HEAD + text)

print(f"openpyxl {version('openpyxl')}, python-calamine {version('python-calamine')}")
sheets = openpyxl.load_workbook("strict.xlsx").sheetnames
book = CalamineWorkbook.from_path("strict.xlsx")
rows = [list(row) for row in book.get_sheet_by_name("Results").iter_rows()]
print(f"openpyxl's sheets: {sheets}")
print(f"python-calamine's sheets: {book.sheet_names}, with the rows {rows}")
raise SystemExit((sheets, rows) != ([], [["Ann", 5200.0]]))
PYTHON

if "$folder/venv/bin/python" run.py; then
  echo "as described"
else
  echo "this has changed"
  exit 1
fi
