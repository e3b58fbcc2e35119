"""An instance folder that does not exist yet, so that no command sees the clubs of the person who runs the tests."""

import pytest


@pytest.fixture(autouse=True)
def instance(tmp_path, monkeypatch):
    monkeypatch.setenv("SCOREPAD_INSTANCE", str(tmp_path / "instance"))
    return tmp_path / "instance"
