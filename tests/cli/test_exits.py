"""Every command uses the exit statuses of the table in docs/commands.md."""

import json
import os
import signal
import subprocess
from contextlib import suppress
from functools import partial

import click
import pytest

from scorepad.cli import main
from scorepad.commands import console, score
from scorepad.paths import CLUB
from scorepad.store import Busy, StoreError
from tests.cli.forks import CLOSED, END, forking
from tests.cli.invoke import invoke
from tests.golden import stored
from tests.support.server import FROM_CHECKOUT, ROOT, environment
from tests.support.waiting import PATIENCE, limited

ARGUMENTS = {
    "backup": ("copy",),
    "can-go-out": ("partnership", os.devnull),
    "can-open": ("partnership", os.devnull),
    "completion": ("bash",),
    "draw": ("--people", "8", "--sittings", "7"),
    "export": ("jsonl", "--out", "-"),
    "game": ("3",),
    "import": ("no-file",),
    "imports restore": ("1",),
    "imports undo": ("1",),
    "player": ("Anna",),
    "score": ("partnership", os.devnull),
    "club new": ("friday",),
    "token new": ("Overlay",),
    "token revoke": ("1",),
    "rules add": (os.devnull,),
    "rules check": (os.devnull,),
    "rules diff": ("partnership", "classic"),
    "rules show": ("partnership",),
    "rules what-if": ("3", "partnership"),
}
"""The arguments that a command requires."""

NEEDS_NO_CLUB = ("can-go-out", "can-open", "draw", "score", "rules diff", "rules show")
"""These read the club only for rules that are neither a preset nor a file."""


def leaves(group=main, path=()):
    """Yield every command, with the words to type for it."""
    context = click.Context(group)
    for name in group.list_commands(context):
        command = group.get_command(context, name)
        if isinstance(command, click.Group):
            yield from leaves(command, (*path, name))
        else:
            yield " ".join((*path, name)), command


LEAVES = dict(leaves())
OF_A_CLUB = [name for name, command in LEAVES.items() if any("--club" in each.opts for each in command.params)]
FACTS = ("config", "doctor", "export", "game", "games", "link", "player", "records", "rules list", "standings")


def ask(name, *options):
    return invoke(*name.split(), *ARGUMENTS.get(name, ()), *options)


def refused(result):
    assert (result.exit_code, result.stdout) == (console.BAD_INPUT, ""), result.output
    return result.stderr


@pytest.mark.parametrize("name", LEAVES)
def test_an_unknown_option_is_bad_input(name):
    assert "--no-such-option" in refused(ask(name, "--no-such-option"))


@pytest.mark.parametrize("name", [name for name in OF_A_CLUB if name not in NEEDS_NO_CLUB])
def test_a_club_that_is_not_there_is_bad_input_and_is_not_made(instance, tmp_path, monkeypatch, name):
    monkeypatch.chdir(tmp_path)
    if name != "import":  # its file is checked first
        assert "no club called friday" in refused(ask(name, "--club", "friday"))
        assert "thursday-club" in refused(ask(name, "--club", "No.Slug"))
    if name != "rules list":
        assert name == "import" or "There is no club" in refused(ask(name))
    assert [file.name for file in tmp_path.rglob("*") if file.is_file()] == []


@pytest.mark.parametrize("name", [name for name in OF_A_CLUB if name not in NEEDS_NO_CLUB])
def test_a_file_that_is_no_club_is_a_sentence(instance, name):
    instance.mkdir(mode=0o700)
    (instance / CLUB).write_bytes(b"Once upon a time there was no database here. " * 100)
    if name not in ("link", "import"):  # the owner's link needs only the key and the list of phones
        assert "or no club" in refused(ask(name))


def test_a_setting_that_cannot_be_used_is_bad_input(instance):
    for command in ("serve", "config", "link"):
        stored.restore(instance) if not instance.exists() else None
        assert "SCOREPAD_PROXIES" in invoke(command, SCOREPAD_PROXIES="many").stderr
        assert invoke(command, SCOREPAD_PROXIES="many").exit_code == console.BAD_INPUT


def test_a_lock_or_a_full_disk_is_not_the_fault_of_who_typed():
    chained = StoreError("The copy could not be written.")
    chained.__context__ = OSError(28, "No space left on device")
    errors = (chained, Busy("Not saved yet."), StoreError("No club."))
    assert [console.status_of(error) for error in errors] == [1, 1, 2]


@pytest.fixture
def evening(instance, monkeypatch):
    stored.restore(instance)
    real = environment(SCOREPAD_INSTANCE=str(instance))
    monkeypatch.setitem(globals(), "environment", lambda: real)


def test_no_one_reads_on_and_the_disk_is_full(evening):
    jobs = [((*name.split(), *ARGUMENTS.get(name, ())), {}, to) for name in FACTS for to in (CLOSED, "/dev/full")]
    done = subprocess.run(forking(*jobs), capture_output=True, text=True, cwd=ROOT, env=environment(), timeout=PATIENCE)
    assert done.stdout.strip(END) == ""
    for (arguments, _, to), (status, sentence) in zip(jobs, json.loads(done.stderr), strict=True):
        if to == CLOSED:
            assert (status, sentence) == (console.PIPE_CLOSED, ""), arguments
        else:
            assert (status, sentence.count("\n")) == (console.NOT_DONE, 1), arguments
            assert "No space left on device" in sentence


def test_ctrl_c_while_a_question_waits(evening):
    command = (*FROM_CHECKOUT, "link", "--reader", "--new")
    pipes = dict.fromkeys(("stdin", "stdout", "stderr"), subprocess.PIPE)
    # Programs that a shell starts in the background ignore SIGINT, and so do their children.
    heed = partial(signal.signal, signal.SIGINT, signal.SIG_DFL)
    options = {"text": True, "env": environment(), "preexec_fn": heed, **pipes}
    with subprocess.Popen(command, **options) as process, limited(process.kill):
        assert process.stderr.read(4) == "All "
        # A signal between the question and the reading of its answer is noticed only with the next one.
        while process.poll() is None:
            process.send_signal(signal.SIGINT)
            with suppress(subprocess.TimeoutExpired):
                process.wait(5)
        assert process.returncode == console.INTERRUPTED
        assert "Traceback" not in process.stderr.read()


def test_ctrl_c_while_a_command_works(monkeypatch):
    def interrupt(*_):
        raise KeyboardInterrupt

    monkeypatch.setattr(score, "read_text", interrupt)
    assert (ask("score").exit_code, ask("score").stdout) == (console.INTERRUPTED, "")


def test_every_status_has_a_meaning():
    numbers = {value for name, value in vars(console).items() if name.isupper() and isinstance(value, int)}
    assert set(console.MEANINGS) == {0, *(number for number in numbers if number < 256)}
