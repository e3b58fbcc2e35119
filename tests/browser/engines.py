"""Firefox, WebKitGTK and WPE WebKit as phones. Playwright drives only its own builds of them.

Each phone is a browser with one page, in a process of its own: Firefox speaks WebDriver BiDi, the others WebDriver.
`Phone` has what tests need from both. Every program picks a free port itself, and ends with its phone.
"""

import json
import os
import re
import shutil
import signal
import subprocess
import tempfile
import urllib.request
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, ExitStack, contextmanager, suppress
from dataclasses import dataclass, field
from http.client import HTTPException
from pathlib import Path
from typing import Any, Protocol
from urllib.error import HTTPError

import pytest
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import ClientConnection, connect

from tests.support.waiting import PATIENCE, limited, until

SIZE = (400, 800)
LISTENS = re.compile(r"BiDi listening on (ws://\S+)")
KEYS = {"Enter": "\ue007", "Tab": "\ue004", "Backspace": "\ue003"}

SHOWN = """(selector, text) => [...document.querySelectorAll(selector)].find((element) => {
  const style = getComputedStyle(element);
  return element.getClientRects().length && style.visibility === "visible" && element.textContent.includes(text);
})"""
"""Finds the first visible element of a selector that contains a text."""

PLACE = f"""(selector, text) => {{
  const element = ({SHOWN})(selector, text);
  if (document.readyState !== "complete" || !element) return null;
  element.scrollIntoView({{ block: "center", behavior: "instant" }});
  const {{ left, top, width, height }} = element.getBoundingClientRect();
  const [x, y] = [Math.floor(left + width / 2), Math.floor(top + height / 2)];
  const hit = document.elementFromPoint(x, y);
  const isHit = hit && (element.contains(hit) || hit.contains(element) || hit.control === element);
  return isHit ? [x, y] : null;
}}"""
"""Scrolls an element into view. Returns its middle, once nothing covers it there."""


STATE = """() => [location.href, `${innerWidth} x ${innerHeight}`, document.documentElement.className,
  document.body.innerText.slice(0, 1500)].join("\\n")"""
"""Describes a page on which something never came true."""


class PageChanged(Exception):
    """The page was left while its answer was awaited."""


class BrowserGone(Exception):
    """The browser or its driver has ended, or answers nothing any more."""


class Connection(Protocol):
    """A page in a running browser."""

    def open(self, url: str) -> None: ...

    def call(self, function: str, arguments: list[Any]) -> Any: ...

    def perform(self, actions: list[dict[str, Any]]) -> None: ...


