#!/bin/sh
# apprise 2.3.0 breaks the link of a plain text on its way to a service that takes Markdown only.
#
# A program that says "this is plain text" (`body_format="text"`) leaves the rest to the library, which turns the text
# into what each service takes. One would guess (and this was written down before it was run) that a name with an
# asterisk is escaped for a service of Markdown, and that a web address in the text stays one. Apprise escapes both: in a
# link each dot of the host and each underscore gets a backslash, so that whoever taps it goes nowhere. To a service that
# takes plain text or Markdown, such as Mattermost, the same text goes out as it is, with an asterisk that is not escaped.
#
# The script sends one line to a server of its own, as each of both services. Exits with 0 while this is so, and with 1
# once it changes.
set -eu

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/venv"
"$folder/venv/bin/pip" install --quiet --disable-pip-version-check apprise==2.3.0

cat > "$folder/run.py" <<'PYTHON'
import json
import threading
from http.server import BaseHTTPRequestHandler, HTTPServer
from importlib.metadata import version

import apprise

LINE = "*Bo* won: https://club.example/games/1_2"
sent = []


class Answer(BaseHTTPRequestHandler):
    def do_POST(self):
        sent.append(json.loads(self.rfile.read(int(self.headers["Content-Length"])))["text"])
        self.send_response(200)
        self.end_headers()
        self.wfile.write(b"{}")

    def log_message(self, *_):
        pass


server = HTTPServer(("127.0.0.1", 0), Answer)
threading.Thread(target=server.serve_forever, daemon=True).start()
at = f"127.0.0.1:{server.server_port}"
for address in (f"rocket://abcdefghijklmno/abcdefghijk@{at}/%23chan", f"mmost://{at}/0123456789abcdef0123456789abcdef"):
    sender = apprise.Apprise(asset=apprise.AppriseAsset(async_mode=False))
    sender.add(address)
    sender.notify(body=LINE, body_format=apprise.NotifyFormat.TEXT)

print(f"apprise {version('apprise')}")
print(f"given as plain text: {LINE}")
print(f"Rocket.Chat is sent: {sent[0]}")
print(f"Mattermost is sent:  {sent[1]}")
raise SystemExit("club\\.example" not in sent[0] or sent[1] != LINE)
PYTHON

if "$folder/venv/bin/python" "$folder/run.py"; then
  echo "as described"
else
  echo "this has changed"
  exit 1
fi
