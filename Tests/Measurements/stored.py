"""Measures the cost of an action whose session is stored in a folder, compared with memory.

    stored.py MEASUREMENTS    the built executable `measurements`

Prints the processor time and the stored octets of an action, with short and full histories and with shallow and deep
stacks. Processor times depend on the machine, so only their ratios are compared with bounds.
"""

import os
import pathlib
import re
import socket
import statistics
import subprocess
import sys
import tempfile

from instructions import free_port, wait_for_port

SESSIONS = 40
# A session keeps 50 versions.
FILLING = 60
ROUNDS = 5
MAX_RATIO = 1.2
MAX_OCTETS = 256


def cpu_seconds(process: int) -> float:
    tasks = pathlib.Path(f"/proc/{process}/task").glob("*/schedstat")
    return sum(int(task.read_text().split()[0]) for task in tasks) / 1e9


class Served:
    def __init__(self, program: str, folder: pathlib.Path, depth: int, is_stored: bool):
        self.state = folder / "state"
        port = free_port()
        settings = {"PORT": str(port), "SESSIONS": str(SESSIONS), "THREADS": "1", "REQUESTS": str(folder),
                    "DEPTH": str(depth), "UPKEEP": "3600"} | ({"STATE": str(self.state)} if is_stored else {})
        with open(folder / "log", "w") as log:
            self.process = subprocess.Popen([program, "serve"], stdout=log, stderr=log, env={**os.environ, **settings})
        wait_for_port(port, self.process)
        self.sessions = [line.split("\t") for line in (folder / "page.tsv").read_text().splitlines()]
        # Each session is pushed and popped in turn.
        pushes = (folder / "act.tsv").read_text().splitlines()[:SESSIONS]
        self.bodies = [[line.split("\t")[2] for line in pushes], ["action=back"] * SESSIONS]
        self.connection = socket.create_connection(("127.0.0.1", port), timeout=60)
        self.count = 0

    def act(self) -> None:
        """Performs an action in each session, at the page that its last action led to."""
        for session, body in zip(self.sessions, self.bodies[self.count % 2], strict=True):
            self.connection.sendall(
                f"POST {session[0]} HTTP/1.1\r\nHost: localhost\r\nCookie: {session[1]}\r\n"
                f"Content-Type: application/x-www-form-urlencoded\r\nContent-Length: {len(body)}\r\n\r\n{body}".encode())
            head = b""
            while b"\r\n\r\n" not in head:
                head += self.connection.recv(65_536)
            location = re.search(rb"\r\nLocation: (\S+)", head)
            if b" 303 " not in head[:14] or not location:
                raise ValueError(f"{session[0]}: {head[:60]!r}")
            session[0] = location[1].decode()
        self.count += 1

    def microseconds(self) -> float:
        """The processor time of an action: the median of some rounds."""
        found = []
        for _ in range(ROUNDS):
            before = cpu_seconds(self.process.pid)
            self.act()
            self.act()
            found.append((cpu_seconds(self.process.pid) - before) / (2 * SESSIONS) * 1e6)
        return statistics.median(found)

    def octets(self) -> float:
        """The octets that an action adds to the file of its session."""
        def size() -> int:
            return sum(path.stat().st_size for path in self.state.rglob("*") if path.is_file())
        best = float("inf")
        # After 64 elements a file begins anew, so the smallest growth is that of an append.
        for _ in range(ROUNDS):
            before = size()
            self.act()
            if size() > before:
                best = min(best, (size() - before) / SESSIONS)
        return best

    def close(self) -> None:
        self.connection.close()
        self.process.terminate()
        self.process.wait(timeout=60)


def measure(program: str, depth: int, is_stored: bool) -> tuple[float, float, float]:
    """Returns the microseconds of an action with a short and with a full history, and the stored octets."""
    with tempfile.TemporaryDirectory() as name:
        served = Served(program, pathlib.Path(name), depth, is_stored)
        try:
            short = served.microseconds()
            while served.count < FILLING:
                served.act()
            return short, served.microseconds(), served.octets() if is_stored else 0
        finally:
            served.close()


def main() -> int:
    program = sys.argv[1]
    memory = measure(program, 3, False)
    shallow, deep = measure(program, 3, True), measure(program, 1_000, True)
    print(f"in memory, 3 screens deep: {memory[0]:.0f} µs with a short history, {memory[1]:.0f} with 50 versions")
    print(f"stored, 3 screens deep: {shallow[0]:.0f} µs, {shallow[1]:.0f} with 50 versions, {shallow[2]:.0f} octets")
    print(f"stored, 1,000 screens deep: {deep[0]:.0f} µs, {deep[1]:.0f} with 50 versions, {deep[2]:.0f} octets")
    failed = 0
    for label, value, bound in [
            ("history 50 to a short one", shallow[1] / shallow[0], MAX_RATIO),
            ("octets of an action, 3 screens deep", shallow[2], MAX_OCTETS),
            ("octets of an action, 1,000 screens deep", deep[2], MAX_OCTETS)]:
        is_within = value <= bound
        failed += not is_within
        print(f"{'' if is_within else 'FAILED '}{label}: {value:.2f} (bound {bound})")
    print(f"depth 1,000 to 3: {deep[1] / shallow[1]:.2f}")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
