"""Installed, installed editable, or run from the checkout: the same pages, and clubs outside the environment.

Builds and installs Scorepad as users do, but without a package registry: a new environment finds Scorepad's
requirements through a path to this one.
"""

import email
import re
import subprocess
import sys
import sysconfig
import tarfile
import venv
import zipfile
from pathlib import Path

import pytest

from scorepad import __version__
from scorepad.web import create_app
from tests.support.server import FROM_CHECKOUT, ROOT, environment, get, serving
from tests.support.waiting import LONGEST

HIDDEN = re.compile(rb'<input[^>]*type="hidden"[^>]*>|\b\d\d:\d\d\b')
"""Tokens and keys are random, and the page of the club's clock shows the time."""

DESCRIBE = """import os, sys
from hatchling.build import prepare_metadata_for_build_wheel
os.chdir(sys.argv[1])
prepare_metadata_for_build_wheel(sys.argv[2])"""
"""Writes the metadata of a wheel from a source tree, without building the wheel."""


def run(*command):
    """The output of a command, which must succeed."""
    done = subprocess.run(command, cwd="/", env=environment(), capture_output=True, text=True, timeout=LONGEST / 2)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def new_environment(folder, *what):
    venv.create(folder, symlinks=True, with_pip=False)
    scheme = {"base": str(folder), "platbase": str(folder)}
    packages = Path(sysconfig.get_path("purelib", "venv", scheme))
    ours = {sysconfig.get_path("purelib"), sysconfig.get_path("platlib")}
    (packages / "parts.pth").write_text("\n".join(sorted(ours)))
    pip = (sys.executable, "-m", "pip", "--python", folder / "bin" / "python")
    run(*pip, "install", "--quiet", "--no-index", "--no-deps", "--no-build-isolation", *what)
    return folder


def files(folder):
    """Every file in a folder, except compiled Python, as a relative path."""
    paths = (path for path in folder.rglob("*") if path.is_file() and path.suffix != ".pyc")
    return {path.relative_to(folder).as_posix() for path in paths}


@pytest.fixture(scope="module")
def built(tmp_path_factory):
    """A folder with the sdist, and the wheel that was built from it."""
    folder = tmp_path_factory.mktemp("built")
    run(sys.executable, "-m", "build", "--no-isolation", "--outdir", folder, ROOT)
    return folder


@pytest.fixture(scope="module")
def wheel(built):
    (file,) = built.glob("*.whl")
    return file


@pytest.fixture(scope="module")
def installed(wheel, tmp_path_factory):
    return new_environment(tmp_path_factory.mktemp("installed"), wheel)


@pytest.fixture(scope="module")
def editable(tmp_path_factory):
    return new_environment(tmp_path_factory.mktemp("editable"), "--editable", ROOT)


def test_the_wheel_contains_the_whole_package_its_files_and_nothing_else(wheel):
    with zipfile.ZipFile(wheel) as archive:
        names = set(archive.namelist())
    for folder in ("templates", "static"):
        assert files(ROOT / folder)
        assert {f"scorepad/{folder}/{name}" for name in files(ROOT / folder)} <= names
    assert {f"scorepad/{name}" for name in files(ROOT / "scorepad")} <= names
    assert {"scorepad/py.typed", "scorepad/rules/presets/partnership.toml"} <= names
    assert any(name.endswith(".dist-info/licenses/LICENSE") for name in names)
    tops = {name.partition("/")[0] for name in names}
    assert {top for top in tops if not top.endswith(".dist-info")} == {"scorepad"}


def test_the_sdist_contains_the_tests_and_no_club(built):
    (sdist,) = built.glob("*.tar.gz")
    with tarfile.open(sdist) as archive:
        names = {name.partition("/")[2] for name in archive.getnames()}
    assert {"Makefile", "LICENSE", "README.md", "CONTRIBUTING.md", "tests/test_paths.py"} <= names
    assert {".github/workflows/ci.yml", ".pre-commit-config.yaml"} <= names  # which tests read
    assert {name for name in names if name.startswith("instance/")} == {"instance/README.md"}