@dataclass
class Phone:
    """What a person does with a page, and sees of it. Every method waits until it can be done.

    Every method raises BrowserGone if the browser crashed or hangs. `restart` then begins anew, with nothing stored.
    """

    start: Callable[[], AbstractContextManager[Connection]]
    running: ExitStack
    page: Connection = field(init=False)

    def __post_init__(self) -> None:
        self.page = self.running.enter_context(self.start())

    def restart(self) -> None:
        self.running.close()
        self.page = self.running.enter_context(self.start())

    def open(self, url: str) -> None:
        try:
            self.page.open(url)
        except PageChanged:
            # A reload of the page before was under way, and took its place.
            self.page.open(url)

    def run(self, function: str, *arguments: Any) -> Any:
        """Call a function in the page, and return its JSON value."""
        return self.page.call(function, [*arguments])

    def value(self, function: str, *arguments: Any) -> Any:
        """Wait until a function in the page, which may be loading, returns a true value."""
        values: list[Any] = []

        def holds() -> bool:
            try:
                values.append(self.run(function, *arguments))
            except PageChanged:
                return False
            return bool(values[-1])

        try:
            until(holds)
        except AssertionError:
            try:
                shown = self.run(STATE)
            except PageChanged:
                raise BrowserGone(f"{function}{arguments} was not answered") from None
            raise AssertionError(f"{function}{arguments} never came true.\n{shown}") from None
        return values[-1]

    def tap(self, selector: str, text: str = "") -> None:
        """Tap the first visible element of this selector with this text, once nothing covers it."""
        x, y = self.value(PLACE, selector, text)
        steps = [
            {"type": "pointerMove", "x": x, "y": y, "duration": 0},
            {"type": "pointerDown", "button": 0},
            {"type": "pointerUp", "button": 0},
        ]
        self.page.perform(
            [{"type": "pointer", "id": "finger", "parameters": {"pointerType": "mouse"}, "actions": steps}]
        )

    def keys(self, *keys: str) -> None:
        """Press keys, such as "3", "5", "Enter"."""
        steps = [{"type": kind, "value": KEYS.get(key, key)} for key in keys for kind in ("keyDown", "keyUp")]
        self.page.perform([{"type": "key", "id": "keys", "actions": steps}])

    def write(self, selector: str, text: str) -> None:
        """Tap an input, and type over its text."""
        self.tap(selector)
        self.value("(selector) => document.activeElement?.matches(selector)", selector)
        self.run("() => document.activeElement.select()")
        self.keys(*text)
        self.value("(selector, text) => document.querySelector(selector)?.value === text", selector, text)

    def type(self, keys: str) -> None:
        """Tap keys of the page's own keypad."""
        for key in keys:
            self.tap(f'[data-key="{key}"]')

    def sees(self, text: str, selector: str = "body") -> None:
        """Wait until a visible element of the selector contains a text."""
        self.value(f"(selector, text) => Boolean(({SHOWN})(selector, text))", selector, text)

    def at(self, path: str) -> None:
        """Wait until the page with this path, a regular expression, has loaded with its scripts."""
        self.value(
            """(path) => document.readyState === "complete" && new RegExp(`^${path}$`).test(location.pathname)
               && document.documentElement.classList.contains("live")""",
            path,
        )


@contextmanager
def _running(*command: str, **options: Any) -> Iterator[subprocess.Popen[str]]:
    """Run a program in its own process group, with its own home. All of the group is killed at the end."""
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as home:
        environ = os.environ | {"HOME": home, "XDG_RUNTIME_DIR": home, "NO_AT_BRIDGE": "1"} | options.pop("environ", {})
        with subprocess.Popen(command, env=environ, text=True, start_new_session=True, **options) as process:
            try:
                yield process
            finally:
                # Even if its first process has ended: the others of its group may run.
                with suppress(ProcessLookupError):
                    os.killpg(process.pid, signal.SIGKILL)


# Firefox may reach this machine only: everything else goes to a proxy that does not exist.
_PREFERENCES = {
    "network.proxy.type": 1,
    "network.proxy.http": "127.0.0.1",
    "network.proxy.http_port": 9,
    "network.proxy.ssl": "127.0.0.1",
    "network.proxy.ssl_port": 9,
    "app.update.disabledForTesting": True,
    "browser.shell.checkDefaultBrowser": False,
    "browser.startup.page": 0,
    "datareporting.policy.dataSubmissionEnabled": False,
    "toolkit.cosmeticAnimations.enabled": False,
    "ui.prefersReducedMotion": 1,
}


@dataclass
class _Firefox:
    """A page of Firefox, by WebDriver BiDi."""

    socket: ClientConnection
    context: str = ""
    count: int = 0

    def command(self, method: str, **parameters: Any) -> Any:
        self.count += 1
        try:
            self.socket.send(json.dumps({"id": self.count, "method": method, "params": parameters}))
            while (answer := json.loads(self.socket.recv(PATIENCE))).get("id") != self.count:
                pass
        except (ConnectionClosed, TimeoutError) as error:
            raise BrowserGone(f"{method}: {error}") from None
        if answer["type"] != "error":
            return answer["result"]
        if answer["error"] in ("no such frame", "unknown error"):
            raise PageChanged(answer["message"])
        raise AssertionError(f"{method}: {answer['message']}")

    def open(self, url: str) -> None:
        self.command("browsingContext.navigate", context=self.context, url=url, wait="complete")

    def call(self, function: str, arguments: list[Any]) -> Any:
        answer = self.command(
            "script.callFunction",
            functionDeclaration=f"async (given) => JSON.stringify(await ({function})(...JSON.parse(given)) ?? null)",
            arguments=[{"type": "string", "value": json.dumps(arguments)}],
            target={"context": self.context},
            awaitPromise=True,
        )
        assert answer["type"] == "success", answer["exceptionDetails"]["text"]
        return json.loads(answer["result"]["value"])

    def perform(self, actions: list[dict[str, Any]]) -> None:
        self.command("input.performActions", context=self.context, actions=actions)


