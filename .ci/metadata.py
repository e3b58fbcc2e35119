"""Add package metadata that pyproject.toml cannot express: the project's URLs, and a README whose links work anywhere.

The URL of the project is set once, as `home` in pyproject.toml. While it is empty, packages contain no URLs.
"""

import re
from pathlib import Path
from typing import Any

from hatchling.metadata.plugin.interface import MetadataHookInterface

PATH = re.compile(r"(!?)(\[[^]]*])\((?![a-z]+:)([^)#\s]*)(#[^)\s]*)?\)")
"""A Markdown link or picture with a file of the project as its target: `!` for a picture, text, path, anchor."""


class ReleaseMetadata(MetadataHookInterface):
    """Fills in what `dynamic` lists in pyproject.toml."""

    def update(self, metadata: dict[str, Any]) -> None:
        home = self.config["home"].rstrip("/")
        readme = Path(self.root, "README.md").read_text("utf-8")
        places = {name: text.format(home=home, version=metadata["version"]) for name, text in self.config["at"].items()}
        files, pictures = places.pop("files"), places.pop("pictures")
        metadata["urls"] = {"Home": home, **places} if home else {}
        metadata["readme"] = {
            "content-type": "text/markdown",
            "text": absolute(readme, files, pictures) if home else readme,
        }


def absolute(readme: str, files: str, pictures: str) -> str:
    """Return the text with every link to a file of the project made absolute."""

    def replace(link: re.Match[str]) -> str:
        mark, text, path, anchor = link.groups(default="")
        return f"{mark}{text}({pictures if mark else files}/{path or 'README.md'}{anchor})"

    return PATH.sub(replace, readme)
