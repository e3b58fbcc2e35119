"""What the wheel and the sdist contain."""

import tarfile
import zipfile

import pytest

from tests.support.server import ROOT


@pytest.fixture(scope="module")
def names(wheel):
    with zipfile.ZipFile(wheel) as archive:
        return set(archive.namelist())


def files(folder: str) -> set[str]:
    """The files in a folder of this checkout, as paths from the checkout."""
    paths = (path for path in (ROOT / folder).rglob("*") if path.is_file())
    return {path.relative_to(ROOT).as_posix() for path in paths if "__pycache__" not in path.parts}


@pytest.mark.parametrize("folder", ["templates", "static"])
def test_the_wheel_contains_templates_and_static_files(names, folder):
    assert files(folder)
    assert {f"scorepad/{name}" for name in files(folder)} <= names


def test_the_wheel_contains_the_whole_package(names):
    assert files("scorepad") <= names
    assert "scorepad/py.typed" in names
    assert "scorepad/rules/presets/partnership.toml" in names


def test_the_wheel_contains_nothing_else(names):
    tops = {name.partition("/")[0] for name in names}
    assert {top for top in tops if not top.endswith(".dist-info")} == {"scorepad"}


def test_the_wheel_contains_the_licence(names):
    assert any(name.endswith(".dist-info/licenses/LICENSE") for name in names)


def test_the_sdist_contains_the_tests_and_no_club(built):
    (sdist,) = built.glob("*.tar.gz")
    with tarfile.open(sdist) as archive:
        names = {name.partition("/")[2] for name in archive.getnames()}
    assert {"Makefile", "LICENSE", "README.md", "CONTRIBUTING.md", "tests/test_paths.py"} <= names
    assert {name for name in names if name.startswith("instance/")} == {"instance/README.md"}
