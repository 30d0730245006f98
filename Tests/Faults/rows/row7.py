"""One address creates saved sessions until it is refused; other addresses still have space."""

import json
import pathlib
import tempfile

from .common import Figure, Programs, post, reply
from .row4 import connected_from

SPACE = 32 << 20
CONNECTIONS = 16
REFUSAL = "urn:cairn:problem:no-room, Retry-After 60"


def first(cookie: str = "") -> bytes:
    return post("/letters", "action=give-name&_at=path&name=Eve", *([f"Cookie: {cookie}"] if cookie else []))


def fill(port: int) -> tuple[list[str], int]:
    """Creates sessions until one is refused. - Returns: their cookies, and the status of the refusal."""
    cookies: list[str] = []
    clients = [connected_from("127.0.0.9", port) for _ in range(CONNECTIONS)]
    try:
        while len(cookies) < SPACE // 4096:
            for client in clients:
                client.sendall(first())
            # Read all responses, so that none is left for the next round.
            replies = [reply(client) for client in clients]
            cookies += [fields["set-cookie"].partition(";")[0] for status, fields, _ in replies if status == 303]
            refused = [status for status, fields, _ in replies if status != 303]
            if refused:
                return cookies, refused[0]
    finally:
        for client in clients:
            client.close()
    return cookies, 0


def refuse(port: int, count: int) -> set[str]:
    """Returns the problem types, each with its Retry-After, of further new sessions of the address."""
    names = set()
    with connected_from("127.0.0.9", port) as plain:
        for _ in range(count):
            plain.sendall(post("/letters", "action=give-name&_at=path&name=Eve", "Accept: application/json"))
            _, fields, body = reply(plain)
            names.add(f"{json.loads(body)['type']}, Retry-After {fields.get('retry-after')}")
    return names


def measure(programs: Programs) -> list:
    with tempfile.TemporaryDirectory() as folder:
        with programs.gallery("--threads=2", f"--state={folder}", f"--state-space={SPACE}") as server:
            cookies, refusal = fill(server.port)
            before = server.text.count("\n")
            names = refuse(server.port, 500)
            lines = server.text.count("\n") - before
            taken = sum(path.stat().st_blocks * 512 for path in pathlib.Path(folder, "letters").rglob("*")
                        if path.is_file())
            saved = others = 0
            with connected_from("127.0.0.9", server.port) as plain:
                for cookie in cookies[:200]:
                    plain.sendall(first(cookie))
                    saved += reply(plain)[0] != 303
            for number in range(50):
                with connected_from(f"127.0.0.{10 + number}", server.port) as plain:
                    plain.sendall(first())
                    others += reply(plain)[0] != 303
    return [
        Figure("of 32 MiB for saved sessions taken by one address", taken / (1 << 20), 4, "MiB"),
        Figure("its refusal is not 503", int(refusal != 503), 0),
        Figure(f"its refusals are not only no-room: {names}", int(names != {REFUSAL}), 0),
        Figure("lines that 500 refusals write", lines, 10),
        Figure("of its 200 saved sessions not saved again", saved, 0),
        Figure("of 50 new sessions of other addresses refused", others, 0)]
