"""The checks of `tests.support.house_rules` find violations, and the package has none."""

import pytest

from tests.support.house_rules import faults, package_faults


def test_the_package_keeps_them():
    assert package_faults() == []


@pytest.mark.parametrize(
    ("source", "fault"),
    [
        ("db.execute(f'SELECT 1 FROM game WHERE id = {number}')", "SQL with number put into it"),
        ("db.execute(f'DELETE FROM {name.table}')", "SQL with name.table put into it"),
        ("with db.atomic():\n    pass", "atomic()"),
        ("db.execute(f'SELECT {_COLUMNS} FROM game WHERE id = ?', (number,))", ""),
        ("f'Select {number} games'", ""),
    ],
)
def test_a_fault_is_found_where_it_stands(source, fault):
    found = list(faults("store/a.py", source))
    assert bool(found) == bool(fault)
    assert all(fault in sentence and sentence.startswith("store/a.py:1: ") for sentence in found)
