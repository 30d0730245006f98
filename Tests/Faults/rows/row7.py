"""Disk space that one address can use for saved sessions; other addresses must still have space."""

import json
import pathlib
import tempfile

from .common import Figure, Programs, post, read_response
from .row4 import connect_from

SPACE = 32 << 20
CONNECTIONS = 16
REFUSAL = "urn:cairn:problem:no-room, Retry-After 60"


def first_action(cookie: str = "") -> bytes:
    return post("/letters", "action=give-name&_at=path&name=Eve", *([f"Cookie: {cookie}"] if cookie else []))


def fill_quota(port: int) -> tuple[list[str], int]:
    """Creates sessions until one is refused. - Returns: their cookies, and the status of the refusal."""
    cookies: list[str] = []
    clients = [connect_from("127.0.0.9", port) for _ in range(CONNECTIONS)]
    try:
        while len(cookies) < SPACE // 4096:
            for client in clients:
                client.sendall(first_action())
            # Read all responses, so that none is left for the next round.
            replies = [read_response(client) for client in clients]
            cookies += [fields["set-cookie"].partition(";")[0] for status, fields, _ in replies if status == 303]
            refused = [status for status, fields, _ in replies if status != 303]
            if refused:
                return cookies, refused[0]
    finally:
        for client in clients:
            client.close()
    return cookies, 0


def refused_types(port: int, count: int) -> set[str]:
    """Returns the problem types, each with its Retry-After, of further new sessions of the address."""
    problem_types = set()
    with connect_from("127.0.0.9", port) as connection:
        for _ in range(count):
            connection.sendall(post("/letters", "action=give-name&_at=path&name=Eve", "Accept: application/json"))
            _, fields, body = read_response(connection)
            problem_types.add(f"{json.loads(body)['type']}, Retry-After {fields.get('retry-after')}")
    return problem_types


def measure(programs: Programs) -> list:
    with tempfile.TemporaryDirectory() as folder:
        with programs.gallery("--threads=2", f"--state={folder}", f"--state-space={SPACE}") as server:
            cookies, refusal_status = fill_quota(server.port)
            before = server.output.count("\n")
            problem_types = refused_types(server.port, 500)
            lines = server.output.count("\n") - before
            used_space = sum(path.stat().st_blocks * 512 for path in pathlib.Path(folder, "letters").rglob("*")
                        if path.is_file())
            failed_saves = refused_others = 0
            with connect_from("127.0.0.9", server.port) as connection:
                for cookie in cookies[:200]:
                    connection.sendall(first_action(cookie))
                    failed_saves += read_response(connection)[0] != 303
            for number in range(50):
                with connect_from(f"127.0.0.{10 + number}", server.port) as connection:
                    connection.sendall(first_action())
                    refused_others += read_response(connection)[0] != 303
    return [
        Figure("space of 32 MiB for saved sessions that one address uses", used_space / (1 << 20), 4, "MiB"),
        Figure("refusals with another status than 503", int(refusal_status != 503), 0),
        Figure(f"refusals with other problem types than no-room: {problem_types}", int(problem_types != {REFUSAL}), 0),
        Figure("log lines for 500 refusals", lines, 10),
        Figure("failed saves of 200 sessions of that address", failed_saves, 0),
        Figure("refused sessions of 50 at other addresses", refused_others, 0)]