@contextmanager
def _firefox() -> Iterator[_Firefox]:
    with ExitStack() as stack:
        profile = stack.enter_context(tempfile.TemporaryDirectory(ignore_cleanup_errors=True))
        lines = [f"user_pref({json.dumps(name)}, {json.dumps(value)});\n" for name, value in _PREFERENCES.items()]
        Path(profile, "user.js").write_text("".join(lines))
        width, height = map(str, SIZE)
        command = ["firefox-esr", "--headless", "--no-remote", "--profile", profile, "--remote-debugging-port", "0"]
        printed = stack.enter_context(tempfile.NamedTemporaryFile("r"))
        outputs = {"stdout": subprocess.DEVNULL, "stderr": printed.fileno()}
        process = stack.enter_context(_running(*command, "--width", width, "--height", height, **outputs))
        until(lambda: process.poll() is not None or LISTENS.search(Path(printed.name).read_text()) is not None)
        listens = LISTENS.search(text := Path(printed.name).read_text())
        assert listens, text
        socket = stack.enter_context(connect(f"{listens[1]}/session", max_size=None, open_timeout=PATIENCE))
        page = _Firefox(socket)
        prompts = {"unhandledPromptBehavior": {"default": "accept"}}
        page.command("session.new", capabilities={"alwaysMatch": prompts})
        page.context = page.command("browsingContext.getTree", maxDepth=0)["contexts"][0]["context"]
        viewport = dict(zip(("width", "height"), SIZE, strict=True))
        page.command("browsingContext.setViewport", context=page.context, viewport=viewport)
        yield page


def _port(process: subprocess.Popen[str]) -> int:
    """Return the port of a driver of WebKit, which does not print it; 0 if it does not listen yet."""
    sockets = set()
    for entry in Path(f"/proc/{process.pid}/fd").iterdir():
        try:
            sockets.add(os.readlink(entry))
        except FileNotFoundError:
            continue
    for line in Path("/proc/net/tcp").read_text().splitlines()[1:]:
        fields = line.split()
        # 0A: it listens.
        if fields[3] == "0A" and f"socket:[{fields[9]}]" in sockets:
            return int(fields[1].partition(":")[2], 16)
    return 0


@dataclass
class _WebKit:
    """A page of WebKit, by WebDriver."""

    address: str
    scale: float = 1
    """How many pixels of the browser a pixel of the page is wide."""

    def command(self, method: str, path: str, body: dict[str, Any] | None = None, patience: float = PATIENCE) -> Any:
        data = None if body is None else json.dumps(body).encode()
        request = urllib.request.Request(f"{self.address}{path}", data, method=method)
        try:
            with urllib.request.urlopen(request, timeout=patience) as answer:
                return json.load(answer)["value"]
        except HTTPError as error:
            value = json.loads(error.read())["value"]
            if value["error"] in ("javascript error", "no such window", "unknown error", "script timeout"):
                raise PageChanged(value["message"]) from None
            kind = BrowserGone if value["error"] == "invalid session id" else AssertionError
            raise kind(f"{path}: {value['error']}: {value['message']}") from None
        except (OSError, HTTPException) as error:
            raise BrowserGone(f"{path}: {error!r}") from error

    def open(self, url: str) -> None:
        self.command("POST", "/url", {"url": url})

    def call(self, function: str, arguments: list[Any]) -> Any:
        script = f"""const done = arguments[1];
          (async () => JSON.stringify(await ({function})(...JSON.parse(arguments[0])) ?? null))()
            .then((value) => done({{ value }}), (error) => done({{ error: String(error) }}));"""
        body = {"script": script, "args": [json.dumps(arguments)]}
        try:
            answer = self.command("POST", "/execute/async", body, PATIENCE / 4)
        except BrowserGone as gone:
            # The driver of WebKit 2.38 may lose a script that was sent while the page was left.
            if not isinstance(gone.__cause__, TimeoutError):
                raise
            answer = None
        if answer is None:
            raise PageChanged
        assert "error" not in answer, answer["error"]
        return json.loads(answer["value"])

    def perform(self, actions: list[dict[str, Any]]) -> None:
        for step in (step for action in actions for step in action["actions"] if step["type"] == "pointerMove"):
            step.update(x=round(step["x"] * self.scale), y=round(step["y"] * self.scale))
        self.command("POST", "/actions", {"actions": actions})


