#!/bin/sh
# networkx 3.6.1 pairs people over an edge of infinite weight although a matching without it exists.
#
# To forbid two partners in `min_weight_matching`, one would guess (and this was written down before it was run) that an
# edge of weight infinity is taken only if there is no perfect matching without it. But the function subtracts each
# weight from one more than the largest, so with one infinity all edges weigh infinity or "not a number", and the
# matching is one of any edges, without a warning. With 1,000 in place of infinity it is right, and so it is if the
# forbidden edges are left out. So leave them out, and use whole numbers.
#
# Exits with 0 while this is so, and with 1 once it changes.
set -eu

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/venv"
"$folder/venv/bin/pip" install --quiet --disable-pip-version-check networkx==3.6.1

cat > "$folder/run.py" <<'PYTHON'
import math
from importlib.metadata import version
from itertools import combinations

import networkx

FORBIDDEN = {(0, 3), (1, 2)}


def matching(weight):
    graph = networkx.Graph()
    for pair in combinations(range(4), 2):
        if pair not in FORBIDDEN or weight is not None:
            graph.add_edge(*pair, weight=weight if pair in FORBIDDEN else 1)
    return {tuple(sorted(pair)) for pair in networkx.min_weight_matching(graph)}


infinite, large, left_out = matching(math.inf), matching(1000), matching(None)
print(f"networkx {version('networkx')}; four people, {sorted(FORBIDDEN)} forbidden")
print(f"infinity: {sorted(infinite)}; 1000: {sorted(large)}; left out: {sorted(left_out)}")
raise SystemExit(not (infinite == FORBIDDEN and not large & FORBIDDEN and not left_out & FORBIDDEN))
PYTHON

if "$folder/venv/bin/python" "$folder/run.py"; then
  echo "as described"
else
  echo "this has changed"
  exit 1
fi
