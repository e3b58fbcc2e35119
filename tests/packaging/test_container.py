"""The steps of deploy/Dockerfile build a Scorepad that serves; compose, Caddy and Litestream match it and are hardened.

No package registry is used: the environment of these tests provides the locked requirements. The proof `container`
installs them; this is its short form.
"""

import fnmatch
import json
import re
import subprocess
import sysconfig
import tempfile
from contextlib import contextmanager
from pathlib import Path

import pytest
import yaml

from scorepad.environment import SETTINGS, check_all
from tests.hosting.programs import program
from tests.support.dockerfile import DOCKERFILE, build, instructions, may_serve_as_a_stranger, serve_as_a_stranger
from tests.support.server import ROOT, address, get, start
from tests.support.waiting import PATIENCE

DEPLOY = ROOT / "deploy"
COMPOSE = yaml.safe_load((DEPLOY / "compose.yaml").read_text("utf-8"))
SERVICES = COMPOSE["services"]
NAME = "scores.example.org"


def share_packages(image):
    (packages,) = image.path("/opt/scorepad").glob("lib/python*/site-packages")
    ours = {sysconfig.get_path("purelib"), sysconfig.get_path("platlib")}
    (packages / "parts.pth").write_text("\n".join(sorted(ours)))


@pytest.fixture(scope="module")
def image():
    with tempfile.TemporaryDirectory(prefix="scorepad-image-") as folder:
        # The user that the image serves as cannot read pytest's own folders.
        Path(folder).chmod(0o755)
        yield build(DOCKERFILE, Path(folder) / "root", {"--require-hashes": share_packages})


@contextmanager
def running(image):
    """The address at which the container's command serves, on any free port instead of its own."""
    command = [*image.command("ENTRYPOINT")]
    options = image.command("CMD")
    assert options == ["serve", "--no-link"]
    with start(image.environ, command, subprocess.PIPE, *options[1:]) as server:
        try:
            yield address(server).partition(" ")[0]
        finally:
            server.kill()


def test_the_image_serves_and_its_healthcheck_tells_well_from_failing(image):
    with running(image) as url:
        port = url.rpartition(":")[2]
        assert get(f"{url}/join")[0] == 200
        check = [image.command("HEALTHCHECK"), {**image.environ, "SCOREPAD_PORT": port}]
        well = subprocess.run(check[0], env=check[1], capture_output=True, text=True, timeout=PATIENCE)
        assert (well.returncode, json.loads(well.stdout)["status"]) == (0, "well")
    failing = subprocess.run(check[0], env=check[1], capture_output=True, timeout=PATIENCE)
    assert failing.returncode == 1
    # The club is in the one folder that the user owns.
    assert image.path("/data/club.sqlite3").exists()
    assert image.chowned == f"{image.settings['USER']} {image.path('/data')}\n"
    assert image.environ["SCOREPAD_INSTANCE"] == str(image.path("/data"))


@pytest.mark.skipif(not may_serve_as_a_stranger(), reason="only root may run the server as another user, by setpriv")
def test_it_serves_as_a_stranger_who_owns_one_folder(image):
    assert serve_as_a_stranger(image) == []


def test_the_image_runs_as_nobody_and_has_no_compiler():
    steps = instructions(DOCKERFILE.read_text("utf-8"))
    assert {base.split()[0] for word, base in steps if word == "FROM"} == {"python:3.13-slim"}
    runs = " ".join(rest for word, rest in steps if word == "RUN")
    assert "--only-binary=:all: --require-hashes" in runs
    assert not re.search(r"apt|gcc|curl|wget", runs)
    assert [int(number) > 1000 for word, rest in steps if word == "USER" for number in rest.split(":")] == [True, True]


def test_what_the_steps_copy_is_what_the_context_holds():
    copied = [rest.split()[:-1] for word, rest in instructions(DOCKERFILE.read_text()) if word == "COPY"]
    wanted = {name for names in copied for name in names if "--from" not in names[0]}
    held = {line[1:] for line in (DEPLOY / "Dockerfile.dockerignore").read_text().splitlines() if line[:1] == "!"}
    assert wanted == held
    assert all((ROOT / name).exists() for name in held)


@pytest.mark.parametrize("name", SERVICES)
def test_every_service_is_hardened_and_watched(name):
    service = SERVICES[name]
    assert (service["read_only"], service["cap_drop"]) == (True, ["ALL"])
    assert service["security_opt"] == ["no-new-privileges:true"]
    assert service.get("cap_add", []) == (["NET_BIND_SERVICE"] if name == "caddy" else [])
    assert any(mount.startswith("/tmp") for mount in service["tmpfs"])
    assert ("ports" in service) == (name == "caddy")
    assert "healthcheck" in service or name != "caddy"
    volumes = {volume.partition(":")[0] for volume in service["volumes"] if isinstance(volume, str)}
    assert all(volume in COMPOSE["volumes"] or (DEPLOY / volume).is_file() for volume in volumes)


def test_the_settings_of_compose_are_settings_of_scorepad():
    settings = {name: text.replace("${SCOREPAD_NAME:?the public name of this machine}", NAME)
                for name, text in SERVICES["scorepad"]["environment"].items()}  # fmt: skip
    assert set(settings) < {setting.name for setting in SETTINGS}
    check_all(settings)
    assert SERVICES["scorepad"]["mem_limit"] == "${SCOREPAD_MEMORY:-1g}"
    # Both programs write as the same user, in the folder that both mount.
    assert SERVICES["litestream"]["user"] == dict(instructions(DOCKERFILE.read_text()))["USER"]
    assert all("clubs:/data" in SERVICES[name]["volumes"] for name in ("scorepad", "litestream"))


def test_caddy_and_litestream_take_their_files(tmp_path):
    environ = {"SCOREPAD_NAME": NAME, "HOME": str(tmp_path)}
    command = [program("caddy"), "adapt", "--validate", "--config", str(DEPLOY / "Caddyfile"), "--adapter", "caddyfile"]
    done = subprocess.run(command, env=environ, capture_output=True, text=True, timeout=PATIENCE)
    assert done.returncode == 0, done.stderr
    assert f'"host":["{NAME}"]' in done.stdout
    assert '"dial":"scorepad:8484"' in done.stdout
    litestream = yaml.safe_load((DEPLOY / "litestream.yml").read_text())
    (db,) = litestream["dbs"]
    assert (db["dir"], db["replica"]["path"].split("/")[1]) == ("/data", "replica")
    assert any(fnmatch.fnmatch(litestream["socket"]["path"], f"{mount.partition(':')[0]}/*")
               for mount in SERVICES["litestream"]["tmpfs"])  # fmt: skip
