"""An instance folder that does not exist yet, so that no command sees the developer's own clubs; and no COLUMNS."""

import pytest


@pytest.fixture(autouse=True)
def instance(tmp_path, monkeypatch):
    monkeypatch.delenv("COLUMNS", raising=False)
    monkeypatch.setenv("SCOREPAD_INSTANCE", str(tmp_path / "instance"))
    return tmp_path / "instance"
