"""Handlers that never return: their sessions can be read, and their clients are answered and leak nothing."""

import select
import time

from .common import Figure, Programs, connected, get, post, reply, until

CLIENTS = 50
READERS = 30
PATH = "/misbehaving"


def answered(port: int, form: str, *fields: str) -> tuple:
    with connected(port) as plain:
        plain.sendall(post(PATH, form, *fields))
        return reply(plain)


def read_beside_handler(programs: Programs) -> tuple:
    """Returns the median and the longest time of a GET, in ms, while an action of its session does not return."""
    times = []
    with programs.misbehaving("--handler-seconds=20", "--grace-seconds=1") as server:
        _, fields, _ = answered(server.port, "action=count-up")
        cookie = "Cookie: " + fields["set-cookie"].split(";")[0]
        ask = get(PATH, "Accept: text/html", cookie)
        with connected(server.port) as waiting, connected(server.port) as reader:
            waiting.sendall(post(PATH, "action=never-return", cookie))
            # While the handler runs, another action of the same session waits.
            with connected(server.port) as second:
                second.sendall(post(PATH, "action=count-up", cookie))
                second.settimeout(0.5)
                try:
                    raise AssertionError(f"the action beside it is answered {reply(second)[0]}")
                except TimeoutError:
                    pass
            for _ in range(READERS):
                began = time.perf_counter()
                reader.sendall(ask)
                status, _, shown = reply(reader)
                times.append((time.perf_counter() - began) * 1e3)
                assert status == 200 and b"Counted to 1<" in shown, "a GET does not show the last version"
            assert not until(lambda: waiting in select.select([waiting], [], [], 0)[0], 0), "the handler has returned"
    times.sort()
    return times[len(times) // 2], times[-1]


def measure(programs: Programs) -> list:
    median, worst = read_beside_handler(programs)
    with programs.misbehaving("--handler-seconds=2", "--grace-seconds=1") as server:
        _, fields, _ = answered(server.port, "action=count-up")
        cookie = "Cookie: " + fields["set-cookie"].split(";")[0]

        def leave(count: int) -> None:
            clients = [connected(server.port) for _ in range(count)]
            for number, plain in enumerate(clients):
                # Half of them share one session, where one waits for the other.
                plain.sendall(post(PATH, "action=never-return", *([cookie] if number % 2 else [])))
            time.sleep(0.5)
            for plain in clients:
                plain.close()

        # The first waiting request makes the runtime open its own descriptors for timers.
        leave(4)
        time.sleep(4)
        before = server.descriptors
        leave(CLIENTS)
        until(lambda: server.descriptors <= before, 12)
        leaked = server.descriptors - before

        began = time.monotonic()
        status, fields, _ = answered(server.port, "action=never-return", cookie)
        late = time.monotonic() - began
        lines = [line for line in server.text.splitlines() if "never-return" in line and f"POST {PATH}" in line]
        began = time.monotonic()
        next_status, _, _ = answered(server.port, "action=count-up", cookie)
        with connected(server.port) as plain:
            plain.sendall(f"GET {PATH} HTTP/1.1\r\nHost: a\r\nAccept: text/html\r\n{cookie}\r\n\r\n".encode())
            shown = reply(plain)[2].decode()
        seconds = time.monotonic() - began
        wrong = [what for what, holds in {
            f"the status is {status}": status == 503, "there is no Retry-After": "retry-after" in fields,
            f"{len(lines)} lines of the log tell of it": lines,
            f"the next action is answered {next_status}": next_status == 303,
            "the session does not show what was done, and only that": "Counted to 2" in shown}.items() if not holds]
        assert not wrong, "; ".join(wrong)
        return [Figure("descriptors of 50 clients that went away from handlers that never return", leaked, 0),
                Figure("the answer to one that stays, with 2 s for a handler, after", late, 4, "s"),
                Figure("the next action of its session, after", seconds, 1, "s"),
                Figure("a GET of a session whose handler runs, median", median, 50, "ms"),
                Figure("its worst", worst, 500, "ms")]
