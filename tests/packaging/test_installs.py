"""Installed, installed editable, or run from the checkout: the same pages, and clubs that outlive the environment."""

import re
from collections.abc import Sequence
from pathlib import Path

import pytest

from scorepad.web import create_app
from tests.packaging.conftest import run
from tests.serving import FROM_CHECKOUT, ROOT, environment, get, serving

Pages = dict[str, tuple[int, bytes]]

HIDDEN = re.compile(rb'<input[^>]*type="hidden"[^>]*>')
"""Tokens and keys: random by design, so no two pages have the same."""


@pytest.fixture(scope="module")
def paths(tmp_path_factory: pytest.TempPathFactory) -> list[str]:
    """Every page that needs no game, one that is not there, and every static file."""
    app = create_app(tmp_path_factory.mktemp("routes"))
    rules = app.url_map.iter_rules()
    pages = {str(rule) for rule in rules if "GET" in (rule.methods or ()) and not rule.arguments}
    static = (path for path in (ROOT / "static").rglob("*") if path.is_file())
    assets = f"/assets/{app.jinja_env.globals['asset_version']}"
    files = {f"{assets}/{path.relative_to(ROOT / 'static').as_posix()}" for path in static}
    return sorted(pages | files | {"/no-such-page"})


def pages(command: Sequence[str], folder: Path, paths: list[str]) -> Pages:
    """Status and body of every page, from a server on a fresh club; what is random in them taken out."""
    with serving(environment(SCOREPAD_INSTANCE=str(folder)), command) as url:
        answers = {path: get(url + path) for path in paths}
    return {path: (status, HIDDEN.sub(b"", body)) for path, (status, body) in answers.items()}


@pytest.fixture(scope="module")
def from_checkout(paths: list[str], tmp_path_factory: pytest.TempPathFactory) -> Pages:
    """The checkout's pages."""
    return pages(FROM_CHECKOUT, tmp_path_factory.mktemp("checkout"), paths)


def test_there_are_pages_to_compare(from_checkout: Pages) -> None:
    statuses = {path: status for path, (status, _) in from_checkout.items()}
    assert statuses.pop("/no-such-page") == 404
    assert statuses["/"] == 200
    assert max(statuses.values()) < 400


def test_an_installed_scorepad_serves_the_same_pages(
    installed: Path, from_checkout: Pages, tmp_path: Path
) -> None:
    found = pages([str(installed / "bin" / "scorepad")], tmp_path, list(from_checkout))
    assert found == from_checkout


def test_an_editable_scorepad_serves_the_same_pages(
    editable: Path, from_checkout: Pages, tmp_path: Path
) -> None:
    found = pages([str(editable / "bin" / "scorepad")], tmp_path, list(from_checkout))
    assert found == from_checkout


def test_an_installed_scorepad_runs_its_own_code(installed: Path) -> None:
    where = "import scorepad; print(scorepad.__file__)"
    assert run(installed / "bin" / "python", "-c", where).startswith(str(installed))


def test_an_installed_scorepad_leaves_its_environment_as_it_was(
    installed: Path, tmp_path: Path
) -> None:
    before = files(installed)
    environ = environment(XDG_DATA_HOME=str(tmp_path), HOME=str(tmp_path))
    with serving(environ, [str(installed / "bin" / "scorepad")]) as url:
        get(url)
    assert files(installed) == before
    assert files(tmp_path / "scorepad")


def test_an_editable_scorepad_keeps_the_clubs_in_the_checkout(editable: Path) -> None:
    where = "from scorepad.places import instance_dir; print(instance_dir())"
    assert run(editable / "bin" / "python", "-c", where) == f"{ROOT / 'instance'}\n"


def files(folder: Path) -> set[Path]:
    """Every file beneath, but for what Python compiles."""
    return {path for path in folder.rglob("*") if path.is_file() and path.suffix != ".pyc"}
