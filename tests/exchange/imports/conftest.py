"""A club, and files to import into it."""

import pytest

from scorepad.exchange.imports import pipeline
from scorepad.exchange.imports.import_file import ImportFile
from scorepad.exchange.imports.plan import Decisions, Refused
from scorepad.store import Club


@pytest.fixture
def club(tmp_path):
    with Club.open(tmp_path / "club.sqlite3") as club:
        club.clock.change("Europe/Berlin")
        yield club


class Imported:
    """A file to preview and record, with the rules that most tests use."""

    def __init__(self, club, path, name, **decisions):
        self.club, self.file = club, ImportFile(path, name)
        self.decisions = Decisions(**{"rules": "partnership"} | decisions)

    @property
    def preview(self):
        return pipeline.preview(self.club, self.file, self.decisions)

    @property
    def games(self):
        return [(game.line, game.day.isoformat(), game.teams, game.totals, game.rounds) for game in self.preview.sample]

    @property
    def problems(self):
        return [str(problem) for problem in self.preview.problems]

    @property
    def refusal(self):
        with pytest.raises(Refused) as refused:
            _ = self.preview
        return str(refused.value)

    def record(self):
        return pipeline.record(self.club, self.file, self.decisions)


@pytest.fixture
def bring(club, tmp_path):
    """Write a file with this text or these bytes, ready for an import."""

    def make(content, name="results.csv", **decisions):
        path = tmp_path / name
        path.write_bytes(content if isinstance(content, bytes) else content.encode())
        return Imported(club, path, name, **decisions)

    return make
