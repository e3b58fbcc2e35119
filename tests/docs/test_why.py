"""Each page of docs/why says context, decision and consequence, briefly."""

from pathlib import Path

import pytest

WHY = Path(__file__).parents[2] / "docs/why"
PAGES = sorted(page for page in WHY.glob("*.md") if page.name != "README.md")
HEADINGS = ["## Context", "## Decision", "## Consequence"]
MOST_WORDS = 250


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.stem)
def test_a_page_is_short_and_has_three_parts(page):
    text = page.read_text("utf-8")
    title, *lines = text.splitlines()
    assert title.startswith("# ")
    assert [line for line in lines if line.startswith("#")] == HEADINGS
    assert len(text.split()) <= MOST_WORDS


def test_the_index_has_every_page_with_its_title():
    index = (WHY / "README.md").read_text("utf-8")
    for page in PAGES:
        title = page.read_text("utf-8").splitlines()[0].removeprefix("# ")
        assert f"* [{title}]({page.name})\n" in index
    assert index.count("* [") == len(PAGES) > 0
