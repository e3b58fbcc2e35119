#!/bin/sh
# python-calamine 0.9.1 needs 32 bytes for every cell of a sheet that is not there.
#
# A workbook of 5 kB with two cells, A1 and CV60000, costs more than 150 MiB as soon as its sheet is opened, before a
# row is asked for, and `iter_rows` saves nothing: the reader builds the whole rectangle up to the last cell. One would
# guess that it keeps the cells that the file holds, as the file does, or reads row by row as openpyxl's read-only mode
# does, which needs next to nothing for the same file. A server must look at the cell references before it opens a sheet
# that somebody sent, or read it in a process with a limit.
#
# Exits with 0 while this is so, and with 1 once it changes.
set -eu

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/venv"
"$folder/venv/bin/pip" install --quiet --disable-pip-version-check openpyxl==3.1.5 python-calamine==0.9.1
cd "$folder"

cat > make.py <<'PYTHON'
import openpyxl

book = openpyxl.Workbook()
book.active["A1"] = "date"
book.active["CV60000"] = "end"
book.save("sparse.xlsx")
PYTHON

cat > by_calamine.py <<'PYTHON'
from resource import RUSAGE_SELF, getrusage

import python_calamine

before = getrusage(RUSAGE_SELF).ru_maxrss
sheet = python_calamine.load_workbook("sparse.xlsx").get_sheet_by_index(0)
opened = getrusage(RUSAGE_SELF).ru_maxrss
rows = sum(1 for _ in sheet.iter_rows())
print((opened - before) // 1024, (getrusage(RUSAGE_SELF).ru_maxrss - before) // 1024, rows)
PYTHON

cat > by_openpyxl.py <<'PYTHON'
from resource import RUSAGE_SELF, getrusage

import openpyxl

before = getrusage(RUSAGE_SELF).ru_maxrss
sheet = openpyxl.load_workbook("sparse.xlsx", read_only=True).active
opened = getrusage(RUSAGE_SELF).ru_maxrss
rows = sum(1 for _ in sheet.iter_rows(values_only=True))
print((opened - before) // 1024, (getrusage(RUSAGE_SELF).ru_maxrss - before) // 1024, rows)
PYTHON

python="$folder/venv/bin/python"
"$python" make.py
"$folder/venv/bin/pip" list --disable-pip-version-check 2>/dev/null | grep -E "openpyxl|calamine"
echo "sparse.xlsx has $(wc -c < sparse.xlsx) bytes and two cells."
calamine=$("$python" by_calamine.py)
openpyxl=$("$python" by_openpyxl.py)
echo "MiB once the sheet is open, MiB after all rows, rows:"
echo "calamine  $calamine"
echo "openpyxl  $openpyxl"
if [ "${calamine%% *}" -gt 150 ] && [ "${openpyxl%% *}" -lt 30 ]; then
  echo "as described"
else
  echo "this has changed"
  exit 1
fi
