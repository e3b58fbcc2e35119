"""Make a release: check, test, build, write hashes, tag. It pushes and uploads nothing.

make release
"""

import hashlib
import re
import subprocess
import sys
import tomllib
from datetime import date
from pathlib import Path
from typing import NoReturn

GREEN = Path(".venv/.green")
"""Holds the tree of the commit that last passed `.ci/run`."""


def refuse(sentence: str) -> NoReturn:
    sys.exit(f"No release: {sentence}")


def git(*arguments: str, text: str | None = None) -> str:
    done = subprocess.run(("git", *arguments), input=text, capture_output=True, encoding="utf-8")
    if done.returncode:
        refuse(f"git {arguments[0]} says: {done.stderr.strip()}")
    return done.stdout.strip()


def step(name: str, *command: str) -> None:
    print(f"{name} ...", flush=True)
    if subprocess.run(command).returncode:
        refuse(f"“{' '.join(command)}” failed. Nothing was tagged.")


def notes_of(version: str) -> str:
    """Return the notes of this version in CHANGELOG.md. It must be the newest one, dated today or earlier."""
    sections = re.split(r"^## ", Path("CHANGELOG.md").read_text("utf-8"), flags=re.MULTILINE)[1:]
    if sections and sections[0].startswith("[Unreleased]") and sections.pop(0).removeprefix("[Unreleased]").strip():
        refuse("CHANGELOG.md has lines under Unreleased. Move them to this version.")
    title, _, notes = (sections or [""])[0].partition("\n")
    heading = re.fullmatch(r"\[(.+)] - (\d{4}-\d\d-\d\d)", title.strip())
    if heading is None or heading[1] != version:
        refuse(f"scorepad/__init__.py says {version}, and CHANGELOG.md begins with “{title.strip()}”.")
    if date.fromisoformat(heading[2]) > date.today():  # noqa: DTZ011 - the local day of the person who releases
        refuse(f"CHANGELOG.md dates this version {heading[2]}, which is to come.")
    return notes.strip()


def write_hashes(folder: Path) -> list[Path]:
    files = sorted(file for file in folder.iterdir() if file.name.endswith((".whl", ".tar.gz")))
    lines = [f"{hashlib.sha256(file.read_bytes()).hexdigest()}  {file.name}\n" for file in files]
    (folder / "SHA256SUMS").write_text("".join(lines))
    return files


def main() -> None:
    if git("status", "--porcelain"):
        refuse("there are changes that are not committed.")
    version = re.search(r'^__version__ = "(\d+\.\d+\.\d+)"$', Path("scorepad/__init__.py").read_text(), re.MULTILINE)
    if version is None:
        refuse("scorepad/__init__.py has no version such as 1.0.0.")
    tag = f"v{version[1]}"
    notes = notes_of(version[1])
    if git("tag", "--list", tag):
        refuse(f"the tag {tag} is there already.")
    if not GREEN.exists() or GREEN.read_text().strip() != git("rev-parse", "HEAD^{tree}"):
        step("This commit is not tested yet: running lint and every test", ".ci/run")
    step("Building", "make", "--no-print-directory", "build")
    files = write_hashes(Path("dist"))
    if not files or any(f"-{version[1]}" not in file.name for file in files):
        refuse(f"dist holds {', '.join(file.name for file in files) or 'no package'}.")
    git("tag", "--annotate", "--cleanup=whitespace", "--file=-", tag, text=f"Scorepad {version[1]}\n\n{notes}\n")
    print(f"{tag} is tagged, here only. dist holds {', '.join(file.name for file in files)} and SHA256SUMS.")
    if not tomllib.loads(Path("pyproject.toml").read_text())["tool"]["hatch"]["metadata"]["hooks"]["custom"]["home"]:
        print("“home” in pyproject.toml is empty: no package names an address, and links of their README lead nowhere.")
    print(f"What remains is yours: git push origin {tag}, and the upload of dist.")


if __name__ == "__main__":
    main()
