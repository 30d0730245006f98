"""A client-side model of a session: its acknowledged versions and the state of each."""

import collections
import html
import http.client
import json
import random
import re
import threading
import urllib.parse

from places import ScreenState, Version, WelcomeState

FORM = "application/x-www-form-urlencoded"


def actions(entity: dict) -> list[dict]:
    """The actions of a Siren entity and of all entities in it."""
    inner = [action for part in entity.get("entities", []) for action in actions(part)]
    return entity.get("actions", []) + inner


class ServerGone(Exception):
    """The server is not running."""


class UnexpectedResponse(Exception):
    """The server sent an unexpected response."""


class Session:
    counts: collections.Counter = collections.Counter()
    counts_lock = threading.Lock()
    # The titles of the friends' pages, by path, as they were first seen.
    headings: dict[str, str] = {}

    def __init__(self, name: str, rng: random.Random, reads_html: bool):
        self.name, self.rng, self.reads_html = name, rng, reads_html
        self.connection: http.client.HTTPConnection | None = None
        self.reset()
        self.count("sessions")

    def reset(self) -> None:
        self.cookie = ""
        self.versions: list[Version] = []
        self.unverified = 0
        # The target of the action that was sent but not acknowledged.
        self.in_flight: ScreenState | WelcomeState | None = None

    @property
    def is_reset(self) -> bool:
        return not self.versions

    @property
    def is_signing_in(self) -> bool:
        return not self.versions or isinstance(self.versions[-1].state, WelcomeState)

    @classmethod
    def count(cls, key: str, number: int = 1) -> None:
        with cls.counts_lock:
            cls.counts[key] += number

    # Actions

    def start_session(self, port: int) -> None:
        """The first click of a visitor without a session creates two versions: the state before and the state after."""
        welcome = WelcomeState(self.name)
        self.post(port, "/letters", "path", "give-name", Version(2, welcome), name=self.name)
        self.sign_in(port)

    def sign_in(self, port: int) -> None:
        """Changes the identity: the session gets a new id and a new history."""
        if not self.versions:
            return self.start_session(port)
        self.connect(port)
        welcome, self.versions = self.versions[-1], []
        self.post(port, welcome.state.path, "2", "sign-in", Version(3, ScreenState()), name=self.name)

    def act(self, port: int) -> None:
        """Acts from the newest version, or from an older one, such as in another browser tab."""
        base = self.versions[-1] if self.rng.random() < 0.7 else self.rng.choice(self.versions[-30:])
        self.perform(port, base, self.versions[-1].number + 1)

    def perform(self, port: int, base: Version, number: int) -> str:
        action, state = base.state.random_action(self.rng)
        nonce = {}
        if self.reads_html:
            nonce["_once"] = self.read(port, base, base.url)
        return self.post(port, base.state.path, str(base.number), action, Version(number, state), **nonce)

    def post(self, port: int, path: str, at: str, action: str, target: Version, **values: str) -> str:
        """Performs an action that leads to `target`. - Returns: the Location of the response."""
        self.connect(port)
        self.in_flight = target.state
        response, _ = self.exchange("POST", path, urllib.parse.urlencode({"_at": at, "action": action} | values))
        self.in_flight = None
        location = response.getheader("Location", "").partition("#")[0]
        if response.status != 303 or location.partition("?")[0] != target.state.path:
            raise UnexpectedResponse(
                f"{action} at {path}?at={at} got {response.status} {location!r}, not 303 {target.state.path!r}")
        for cookie in response.headers.get_all("Set-Cookie") or []:
            # Another cookie announces the message of an action.
            if ".flash=" not in cookie:
                self.cookie = cookie.partition(";")[0]
        self.count("acknowledged")
        self.versions.append(target)
        self.unverified += 1
        return location

    # Checks

    def verify(self, port: int) -> None:
        """Checks after a restart: acknowledged versions are kept, and at most one more, of an action in flight."""
        in_flight, self.in_flight, self.connection = self.in_flight, None, None
        self.count("in flight", 1 if in_flight else 0)
        if not self.versions:
            # The sign-in was in flight: the session can have a new id that the client did not receive.
            return
        # The server keeps the newest fifty versions.
        for version in self.versions[-min(max(self.unverified, 1), 40):]:
            self.read(port, version, version.url)
            self.count("checked")
        self.unverified = 0
        if self.is_signing_in:
            return self.sign_in(port)
        last = self.versions[-1]
        # The number of the next version shows how many versions the server has.
        location = self.perform(port, last, last.number + 1)
        last_version = self.versions.pop()
        number = self.number(port, location)
        if number == last.number + 2 and in_flight:
            self.count("performed")
            self.versions.append(Version(last.number + 1, in_flight))
            self.read(port, self.versions[-1], self.versions[-1].url)
        elif number != last.number + 1:
            raise UnexpectedResponse(
                f"the version after {last.number} is {number}" + (", with one action in flight" if in_flight else ""))
        self.versions.append(Version(number, last_version.state))
        self.read(port, self.versions[-1], location)

    def read(self, port: int, version: Version, url: str) -> str:
        """Checks that `url` shows this version. - Returns: the nonce of the page, if it has one."""
        at, heading, nonce = self.page(port, url)
        expected = version.state.heading
        if expected is None:
            with self.counts_lock:
                expected = self.headings.setdefault(version.state.path, heading)
        if (at, heading) != (str(version.number), expected):
            raise UnexpectedResponse(f"{url} shows {heading!r} of version {at}, not {expected!r} of {version.number}")
        return nonce

    def number(self, port: int, url: str) -> int:
        at, _, _ = self.page(port, url)
        if not at.isdigit():
            raise UnexpectedResponse(f"the page at {url} has no version number")
        return int(at)

    def page(self, port: int, url: str) -> tuple[str, str, str]:
        self.connect(port)
        response, text = self.exchange("GET", url)
        if response.status != 200:
            raise UnexpectedResponse(f"{url} got status {response.status}, not 200")
        if self.reads_html:
            found = [re.search(pattern, text) for pattern in (
                r'name="_at" value="([^"]*)"', r"<h1>([^<]*)</h1>", r'name="_once" value="([^"]*)"')]
            at, heading, nonce = (html.unescape(match[1]) if match else "" for match in found)
            # The session fingerprint follows the version number.
            return at.partition("-")[0], heading, nonce
        entity = json.loads(text)
        at = [field["value"] for action in actions(entity) for field in action["fields"] if field["name"] == "_at"]
        return at[0].partition("-")[0] if at else "", entity["title"], ""

    # Requests

    def connect(self, port: int) -> None:
        """Connects before the request, so that a failed connection is known to have sent no action."""
        if self.connection and self.connection.sock:
            return
        self.connection = http.client.HTTPConnection("127.0.0.1", port, timeout=20)
        try:
            self.connection.connect()
        except OSError as error:
            raise ServerGone(repr(error)) from error

    def exchange(self, method: str, url: str, body: str | None = None) -> tuple[http.client.HTTPResponse, str]:
        media_type = "text/html" if self.reads_html else "application/vnd.siren+json"
        fields = {"Accept": media_type, "Cookie": self.cookie} | ({"Content-Type": FORM} if body else {})
        if not self.cookie:
            del fields["Cookie"]
        try:
            self.connection.request(method, url, body, fields)
            response = self.connection.getresponse()
            return response, response.read().decode()
        except (OSError, http.client.HTTPException) as error:
            self.connection.close()
            raise ServerGone(repr(error)) from error