@contextmanager
def _webkit(driver: str, options: dict[str, Any], **environ: str) -> Iterator[_WebKit]:
    quiet = {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL}
    with _running(driver, "--port=0", environ=environ, **quiet) as process:
        until(lambda: _port(process) != 0)
        page = _WebKit(f"http://127.0.0.1:{_port(process)}")
        accept = {"unhandledPromptBehavior": "accept", **options}
        session = page.command("POST", "/session", {"capabilities": {"alwaysMatch": accept}})
        page.address += f"/session/{session['sessionId']}"
        yield page
        # Its browser is a child in the driver's process group, so it ends with it.


def _mini_browser() -> Path | None:
    return next(Path("/usr/lib").glob("*/webkit2gtk-4.*/MiniBrowser"), None)


@contextmanager
def _webkit_gtk() -> Iterator[_WebKit]:
    read, write = os.pipe()
    command = ["Xvfb", "-displayfd", str(write), "-screen", "0", "1024x1024x24", "-nolisten", "tcp"]
    with _running(*command, pass_fds=(write,), stderr=subprocess.DEVNULL) as server:
        os.close(write)
        with open(read) as displays, limited(server.kill):
            display = displays.readline().strip()
        browser = {"binary": str(_mini_browser()), "args": ["--automation"]}
        with _webkit("WebKitWebDriver", {"webkitgtk:browserOptions": browser}, DISPLAY=f":{display}") as page:
            page.command("POST", "/window/rect", {"width": SIZE[0], "height": SIZE[1]})
            # No window manager confirms it, so the window may follow later.
            until(lambda: page.call("() => innerWidth", []) < 1.2 * SIZE[0])
            yield page


@contextmanager
def _wpe() -> Iterator[_WebKit]:
    # Its screen has 800 x 600 pixels, which is not a phone's. Zoomed in, it counts as one: 640 x 480.
    scale = 1.25
    browser = {"binary": shutil.which("cog"), "args": ["--automation", "--platform=headless", f"--scale={scale}"]}
    with _webkit("WPEWebDriver", {"wpe:browserOptions": browser}) as page:
        page.scale = scale
        yield page


@dataclass(frozen=True)
class Engine:
    """A browser: the Debian packages that install it, the programs that must be there, and how a phone starts.

    `forgets`: it caches in memory only, as a private window does, and may drop the files of a page that was kept.
    """

    name: str
    packages: str
    programs: tuple[str, ...]
    start: Callable[[], AbstractContextManager[Connection]]
    forgets: bool = True

    def require(self) -> None:
        """Skip a test if this browser cannot be here. Fail if .ci/packages could have installed it."""
        if all(map(shutil.which, self.programs)) and (self is not WEBKIT_GTK or _mini_browser()):
            return
        missing = f"{self.name} is not installed, so nothing was tested in it. Debian: apt-get install {self.packages}"
        if (
            Path("/etc/debian_version").exists()
            and "ID=debian" in Path("/etc/os-release").read_text()
            and not os.geteuid()
        ):
            pytest.fail(missing, pytrace=False)
        pytest.skip(missing)

    @contextmanager
    def phone(self) -> Iterator[Phone]:
        with ExitStack() as running:
            yield Phone(self.start, running)


FIREFOX = Engine("Firefox", "firefox-esr", ("firefox-esr",), _firefox, forgets=False)
WEBKIT_GTK = Engine("WebKitGTK", "webkit2gtk-driver xvfb", ("WebKitWebDriver", "Xvfb"), _webkit_gtk)
WPE = Engine("WPE WebKit", "wpewebkit-driver cog", ("WPEWebDriver", "cog"), _wpe)
