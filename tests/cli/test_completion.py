"""Shell completion, and the script that installs it."""

import re
import subprocess

import pytest
from click.testing import CliRunner

from scorepad.cli import COMMANDS, main
from scorepad.paths import CLUB
from scorepad.store import Club
from tests.cli.invoke import run
from tests.golden import stored
from tests.support.waiting import PATIENCE


def completed(words):
    """The names that fish offers for the last of these words."""
    environ = {"_SCOREPAD_COMPLETE": "fish_complete", "COMP_WORDS": words, "COMP_CWORD": words.rpartition(" ")[2]}
    result = CliRunner().invoke(main, prog_name="scorepad", env=environ)
    assert (result.exit_code, result.stderr) == (0, "")
    # Depending on the version of click, type, value and help are on separate lines or separated by commas.
    return re.findall(r"^(?:plain|file)[,\n]([^\t\n]*)", result.stdout, re.MULTILINE)


@pytest.mark.parametrize(
    ("words", "names"),
    [
        ("scorepad stan", ["standings"]),
        ("scorepad rules ch", ["check"]),
        ("scorepad rules show part", ["partnership"]),
        ("scorepad score ./my", ["./my"]),
        ("scorepad player An", ["Ann", "Anna"]),
        ("scorepad games --player ev", ["Eve"]),
        ("scorepad standings --season n", ["Now on"]),
        ("scorepad export sheet --evening 2026-1", ["2026-11-22"]),
        ("scorepad game 1", ["10", "1"]),
        ("scorepad backup --club th", ["thursday"]),
        ("scorepad player --club thursday T", ["Thora"]),
        ("scorepad player --club friday T", []),
        ("scorepad completion f", ["fish"]),
    ],
)
def test_names_of_a_club_and_of_scorepad_are_completed(instance, words, names):
    stored.restore(instance)
    run("club", "new", "thursday")
    with Club.open(instance / "clubs/thursday" / CLUB) as club:
        club.people.add("Thora")
    assert sorted(completed(words)) == sorted(names)


def test_bash_gets_names_that_stay_one_word(instance):
    stored.restore(instance)
    words = r"scorepad standings --season Now\ o"
    environ = {"_SCOREPAD_COMPLETE": "bash_complete", "COMP_WORDS": words, "COMP_CWORD": "3"}
    assert CliRunner().invoke(main, prog_name="scorepad", env=environ).stdout == "plain,Now\\ on\n"


def test_all_commands_are_completed(instance):
    assert completed("scorepad ") == list(COMMANDS)


def test_a_press_of_tab_makes_no_club_changes_none_and_shows_no_traceback(instance):
    assert completed("scorepad player A") == []
    assert not instance.exists()
    instance.mkdir()
    (instance / CLUB).write_bytes(b"no club at all" * 500)
    assert completed("scorepad player A") == []
    (instance / CLUB).write_bytes(b"")
    assert completed("scorepad player A") == []
    assert [(file.name, file.stat().st_size) for file in instance.iterdir()] == [(CLUB, 0)]
    instance.joinpath(CLUB).chmod(0o000)
    assert completed("scorepad nothing A") == []
    for asked in ("csh_complete", "bash_complete", "nonsense"):
        # Without the shell's own variables.
        result = CliRunner().invoke(main, prog_name="scorepad", env={"_SCOREPAD_COMPLETE": asked})
        assert (result.exit_code, result.stdout, result.stderr) == (1, "", "")


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_a_script_is_one_for_its_shell_and_says_how_to_install_it(shell):
    script = run("completion", shell).stdout
    assert f"# To install: scorepad completion {shell} > ~/" in script
    assert f"_SCOREPAD_COMPLETE={shell}_complete" in script
    if shell == "zsh":
        assert script.startswith("#compdef scorepad\n")  # zsh looks for this in the first line
    if shell == "bash":
        subprocess.run(["bash", "-n"], input=script, text=True, check=True, timeout=PATIENCE)
