"""A long location costs about as much as a short one, because only visible controllers are built."""

import itertools
import pathlib
import statistics

from .common import Figure, Programs, connected, get, post, reply

SHORT = "/atlas"
# The most steps that a location can have.
LONG = "/atlas" + "/world" * 64
# 60 steps with numbers that no request used before, so that no cache of parsed steps helps.
FRESH = "/atlas/~journey:tokyo/~pages" + "/change:%d" * 60 + "/change:1"
REQUESTS = 1_000
ROUNDS = 3
STARTS = 5
SESSIONS = 1_000


def seconds(process: int) -> float:
    """Returns the CPU time of the process in seconds."""
    tasks = pathlib.Path(f"/proc/{process}/task").glob("*/schedstat")
    return sum(int(task.read_text().split()[0]) for task in tasks) / 1e9


def fresh(turn: int) -> bytes:
    return get(FRESH % tuple(range(60 * turn, 60 * turn + 60)))


def cost(server, request, expected: int, turns) -> float:
    with connected(server.port) as plain:
        rest = bytearray()
        for is_warm in (False, True):
            before = seconds(server.process.pid)
            for _ in range(REQUESTS if is_warm else 20):
                sent = request(next(turns)) if callable(request) else request
                plain.sendall(sent)
                status, _, _ = reply(plain, rest)
                if status != expected:
                    raise ValueError(f"{sent[:40]!r} is answered {status}")
        return seconds(server.process.pid) - before


def ratios(programs: Programs) -> tuple[float, ...]:
    """Returns the cost of two GETs and of a POST of long locations, as multiples of the short page's cost."""
    unknown = ("If-Match: \"x\"", "Cookie: cairn-atlas=" + "0" * 32, "Accept: application/json")
    requests = ((get(SHORT), 200), (get(LONG), 200), (fresh, 200), (post(LONG, "action=back&_at=path", *unknown), 409))
    with programs.gallery("--threads=1") as server:
        # Alternate, and take the minimum of each: other load on the machine only adds time.
        turns = itertools.count(1)
        rounds = [[cost(server, *request, turns) for request in requests] for _ in range(ROUNDS)]
    plain_page, *others = (min(costs) for costs in zip(*rounds))
    return tuple(other / plain_page for other in others)


def measure(programs: Programs) -> list:
    # The memory layout makes the same program differ by a third between starts, so take the median of several.
    page, fresh_page, action = map(statistics.median, zip(*(ratios(programs) for _ in range(STARTS))))
    with programs.gallery("--threads=1") as server:
        with connected(server.port) as plain:
            plain.sendall(get(LONG + "/world"))
            too_long, _, _ = reply(plain)
        before = server.status("VmRSS")
        with connected(server.port) as plain:
            rest = bytearray()
            for _ in range(SESSIONS):
                plain.sendall(post(LONG, "action=back&_at=path"))
                status, _, _ = reply(plain, rest)
                if status != 303:
                    raise ValueError(f"back is answered {status}")
        kept = (server.status("VmRSS") - before) / SESSIONS
        return [
            Figure("GET of 64 steps, times the plain page", page, 4),
            Figure("GET of 61 steps that no request named before, times the plain page", fresh_page, 8),
            Figure("POST of 64 steps with If-Match and an unknown cookie, times the plain page", action, 6),
            Figure("a new session there keeps", kept, 32, "KiB"),
            Figure("locations of 65 steps that are not 404", int(too_long != 404), 0),
        ]
