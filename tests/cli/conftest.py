"""An instance folder that does not exist yet, so that no command sees the clubs of who runs the tests; and no width."""

import pytest


@pytest.fixture(autouse=True)
def instance(tmp_path, monkeypatch):
    monkeypatch.delenv("COLUMNS", raising=False)
    monkeypatch.setenv("SCOREPAD_INSTANCE", str(tmp_path / "instance"))
    return tmp_path / "instance"
