"""Code that the rows share: programs, figures, and a minimal HTTP client."""

import dataclasses
import socket
import time

from running import RunningServer

# Raise the limit per address, because all clients are on this machine.
COMMON = ("--host=127.0.0.1", "--port=0", "--access-log=off", "--max-connections-per-ip=20000")


@dataclasses.dataclass
class Figure:
    """A measured value and its bound."""

    label: str
    value: float
    bound: float
    unit: str = ""

    @property
    def holds(self) -> bool:
        return self.value <= self.bound

    def __str__(self) -> str:
        def formatted(number: float) -> str:
            return f"{number:.1f}".removesuffix(".0") + (f" {self.unit}" if self.unit else "")

        return f"{self.label}: {formatted(self.value)} (bound {formatted(self.bound)})"


@dataclasses.dataclass
class Programs:
    cairn: str
    measurements: str

    def gallery(self, *settings: str) -> RunningServer:
        return RunningServer(self.cairn, *COMMON, *settings)

    def misbehaving(self, *settings: str) -> RunningServer:
        return RunningServer(self.measurements, "misbehave", *COMMON, *settings)


def connect(port: int, receive_buffer: int = 0, segment: int = 0) -> socket.socket:
    """Connects a client. A small `receive_buffer` and `segment` keep the kernel's buffers small."""
    connection = socket.socket()
    if receive_buffer:
        connection.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, receive_buffer)
    if segment:
        connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_MAXSEG, segment)
    connection.settimeout(20)
    connection.connect(("127.0.0.1", port))
    return connection


def get(path: str, *fields: str) -> bytes:
    return "\r\n".join([f"GET {path} HTTP/1.1", "Host: localhost", *fields, "", ""]).encode()


def post(path: str, form: str, *fields: str) -> bytes:
    head = [f"POST {path} HTTP/1.1", "Host: localhost", "Content-Type: application/x-www-form-urlencoded",
            f"Content-Length: {len(form)}", *fields, "", form]
    return "\r\n".join(head).encode()


def read_response(connection: socket.socket, buffer: bytearray | None = None) -> tuple:
    """Reads the next response: its status, fields and body; `buffer` keeps the bytes after it."""
    received = bytearray() if buffer is None else buffer

    def receive() -> None:
        part = connection.recv(1 << 16)
        if not part:
            raise ConnectionError(f"closed after {bytes(received[:80])!r}")
        received.extend(part)

    while b"\r\n\r\n" not in received:
        receive()
    head, _, _ = bytes(received).partition(b"\r\n\r\n")
    lines = head.decode("latin-1").split("\r\n")
    fields = {name.lower(): value.strip() for name, value in (line.split(":", 1) for line in lines[1:])}
    begin = len(head) + 4
    end = begin + int(fields.get("content-length", 0))
    while len(received) < end:
        receive()
    body = bytes(received[begin:end])
    del received[:end]
    return int(lines[0].split(" ")[1]), fields, body


def wait_until(condition, seconds: float) -> bool:
    """Waits for `condition`. - Returns: false if it is still false after this many seconds."""
    deadline = time.monotonic() + seconds
    while not condition():
        if time.monotonic() > deadline:
            return False
        time.sleep(0.02)
    return True
