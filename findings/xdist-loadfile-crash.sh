#!/bin/sh
# pytest-xdist 3.8.0 with `--dist loadfile` repeats a test that ends its worker, until no worker may be started again.
#
# A worker that ends in the middle of a test is replaced. One would guess (and this was written down before it was run)
# that the test is reported as failed once, and that the new worker goes on with the test after it. With `--dist load`
# that is so. With `--dist loadfile` each new worker begins with the test that ended the one before it: the test fails
# as often as workers may be restarted (four for each worker), and the tests after it in its file never run.
# `--max-worker-restart 0` ends the run at the first one instead.
#
# A file has three tests, of which the second ends its process. Exits with 0 while this is so, and with 1 once it changes.
set -eu

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/venv"
"$folder/venv/bin/pip" install --quiet --disable-pip-version-check pytest==9.1.1 pytest-xdist==3.8.0

cat > "$folder/test_three.py" <<'PYTHON'
import os


def test_before():
    pass


def test_that_ends_its_process():
    os._exit(1)


def test_after():
    pass
PYTHON

lines() {
  (cd "$folder" && "$folder/venv/bin/python" -m pytest -p no:cacheprovider -v -n 2 --dist "$1" test_three.py \
    > "$folder/$1.txt" 2>&1) || true
  failed=$(grep -c "^FAILED .*test_that_ends_its_process" "$folder/$1.txt" || true)
  after=$(grep -c "PASSED test_three.py::test_after" "$folder/$1.txt" || true)
  echo "$failed $after"
}

"$folder/venv/bin/pip" list --disable-pip-version-check 2>/dev/null | grep -E '^pytest'
load=$(lines load)
loadfile=$(lines loadfile)
echo "--dist load: failures of the second test, passes of the third: $load"
echo "--dist loadfile: failures of the second test, passes of the third: $loadfile"
if [ "$load" = "1 1" ] && [ "${loadfile% *}" -gt 2 ] && [ "${loadfile#* }" -eq 0 ]; then
  echo "as described"
else
  echo "this has changed"
  exit 1
fi
