"""Make a release: check, test, build, write hashes, tag. It pushes and uploads nothing.

make release

With `--publish TAG`, as the host's workflow runs it for a tag that was pushed: check that the tag, the version,
CHANGELOG.md, the packages in dist and the project's address fit, and write hashes and notes beside the packages.
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


def version_here() -> str:
    version = re.search(r'^__version__ = "(\d+\.\d+\.\d+)"$', Path("scorepad/__init__.py").read_text(), re.MULTILINE)
    if version is None:
        refuse("scorepad/__init__.py has no version such as 1.0.0.")
    return version[1]


def home() -> str:
    """Return the project's address, "" if it has none."""
    address = tomllib.loads(Path("pyproject.toml").read_text())["tool"]["hatch"]["metadata"]["hooks"]["custom"]["home"]
    return str(address)


def check_packages(version: str) -> list[Path]:
    """Write the hashes of the packages in dist, which must be a wheel and a source archive of this version."""
    files = write_hashes(Path("dist"))
    if len(files) != 2 or any(f"-{version}" not in file.name for file in files):
        refuse(f"dist holds {', '.join(file.name for file in files) or 'no package'}.")
    return files


def publish(tag: str) -> None:
    version = version_here()
    if tag != f"v{version}":
        refuse(f"the tag is {tag}, and scorepad/__init__.py says {version}.")
    notes = notes_of(version)
    if not home():
        refuse("“home” in pyproject.toml is empty, so the packages would lead nowhere. Fill it in, and tag again.")
    check_packages(version)
    Path("dist/NOTES.md").write_text(f"{notes}\n", "utf-8")


def main() -> None:
    if sys.argv[1:2] == ["--publish"]:
        publish(*sys.argv[2:])
        return
    if git("status", "--porcelain"):
        refuse("there are changes that are not committed.")
    version = version_here()
    tag = f"v{version}"
    notes = notes_of(version)
    if git("tag", "--list", tag):
        refuse(f"the tag {tag} is there already.")
    if not GREEN.exists() or GREEN.read_text().strip() != git("rev-parse", "HEAD^{tree}"):
        step("This commit is not tested yet: running lint and every test", ".ci/run")
    step("Building", "make", "--no-print-directory", "build")
    files = check_packages(version)
    git("tag", "--annotate", "--cleanup=whitespace", "--file=-", tag, text=f"Scorepad {version}\n\n{notes}\n")
    print(f"{tag} is tagged, here only. dist holds {', '.join(file.name for file in files)} and SHA256SUMS.")
    if not home():
        print("“home” in pyproject.toml is empty: no package names an address, and links of their README lead nowhere.")
    print(f"What remains is yours: git push origin {tag}, after which the workflow Publish uploads these packages.")


if __name__ == "__main__":
    main()
