"""One address creates many sessions of two clicks; the logged-in visitors of other addresses keep theirs."""

import re
import socket

from .common import Figure, Programs, get, post, reply

HOSTILE = 130_048
BATCH = 64
COOKIE = re.compile(rb"[Ss]et-[Cc]ookie: (cairn-letters=[0-9a-f]{32})")


def connected_from(address: str, port: int) -> socket.socket:
    plain = socket.socket()
    plain.settimeout(30)
    plain.bind((address, 0))
    plain.connect(("127.0.0.1", port))
    return plain


def answers(plain: socket.socket, count: int) -> bytes:
    """Reads `count` responses. An evicted session is answered with a page, whose body has no empty line of CRLF."""
    received = bytearray()
    while received.count(b"\r\n\r\n") < count:
        part = plain.recv(1 << 18)
        if not part:
            raise ConnectionError(f"closed after {bytes(received[-80:])!r}")
        received.extend(part)
    return bytes(received)


def flood(port: int, sessions: int) -> None:
    first = post("/letters", "action=give-name&_at=path&name=Eve")
    with connected_from("127.0.0.9", port) as plain:
        for _ in range(sessions // BATCH):
            plain.sendall(first * BATCH)
            cookies = COOKIE.findall(answers(plain, BATCH))
            second = [
                post("/letters/login/welcome:Eve", "action=back&_at=2", f"Cookie: {cookie.decode()}")
                for cookie in cookies]
            plain.sendall(b"".join(second))
            answers(plain, len(cookies))


def clicked(port: int, address: str, path: str, form: str, cookie: str = "") -> str:
    """Performs one action. - Returns: the cookie for the next request."""
    with connected_from(address, port) as plain:
        plain.sendall(post(path, form, *([f"Cookie: {cookie}"] if cookie else [])))
        status, fields, _ = reply(plain)
        if status != 303:
            raise ValueError(f"{form} at {path} is answered {status}")
        return fields.get("set-cookie", cookie).partition(";")[0]


def visitors(port: int) -> tuple[list[str], list[str]]:
    """Returns the cookies of 200 logged-in visitors, and of 100 visitors who have clicked once."""
    logged_in, curious = [], []
    for number in range(200):
        address, name = f"127.0.0.{2 + number % 2}", f"Visitor%20{number}"
        cookie = clicked(port, address, "/letters", f"action=give-name&_at=path&name={name}")
        logged_in.append(
            clicked(port, address, f"/letters/login/welcome:{name}", f"action=sign-in&_at=2&name={name}", cookie))
    for number in range(100):
        curious.append(
            clicked(port, f"127.0.0.{10 + number % 50}", "/letters", "action=give-name&_at=path&name=Somebody"))
    return logged_in, curious


def forgotten(port: int, cookies: list[str]) -> int:
    """Returns the number of sessions that the server has lost: it deletes their cookies."""
    count = 0
    with connected_from("127.0.0.2", port) as plain:
        for cookie in cookies:
            plain.sendall(get("/letters", f"Cookie: {cookie}", "Accept: application/json"))
            _, fields, _ = reply(plain)
            count += "Max-Age=0" in fields.get("set-cookie", "")
    return count


def figures(programs: Programs, sessions: int, what: str, *settings: str) -> list:
    with programs.gallery("--threads=2", *settings) as server:
        logged_in, curious = visitors(server.port)
        flood(server.port, sessions)
        return [
            Figure(f"of 200 logged-in visitors forgotten beside {sessions} sessions of one address{what}",
                   forgotten(server.port, logged_in), 0),
            Figure(f"of 100 others forgotten{what}", forgotten(server.port, curious), 0)]


def measure(programs: Programs) -> list:
    return figures(programs, HOSTILE, "") + figures(
        programs, HOSTILE // 8, " in a full table", "--sessions=10000", "--sessions-per-network=10000000")
