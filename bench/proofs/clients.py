"""Generate TypeScript clients from the OpenAPI document with orval and openapi-typescript, and play a game with one.

Both clients must compile with the strict compiler. tests/web/api/test_generated_client.py does the same in Python,
which needs no npm. Here npm downloads the generators.
"""

import json
import shutil
import subprocess
import tempfile
import urllib.request
from contextlib import closing
from pathlib import Path

from bench.proofs.common import SKIPPED, verdict
from scorepad import paths
from scorepad.store import Access
from scorepad.store.tokens import TokenRole
from tests.support.server import environment, serving
from tests.web.driving import OUT_FIRST

PACKAGES = ("orval@7.13.2", "openapi-typescript@7.13.0", "typescript@5.9.3", "@types/node@20.9.5")
LONGEST = 300
"""Seconds that npm may take."""

ORVAL = """
module.exports = {scorepad: {
  input: "openapi.json",
  output: {target: "orval.ts", client: "fetch", baseUrl: process.env.SCOREPAD_API},
}};
"""

PLAY = """
import * as api from "./orval.js";
import type {paths} from "./types.js";

type Live = paths["/games/{game}/live"]["get"]["responses"]["200"]["content"]["application/json"];
type Stream = paths["/changes"]["get"]["responses"]["200"]["content"]["text/event-stream"];
const text: Stream = "a stream is a text";
let key = 0;
const send = (): RequestInit => ({headers: {
  Authorization: `Bearer ${process.env.SCOREPAD_TOKEN}`,
  "Content-Type": "application/json",
  "Idempotency-Key": `${text} ${key++}`,
}});
const cells = JSON.parse(process.env.SCOREPAD_CELLS!);
const begun = await api.beginGame(
  {rules: "partnership", seats: ["Ann", "Bo", "Cy", "Di"].map((name) => ({name}))}, send());
if (begun.status !== 200) throw new Error(JSON.stringify(begun.data));
const game = begun.data.id;
for (let round = 1; round <= 4; round++) {
  const done = await api.recordRound(game, {cells, round, finish: true}, send());
  if (done.status !== 200) throw new Error(JSON.stringify(done.data));
}
const table = await api.getLive(game, send());
if (table.status !== 200) throw new Error(JSON.stringify(table));
const live: Live = table.data;
console.log(live.state, live.winners.join(), live.teams[0]!.total);
"""

COMPILER = {
    "compilerOptions": {
        "strict": True, "skipLibCheck": True, "target": "ES2022",
        "module": "NodeNext", "moduleResolution": "NodeNext", "outDir": "out",
        "types": ["node"], "lib": ["ES2022", "DOM", "DOM.Iterable"],
    },
    "files": ["play.ts", "types.d.ts"],
}  # fmt: skip


def main() -> int:
    """Print the result line. Return 0 if the claim holds, 77 if it cannot run here."""
    if not (shutil.which("npm") and shutil.which("node")):
        print("clients: skipped: npm is not installed")
        return SKIPPED
    with tempfile.TemporaryDirectory(prefix="scorepad-proof-") as name:
        folder = Path(name)
        home = folder / "instance"
        with serving(environment(SCOREPAD_INSTANCE=str(home))) as url:
            with closing(Access.open(home / paths.ACCESS)) as access:
                token = access.tokens.new("Proof", TokenRole.MANAGE).text
            with urllib.request.urlopen(f"{url}/api/v1/openapi.json") as answer:
                (folder / "openapi.json").write_bytes(answer.read())
            faults = _play(folder, f"{url}/api/v1", token)
    return verdict("clients", {"generators": ", ".join(PACKAGES[:2])}, faults)


def _play(folder: Path, root: str, token: str) -> list[str]:
    files = {"package.json": '{"private": true, "type": "module"}', "orval.config.cjs": ORVAL, "play.ts": PLAY}
    for name, text in {**files, "tsconfig.json": json.dumps(COMPILER)}.items():
        (folder / name).write_text(text)
    variables = {"SCOREPAD_API": root, "SCOREPAD_TOKEN": token, "SCOREPAD_CELLS": json.dumps(OUT_FIRST)}
    npm = ("npm", "install", "--no-audit", "--no-fund", "--ignore-scripts", "--loglevel=error", *PACKAGES)
    for command in (
        npm,
        ("npx", "--no-install", "openapi-typescript", "openapi.json", "-o", "types.d.ts"),
        ("npx", "--no-install", "orval", "--config", "orval.config.cjs"),
        ("npx", "--no-install", "tsc"),
        ("node", "out/play.js"),
    ):
        done = subprocess.run(
            command, cwd=folder, env={**environment(), **variables}, capture_output=True, text=True, timeout=LONGEST
        )
        if done.returncode:
            return [f"{' '.join(command[:3])}: {(done.stdout + done.stderr)[-800:]}"]
    expected = "over 1 18000"
    return [] if done.stdout.strip() == expected else [f"the game ended as “{done.stdout.strip()}”, not “{expected}”"]


if __name__ == "__main__":
    raise SystemExit(main())
