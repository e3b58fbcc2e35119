"""docs/python.md: its examples run, and it names the whole public API, which has types and docstrings."""

import doctest
import inspect
import re
import typing

from scorepad import scoring
from tests.support.server import ROOT

PAGE = ROOT / "docs/python.md"


def test_the_examples_give_what_is_shown():
    done = doctest.testfile(str(PAGE), module_relative=False, encoding="utf-8")
    assert (done.failed, done.attempted > 10) == (0, True)


def test_the_page_names_all_that_is_promised():
    table = PAGE.read_text("utf-8").partition("## What stays")[2]
    assert sorted(re.findall(r"`(\w+)`", table)) == sorted(scoring.__all__)


def test_all_that_is_promised_is_typed_and_explained():
    for name in scoring.__all__:
        promised = getattr(scoring, name)
        assert inspect.getdoc(promised), name
        if inspect.isfunction(promised):
            hints = typing.get_type_hints(promised)
            assert hints.keys() == {*inspect.signature(promised).parameters, "return"}, name
    assert (ROOT / "scorepad/py.typed").exists()
