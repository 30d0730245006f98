"""Runs hostile clients while a canary client must be served as usual: attacked.py CAIRN [--share N]

Server, attackers and canary are separate processes on loopback. `--share 10` runs a tenth of each attack. After each
attack the server's number of descriptors must be the same as before; its memory is printed.
"""

import argparse
import multiprocessing
import pathlib
import random
import resource
import select
import socket
import struct
import sys
import tempfile
import time

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "Network"))
from running import PUBLIC, RunningServer

FORM = b"Content-Type: application/x-www-form-urlencoded\r\n"
FILES = b"Content-Type: multipart/form-data; boundary=b\r\n"
SEEDS = [
    b"GET /letters HTTP/1.1\r\nHost: localhost\r\nAccept: text/html\r\nCookie: cairn-letters=0123456789abcdef0123456789abcdef\r\n\r\n",
    b"POST /letters HTTP/1.1\r\nHost: localhost\r\n" + FORM + b"Content-Length: 27\r\n\r\naction=give-name&name=Ada+B",
    b"POST /letters HTTP/1.1\r\nHost: localhost\r\n" + FORM + b"Transfer-Encoding: chunked\r\n\r\n1b;a=\"b\"\r\n"
    b"action=give-name&name=Ada+B\r\n0\r\nX: y\r\n\r\n",
    b"GET /cairn.css HTTP/1.1\r\nHost: localhost\r\nRange: bytes=0-9\r\nIf-None-Match: \"a\", W/\"b\"\r\n"
    b"Accept-Encoding: gzip;q=0.5, br\r\n\r\n",
    b"OPTIONS * HTTP/1.1\r\nHost: localhost\r\nExpect: 100-continue\r\nContent-Length: 3\r\n\r\nabc",
    b"POST /letters HTTP/1.1\r\nHost: localhost\r\n" + FILES + b"Content-Length: 150\r\n\r\n"
    b"--b\r\nContent-Disposition: form-data; name=\"action\"\r\n\r\ngive-name\r\n"
    b"--b\r\nContent-Disposition: form-data; name=\"file\"; filename=\"f\"\r\n\r\n0123456789\r\n--b--\r\n",
    b"GET /letters/~new-message?at=3&x=%20 HTTP/1.0\r\nConnection: keep-alive\r\n\r\n",
]
WORDS = [b"\r\n", b"\n", b"\r", b"\0", b" ", b":", b"\xff", b"Content-Length: 5\r\n", b"Transfer-Encoding: chunked\r\n",
         b"Host: b\r\n", b"%00", b"%2e%2e/", b"~", b"!", b"0\r\n\r\n", b"-1", b"99999999999999999999", b"HTTP/2.0", b"A" * 9000]


def connect(port: int, receive_buffer: int = 0) -> socket.socket:
    connection = socket.socket()
    if receive_buffer:
        connection.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, receive_buffer)
    connection.settimeout(10)
    connection.connect(("127.0.0.1", port))
    return connection


def reset(connection: socket.socket) -> None:
    connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
    connection.close()


