"""Memory of 10,000 visitors who go on acting: constant once each history is full."""

import re

from .common import Figure, Programs, connect, post, read_response

SESSIONS = 10_000
BATCH = 100
# Each history is full after this many actions: a session keeps 50 versions.
FILLING = 56
# The actions of each session while the memory is measured.
MEASURED = 30
COOKIE = re.compile(rb"[Ss]et-[Cc]ookie: (cairn-letters=[0-9a-f]{32})")


def read_heads(connection, count: int) -> bytes:
    """Reads `count` responses without a body."""
    received = bytearray()
    while received.count(b"\r\n\r\n") < count:
        part = connection.recv(1 << 18)
        if not part:
            raise ConnectionError(f"closed after {bytes(received[-80:])!r}")
        received.extend(part)
    if (done := received.count(b"HTTP/1.1 303 ")) != count:
        raise ValueError(f"{count - done} of {count} actions were not performed: {bytes(received[:200])!r}")
    return bytes(received)


def sign_in(connection) -> list[str]:
    """Returns the cookies of `BATCH` visitors with an account."""
    name = [post("/letters", f"action=give-name&_at=path&name=Ida{number}") for number in range(BATCH)]
    connection.sendall(b"".join(name))
    cookies = COOKIE.findall(read_heads(connection, BATCH))
    for number, cookie in enumerate(cookies):
        connection.sendall(
            post(f"/letters/login/welcome:Ida{number}", f"action=sign-in&_at=2&name=Ida{number}",
                 f"Cookie: {cookie.decode()}"))
    return [cookie.decode() for cookie in COOKIE.findall(read_heads(connection, BATCH))]


def measure(programs: Programs) -> list:
    with programs.gallery("--threads=1", "--max-sessions-per-network=100000") as server:
        with connect(server.port) as connection:
            crowd = [sign_in(connection) for _ in range(SESSIONS // BATCH)]
            sizes = []
            for count in range(FILLING + MEASURED):
                # Alternately a friend is pushed and popped, so each action makes a version.
                path, action = (
                    ("/letters/friends/friend:9", "back") if count % 2 else ("/letters/friends", "select-friend?friend=9"))
                for cookies in crowd:
                    connection.sendall(b"".join(
                        post(path, f"action={action}", f"Cookie: {cookie}") for cookie in cookies))
                    read_heads(connection, BATCH)
                if count >= FILLING:
                    sizes.append(server.proc_status("VmRSS"))
            connection.sendall(b"GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n")
            status, _, _ = read_response(connection)
        if status != 200:
            raise ValueError(f"/healthz got status {status}")
    growth = 100 * (max(sizes) / sizes[0] - 1)
    return [
        Figure(f"growth of the memory while {SESSIONS} sessions perform {MEASURED} actions each, of "
               f"{sizes[0] / 1024:.0f} MiB", growth, 5, "%"),
        Figure("memory of a session with a full history", sizes[-1] / SESSIONS, 48, "KiB")]
