"""Handlers that never return: their sessions stay readable, and their clients get a response and leak nothing."""

import select
import time

from .common import Figure, Programs, connect, get, post, read_response, wait_until

CLIENTS = 50
READERS = 30
MAX_ATTEMPTS = 20
PATH = "/misbehaving"


def send_action(port: int, form: str, *fields: str) -> tuple:
    with connect(port) as connection:
        connection.sendall(post(PATH, form, *fields))
        return read_response(connection)


def performs_another_action(port: int, cookie: str) -> bool:
    """Returns false if no response arrives within half a second, because another action of the session runs."""
    with connect(port) as connection:
        connection.sendall(post(PATH, "action=count-up", cookie))
        connection.settimeout(0.5)
        try:
            status, _, _ = read_response(connection)
        except TimeoutError:
            return False
        assert status == 303, f"another action got status {status}"
        return True


def read_during_handler(programs: Programs) -> tuple:
    """Returns the median and the longest time of a GET, in ms, while an action of its session does not return."""
    times = []
    with programs.misbehaving("--handler-seconds=20", "--grace-seconds=1") as server:
        _, fields, _ = send_action(server.port, "action=count-up")
        cookie = "Cookie: " + fields["set-cookie"].split(";")[0]
        request = get(PATH, "Accept: text/html", cookie)
        with connect(server.port) as waiting, connect(server.port) as reader:
            waiting.sendall(post(PATH, "action=never-return", cookie))
            # While the handler runs, another action of the same session waits. Until it has begun on its loop, the other
            # action can be performed first.
            count = 1
            while performs_another_action(server.port, cookie):
                count += 1
                assert count <= MAX_ATTEMPTS, f"{count} other actions were performed"
            for _ in range(READERS):
                began = time.perf_counter()
                reader.sendall(request)
                status, _, body = read_response(reader)
                times.append((time.perf_counter() - began) * 1e3)
                assert status == 200 and f"Counted to {count}<".encode() in body, "a GET does not show the last committed version"
            assert not wait_until(lambda: waiting in select.select([waiting], [], [], 0)[0], 0), "the handler returned"
    times.sort()
    return times[len(times) // 2], times[-1]


def measure(programs: Programs) -> list:
    median, worst = read_during_handler(programs)
    with programs.misbehaving("--handler-seconds=2", "--grace-seconds=1") as server:
        _, fields, _ = send_action(server.port, "action=count-up")
        cookie = "Cookie: " + fields["set-cookie"].split(";")[0]

        def abandon_requests(count: int) -> None:
            clients = [connect(server.port) for _ in range(count)]
            for number, connection in enumerate(clients):
                # Half of them share one session, so that their actions wait for each other.
                connection.sendall(post(PATH, "action=never-return", *([cookie] if number % 2 else [])))
            time.sleep(0.5)
            for connection in clients:
                connection.close()

        # Warm-up: for the first suspended requests the runtime opens descriptors for its timers.
        abandon_requests(4)
        time.sleep(4)
        before = server.descriptor_count
        abandon_requests(CLIENTS)
        wait_until(lambda: server.descriptor_count <= before, 12)
        leaked = server.descriptor_count - before

        began = time.monotonic()
        status, fields, _ = send_action(server.port, "action=never-return", cookie)
        response_seconds = time.monotonic() - began
        lines = [line for line in server.output.splitlines() if "never-return" in line and f"POST {PATH}" in line]
        began = time.monotonic()
        next_status, _, _ = send_action(server.port, "action=count-up", cookie)
        with connect(server.port) as connection:
            connection.sendall(f"GET {PATH} HTTP/1.1\r\nHost: a\r\nAccept: text/html\r\n{cookie}\r\n\r\n".encode())
            body = read_response(connection)[2].decode()
        next_seconds = time.monotonic() - began
        problems = [problem for problem, holds in {
            f"the status is {status}": status == 503, "Retry-After is missing": "retry-after" in fields,
            f"the log has {len(lines)} lines about it": lines,
            f"the next action got status {next_status}, not 303": next_status == 303,
            "the session does not show exactly the committed actions": "Counted to 2" in body}.items() if not holds]
        assert not problems, "; ".join(problems)
        return [Figure("leaked descriptors of 50 clients that disconnected from hanging handlers", leaked, 0),
                Figure("response to a waiting client at a handler limit of 2 s, after", response_seconds, 4, "s"),
                Figure("next action of its session, after", next_seconds, 1, "s"),
                Figure("GET of a session during its handler, median", median, 50, "ms"),
                Figure("GET of a session during its handler, maximum", worst, 500, "ms")]
