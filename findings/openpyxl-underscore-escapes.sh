#!/bin/sh
# openpyxl 3.1.5 writes a text such as `Due_x0020_Date` (a SharePoint column's internal name) without escaping it.
#
# In a workbook `_x0020_` stands for the character with that number, so a writer must put `_x005F_` in place of such an
# underscore; XlsxWriter does. One would guess that openpyxl does too, because the text comes back whole when openpyxl
# itself reads the file: its reader turns some of these back and leaves others as they stand, so a test within one
# library shows nothing. python-calamine, which follows the format, reads `Due Date`: two columns can become one.
# The other way round, openpyxl hands out `_x000D_` in a text with a carriage return that XlsxWriter wrote by the rules.
#
# Exits with 0 while this is so, and with 1 once it changes.
set -eu

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/venv"
"$folder/venv/bin/pip" install --quiet --disable-pip-version-check \
  openpyxl==3.1.5 python-calamine==0.9.1 XlsxWriter==3.3.1
cd "$folder"

cat > check.py <<'PYTHON'
import sys
from importlib.metadata import version

import openpyxl
import python_calamine
import xlsxwriter

texts = ["Due_x0020_Date", "two\r\nlines"]

book = openpyxl.Workbook()
for text in texts:
    book.active.append([text])
book.save("openpyxl.xlsx")

with xlsxwriter.Workbook("xlsxwriter.xlsx") as other:
    sheet = other.add_worksheet()
    for row, text in enumerate(texts):
        sheet.write_string(row, 0, text)


def by_openpyxl(path):
    return [row[0] for row in openpyxl.load_workbook(path).active.iter_rows(values_only=True)]


def by_calamine(path):
    return [row[0] for row in python_calamine.load_workbook(path).get_sheet_by_index(0).to_python()]


print(*(f"{name} {version(name)}" for name in ("openpyxl", "python-calamine", "XlsxWriter")), sep=", ")
seen = {}
for path in ("openpyxl.xlsx", "xlsxwriter.xlsx"):
    for reader in (by_openpyxl, by_calamine):
        seen[path, reader.__name__] = reader(path)
        print(f"{path:16} read {reader.__name__:12} {seen[path, reader.__name__]}")

same = (
    seen["openpyxl.xlsx", "by_openpyxl"][0] == "Due_x0020_Date"
    and seen["openpyxl.xlsx", "by_calamine"][0] == "Due Date"
    and seen["xlsxwriter.xlsx", "by_calamine"] == texts
    and seen["xlsxwriter.xlsx", "by_openpyxl"][1] == "two_x000D_\nlines"
)
print("as described" if same else "this has changed")
sys.exit(not same)
PYTHON
"$folder/venv/bin/python" check.py
