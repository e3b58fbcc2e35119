"""Installed, installed editable, or run from the checkout: the same pages, and clubs outside the environment."""

import re
from collections.abc import Sequence
from pathlib import Path

import pytest

from scorepad.web import create_app
from tests.packaging.conftest import run
from tests.support.server import FROM_CHECKOUT, ROOT, environment, get, serving

Pages = dict[str, tuple[int, bytes]]

HIDDEN = re.compile(rb'<input[^>]*type="hidden"[^>]*>')
"""Tokens and keys are random."""


@pytest.fixture(scope="module")
def paths(tmp_path_factory):
    """Every page that needs no game, a page that does not exist, and every static file."""
    app = create_app(tmp_path_factory.mktemp("routes"))
    rules = app.url_map.iter_rules()
    pages = {str(rule) for rule in rules if "GET" in (rule.methods or ()) and not rule.arguments}
    static = (path for path in (ROOT / "static").rglob("*") if path.is_file())
    assets = f"/assets/{app.jinja_env.globals['asset_version']}"
    files = {f"{assets}/{path.relative_to(ROOT / 'static').as_posix()}" for path in static}
    return sorted(pages | files | {"/no-such-page"})


def pages(command: Sequence[str], folder: Path, paths: list[str]) -> Pages:
    """Status and body of every page, from a server on a new club, without random values."""
    with serving(environment(SCOREPAD_INSTANCE=str(folder)), command) as url:
        answers = {path: get(url + path) for path in paths}
    return {path: (status, HIDDEN.sub(b"", body)) for path, (status, body) in answers.items()}


@pytest.fixture(scope="module")
def from_checkout(paths, tmp_path_factory):
    return pages(FROM_CHECKOUT, tmp_path_factory.mktemp("checkout"), paths)


def test_there_are_pages_to_compare(from_checkout):
    statuses = {path: status for path, (status, _) in from_checkout.items()}
    assert statuses.pop("/no-such-page") == 404
    assert statuses["/"] == 200
    assert max(statuses.values()) < 400


@pytest.mark.parametrize("installation", ["installed", "editable"])
def test_an_installed_scorepad_serves_the_same_pages(
    request, from_checkout, tmp_path, installation
):
    command = request.getfixturevalue(installation) / "bin" / "scorepad"
    assert pages([str(command)], tmp_path, list(from_checkout)) == from_checkout


def test_an_installed_scorepad_runs_its_own_code(installed):
    code = "import scorepad; print(scorepad.__file__)"
    assert run(installed / "bin" / "python", "-c", code).startswith(str(installed))


def test_an_installed_scorepad_leaves_its_environment_as_it_was(installed, tmp_path):
    before = files(installed)
    environ = environment(XDG_DATA_HOME=str(tmp_path), HOME=str(tmp_path))
    with serving(environ, [str(installed / "bin" / "scorepad")]) as url:
        get(url)
    assert files(installed) == before
    assert files(tmp_path / "scorepad")


def test_an_editable_scorepad_keeps_the_clubs_in_the_checkout(editable):
    code = "from scorepad.paths import instance_dir; print(instance_dir())"
    assert run(editable / "bin" / "python", "-c", code) == f"{ROOT / 'instance'}\n"


def files(folder: Path) -> set[Path]:
    """Every file in a folder, except compiled Python."""
    return {path for path in folder.rglob("*") if path.is_file() and path.suffix != ".pyc"}