def test_a_published_wheel_has_a_readme_whose_links_and_pictures_work_anywhere(built, tmp_path):
    (sdist,) = built.glob("*.tar.gz")
    with tarfile.open(sdist) as archive:
        archive.extractall(tmp_path, filter="data")
    (source,) = tmp_path.iterdir()
    project = (source / "pyproject.toml").read_text()
    (source / "pyproject.toml").write_text(project.replace('home = ""', 'home = "https://forge.example/us/scorepad/"'))
    run(sys.executable, "-c", DESCRIBE, source, tmp_path)
    (described,) = (
        email.message_from_string(file.read_text("utf-8")) for file in tmp_path.glob("*.dist-info/METADATA")
    )
    at = f"https://forge.example/us/scorepad/{{}}/v{__version__}/"
    targets = re.findall(r"(!?)\[[^]]*\]\(([^)#]+)", described.get_payload())
    assert sum(mark == "!" for mark, _ in targets) > 5
    for mark, target in targets:
        home, _, path = target.partition(f"/v{__version__}/")
        if home.startswith("https://forge.example/"):
            assert f"{home}/v{__version__}/" == at.format("raw" if mark else "blob")
            assert (ROOT / path).is_file(), path
        assert target.startswith("https://")
    assert "Home, https://forge.example/us/scorepad" in described.get_all("Project-URL")


def test_a_wheel_that_is_not_published_names_no_address(wheel):
    described = metadata(wheel)
    assert described.get_all("Project-URL") is None
    assert described.get_payload().strip() == (ROOT / "README.md").read_text("utf-8").strip()
    classified = [word.rpartition(" ")[2] for word in described.get_all("Classifier") if ":: 3." in word]
    assert classified == ["3.11", "3.12", "3.13", "3.14"]


def metadata(wheel):
    with zipfile.ZipFile(wheel) as archive:
        (name,) = (name for name in archive.namelist() if name.endswith(".dist-info/METADATA"))
        return email.message_from_string(archive.read(name).decode("utf-8"))


@pytest.fixture(scope="module")
def paths(tmp_path_factory):
    """Every page that needs no game, a page that does not exist, and every static file."""
    app = create_app(tmp_path_factory.mktemp("routes"))
    rules = app.url_map.iter_rules()
    pages = {
        str(rule)
        for rule in rules
        # The API needs a token, and the feed and the notices name the port of their server.
        if "GET" in rule.methods and not rule.arguments and not rule.endpoint.startswith(("api.", "feed.", "notices."))
    }
    assets = f"/assets/{app.jinja_env.globals['asset_version']}"
    static = {f"{assets}/{name}" for name in files(ROOT / "static")}
    return sorted(pages | static | {"/no-such-page"})


def pages(command, folder, paths):
    """Status and body of every page, without random values, from a server with a new club."""
    with serving(environment(SCOREPAD_INSTANCE=str(folder)), command) as url:
        answers = {path: get(url + path) for path in paths}
    return {path: (status, HIDDEN.sub(b"", body)) for path, (status, body) in answers.items()}


@pytest.fixture(scope="module")
def from_checkout(paths, tmp_path_factory):
    answers = pages(FROM_CHECKOUT, tmp_path_factory.mktemp("checkout"), paths)
    statuses = {path: status for path, (status, _) in answers.items()}
    assert (statuses.pop("/no-such-page"), statuses["/"]) == (404, 200)
    assert max(statuses.values()) < 400
    return answers


@pytest.mark.parametrize("installation", ["installed", "editable"])
def test_every_installation_serves_the_same_pages(request, from_checkout, tmp_path, installation):
    command = request.getfixturevalue(installation) / "bin" / "scorepad"
    assert pages([str(command)], tmp_path, list(from_checkout)) == from_checkout


def test_an_installed_scorepad_leaves_its_environment_as_it_was(installed, tmp_path):
    code = "import scorepad; print(scorepad.__file__)"
    assert run(installed / "bin" / "python", "-c", code).startswith(str(installed))
    before = files(installed)
    environ = environment(XDG_DATA_HOME=str(tmp_path), HOME=str(tmp_path))
    with serving(environ, [str(installed / "bin" / "scorepad")]) as url:
        get(url)
    assert files(installed) == before
    assert files(tmp_path / "scorepad")


def test_an_editable_scorepad_keeps_the_clubs_in_the_checkout(editable):
    code = "from scorepad.paths import instance_dir; print(instance_dir())"
    assert run(editable / "bin" / "python", "-c", code) == f"{ROOT / 'instance'}\n"
