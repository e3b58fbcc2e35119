#!/bin/sh
# mypy 2.4.1 in strict mode accepts `dataclasses.replace` and `dataclasses.asdict` for a msgspec 0.22.0 Struct.
#
# Both raise TypeError when they run: a Struct is no dataclass. msgspec marks Struct with `dataclass_transform`, so that
# type checkers know its constructor, and mypy takes what is so marked for a real dataclass. One would guess that strict
# typing finds every call that is left when dataclasses become structs; it finds none of these. `msgspec.structs.replace`
# and `msgspec.structs.asdict` are right, and only a test that runs the line shows a wrong one.
#
# Exits with 0 while this is so, and with 1 once it changes.
set -eu

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/venv"
"$folder/venv/bin/pip" install --quiet --disable-pip-version-check msgspec==0.22.0 mypy==2.4.1
cd "$folder"

cat > team.py <<'PYTHON'
import dataclasses

import msgspec


class Team(msgspec.Struct, frozen=True):
    name: str
    points: int = 0


def corrected(team: Team) -> Team:
    return dataclasses.replace(team, points=50)


def plain(team: Team) -> dict[str, object]:
    return dataclasses.asdict(team)
PYTHON

cat > run.py <<'PYTHON'
import dataclasses
from importlib.metadata import version

from team import Team, corrected, plain

print(f"msgspec {version('msgspec')}, mypy {version('mypy')}; a dataclass: {dataclasses.is_dataclass(Team)}")
failed = 0
for call in (corrected, plain):
    try:
        print(call.__name__, call(Team("North")))
    except TypeError as error:
        failed += 1
        print(f"{call.__name__}: TypeError: {error}")
raise SystemExit(failed != 2)
PYTHON

if "$folder/venv/bin/mypy" --strict team.py && "$folder/venv/bin/python" run.py; then
  echo "as described"
else
  echo "this has changed"
  exit 1
fi
