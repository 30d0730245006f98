"""A WebDriver client (W3C): over HTTP for chromedriver and WebKitWebDriver, over Marionette for Firefox.

Firefox accepts the same commands on its Marionette socket, so geckodriver is not needed.
"""

import contextlib
import http.client
import json
import os
import pathlib
import re
import signal
import socket
import subprocess
import time

ELEMENT = "element-6066-11e4-a52e-4f735466cecf"
# The time limit for the start of a browser and for a command, in seconds.
PATIENCE = 30
# Commands without side effects, and the time limit in seconds after which they are sent again.
READ_COMMANDS, READ_TIMEOUT = ("GetElementTagName", "FindElements", "GetElementText", "GetCurrentURL"), 5
# The commands. In Marionette the name is WebDriver:NAME; over HTTP it is a method and a path.
COMMANDS = {
    "Navigate": ("POST", "url"),
    "Back": ("POST", "back"),
    "Forward": ("POST", "forward"),
    "Refresh": ("POST", "refresh"),
    "GetCurrentURL": ("GET", "url"),
    "GetTitle": ("GET", "title"),
    "FindElements": ("POST", "elements"),
    "FindElementsFromElement": ("POST", "element/{element}/elements"),
    "GetActiveElement": ("GET", "element/active"),
    "ElementClick": ("POST", "element/{element}/click"),
    "ElementClear": ("POST", "element/{element}/clear"),
    "ElementSendKeys": ("POST", "element/{element}/value"),
    "PerformActions": ("POST", "actions"),
    "GetElementText": ("GET", "element/{element}/text"),
    "GetElementRect": ("GET", "element/{element}/rect"),
    "GetElementTagName": ("GET", "element/{element}/name"),
    "GetElementAttribute": ("GET", "element/{element}/attribute/{name}"),
    "GetElementProperty": ("GET", "element/{element}/property/{name}"),
    "GetPageSource": ("GET", "source"),
    "ExecuteScript": ("POST", "execute/sync"),
    "TakeScreenshot": ("GET", "screenshot"),
    "SetWindowRect": ("POST", "window/rect"),
    "NewWindow": ("POST", "window/new"),
    "SwitchToWindow": ("POST", "window"),
    "CloseWindow": ("DELETE", "window"),
    "GetWindowHandle": ("GET", "window"),
    "GetWindowHandles": ("GET", "window/handles"),
    "AddCookie": ("POST", "cookie"),
    "GetCookies": ("GET", "cookie"),
    "DeleteAllCookies": ("DELETE", "cookie"),
    "AcceptAlert": ("POST", "alert/accept"),
}


class WebDriverError(Exception):
    """A command that the browser refused; `kind` is the error code of the specification."""

    def __init__(self, kind: str, message: str):
        super().__init__(f"{kind}: {message}")
        self.kind = kind


class CommandTimeout(WebDriverError):
    """A command that the driver did not answer in time."""


def without_wrappers(value: object) -> object:
    """Replaces references to elements by plain identifiers."""
    if isinstance(value, dict) and ELEMENT in value:
        return value[ELEMENT]
    if isinstance(value, list):
        return [without_wrappers(item) for item in value]
    return value


def start_process(arguments: list, log: pathlib.Path, environment: dict | None = None) -> subprocess.Popen:
    """Starts a process in a new process group, so that a browser can be ended with its children."""
    with log.open("ab") as output:
        return subprocess.Popen(
            arguments, stdout=output, stderr=output, stdin=subprocess.DEVNULL, start_new_session=True,
            env=os.environ | (environment or {}))


def end_process(process: subprocess.Popen) -> None:
    """Ends a process of `start_process` and its children."""
    with contextlib.suppress(ProcessLookupError):
        os.killpg(process.pid, signal.SIGTERM)
    try:
        process.wait(timeout=5)
    except subprocess.TimeoutExpired:
        pass
    with contextlib.suppress(ProcessLookupError):
        os.killpg(process.pid, signal.SIGKILL)
    process.wait()


