"""The operator's page: numbers of the host for anyone with the link, but no names."""

import json
import os
from datetime import UTC, datetime, timedelta
from pathlib import Path

from click.testing import CliRunner

from scorepad import paths
from scorepad.cli import main
from scorepad.web.host.house import count, operators_token
from tests.web.host.conftest import Stranger
from tests.web.hosting import Member, make_club


def numbers_on(page):
    labels, numbers = page.root.all("dt"), page.root.all("dd")
    return {label.text: int(number.text.replace(",", "")) for label, number in zip(labels, numbers, strict=True)}


def command(home, *options):
    result = CliRunner().invoke(main, ["club", "numbers", *options], env={"SCOREPAD_INSTANCE": str(home)})
    assert result.exit_code == 0, result.output
    return result.stdout


def test_the_link_shows_numbers_and_no_name(stranger, open_app, home, slugs):
    stranger.start("Xanthippos")
    (slug,) = slugs()
    Member(open_app, home, slug).begin()
    make_club(home, "thursday")
    path = command(home, "--link").strip().partition("/operator/")[2]
    operator = Stranger(open_app)
    page = operator.get(f"/operator/{path}")
    numbers = numbers_on(page)
    assert (numbers["Clubs"], numbers["Started by visitors"], numbers["Games begun in the last week"]) == (2, 1, 1)
    assert (numbers["Streams open now"], numbers["Errors since it started"]) == (0, 0)
    assert numbers["Most clubs allowed"] == 1000
    assert numbers["Size of all clubs in bytes"] > 400_000
    assert all(word not in page.source for word in ("Xanthippos", slug, "thursday", "Ann"))
    assert json.loads(command(home, "--json"))["clubs"] == 2
    assert "games this week: 1" in command(home)


def test_without_the_link_there_is_no_such_page_and_a_new_one_ends_the_old(open_app, home):
    old = operators_token(home)
    operator, visitor = Stranger(open_app), Stranger(open_app)
    assert operator.get(f"/operator/{old}").status == 200
    for word in ("", "0" * 32, old[:-1], "é"):
        assert visitor.get(f"/operator/{word}".rstrip("/")).status == 404
    assert command(home, "--link", "--new").strip().rpartition("/")[2] != old
    assert operator.get("/operator").status == 404
    assert (home / "operator-link").stat().st_mode & 0o077 == 0


def test_games_of_an_earlier_week_and_the_example_do_not_count(open_app, home):
    make_club(home, "one")
    Member(open_app, home, "one").begin()
    make_club(home, "example")
    (paths.club_dir(home, "example") / paths.EXAMPLE_MARK).touch()
    now = datetime.now(UTC)
    assert (count(home, now).clubs, count(home, now).games_this_week) == (1, 1)
    assert count(home, now + timedelta(days=8)).games_this_week == 0


def test_errors_are_counted(stranger, home):
    make_club(home, "broken").write_bytes(b"no club at all" * 400)
    assert stranger.get("/c/broken/").status == 503
    page = stranger.get(f"/operator/{operators_token(home)}")
    assert numbers_on(page)["Errors since it started"] == 1


def test_a_file_that_disappears_meanwhile_is_not_counted(home, monkeypatch):
    make_club(home, "thursday")
    real = os.scandir

    def scandir(folder):
        gone = Path(folder) / "gone"
        gone.touch()
        files = list(real(folder))
        gone.unlink()
        return files

    monkeypatch.setattr(os, "scandir", scandir)
    assert count(home).clubs == 1