def canary(port: int, stop, results) -> None:
    """Requests a page every few milliseconds, every fifth time on a new connection."""
    times, lost, connection = [], [], None
    request = b"GET /letters HTTP/1.1\r\nHost: localhost\r\nAccept: text/html\r\n\r\n"
    number = 0
    while not stop.is_set():
        began = time.perf_counter()
        try:
            if connection is None or number % 5 == 0:
                if connection:
                    connection.close()
                connection = connect(port)
            connection.sendall(request)
            response = b""
            while not response.endswith(b"</html>\n") and not response.endswith(b"</html>"):
                part = connection.recv(65536)
                if not part:
                    raise ConnectionError(f"closed after {response[:80]!r}")
                response += part
            if not response.startswith(b"HTTP/1.1 200 "):
                raise ConnectionError(repr(response[:80]))
        except OSError as error:
            lost.append(repr(error))
            connection = None
        times.append(time.perf_counter() - began)
        number += 1
        time.sleep(0.002)
    times.sort()
    results.put((len(times), lost, times[len(times) // 2], times[len(times) * 99 // 100], times[-1]))


def slow_loris(port: int, count: int, started) -> None:
    """Slow loris: sends endless request heads one octet at a time, until the server closes the connections."""
    heads, sockets = b"GET / HTTP/1.1\r\nHost: localhost\r\nX: " + b"a" * 1000, []
    for _ in range(count):
        sockets.append(connect(port))
        sockets[-1].setblocking(False)
    started.set()
    deadline, position = time.monotonic() + 30, 0
    while sockets and time.monotonic() < deadline:
        open_sockets = []
        for connection in sockets:
            try:
                connection.send(heads[position:position + 1])
                try:
                    if connection.recv(4096):
                        open_sockets.append(connection)
                except BlockingIOError:
                    open_sockets.append(connection)
            except OSError:
                pass
        sockets, position = open_sockets, (position + 1) % len(heads)
        time.sleep(0.2)
    assert not sockets, f"{len(sockets)} slow clients are still connected"


def idle_connections(port: int, count: int, started) -> None:
    sockets = [connect(port) for _ in range(count)]
    started.set()
    time.sleep(4)
    sample = sockets[::40]
    for connection in sample:
        connection.sendall(b"GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n")
    assert all(connection.recv(4096).endswith(b"ok\n") for connection in sample), "an idle client got no response"


def mutated_requests(port: int, count: int, started) -> None:
    started.set()
    rng = random.Random(count)
    for number in range(count):
        text = bytearray(rng.choice(SEEDS))
        for _ in range(rng.randint(1, 4)):
            position = rng.randrange(len(text))
            kind = rng.randrange(5)
            if kind == 0:
                text[position] = rng.randrange(256)
            elif kind == 1:
                text[position:position] = rng.choice(WORDS)
            elif kind == 2:
                del text[position:position + rng.randint(1, 20)]
            elif kind == 3:
                text[position:position] = text[position:position + rng.randint(1, 40)]
            else:
                text += rng.choice(SEEDS)
            if not text:
                break
        with connect(port) as connection:
            try:
                connection.sendall(text)
                connection.shutdown(socket.SHUT_WR)
                response = b""
                while part := connection.recv(65536):
                    response += part
            except ConnectionError:
                continue
            assert b"HTTP/1.1 500" not in response, f"{bytes(text)!r} gave {response[:200]!r}"
            assert not text.strip(b"\r\n") or not response or response.startswith(b"HTTP/1.1 "), (
                bytes(text), response[:100])


def abrupt_resets(port: int, count: int, started) -> None:
    started.set()
    part = b"--b\r\nContent-Disposition: form-data; name=\"file\"; filename=\"f\"\r\n\r\n"
    for number in range(count):
        connection = connect(port)
        kind, begin = (FILES, part) if number % 2 else (FORM, b"")
        connection.sendall(b"POST /letters HTTP/1.1\r\nHost: localhost\r\n" + kind + b"Content-Length: 100000\r\n\r\n"
                      + begin + b"a" * (number % 5000))
        reset(connection)


def stalled_readers(port: int, count: int, started) -> None:
    """Requests more bytes than the kernel's buffers hold, and reads nothing."""
    sockets = [connect(port, receive_buffer=4096) for _ in range(count)]
    request = b"GET /screenshot.png HTTP/1.1\r\nHost: localhost\r\n\r\n" * 50
    for connection in sockets:
        connection.setblocking(False)
        try:
            connection.send(request)
        except BlockingIOError:
            pass
    started.set()
    waiting, deadline = {connection.fileno(): connection for connection in sockets}, time.monotonic() + 20
    poll = select.poll()
    for number in waiting:
        poll.register(number, 0)
    while waiting and time.monotonic() < deadline:
        for number, _ in poll.poll(500):
            poll.unregister(number)
            waiting.pop(number).close()
    assert not waiting, f"{len(waiting)} clients that never read are still connected"


ATTACKS = [("2,000 slow heads", slow_loris, 2_000), ("8,000 idle connections", idle_connections, 8_000),
           ("20,000 mutated requests", mutated_requests, 20_000), ("5,000 resets in mid-body", abrupt_resets, 5_000),
           ("200 clients that never read", stalled_readers, 200)]


def run_attack(kind, port: int, count: int, started, errors) -> None:
    try:
        kind(port, count, started)
    except BaseException as error:
        errors.put(f"{kind.__name__}: {error!r}")
    finally:
        started.set()


def run_with_canary(server: RunningServer, kind=None, count: int = 0) -> tuple:
    """Runs the canary during the attack, or for 4 s without one, and returns its measurements."""
    stop, started, results, errors = (multiprocessing.Event(), multiprocessing.Event(), multiprocessing.Queue(),
                                multiprocessing.Queue())
    canary_process = multiprocessing.Process(target=canary, args=(server.port, stop, results))
    canary_process.start()
    began, peak = time.monotonic(), 0
    if kind:
        attacker = multiprocessing.Process(target=run_attack, args=(kind, server.port, count, started, errors))
        attacker.start()
        while attacker.is_alive():
            attacker.join(0.2)
            peak = max(peak, server.proc_status("VmRSS"))
            assert time.monotonic() < began + 240, "the attack did not end within 240 s"
    else:
        time.sleep(4)
    seconds = time.monotonic() - began
    stop.set()
    response = results.get(timeout=30)
    canary_process.join()
    return response, [errors.get() for _ in range(errors.qsize())], seconds, peak


def main() -> int:
    arguments = argparse.ArgumentParser()
    arguments.add_argument("cairn")
    arguments.add_argument("--share", type=int, default=1, help="divides the size of each attack")
    options = arguments.parse_args()
    hard_limit = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
    resource.setrlimit(resource.RLIMIT_NOFILE, (hard_limit, hard_limit))
    failures = []
    uploads = tempfile.mkdtemp()
    with RunningServer(options.cairn, "--host=127.0.0.1", "--port=0", f"--public={PUBLIC}", "--access-log=off",
                 "--max-connections-per-ip=20000", "--header-seconds=5", "--write-seconds=3", f"--upload-folder={uploads}") as server:
        def report(name: str, result: tuple, before: int) -> None:
            (request_count, lost, median, p99, longest), errors, seconds, peak = result
            deadline = time.monotonic() + 8
            while server.descriptor_count > before and time.monotonic() < deadline:
                time.sleep(0.1)
            print(f"{name}: {seconds:.1f} s, canary requests {request_count}, failed {len(lost)}, "
                  f"median {median * 1e3:.2f} ms, p99 {p99 * 1e3:.2f} ms, max {longest * 1e3:.1f} ms; "
                  f"descriptors {server.descriptor_count} (before {before}), "
                  f"memory {server.proc_status('VmRSS') / 1024:.1f} MiB (peak {peak / 1024:.1f})", flush=True)
            failures.extend(f"{name}: {problem}" for problem in lost[:3] + errors)
            if request_count < 20 * seconds:
                failures.append(f"{name}: the canary sent only {request_count} requests in {seconds:.0f} s")
            if server.descriptor_count > before:
                failures.append(f"{name}: {server.descriptor_count} descriptors, {before} before")

        # The first form with a file creates the upload folder, whose lock is an open descriptor from then on.
        with connect(server.port) as connection:
            connection.sendall(next(seed for seed in SEEDS if FILES in seed))
            assert connection.recv(4096).startswith(b"HTTP/1.1 "), "a form with a file got no response"

        def upload_count() -> int:
            return sum(1 for _ in pathlib.Path(uploads).rglob("*"))

        before = server.descriptor_count
        report("without an attack", run_with_canary(server), before)
        for name, kind, count in ATTACKS:
            size, upload_count_before = count // options.share, upload_count()
            report(
                name if options.share == 1 else f"{size} of {name}", run_with_canary(server, kind, size),
                before)
            deadline = time.monotonic() + 8
            while kind is abrupt_resets and upload_count() != upload_count_before and time.monotonic() < deadline:
                time.sleep(0.1)
            if kind is abrupt_resets and upload_count() != upload_count_before:
                failures.append(f"{name}: {upload_count() - upload_count_before} files of incomplete uploads are left")
        report("afterwards", run_with_canary(server), before)
        # The log contains a security event for each limit that an attack reached.
        expected = ("Serving ", "security limit-reached", "security session-evicted")
        unexpected_lines = [line for line in server.output.splitlines() if not line.startswith(expected)]
        failures += [f"unexpected log line: {line}" for line in unexpected_lines[:5]]
    for problem in failures:
        print("FAILED", problem)
    print("no canary request failed" if not failures else f"{len(failures)} failures")
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
