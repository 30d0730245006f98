"""Streams of events of the app Letters, and letters that change its pages. Used by the checks of this folder and by others.

A letter from a person changes the page of messages of each session of that person.
"""

import contextlib
import http.client
import re
import socket
import threading
import time
import urllib.parse

FORM = "application/x-www-form-urlencoded"
MESSAGES = "/letters/messages"


class Visitor:
    """A session of Letters."""

    def __init__(self, port: int, name: str, host: str = "localhost"):
        self.port, self.name, self.host, self.cookie = port, name, host, ""
        self.post("/letters", action="give-name", name=name)
        self.post(f"/letters/login/welcome:{urllib.parse.quote(name)}", action=f"sign-in?name={urllib.parse.quote(name)}")

    def post(self, path: str, **form: str) -> None:
        status, _ = self.request("POST", path, urllib.parse.urlencode(form))
        assert status == 303, f"POST {path}: {status}"

    def request(self, method: str, path: str, body: str | None = None, **fields: str) -> tuple[int, str]:
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=10)
        fields |= {"Host": self.host} | ({"Cookie": self.cookie} if self.cookie else {})
        connection.request(method, path, body, fields | ({"Content-Type": FORM} if body else {}))
        response = connection.getresponse()
        text = response.read().decode()
        connection.close()
        for cookie in response.headers.get_all("Set-Cookie") or []:
            # Another cookie announces the message of an action.
            if ".flash=" not in cookie:
                self.cookie = cookie.partition(";")[0]
        return response.status, text

    def send_letter(self, text: str) -> None:
        self.post(f"{MESSAGES}/~compose/=7", action="send-message?recipient=7", text=text)


class ChunkedBody:
    """Removes the chunked coding (RFC 9112 §7.1) from octets that arrive in pieces."""

    def __init__(self):
        self.buffer, self.left, self.is_complete = b"", 0, False

    def decode(self, octets: bytes) -> bytes:
        self.buffer += octets
        content = b""
        while not self.is_complete:
            if self.left:
                part, self.buffer = self.buffer[:self.left], self.buffer[self.left:]
                content, self.left = content + part, self.left - len(part)
                if self.left:
                    break
            # The line end after a chunk, and the next size.
            found = re.match(rb"(?:\r\n)?([0-9a-fA-F]+)[^\r]*\r\n", self.buffer)
            if not found:
                break
            self.left, self.buffer = int(found[1], 16), self.buffer[found.end():]
            self.is_complete = self.left == 0
        return content


class Stream:
    """A stream of events, which a thread reads. `arrivals` has each event with its time; a comment is the event `:`."""

    def __init__(
        self, port: int, cookie: str, known: str | None = None, version: str = "1.1", host: str = "localhost",
        path: str = MESSAGES
    ):
        self.arrivals: list[tuple[str, float]] = []
        # "close", "last chunk" or "reset" after the end.
        self.end = ""
        self.id = self.head = ""
        self.changed = threading.Condition()
        self.opened = time.monotonic()
        self.head_time = self.id_time = 0.0
        self.socket = socket.create_connection(("127.0.0.1", port), timeout=60)
        last = f"Last-Event-ID: {known}\r\n" if known else ""
        self.socket.sendall(
            f"GET {path} HTTP/{version}\r\nHost: {host}\r\nAccept: text/event-stream\r\nCookie: {cookie}\r\n{last}\r\n"
            .encode())
        self.thread = threading.Thread(target=self.read, daemon=True)
        self.thread.start()

    # Reading

    def read(self) -> None:
        end = "close"
        try:
            end = self.receive()
        except OSError:
            end = "reset"
        with self.changed:
            self.end = end
            self.changed.notify_all()

    def receive(self) -> str:
        received = b""
        while b"\r\n\r\n" not in received:
            part = self.socket.recv(4096)
            if not part:
                return "close"
            received += part
        head, _, body = received.partition(b"\r\n\r\n")
        with self.changed:
            self.head, self.head_time = head.decode("latin-1"), time.monotonic()
            self.changed.notify_all()
        chunked, lines, event = ChunkedBody() if self.framing == "chunked" else None, b"", ""
        while True:
            lines += chunked.decode(body) if chunked else body
            *complete, lines = lines.split(b"\n")
            for line in complete:
                event = self.take(line.decode(), event)
            if chunked and chunked.is_complete:
                return "last chunk"
            if not (body := self.socket.recv(4096)):
                return "close"

    def take(self, line: str, event: str) -> str:
        """Takes a line of the stream. - Returns: the name of the event that it belongs to."""
        now = time.monotonic()
        with self.changed:
            if line.startswith("id: "):
                self.id, self.id_time = line[4:], now
            if line.startswith(":") or not line and event:
                self.arrivals.append((event or ":", now))
            self.changed.notify_all()
        return "" if not line else line[7:] if line.startswith("event: ") else event

    # Waiting

    @property
    def framing(self) -> str:
        """How the body is delimited."""
        if re.search(r"(?i)\ntransfer-encoding: *chunked", self.head):
            return "chunked"
        return "length" if re.search(r"(?i)\ncontent-length:", self.head) else "close"

    def wait(self, condition, description: str, seconds: float) -> None:
        with self.changed:
            assert self.changed.wait_for(condition, seconds), (
                f"{description}: not within {seconds:g} s; {self.head.partition(chr(13))[0]!r}, id {self.id!r}, events "
                f"{[name for name, _ in self.arrivals]}, end {self.end!r}")

    def wait_for_id(self, seconds: float = 5) -> "Stream":
        self.wait(lambda: self.id, "the id of the stream", seconds)
        return self

    def wait_for(self, event: str, seconds: float, after: float = 0) -> float:
        """Waits for an event that arrived after a time. - Returns: its time."""
        self.wait(lambda: self.time_of(event, after), f"event {event!r}", seconds)
        return self.time_of(event, after)

    def time_of(self, event: str, after: float = 0) -> float:
        return next((moment for name, moment in self.arrivals if name == event and moment >= after), 0)

    def wait_for_end(self, seconds: float) -> str:
        self.wait(lambda: self.end, "the end of the stream", seconds)
        return self.end

    @property
    def events(self) -> list[str]:
        return [name for name, _ in self.arrivals]

    def close(self) -> None:
        with contextlib.suppress(OSError):
            # The thread holds the descriptor while it reads.
            self.socket.shutdown(socket.SHUT_RDWR)
        self.thread.join(timeout=5)
        self.socket.close()
