"""CPU time of long locations: about that of short ones, because only visible controllers are built."""

import itertools
import pathlib
import statistics

from .common import Figure, Programs, connect, get, post, read_response

SHORT = "/atlas"
# The maximum number of steps of a location.
LONG = "/atlas" + "/world" * 64
# 60 steps with numbers that no request used before, so that no step is cached.
UNCACHED = "/atlas/~journey:tokyo/~pages" + "/change:%d" * 60 + "/change:1"
REQUESTS = 1_000
ROUNDS = 3
STARTS = 5
SESSIONS = 1_000


def cpu_seconds(process: int) -> float:
    """Returns the CPU time of the process in seconds."""
    tasks = pathlib.Path(f"/proc/{process}/task").glob("*/schedstat")
    return sum(int(task.read_text().split()[0]) for task in tasks) / 1e9


def uncached_request(index: int) -> bytes:
    return get(UNCACHED % tuple(range(60 * index, 60 * index + 60)))


def cost(server, request, expected: int, indices) -> float:
    with connect(server.port) as connection:
        buffer = bytearray()
        for is_warm in (False, True):
            before = cpu_seconds(server.process.pid)
            for _ in range(REQUESTS if is_warm else 20):
                sent = request(next(indices)) if callable(request) else request
                connection.sendall(sent)
                status, _, _ = read_response(connection, buffer)
                if status != expected:
                    raise ValueError(f"{sent[:40]!r} got status {status}")
        return cpu_seconds(server.process.pid) - before


def ratios(programs: Programs) -> tuple[float, ...]:
    """Returns the cost of two GETs and of a POST of long locations, as multiples of the short page's cost."""
    unknown = ("If-Match: \"x\"", "Cookie: cairn-atlas=" + "0" * 32, "Accept: application/json")
    requests = (
        (get(SHORT), 200), (get(LONG), 200), (uncached_request, 200),
        (post(LONG, "action=back&_at=path", *unknown), 409))
    with programs.gallery("--threads=1") as server:
        # Alternate, and take the minimum of each: other load on the machine only adds time.
        indices = itertools.count(1)
        rounds = [[cost(server, *request, indices) for request in requests] for _ in range(ROUNDS)]
    plain_page, *others = (min(costs) for costs in zip(*rounds))
    return tuple(other / plain_page for other in others)


def measure(programs: Programs) -> list:
    # The memory layout makes the same program differ by a third between starts, so take the median of several.
    page, uncached_page, action = map(statistics.median, zip(*(ratios(programs) for _ in range(STARTS))))
    with programs.gallery("--threads=1") as server:
        with connect(server.port) as connection:
            connection.sendall(get(LONG + "/world"))
            too_long, _, _ = read_response(connection)
        before = server.proc_status("VmRSS")
        with connect(server.port) as connection:
            buffer = bytearray()
            for _ in range(SESSIONS):
                connection.sendall(post(LONG, "action=back&_at=path"))
                status, _, _ = read_response(connection, buffer)
                if status != 303:
                    raise ValueError(f"back got status {status}, not 303")
        session_size = (server.proc_status("VmRSS") - before) / SESSIONS
        return [
            Figure("GET of 64 steps, relative to the short page", page, 4),
            Figure("GET of 61 uncached steps, relative to the short page", uncached_page, 8),
            Figure("POST of 64 steps with If-Match and an unknown cookie, relative to the short page", action, 6),
            Figure("memory of a new session there", session_size, 32, "KiB"),
            Figure("locations of 65 steps without a status 404", int(too_long != 404), 0),
        ]
