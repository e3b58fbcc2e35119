#!/bin/sh
# granian 2.8.9 hands a Cookie header with one letter beyond ASCII to a WSGI application as an empty text.
#
# Browsers send all cookies of a host in one header, whichever port set them. So a page of a router that sets
# `place=Köln` hides the cookies of every WSGI application on the same host. PEP 3333 says that header values are
# decoded as ISO-8859-1, in which every byte is a letter. Granian's ASGI interface hands on the bytes as they came.
#
# Exits with 0 while this is so, and with 1 once it changes.
set -eu

folder=$(mktemp -d)
server=
trap 'test -z "$server" || kill "$server" 2>/dev/null || true; rm -rf "$folder"' EXIT
python3 -m venv "$folder/venv"
"$folder/venv/bin/pip" install --quiet --disable-pip-version-check granian==2.8.9
cd "$folder"

cat > app.py <<'PYTHON'
def wsgi(environ, start_response):
    start_response("200 OK", [("Content-Type", "text/plain")])
    return [ascii(environ.get("HTTP_COOKIE")).encode()]


async def asgi(scope, receive, send):
    cookies = [value for name, value in scope["headers"] if name == b"cookie"]
    await send({"type": "http.response.start", "status": 200, "headers": []})
    await send({"type": "http.response.body", "body": ascii(cookies).encode()})
PYTHON

cat > ask.py <<'PYTHON'
import sys
from http.client import HTTPConnection
from time import sleep

interface, port = sys.argv[1], int(sys.argv[2])
for _ in range(200):
    try:
        HTTPConnection("127.0.0.1", port).connect()
        break
    except OSError:
        sleep(0.1)
for cookie in ("phone=5f0c", "phone=5f0c; place=Köln"):
    connection = HTTPConnection("127.0.0.1", port, timeout=20)
    connection.request("GET", "/", headers={"Cookie": cookie.encode()})
    print(f"{interface}: Cookie: {cookie}  ->  {connection.getresponse().read().decode()}")
PYTHON

venv/bin/python -c 'import granian, sys; print("Python", sys.version.split()[0], "granian", granian.__version__)'
for interface in wsgi asgi; do
  port=$(venv/bin/python -c 'import socket; print(socket.create_server(("127.0.0.1", 0)).getsockname()[1])')
  venv/bin/python -m granian --interface $interface --port "$port" --no-log app:$interface &
  server=$!
  venv/bin/python ask.py $interface "$port" | tee -a seen
  kill "$server"
  wait "$server" || true
  server=
done

cat <<'TEXT'

By PEP 3333 the second line would be 'phone=5f0c; place=K\xc3\xb6ln'. The WSGI application gets '' instead: because of the
other program's cookie it loses its own. The ASGI application gets all bytes.
TEXT

grep -qF "wsgi: Cookie: phone=5f0c  ->  'phone=5f0c'" seen
grep -qF "wsgi: Cookie: phone=5f0c; place=Köln  ->  ''" seen
grep -qF "asgi: Cookie: phone=5f0c; place=Köln  ->  [b'phone=5f0c; place=K\\xc3\\xb6ln']" seen
