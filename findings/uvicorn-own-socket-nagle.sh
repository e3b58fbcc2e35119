#!/bin/sh
# uvicorn 0.54.0 on asyncio's own event loop answers in two packets 40 ms apart if it is given a usual socket.
#
# asyncio turns Nagle's algorithm off only for sockets whose `proto` is IPPROTO_TCP. `socket.socket()` leaves `proto`
# at 0, and so do the connections that such a listener accepts. uvicorn writes the head and the body of a response
# separately, so from the second request of a connection on, the body waits until the client acknowledges the head,
# which Linux delays by 40 ms. A socket that uvicorn binds itself, one with the protocol named, or uvloop has no wait.
#
# Exits with 0 while this is so, and with 1 once it changes.
set -eu

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/venv"
"$folder/venv/bin/pip" install --quiet --disable-pip-version-check uvicorn==0.54.0 httptools==0.9.0 uvloop==0.23.0
cd "$folder"

cat > measure.py <<'PYTHON'
import asyncio
import socket
import statistics
import sys
import threading
import time
from http.client import HTTPConnection

import uvicorn


async def app(scope, receive, send):
    await send({"type": "http.response.start", "status": 200, "headers": [(b"content-length", b"5")]})
    await send({"type": "http.response.body", "body": b"hello"})


def median_ms(loop, protocol):
    """The median of thirty requests on one connection, in milliseconds."""
    listener = socket.socket(socket.AF_INET, socket.SOCK_STREAM, protocol)
    listener.bind(("127.0.0.1", 0))
    config = uvicorn.Config(app, loop=loop, http="httptools", lifespan="off", log_level="error")
    server = uvicorn.Server(config)
    thread = threading.Thread(target=server.run, kwargs={"sockets": [listener]})
    thread.start()
    while not server.started:
        time.sleep(0.01)
    connection = HTTPConnection(*listener.getsockname())
    times = []
    for _ in range(30):
        begun = time.perf_counter()
        connection.request("GET", "/")
        connection.getresponse().read()
        times.append(1000 * (time.perf_counter() - begun))
    connection.close()
    server.should_exit = True
    thread.join()
    return statistics.median(times)


print("Python", sys.version.split()[0], "uvicorn", uvicorn.__version__)
waits = {}
for loop in ("asyncio", "uvloop"):
    for name, protocol in (("socket.socket()", 0), ("socket.socket(..., IPPROTO_TCP)", socket.IPPROTO_TCP)):
        waits[loop, protocol] = median_ms(loop, protocol)
        print(f"{loop:8} {name:32} median {waits[loop, protocol]:6.1f} ms a response")
slow = waits.pop(("asyncio", 0))
sys.exit(not (slow > 30 and max(waits.values()) < 20))
PYTHON

venv/bin/python measure.py
cat <<'TEXT'

One would expect the same few tenths of a millisecond four times.
TEXT
