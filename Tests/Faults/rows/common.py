"""The common code of the rows: programs, figures, and a minimal HTTP client."""

import dataclasses
import socket
import time

from running import Running

# Raise the limit per address, because all clients are on this machine.
COMMON = ("--host=127.0.0.1", "--port=0", "--access-log=off", "--address-connections=20000")


@dataclasses.dataclass
class Figure:
    """A measured value and its bound."""

    what: str
    value: float
    bound: float
    unit: str = ""

    @property
    def holds(self) -> bool:
        return self.value <= self.bound

    def __str__(self) -> str:
        def text(number: float) -> str:
            return f"{number:.1f}".removesuffix(".0") + (f" {self.unit}" if self.unit else "")

        return f"{self.what}: {text(self.value)} (bound {text(self.bound)})"


@dataclasses.dataclass
class Programs:
    cairn: str
    measurements: str

    def gallery(self, *settings: str) -> Running:
        return Running(self.cairn, *COMMON, *settings)

    def misbehaving(self, *settings: str) -> Running:
        return Running(self.measurements, "misbehave", *COMMON, *settings)


def connected(port: int, room: int = 0, segment: int = 0) -> socket.socket:
    """Connects a client. A small `room` and a small `segment` keep the kernel's buffers for it small."""
    plain = socket.socket()
    if room:
        plain.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, room)
    if segment:
        plain.setsockopt(socket.IPPROTO_TCP, socket.TCP_MAXSEG, segment)
    plain.settimeout(20)
    plain.connect(("127.0.0.1", port))
    return plain


def get(path: str, *fields: str) -> bytes:
    return "\r\n".join([f"GET {path} HTTP/1.1", "Host: localhost", *fields, "", ""]).encode()


def post(path: str, form: str, *fields: str) -> bytes:
    head = [f"POST {path} HTTP/1.1", "Host: localhost", "Content-Type: application/x-www-form-urlencoded",
            f"Content-Length: {len(form)}", *fields, "", form]
    return "\r\n".join(head).encode()


def reply(plain: socket.socket, rest: bytearray | None = None) -> tuple:
    """Reads the next response: its status, fields and body; `rest` keeps the bytes after it."""
    received = bytearray() if rest is None else rest

    def more() -> None:
        part = plain.recv(1 << 16)
        if not part:
            raise ConnectionError(f"closed after {bytes(received[:80])!r}")
        received.extend(part)

    while b"\r\n\r\n" not in received:
        more()
    head, _, _ = bytes(received).partition(b"\r\n\r\n")
    lines = head.decode("latin-1").split("\r\n")
    fields = {name.lower(): value.strip() for name, value in (line.split(":", 1) for line in lines[1:])}
    begin = len(head) + 4
    end = begin + int(fields.get("content-length", 0))
    while len(received) < end:
        more()
    body = bytes(received[begin:end])
    del received[:end]
    return int(lines[0].split(" ")[1]), fields, body


def until(holds, seconds: float) -> bool:
    """Returns true if `holds` becomes true within so many seconds."""
    deadline = time.monotonic() + seconds
    while not holds():
        if time.monotonic() > deadline:
            return False
        time.sleep(0.02)
    return True
