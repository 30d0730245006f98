"""A small HTTP/1.1 client for asyncio: one request at a time on each connection."""

import asyncio
import re
from typing import NamedTuple

SIREN = "application/vnd.siren+json"
FORM = "application/x-www-form-urlencoded"


class Response(NamedTuple):
    status: int
    location: str
    cookie: str
    body: str


class Unanswered(Exception):
    """No response arrived: the request was performed or not."""


class Connection(asyncio.Protocol):
    def __init__(self):
        self.transport = None
        self.waiter: asyncio.Future | None = None
        self.buffer = b""
        self.is_open = True

    def connection_made(self, transport) -> None:
        self.transport = transport

    def data_received(self, data: bytes) -> None:
        self.buffer += data
        head, separator, body = self.buffer.partition(b"\r\n\r\n")
        if not separator:
            return
        found = re.search(rb"\r\ncontent-length: *(\d+)", head, re.I)
        length = int(found[1]) if found else 0
        if len(body) < length or self.waiter is None or self.waiter.done():
            return
        text = head.decode("latin-1")
        location = re.search(r"\r\nlocation: *([^\r]*)", text, re.I)
        # Another cookie, with the suffix `.flash`, announces the message of an action.
        cookie = re.search(r"\r\nset-cookie: *([^;=\r]+(?<!\.flash)=[^;\r]*)", text, re.I)
        if re.search(r"\r\nconnection: *close", text, re.I):
            self.close()
        self.buffer = body[length:]
        self.waiter.set_result(Response(
            int(head[9:12]), location[1] if location else "", cookie[1] if cookie else "",
            body[:length].decode(errors="replace")))

    def connection_lost(self, error) -> None:
        self.is_open = False
        if self.waiter and not self.waiter.done():
            self.waiter.set_exception(Unanswered("the connection was lost"))

    def close(self) -> None:
        self.is_open = False
        if self.transport:
            self.transport.close()


class Client:
    """The connections of one browser tab, one for each place that it sends requests to."""

    def __init__(self):
        self.connections: dict[tuple[str, int], Connection] = {}

    async def request(
        self, place: tuple[str, int], method: str, path: str, cookie: str = "", body: str | None = None,
        accept: str = SIREN, timeout: float = 8
    ) -> Response:
        """Sends one request. - Throws: ``Unanswered``."""
        content = "" if body is None else f"Content-Type: {FORM}\r\nContent-Length: {len(body)}\r\n"
        sent_cookie = f"Cookie: {cookie}\r\n" if cookie else ""
        octets = (f"{method} {path} HTTP/1.1\r\nHost: localhost\r\nAccept: {accept}\r\n{sent_cookie}{content}\r\n"
                  f"{body or ''}").encode()
        connection = self.connections.get(place)
        try:
            async with asyncio.timeout(timeout):
                if connection is None or not connection.is_open:
                    loop = asyncio.get_running_loop()
                    _, connection = await loop.create_connection(Connection, *place)
                    self.connections[place] = connection
                connection.waiter = asyncio.get_running_loop().create_future()
                connection.transport.write(octets)
                return await connection.waiter
        except BaseException as error:
            # A late response must not become the one to the next request.
            if connection:
                connection.close()
            if isinstance(error, TimeoutError):
                raise Unanswered("no response in time") from error
            if isinstance(error, OSError):
                raise Unanswered("no connection") from error
            raise

    def close(self) -> None:
        for connection in self.connections.values():
            connection.close()
