"""Imports point one way, and the pure three touch nothing but their arguments."""

from pathlib import Path

import pytest

import scorepad
from tests.fence import package_trespasses, trespasses

PACKAGE = Path(scorepad.__file__).parent


def test_nothing_crosses_the_fence():
    assert package_trespasses(PACKAGE) == []


@pytest.mark.parametrize(
    ("path", "source"),
    [
        ("rules/a.py", "from scorepad.scoring import score"),
        ("rules/a.py", "from ..scoring import score"),
        ("rules/a.py", "from scorepad import paths"),
        ("rules/a.py", "import importlib.resources"),
        ("rules/a.py", "import openskill"),
        ("rules/presets.py", "import importlib"),
        ("rules/presets.py", "import os"),
        ("scoring/a.py", "import scorepad.league"),
        ("scoring/a.py", "def late():\n    import sqlite3"),
        ("scoring/a.py", "from pathlib import Path"),
        ("scoring/a.py", "import random"),
        ("scoring/a.py", "from time import time"),
        ("scoring/a.py", "import logging"),
        ("scoring/a.py", "import os.path"),
        ("scoring/a.py", "import socket"),
        ("scoring/a.py", "import flask"),
        ("scoring/documents/a.py", "from ...store import Club"),
        ("scoring/a.py", "open('scores.txt')"),
        ("scoring/a.py", "when = datetime.now()"),
        ("scoring/a.py", "day = date.today()"),
        ("scoring/a.py", "print(1)"),
        ("scoring/a.py", "module = __import__('os')"),
        ("league/a.py", "from scorepad.store import Club"),
        ("league/a.py", "import secrets"),
        ("store/a.py", "from scorepad.web import create_app"),
        ("store/a.py", "from scorepad import web"),
        ("store/a.py", "import flask"),
        ("store/a.py", "import click"),
        ("store/a.py", "from scorepad.play import undo"),
        ("play/a.py", "from scorepad.web.app import clubs"),
        ("play/a.py", "import flask"),
        ("play/a.py", "from werkzeug.datastructures import MultiDict"),
        ("play/a.py", "from sqlite_utils import Database"),
        ("web/a.py", "import scorepad.cli"),
        ("web/a.py", "from scorepad.commands import speech"),
        ("web/a.py", "import sqlite3"),
        ("web/a.py", "from sqlite_utils import Database"),
        ("commands/a.py", "import sqlite3"),
        ("paths.py", "import scorepad.store"),
        ("__init__.py", "import scorepad.rules"),
    ],
)
def test_the_fence_stops(path, source):
    (line,) = trespasses(path, source)
    assert line.startswith(f"{path}:{source.count(chr(10)) + 1}: ")


@pytest.mark.parametrize(
    ("path", "source"),
    [
        (
            "rules/a.py",
            "import tomllib\nfrom scorepad.rules.model import RuleSet\nfrom scorepad import __version__",
        ),
        ("rules/presets.py", "from importlib.resources import files\nfiles('a').read_text()"),
        ("scoring/a.py", "from scorepad.rules import RuleSet\nfrom .score import score"),
        ("scoring/documents/a.py", "from ..model import Problem\nfrom datetime import date"),
        ("league/a.py", "import openskill.models\nfrom scorepad.scoring import score"),
        (
            "store/a.py",
            "import os, sqlite3\nfrom sqlite_utils import Database\nfrom scorepad import rules",
        ),
        ("web/a.py", "import flask\nfrom scorepad.store import Club\nfrom scorepad import paths"),
        ("commands/a.py", "import click\nfrom scorepad.web import create_app"),
    ],
)
def test_the_fence_lets_through(path, source):
    assert trespasses(path, source) == []
