"""The commands in docs/hosting.md work."""

import shlex

from click.testing import CliRunner

from scorepad.cli import main
from tests.hosting.programs import example, replace


def test_the_commands_for_many_clubs_work_one_after_the_other(tmp_path, monkeypatch):
    monkeypatch.setenv("SCOREPAD_INSTANCE", str(tmp_path / "instance"))
    stick = tmp_path / "stick"
    stick.mkdir()
    lines = replace(example("sh", "scorepad club new"), {"/media/stick": str(stick)}).splitlines()
    commands = [shlex.split(line, comments=True) for line in lines]
    assert len(commands) > 4
    for program, *arguments in commands:
        assert program == "scorepad"
        result = CliRunner().invoke(main, arguments)
        assert result.exit_code == 0, (arguments, result.output)
    assert len(list(stick.iterdir())) == 1
    assert (tmp_path / "instance/clubs/thursday/club.sqlite3").exists()
