"""The key that signs cookies and forms."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from scorepad.store import StoreError
from scorepad.web import create_app
from scorepad.web.app.secret_key import KEY_BYTES, secret_key
from tests.support.waiting import PATIENCE, limited

ROOT = Path(__file__).parents[3]


@pytest.fixture
def path(tmp_path):
    return tmp_path / "secret-key"


@pytest.mark.parametrize("umask", [0o000, 0o022, 0o077])
def test_the_key_is_made_on_the_first_start_for_its_owner_alone(tmp_path, path, umask):
    before = os.umask(umask)
    try:
        key = secret_key(tmp_path)
    finally:
        os.umask(before)
    assert path.stat().st_mode & 0o777 == 0o600
    assert len(bytes.fromhex(key)) == KEY_BYTES
    assert secret_key(tmp_path) == key
    assert [*tmp_path.iterdir()] == [path]


def test_two_clubs_have_two_keys(tmp_path_factory):
    assert len({secret_key(tmp_path_factory.mktemp("club")) for _ in range(2)}) == 2


@pytest.mark.parametrize("mode", [0o640, 0o604, 0o644, 0o660, 0o666, 0o610])
def test_a_key_that_others_can_use_is_refused_with_what_to_do(tmp_path, path, mode):
    secret_key(tmp_path)
    path.chmod(mode)
    with pytest.raises(StoreError, match=f"Make it private: chmod 600 {path}"):
        create_app(tmp_path)


TOO_SHORT = r"is too short\. Put back a copy of it, .* scores are unchanged\."
EMPTY = r"is empty\. Put back a copy of it, .* scores are unchanged\."


@pytest.mark.parametrize(
    ("content", "error"),
    [
        (b"", EMPTY),
        (b"short", TOO_SHORT),
        (b" " * 99, EMPTY),
        (b"a" * 31 + b"\n", TOO_SHORT),
        (b"\xff" * 64, "cannot be read"),
        ("é".encode() * 64, "cannot be read"),
        (None, "cannot be read"),
    ],
)
def test_a_key_that_is_too_short_or_no_text_is_refused(tmp_path, path, content, error):
    if content is None:
        path.mkdir(mode=0o700)
    else:
        path.write_bytes(content)
        path.chmod(0o600)
    with pytest.raises(StoreError, match=error):
        create_app(tmp_path)


def test_processes_that_start_at_once_agree_on_one_whole_key(tmp_path, path):
    program = (
        "import sys, pathlib; from scorepad.web.app.secret_key import secret_key; print('ready', flush=True); "
        "sys.stdin.readline(); print(secret_key(pathlib.Path(sys.argv[1])))"
    )
    command, pipe = [sys.executable, "-c", program, str(tmp_path)], subprocess.PIPE
    started = [subprocess.Popen(command, stdin=pipe, stdout=pipe, text=True, cwd=ROOT) for _ in range(4)]
    for process in started:
        with limited(process.kill):
            assert process.stdout.readline() == "ready\n"
    keys = {process.communicate("go\n", timeout=PATIENCE)[0].strip() for process in started}
    assert keys == {path.read_text()}
    assert [*tmp_path.iterdir()] == [path]


def test_a_new_key_is_on_the_disk_before_it_has_its_name(tmp_path, path, monkeypatch):
    """After a power failure there is a complete key or none."""
    steps = []
    fsync, link = os.fsync, os.link

    def flush(descriptor):
        steps.append("folder" if os.path.isdir(f"/proc/self/fd/{descriptor}") else "file")
        fsync(descriptor)

    def name(draft, path):
        steps.append(f"name of {os.path.getsize(draft)} bytes")
        link(draft, path)

    monkeypatch.setattr(os, "fsync", flush)
    monkeypatch.setattr(os, "link", name)
    secret_key(tmp_path)
    assert steps == ["file", "folder", "name of 64 bytes", "file", "folder"]
