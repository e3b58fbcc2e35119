"""Build and install Scorepad as users do, without a package registry.

A new environment finds Scorepad's requirements through a path to this one.
"""

import subprocess
import sys
import sysconfig
import venv
from pathlib import Path

import pytest

from tests.support.server import ROOT, environment


def run(*command: str | Path, **environ: str) -> str:
    """The output of a command, which must succeed."""
    done = subprocess.run(
        command, cwd="/", env=environment(**environ), capture_output=True, text=True
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


@pytest.fixture(scope="session")
def built(tmp_path_factory):
    """A folder with the sdist, and the wheel that was built from it."""
    folder = tmp_path_factory.mktemp("built")
    run(sys.executable, "-m", "build", "--no-isolation", "--outdir", folder, ROOT)
    return folder


@pytest.fixture(scope="session")
def wheel(built):
    (file,) = built.glob("*.whl")
    return file


@pytest.fixture(scope="session")
def installed(wheel, tmp_path_factory):
    """An environment with Scorepad installed."""
    return _environment(tmp_path_factory.mktemp("installed"), str(wheel))


@pytest.fixture(scope="session")
def editable(tmp_path_factory):
    """An environment with this checkout installed editable."""
    return _environment(tmp_path_factory.mktemp("editable"), "--editable", str(ROOT))


def _environment(folder: Path, *what: str) -> Path:
    venv.create(folder, symlinks=True, with_pip=False)
    scheme = {"base": str(folder), "platbase": str(folder)}
    packages = Path(sysconfig.get_path("purelib", "venv", scheme))
    ours = {sysconfig.get_path("purelib"), sysconfig.get_path("platlib")}
    (packages / "parts.pth").write_text("\n".join(sorted(ours)))
    pip = (sys.executable, "-m", "pip", "--python", folder / "bin" / "python")
    run(*pip, "install", "--quiet", "--no-index", "--no-deps", "--no-build-isolation", *what)
    return folder