def poll(read, what: str, seconds: float = PATIENCE):
    """Polls `read` and returns its first value that is not None."""
    deadline = time.monotonic() + seconds
    while (value := read()) is None:
        assert time.monotonic() < deadline, f"timeout after {seconds:g} s: {what}"
        time.sleep(0.02)
    return value


class HTTPSession:
    """A session of a driver that listens on a local port."""

    def __init__(self, port: int, capabilities: dict):
        self.port, self.connection = port, None
        value = self.request("POST", "/session", {"capabilities": {"alwaysMatch": capabilities}})
        self.base = f"/session/{value['sessionId']}"

    def request(self, method: str, path: str, body: dict | None, seconds: float = PATIENCE):
        text = json.dumps(body).encode() if method == "POST" else None
        self.connection = self.connection or http.client.HTTPConnection("127.0.0.1", self.port, timeout=PATIENCE)
        self.connection.sock and self.connection.sock.settimeout(seconds)
        try:
            self.connection.request(method, path, text, {"Content-Type": "application/json"} if text else {})
            value = json.loads(self.connection.getresponse().read())["value"]
        except TimeoutError:
            # WebKit does not answer commands that arrive during a navigation.
            self.connection.close()
            self.connection = None
            raise CommandTimeout("timeout", f"no response to {method} {path} within {seconds} s") from None
        if isinstance(value, dict) and "error" in value:
            raise WebDriverError(value["error"], value.get("message", ""))
        return value

    def command(self, name: str, /, **parameters):
        method, path = COMMANDS[name]
        used = {key: parameters.pop(key) for key in re.findall(r"{(\w+)}", path)}
        path = f"{self.base}/{path.format(**used)}"
        if name not in READ_COMMANDS:
            return without_wrappers(self.request(method, path, parameters))
        for _ in range(PATIENCE // READ_TIMEOUT - 1):
            with contextlib.suppress(CommandTimeout):
                return without_wrappers(self.request(method, path, parameters, READ_TIMEOUT))
        return without_wrappers(self.request(method, path, parameters, READ_TIMEOUT))

    def close(self) -> None:
        with contextlib.suppress(OSError, http.client.HTTPException, WebDriverError, ValueError):
            self.request("DELETE", self.base, None)
        if self.connection:
            self.connection.close()


class MarionetteSession:
    """A session of Firefox. `LENGTH:JSON` messages: requests [0, id, name, parameters], replies [1, id, error,
    value]."""

    def __init__(self, port: int, capabilities: dict):
        self.socket = socket.create_connection(("127.0.0.1", port), timeout=PATIENCE)
        self.buffer, self.count = b"", 0
        self.receive()
        self.send("WebDriver:NewSession", capabilities)

    def receive(self):
        while b":" not in self.buffer:
            self.receive_more()
        length, _, rest = self.buffer.partition(b":")
        self.buffer = rest
        while len(self.buffer) < int(length):
            self.receive_more()
        text, self.buffer = self.buffer[:int(length)], self.buffer[int(length):]
        return json.loads(text)

    def receive_more(self) -> None:
        piece = self.socket.recv(65536)
        assert piece, "Firefox closed its socket"
        self.buffer += piece

    def send(self, name: str, parameters: dict):
        self.count += 1
        text = json.dumps([0, self.count, name, parameters]).encode()
        self.socket.sendall(b"%d:%s" % (len(text), text))
        _, _, error, value = self.receive()
        if error:
            raise WebDriverError(error["error"], error.get("message", ""))
        return value

    def command(self, name: str, /, **parameters):
        # Marionette calls the element's parameter `id`.
        if "element" in parameters:
            parameters["id"] = parameters.pop("element")
        value = self.send(f"WebDriver:{name}", parameters)
        if isinstance(value, dict) and set(value) == {"value"}:
            value = value["value"]
        return without_wrappers(value)

    def close(self) -> None:
        with contextlib.suppress(OSError, AssertionError, WebDriverError):
            self.send("Marionette:Quit", {"flags": ["eForceQuit"]})
        self.socket.close()
