#!/bin/sh
# Babel 2.19.0: a new catalogue in Spanish has three plural forms, and with the two usual ones 5 things stay English.
#
# For decades a Spanish PO file has had nplurals=2: one, and all else. One would guess that Catalog(locale="es") takes a
# translation with these two forms, or refuses it. It expects three, of which the second is for whole millions alone. It
# takes the two, compiles them without a warning, and gettext then answers with the message itself for 5, and with the
# plural for a million only. French, Italian and Portuguese are the same; German is not. A PO file with two forms in its own header is
# read, written and compiled as it is, so the same message behaves in two ways.
#
# Exits with 0 while this is so, and with 1 once it changes.
set -eu

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/venv"
"$folder/venv/bin/pip" install --quiet --disable-pip-version-check babel==2.19.0
cd "$folder"

cat > run.py <<'PYTHON'
from gettext import GNUTranslations
from io import BytesIO

import babel
from babel.messages.catalog import Catalog
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po

NUMBERS = 1, 5, 1_000_000
ONE, MANY = "one thing", "many things"


def said(catalog):
    compiled = BytesIO()
    write_mo(compiled, catalog)
    compiled.seek(0)
    translations = GNUTranslations(compiled)
    return [translations.ngettext(ONE, MANY, number) for number in NUMBERS]


print(f"Babel {babel.__version__}; what {NUMBERS} things are in a catalogue with two forms, “uno” and “muchos”:")
results = {}
for code in ("es", "fr", "it", "pt", "de"):
    catalog = Catalog(locale=code)
    catalog.add((ONE, MANY), ("uno", "muchos"))
    results[code] = said(catalog)
    print(f"new, {code}: {catalog.num_plurals} forms, {results[code]}")
header = '"Content-Type: text/plain; charset=utf-8\\n"\n"Plural-Forms: nplurals=2; plural=(n != 1);\\n"\n'
text = f'msgid ""\nmsgstr ""\n{header}\nmsgid "{ONE}"\nmsgid_plural "{MANY}"\nmsgstr[0] "uno"\nmsgstr[1] "muchos"\n'
read = read_po(BytesIO(text.encode()), locale="es")
print(f"read from a PO file, es: {read.num_plurals} forms, {said(read)}")
usual, odd = ["uno", "muchos", "muchos"], ["uno", MANY, "muchos"]
expected = dict.fromkeys(("es", "fr", "it", "pt"), odd) | {"de": usual}
raise SystemExit(results != expected or said(read) != usual)
PYTHON

if "$folder/venv/bin/python" run.py; then
  echo "as described"
else
  echo "this has changed"
  exit 1
fi
