"""Every address names a view that there is, and every function for templates is there."""

from pathlib import Path

import pytest

from scorepad.web.app import addresses


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
