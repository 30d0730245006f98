"""Sessions lost by other visitors while one address creates many sessions of two clicks each."""

import re
import socket

from .common import Figure, Programs, get, post, read_response

HOSTILE = 130_048
BATCH = 64
COOKIE = re.compile(rb"[Ss]et-[Cc]ookie: (cairn-letters=[0-9a-f]{32})")


def connect_from(address: str, port: int) -> socket.socket:
    connection = socket.socket()
    connection.settimeout(30)
    connection.bind((address, 0))
    connection.connect(("127.0.0.1", port))
    return connection


def read_responses(connection: socket.socket, count: int) -> bytes:
    """Reads `count` responses. The body of a page contains no CRLF CRLF, so this counts the heads."""
    received = bytearray()
    while received.count(b"\r\n\r\n") < count:
        part = connection.recv(1 << 18)
        if not part:
            raise ConnectionError(f"closed after {bytes(received[-80:])!r}")
        received.extend(part)
    return bytes(received)


def flood(port: int, sessions: int) -> None:
    first = post("/letters", "action=give-name&_at=path&name=Eve")
    with connect_from("127.0.0.9", port) as connection:
        for _ in range(sessions // BATCH):
            connection.sendall(first * BATCH)
            cookies = COOKIE.findall(read_responses(connection, BATCH))
            second = [
                post("/letters/login/welcome:Eve", "action=back&_at=2", f"Cookie: {cookie.decode()}")
                for cookie in cookies]
            connection.sendall(b"".join(second))
            read_responses(connection, len(cookies))


def perform_action(port: int, address: str, path: str, form: str, cookie: str = "") -> str:
    """Performs one action. - Returns: the cookie for the next request."""
    with connect_from(address, port) as connection:
        connection.sendall(post(path, form, *([f"Cookie: {cookie}"] if cookie else [])))
        status, fields, _ = read_response(connection)
        if status != 303:
            raise ValueError(f"{form} at {path} got status {status}, not 303")
        return fields.get("set-cookie", cookie).partition(";")[0]


def create_visitors(port: int) -> tuple[list[str], list[str]]:
    """Returns the cookies of 200 logged-in visitors, and of 100 visitors who have clicked once."""
    logged_in, single_click = [], []
    for number in range(200):
        address, name = f"127.0.0.{2 + number % 2}", f"Visitor%20{number}"
        cookie = perform_action(port, address, "/letters", f"action=give-name&_at=path&name={name}")
        logged_in.append(
            perform_action(
                port, address, f"/letters/login/welcome:{name}", f"action=sign-in&_at=2&name={name}", cookie))
    for number in range(100):
        single_click.append(
            perform_action(port, f"127.0.0.{10 + number % 50}", "/letters", "action=give-name&_at=path&name=Somebody"))
    return logged_in, single_click


def count_lost_sessions(port: int, cookies: list[str]) -> int:
    """Returns the number of sessions that the server has lost: it deletes their cookies."""
    count = 0
    with connect_from("127.0.0.2", port) as connection:
        for cookie in cookies:
            connection.sendall(get("/letters", f"Cookie: {cookie}", "Accept: application/json"))
            _, fields, _ = read_response(connection)
            count += "Max-Age=0" in fields.get("set-cookie", "")
    return count


def figures(programs: Programs, sessions: int, label: str, *settings: str) -> list:
    with programs.gallery("--threads=2", *settings) as server:
        logged_in, single_click = create_visitors(server.port)
        flood(server.port, sessions)
        return [
            Figure(f"lost sessions of 200 logged-in visitors while one address creates {sessions}{label}",
                   count_lost_sessions(server.port, logged_in), 0),
            Figure(f"lost sessions of 100 other visitors{label}", count_lost_sessions(server.port, single_click), 0)]


def measure(programs: Programs) -> list:
    return figures(programs, HOSTILE, "") + figures(
        programs, HOSTILE // 8, " in a full table", "--max-sessions=10000", "--max-sessions-per-network=10000000")
