"""Files that the docs name exist."""

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
PAGES = [ROOT / "README.md", ROOT / "CONTRIBUTING.md", *(ROOT / "docs").rglob("*.md")]
PAGES += [ROOT / "bench/README.md", *(ROOT / "scorepad").rglob("README.md")]
FOLDERS = "scorepad|templates|static|tests|bench|docs"


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_links_and_paths_lead_somewhere(page):
    text = page.read_text("utf-8")
    links = [page.parent / target for target in re.findall(r"\]\(([^)#:]+)\)", text)]
    paths = [ROOT / path for path in re.findall(rf"`((?:{FOLDERS})/[^`\s]*)`", text)]
    assert [str(path) for path in (*links, *paths) if not path.exists()] == []
