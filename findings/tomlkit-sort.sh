#!/bin/sh
# tomlkit 0.15.2: sort() of an array is not written, and sort() of an array of tables does nothing at all.
#
# Both are lists by isinstance(), and reverse(), insert(), append() and pop() change what the document says, so one would
# guess that sort() does too, or raises as a slice does. The array is sorted for Python, and equal to the sorted list, but
# dumps() still writes the old order. An array of tables looks the same before and after to everyone but list's own
# methods. Nothing is raised. Rules, versions or routes that a tool has put in order are saved as they were.
#
# Exits with 0 while this is so, and with 1 once it changes.
set -eu

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/venv"
"$folder/venv/bin/pip" install --quiet --disable-pip-version-check tomlkit==0.15.2
cd "$folder"

cat > run.py <<'PYTHON'
import tomllib

import tomlkit

TEXT = 'steps = [90, 50, 120]\n\n[[books]]\ncode = "clean"\npoints = 500\n\n[[books]]\ncode = "dirty"\npoints = 300\n'


def written(document):
    read = tomllib.loads(tomlkit.dumps(document))
    return read["steps"], [book["code"] for book in read["books"]]


print(f"tomlkit {tomlkit.__version__}, steps and books as they are, after sort(), and after reverse():")
document = tomlkit.parse(TEXT)
print(f"  written {written(document)}")
document["steps"].sort()
document["books"].sort(key=lambda book: book["points"])
seen = list(document["steps"]), [book["code"] for book in document["books"]]
sorted_ones = written(document)
print(f"  written {sorted_ones}, in Python {seen}")
document = tomlkit.parse(TEXT)
document["steps"].reverse()
document["books"].reverse()
reversed_ones = written(document)
print(f"  written {reversed_ones}")
raise SystemExit(
    seen != ([50, 90, 120], ["clean", "dirty"])
    or sorted_ones != ([90, 50, 120], ["clean", "dirty"])
    or reversed_ones != ([120, 50, 90], ["dirty", "clean"])
)
PYTHON

if "$folder/venv/bin/python" run.py; then
  echo "as described"
else
  echo "this has changed"
  exit 1
fi
