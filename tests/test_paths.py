"""The folders of templates, static files and clubs, for every way of installing Scorepad."""

import sys

import pytest

from scorepad import paths
from scorepad.paths import FolderError, instance_dir, static_dir, templates_dir
from tests.support.server import ROOT


@pytest.fixture
def elsewhere(tmp_path, monkeypatch):
    """A package outside this checkout, alone in its folder, and with no cached paths."""
    package = tmp_path / "lib" / "scorepad"
    package.mkdir(parents=True)
    monkeypatch.setattr(paths, "PACKAGE", package)
    monkeypatch.setattr(paths, "checkout", paths.checkout.__wrapped__)
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    return package


def make_checkout(package, project='name = "scorepad"'):
    """Make the folder around a package a checkout. Default: of this project."""
    (package.parent / "templates").mkdir()
    (package.parent / "pyproject.toml").write_text(f"[project]\n{project}\n")
    return package.parent


def test_a_checkout_serves_its_own_files():
    assert (templates_dir(), static_dir()) == (ROOT / "templates", ROOT / "static")


def test_an_installed_package_serves_its_snapshot_and_keeps_clubs_with_the_users_data(elsewhere):
    assert (templates_dir(), static_dir()) == (elsewhere / "templates", elsewhere / "static")
    assert instance_dir({}) == elsewhere.parents[1] / "data" / "scorepad"


@pytest.mark.parametrize("setting", [{}, {"SCOREPAD_INSTANCE": ""}, {"SCOREPAD_INSTANCE": "  "}])
def test_a_checkout_wins_over_a_snapshot_inside_the_package_and_keeps_its_clubs(elsewhere, setting):
    (elsewhere / "templates").mkdir()
    root = make_checkout(elsewhere)
    assert templates_dir() == root / "templates"
    assert instance_dir(setting) == root / "instance"


@pytest.mark.parametrize("project", ['name = "other"', "", "name = [", 'name = ["scorepad"]'])
def test_a_folder_of_another_project_is_not_a_checkout(elsewhere, project):
    make_checkout(elsewhere, project)
    assert templates_dir() == elsewhere / "templates"


def test_a_checkout_inside_an_environment_keeps_no_clubs(elsewhere, monkeypatch):
    # pip install -e git+... puts the checkout into the environment's src.
    monkeypatch.setattr(sys, "prefix", str(make_checkout(elsewhere)))
    assert instance_dir({}) == elsewhere.parents[1] / "data" / "scorepad"


def test_the_setting_names_the_folder_and_every_new_one_is_private(tmp_path, monkeypatch):
    folder = tmp_path / "a" / "b"
    assert instance_dir({"SCOREPAD_INSTANCE": str(folder)}) == folder
    assert list(folder.iterdir()) == []
    assert [made.stat().st_mode & 0o777 for made in (folder, folder.parent)] == [0o700, 0o700]
    folder.chmod(0o755)
    assert instance_dir({"SCOREPAD_INSTANCE": str(folder)}).stat().st_mode & 0o777 == 0o755
    monkeypatch.setenv("HOME", str(tmp_path))
    assert instance_dir({"SCOREPAD_INSTANCE": "~/clubs"}) == tmp_path / "clubs"


@pytest.mark.parametrize("path", ["env/clubs", "env", "link/clubs", "usr/dist-packages/clubs"])
def test_no_club_is_inside_an_environment(tmp_path, monkeypatch, path):
    (tmp_path / "env").mkdir()
    (tmp_path / "link").symlink_to(tmp_path / "env")
    monkeypatch.setattr(sys, "prefix", str(tmp_path / "env"))
    with pytest.raises(FolderError, match="Set SCOREPAD_INSTANCE to a folder elsewhere"):
        instance_dir({"SCOREPAD_INSTANCE": str(tmp_path / path)})
    assert not (tmp_path / path / "clubs").exists()


@pytest.mark.parametrize("path", ["file", "file/clubs", "x" * 300, "loop/clubs"])
def test_a_folder_that_cannot_be_made_is_refused_with_a_sentence(tmp_path, path):
    (tmp_path / "file").touch()
    (tmp_path / "loop").symlink_to(tmp_path / "loop")
    with pytest.raises(FolderError) as error:
        instance_dir({"SCOREPAD_INSTANCE": str(tmp_path / path)})
    assert str(error.value).startswith(f"The clubs cannot be kept in {tmp_path}/{path}: ")
    assert str(error.value).endswith("Set SCOREPAD_INSTANCE to a folder that you may write.")


def test_a_folder_that_cannot_be_written_or_of_an_unknown_user_is_refused(tmp_path, monkeypatch):
    with pytest.raises(FolderError, match="no user of that name has a home folder here"):
        instance_dir({"SCOREPAD_INSTANCE": "~no-such-user/clubs"})

    # Tests may run as root, which ignores permissions.
    def refuse(*_):
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr(paths.os, "open", refuse)
    with pytest.raises(FolderError, match="Permission denied"):
        instance_dir({"SCOREPAD_INSTANCE": str(tmp_path)})
