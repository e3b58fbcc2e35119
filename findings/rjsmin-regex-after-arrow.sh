#!/usr/bin/env bash
# rjsmin removes a space inside a regular expression that follows an arrow.
#
# Guess: a squeezer that only strips white space and comments leaves regular expressions alone, as its documentation
# lists the places where one may begin.
# Seen: after "=>" it takes the slash for a division. A space behind it is part of the pattern, and is removed, so the
# program matches other text than before, and nothing is reported.
set -euo pipefail

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/venv"
"$folder/venv/bin/pip" install --quiet --disable-pip-version-check rjsmin==1.2.5

"$folder/venv/bin/python" - <<'PYTHON'
import sys
from importlib.metadata import version

import rjsmin

print("rjsmin", version("rjsmin"))
after_arrow = "const isBook = (text) => / books?$/i.test(text);"
after_equals = "const pattern = / books?$/i;"
kept, lost = rjsmin.jsmin(after_equals), rjsmin.jsmin(after_arrow)
print("after an equals sign:", kept)
print("after an arrow:      ", lost)
if "/ books?$/i" not in kept:
    sys.exit("The pattern after an equals sign is changed too.")
if "/ books?$/i" in lost:
    sys.exit("The pattern after an arrow is kept now.")
print("The pattern after the arrow lost its space.")
PYTHON
