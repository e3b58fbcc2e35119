"""`scorepad config` lists every setting with its value, its origin, its default and its meaning."""

import json

from click.testing import CliRunner

from scorepad.cli import main
from scorepad.commands.serve import serve
from scorepad.environment import SETTINGS


def config(*options, **environ):
    return CliRunner().invoke(main, ["config", *options], env={setting.name: None for setting in SETTINGS} | environ)


def test_every_setting_with_its_value_and_where_that_comes_from(tmp_path):
    result = config(
        "--json", SCOREPAD_PORT="99", SCOREPAD_HOSTS="a.example, b.example", SCOREPAD_INSTANCE=str(tmp_path)
    )
    assert (result.exit_code, result.stderr) == (0, "")
    rows = {row["name"]: row for row in json.loads(result.stdout)["settings"]}
    assert list(rows) == [setting.name for setting in SETTINGS]
    assert all(row["default"] and row["meaning"] and not row["fault"] for row in rows.values())
    values = {name: (row["value"], row["from"]) for name, row in rows.items()}
    assert values["SCOREPAD_PORT"] == ("99", "environment")
    assert values["SCOREPAD_HOSTS"] == ("a.example, b.example", "environment")
    assert values["SCOREPAD_COPIES"] == (str(tmp_path / "copies"), "default")
    assert values["SCOREPAD_ADDRESS"] == ("all addresses", "default")
    assert list(tmp_path.iterdir()) == []
    assert "SCOREPAD_PORT = 99  (from the environment)\n    The port of the pages" in config(SCOREPAD_PORT="99").stdout


def test_every_fault_at_once():
    result = config(SCOREPAD_PORT="x", SCOREPAD_LOG_FORMAT="xml")
    assert result.exit_code == 2
    assert [line.partition(" ")[0] for line in result.stderr.splitlines()] == ["A", "SCOREPAD_LOG_FORMAT"]
    assert "SCOREPAD_PORT = x" in result.stdout


def test_serve_has_every_option_of_the_list():
    options = {option for parameter in serve.params for option in parameter.opts}
    assert {setting.option for setting in SETTINGS if setting.option} <= options


def test_a_folder_of_copies_below_a_user_who_is_not_there_is_a_sentence():
    result = config(SCOREPAD_COPIES="~nobody-of-this-name/copies")
    assert result.exit_code == 2
    assert "SCOREPAD_COPIES is “~nobody-of-this-name/copies”, but no user of that name" in result.stderr


def test_it_prints_words_and_no_markdown():
    printed = config().stdout
    assert "see “Open house” in docs/hosting.md" in " ".join(printed.split())
    assert not [sign for sign in ("](", "`", "**") if sign in printed + config("--json").stdout]


def test_a_token_is_not_shown_valid_or_not():
    for token in ("metrics-token-0123456789", "metrics-token!", "metrics-tok"):
        for options in ((), ("--json",)):
            result = config(*options, SCOREPAD_METRICS=token)
            assert (token in result.stdout, token in result.stderr) == (False, False)
            assert result.exit_code == (0 if token.endswith("9") else 2)
    assert (
        "SCOREPAD_METRICS = those with the token  (from" in config(SCOREPAD_METRICS="metrics-token-0123456789").stdout
    )
    assert "SCOREPAD_METRICS = local  (from the environment)" in config(SCOREPAD_METRICS="local").stdout
