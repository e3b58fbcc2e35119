"""Style sheets as browsers get them."""

import re

from scorepad.paths import static_dir

DESCENDANT = re.compile(r"[\w)\]] :[a-z-]+")


def test_no_selector_changes_when_a_style_sheet_is_minified():
    # Inside @media and @container rcssmin drops the space of "a :is(b)", which then means another element. Write
    # "a *:is(b)", which it keeps.
    sheets = {file.name: file.read_text("utf-8") for file in (static_dir() / "css").glob("*.css")}
    assert sheets
    plain = {name: re.sub(r"/\*.*?\*/", "", text, flags=re.S) for name, text in sheets.items()}
    assert {name: bad for name, text in plain.items() if (bad := DESCENDANT.findall(text))} == {}
