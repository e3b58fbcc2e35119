"""Every address names a view that there is, and every function for templates is there."""

from pathlib import Path

import pytest
from werkzeug.routing import Rule

from scorepad.web.app import addresses, factory


@pytest.mark.parametrize("address", addresses.ADDRESSES, ids=lambda address: f"{address.method} {address.path}")
def test_its_view_is_there(address):
    assert callable(addresses.find(f"web.{address.view}"))


def test_its_functions_for_templates_are_there(app):
    for kind, functions in addresses.FOR_TEMPLATES.items():
        for name, function in functions.items():
            assert getattr(app.jinja_env, kind)[name].args == (function,)
            assert callable(addresses.find(function))


def test_no_subject_has_addresses_of_its_own():
    """Only what is installed by itself has: the app for phones, the open house and the page of the design."""
    web = Path(addresses.__file__).parents[1]
    own = [path.name for path in sorted(web.rglob("*.py")) if "Blueprint(" in path.read_text("utf-8")]
    assert own == ["pwa.py", "design.py", "open_house.py"]


def test_no_two_threads_compile_an_address_at_once(app, monkeypatch):
    """Python 3.11 may answer that with SystemError, so two phones that came first together would see an error."""
    compiled, compile_builder = [], Rule._compile_builder

    def watched(self, append_unknown=True):
        compiled.append(factory.COMPILING.locked())
        return compile_builder(self, append_unknown)

    monkeypatch.setattr(Rule, "_compile_builder", watched)
    app.url_map.add(rule := factory.LateRule("/games/<number:game>/late", endpoint="late"))
    compiled.clear()
    assert rule.build({"game": 7}) == ("", "/games/7/late")
    assert rule.build({"game": 8}) == ("", "/games/8/late")
    assert compiled == [True]
