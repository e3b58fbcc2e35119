"""`make release` tags only a commit that is complete and tested; the files for the project's host are valid."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
import yaml

from tests.support.server import ROOT
from tests.support.waiting import PATIENCE

NOTES = "### Added\n\n* A line of #1."
CHANGES = f"# Changelog\n\n## [Unreleased]\n\n## [2.0.0] - 2026-11-23\n\n{NOTES}\n\n## [1.0.0] - 2026-11-01\n"
MAKE = """#!/bin/sh
echo "$*" >>made
mkdir -p dist && echo wheel >dist/scorepad-2.0.0-py3-none-any.whl && echo source >dist/scorepad-2.0.0.tar.gz
"""


@pytest.fixture
def project(tmp_path, monkeypatch):
    """A small project in its own repository, tested and ready for release 2.0.0."""
    folder = tmp_path / "project"
    (folder / "scorepad").mkdir(parents=True)
    (folder / ".ci").mkdir()
    for name in ("pyproject.toml", ".ci/release.py"):
        shutil.copy(ROOT / name, folder / name)
    (folder / "scorepad/__init__.py").write_text('__version__ = "2.0.0"\n')
    (folder / "CHANGELOG.md").write_text(CHANGES)
    (folder / ".gitignore").write_text("/.venv/\n/dist/\n/made\n")
    (folder / ".ci/run").write_text("#!/bin/sh\necho tested >>made\nexit ${BROKEN:-0}\n")
    for name, text in (("make", MAKE), ("home/.gitconfig", "[user]\nname = A\nemail = a@example.org\n")):
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text(text)
    for script in (folder / ".ci/run", tmp_path / "make"):
        script.chmod(0o755)
    for name in [name for name in os.environ if name.startswith("GIT_")]:
        monkeypatch.delenv(name)
    monkeypatch.setenv("HOME", str(tmp_path / "home"))
    monkeypatch.setenv("PATH", f"{tmp_path}{os.pathsep}{os.environ['PATH']}")
    monkeypatch.chdir(folder)
    git("init", "--quiet")
    commit()
    return folder


def git(*arguments):
    return subprocess.run(
        ("git", *arguments), capture_output=True, text=True, check=True, timeout=PATIENCE
    ).stdout.strip()


def commit():
    git("add", "--all")
    git("commit", "--quiet", "--message", "Work")


def release(*arguments):
    return subprocess.run(
        (sys.executable, ".ci/release.py", *arguments), capture_output=True, text=True, timeout=PATIENCE
    )


def test_a_release_is_tested_built_hashed_and_tagged(project):
    done = release()
    assert (done.returncode, done.stderr) == (0, "")
    assert "no package names an address" in done.stdout
    assert (project / "made").read_text() == "tested\n--no-print-directory build\n"
    assert git("for-each-ref", "refs/tags", "--format=%(refname) %(objecttype)") == "refs/tags/v2.0.0 tag"
    assert git("tag", "--list", "--format=%(contents)") == f"Scorepad 2.0.0\n\n{NOTES}"
    subprocess.run(("sha256sum", "--check", "--quiet", "SHA256SUMS"), cwd="dist", check=True)
    # Again: the tag is there.
    assert "v2.0.0 is there already" in release().stderr


def test_what_run_has_tested_is_not_tested_again(project):
    (project / ".venv").mkdir()
    (project / ".venv/.green").write_text(git("rev-parse", "HEAD^{tree}"))
    assert release().returncode == 0
    assert (project / "made").read_text() == "--no-print-directory build\n"


@pytest.mark.parametrize(
    ("file", "text", "sentence"),
    [
        ("scorepad/__init__.py", '__version__ = "2.0.1"\n', "says 2.0.1, and CHANGELOG.md begins with “[2.0.0]"),
        ("scorepad/__init__.py", '__version__ = "soon"\n', "has no version"),
        ("CHANGELOG.md", CHANGES.replace("## [2.0.0]", "* More\n\n## [2.0.0]"), "lines under Unreleased"),
        ("CHANGELOG.md", CHANGES.replace("2026", "9999"), "which is to come"),
        ("CHANGELOG.md", "", "begins with “”"),
        (".ci/run", "#!/bin/sh\nexit 1\n", "“.ci/run” failed"),
    ],
)
def test_what_is_not_whole_is_not_released(project, file, text, sentence):
    (project / file).write_text(text)
    assert "not committed" in release().stderr
    commit()
    done = release()
    assert (done.returncode, sentence in done.stderr) == (1, True), done.stderr
    assert git("tag", "--list") == ""
    assert not Path("dist").exists()


def test_a_tag_that_was_pushed_is_published_if_everything_fits(project):
    assert release().returncode == 0
    Path("dist/SHA256SUMS").unlink()
    assert "“home” in pyproject.toml is empty" in release("--publish", "v2.0.0").stderr
    about = (project / "pyproject.toml").read_text()
    (project / "pyproject.toml").write_text(about.replace('home = ""', 'home = "https://example.org/scorepad"'))
    assert "the tag is v2.0.1, and scorepad/__init__.py says 2.0.0" in release("--publish", "v2.0.1").stderr
    done = release("--publish", "v2.0.0")
    assert (done.returncode, done.stderr, Path("dist/NOTES.md").read_text()) == (0, "", f"{NOTES}\n")
    subprocess.run(("sha256sum", "--check", "--quiet", "SHA256SUMS"), cwd="dist", check=True)
    Path("dist/scorepad-2.0.0.tar.gz").unlink()
    assert "dist holds scorepad-2.0.0-py3-none-any.whl." in release("--publish", "v2.0.0").stderr


def test_the_files_for_the_projects_host_follow_their_schemas():
    forms = sorted((ROOT / ".github/ISSUE_TEMPLATE").glob("[!c]*.yml"))
    assert len(forms) == 3
    for schema, files in (
        ("github-workflows", (ROOT / ".github/workflows").glob("*.yml")),
        ("dependabot", [ROOT / ".github/dependabot.yml"]),
        ("github-issue-forms", forms),
        ("github-issue-config", [ROOT / ".github/ISSUE_TEMPLATE/config.yml"]),
    ):
        command = (sys.executable, "-m", "check_jsonschema", "--builtin-schema", f"vendor.{schema}", *files)
        done = subprocess.run(command, capture_output=True, text=True, timeout=PATIENCE)
        assert done.returncode == 0, done.stdout


WORKFLOWS = {path.stem: yaml.safe_load(path.read_text()) for path in (ROOT / ".github/workflows").glob("*.yml")}
# What a workflow may do beside reading: sign and publish the packages of a tag; open a request with new locks.
MAY = {
    ("publish", "publish"): {"contents": "write", "id-token": "write", "attestations": "write"},
    ("dependencies", "renew"): {"contents": "write", "pull-requests": "write"},
}


def jobs():
    return {(name, job): content for name, flow in WORKFLOWS.items() for job, content in flow["jobs"].items()}


def test_workflows_may_only_read_and_pin_what_they_use():
    assert all(flow["permissions"] == {"contents": "read"} for flow in WORKFLOWS.values())
    assert {job: content["permissions"] for job, content in jobs().items() if "permissions" in content} == MAY
    uses = [step["uses"] for job in jobs().values() for step in job.get("steps", ()) if "uses" in step]
    assert uses
    assert all(name.partition("@")[2].count(".") == 2 for name in uses)
    assert WORKFLOWS["ci"]["jobs"]["test"]["strategy"]["matrix"]["python"] == ["3.11", "3.12", "3.13", "3.14"]


def test_a_tag_is_published_only_after_all_checks_with_the_packages_that_passed_them():
    publish = jobs()["publish", "publish"]
    assert (publish["needs"], jobs()["publish", "ci"]["uses"]) == ("ci", "./.github/workflows/ci.yml")
    # YAML 1.1 reads the key `on` as true.
    assert WORKFLOWS["publish"][True] == {"push": {"tags": ["v*"]}}
    assert "workflow_call" in WORKFLOWS["ci"][True]
    steps = [step.get("uses", step.get("run", "")).partition("@")[0] for step in publish["steps"]]
    order = [
        *("actions/download-artifact", 'python .ci/release.py --publish "$GITHUB_REF_NAME"'),
        *("actions/attest-build-provenance", "pypa/gh-action-pypi-publish"),
    ]
    assert [step for step in steps if step in order] == order


def test_every_lock_is_audited():
    locks = {path.stem for path in (ROOT / ".ci/requirements").glob("*.txt")}
    assert set(jobs()["dependencies", "audit"]["strategy"]["matrix"]["locked"]) == locks


def test_the_hooks_before_a_commit_run_what_make_lint_runs():
    hooks = yaml.safe_load((ROOT / ".pre-commit-config.yaml").read_text())["repos"][0]["hooks"]
    lint = (ROOT / "Makefile").read_text().partition("\nlint:")[2].partition("\n\n")[0]
    for tool in ("-m ruff check", "-m ruff format", "-m djlint --lint --quiet", "-m tests.support.house_rules"):
        assert tool in lint
        assert any(tool in hook["entry"] for hook in hooks), tool
