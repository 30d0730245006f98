"""The client's model of a session: the acknowledged versions and the state of each."""

import collections
import html
import http.client
import json
import random
import re
import threading
import urllib.parse

from places import Place, Version, Welcome

FORM = "application/x-www-form-urlencoded"


class Gone(Exception):
    """The server is not running."""


class Wrong(Exception):
    """The server's response is not the expected one."""


class Session:
    counted: collections.Counter = collections.Counter()
    counting = threading.Lock()
    # The titles of the friends' pages, by path, as first seen.
    headings: dict[str, str] = {}

    def __init__(self, name: str, chance: random.Random, reads_html: bool):
        self.name, self.chance, self.reads_html = name, chance, reads_html
        self.connection: http.client.HTTPConnection | None = None
        self.forget()
        self.count("sessions")

    def forget(self) -> None:
        self.cookie = ""
        self.versions: list[Version] = []
        self.unseen = 0
        # The target of the action that was sent but not acknowledged.
        self.cut: Place | Welcome | None = None

    @property
    def is_forgotten(self) -> bool:
        return not self.versions

    @property
    def is_at_door(self) -> bool:
        return not self.versions or isinstance(self.versions[-1].place, Welcome)

    @classmethod
    def count(cls, what: str, number: int = 1) -> None:
        with cls.counting:
            cls.counted[what] += number

    # Actions

    def begin(self, port: int) -> None:
        """The first click of a visitor without a session creates two versions: the state before and the state after."""
        welcome = Welcome(self.name)
        self.post(port, "/letters", "path", "give-name", Version(2, welcome), name=self.name)
        self.sign_in(port)

    def sign_in(self, port: int) -> None:
        """Changes the identity: the session gets a new id and a new history."""
        if not self.versions:
            return self.begin(port)
        self.connect(port)
        welcome, self.versions = self.versions[-1], []
        self.post(port, welcome.place.path, "2", "sign-in", Version(3, Place()), name=self.name)

    def act(self, port: int) -> None:
        """Acts from the newest version, or from an older one, such as in another browser tab."""
        base = self.versions[-1] if self.chance.random() < 0.7 else self.chance.choice(self.versions[-30:])
        self.perform(port, base, self.versions[-1].number + 1)

    def perform(self, port: int, base: Version, number: int) -> str:
        action, place = base.place.somewhere(self.chance)
        once = {}
        if self.reads_html:
            once["_once"] = self.read(port, base, base.url)
        return self.post(port, base.place.path, str(base.number), action, Version(number, place), **once)

    def post(self, port: int, path: str, at: str, action: str, goal: Version, **values: str) -> str:
        """Performs an action that leads to `goal`. - Returns: the Location of the response."""
        self.connect(port)
        self.cut = goal.place
        reply, _ = self.ask("POST", path, urllib.parse.urlencode({"_at": at, "action": action} | values))
        self.cut = None
        location = reply.getheader("Location", "")
        if reply.status != 303 or location.partition("?")[0] != goal.place.path:
            raise Wrong(f"{action} at {path}?at={at} is answered {reply.status} {location}, not {goal.place.path}")
        if cookie := reply.getheader("Set-Cookie"):
            self.cookie = cookie.partition(";")[0]
        self.count("answered")
        self.versions.append(goal)
        self.unseen += 1
        return location

    # Checks

    def look(self, port: int) -> None:
        """Checks after a restart: acknowledged versions are kept, and at most one more, if its action was cut off."""
        cut, self.cut, self.connection = self.cut, None, None
        self.count("cut", 1 if cut else 0)
        if not self.versions:
            # The sign-in was cut off: the session can have a new id that the client did not receive.
            return
        # The server keeps the newest fifty versions.
        for version in self.versions[-min(max(self.unseen, 1), 40):]:
            self.read(port, version, version.url)
            self.count("looked")
        self.unseen = 0
        if self.is_at_door:
            return self.sign_in(port)
        last = self.versions[-1]
        # The number of the next version shows how many versions the server has.
        location = self.perform(port, last, last.number + 1)
        made = self.versions.pop()
        number = self.number(port, location)
        if number == last.number + 2 and cut:
            self.count("landed")
            self.versions.append(Version(last.number + 1, cut))
            self.read(port, self.versions[-1], self.versions[-1].url)
        elif number != last.number + 1:
            raise Wrong(f"the version after {last.number} is {number}" + (", one was in flight" if cut else ""))
        self.versions.append(Version(number, made.place))
        self.read(port, self.versions[-1], location)

    def read(self, port: int, version: Version, url: str) -> str:
        """Checks that `url` shows this version. - Returns: the nonce of the page, if it has one."""
        at, heading, once = self.page(port, url)
        wanted = version.place.heading
        if wanted is None:
            with self.counting:
                wanted = self.headings.setdefault(version.place.path, heading)
        if (at, heading) != (str(version.number), wanted):
            raise Wrong(f"{url} shows {heading!r} of version {at}, not {wanted!r} of {version.number}")
        return once

    def number(self, port: int, url: str) -> int:
        at, _, _ = self.page(port, url)
        if not at.isdigit():
            raise Wrong(f"{url} is of no version")
        return int(at)

    def page(self, port: int, url: str) -> tuple[str, str, str]:
        self.connect(port)
        reply, text = self.ask("GET", url)
        if reply.status != 200:
            raise Wrong(f"{url} is answered {reply.status}")
        if self.reads_html:
            found = [re.search(pattern, text) for pattern in (
                r'name="_at" value="([^"]*)"', r"<h1>([^<]*)</h1>", r'name="_once" value="([^"]*)"')]
            at, heading, once = (html.unescape(match[1]) if match else "" for match in found)
            # The session fingerprint follows the version number.
            return at.partition("-")[0], heading, once
        entity = json.loads(text)
        actions = entity.get("actions", []) + [
            action for part in entity["entities"] for action in part.get("actions", [])]
        at = [field["value"] for action in actions for field in action["fields"] if field["name"] == "_at"]
        return at[0].partition("-")[0] if at else "", entity["title"], ""

    # Requests

    def connect(self, port: int) -> None:
        """Connects first, so that a failed connection is known to have sent no action."""
        if self.connection and self.connection.sock:
            return
        self.connection = http.client.HTTPConnection("127.0.0.1", port, timeout=20)
        try:
            self.connection.connect()
        except OSError as error:
            raise Gone(repr(error)) from error

    def ask(self, method: str, url: str, body: str | None = None) -> tuple[http.client.HTTPResponse, str]:
        accepted = "text/html" if self.reads_html else "application/vnd.siren+json"
        fields = {"Accept": accepted, "Cookie": self.cookie} | ({"Content-Type": FORM} if body else {})
        if not self.cookie:
            del fields["Cookie"]
        try:
            self.connection.request(method, url, body, fields)
            reply = self.connection.getresponse()
            return reply, reply.read().decode()
        except (OSError, http.client.HTTPException) as error:
            self.connection.close()
            raise Gone(repr(error)) from error
