#!/bin/sh
# openskill 6.2.0 stretches the weights of each team to 1..2, so one per cent less in a game counts like half of it.
#
# `rate(..., weights=...)` takes how much each player contributed. For a game with a substitute one would guess that who
# played all of it (1) moves as without weights, and who played a quarter (0.25) moves a quarter as far. But the
# smallest weight of a team always becomes 1 and its largest 2, whatever they were:
# * the substitute moves as far as without weights, and the player of the whole game twice as far;
# * weights of 1 and 0.99 do exactly the same as 1 and 0.01;
# * a whole team with weights of 0.5 moves as if there were none;
# * and in the team that lost, the larger weight loses less, not more.
# All four of its models that were tried agree. So partial play cannot be said with weights: leave the substitute out, or
# scale the change of the ratings afterwards.
#
# Exits with 0 while this is so, and with 1 once it changes.
set -eu

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/venv"
"$folder/venv/bin/pip" install --quiet --disable-pip-version-check openskill==6.2.0

cat > "$folder/run.py" <<'PYTHON'
from importlib.metadata import version

from openskill.models import BradleyTerryFull, BradleyTerryPart, PlackettLuce, ThurstoneMostellerFull

print(f"openskill {version('openskill')}; two pairs of beginners, the first pair wins; how far each player moves")


def moves(model, weights):
    pairs = [[model.rating(), model.rating()] for _ in range(2)]
    return [[round(p.mu - 25, 2) for p in pair] for pair in model.rate(pairs, ranks=[0, 1], weights=weights)]


same = True
for kind in (PlackettLuce, BradleyTerryFull, BradleyTerryPart, ThurstoneMostellerFull):
    model = kind()
    plain = moves(model, None)
    (full, less), (lost, lost_less) = nearly = moves(model, [[1, 0.99], [1, 0.99]])
    hardly = moves(model, [[1, 0.01], [1, 0.01]])
    half_a_team = moves(model, [[1, 1], [0.5, 0.5]])
    print(f"{kind.__name__}: no weights {plain}; 1 and 0.99 {nearly}; 1 and 0.01 {hardly}; a team of 0.5 {half_a_team}")
    same &= nearly == hardly and half_a_team == plain
    same &= less == plain[0][1] and abs(full - 2 * less) <= 0.02 and lost_less < lost < 0
raise SystemExit(not same)
PYTHON

if "$folder/venv/bin/python" "$folder/run.py"; then
  echo "as described"
else
  echo "this has changed"
  exit 1
fi
