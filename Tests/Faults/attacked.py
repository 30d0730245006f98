"""Runs hostile clients beside a canary that must not be affected: attacked.py CAIRN [--share N]

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
from running import PUBLIC, Running

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


def connected(port: int, room: int = 0) -> socket.socket:
    plain = socket.socket()
    if room:
        plain.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, room)
    plain.settimeout(10)
    plain.connect(("127.0.0.1", port))
    return plain


def reset(plain: socket.socket) -> None:
    plain.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
    plain.close()


def canary(port: int, ends, told) -> None:
    """Requests a page every few milliseconds, every fifth time on a new connection."""
    times, lost, plain = [], [], None
    ask = b"GET /letters HTTP/1.1\r\nHost: localhost\r\nAccept: text/html\r\n\r\n"
    number = 0
    while not ends.is_set():
        began = time.perf_counter()
        try:
            if plain is None or number % 5 == 0:
                if plain:
                    plain.close()
                plain = connected(port)
            plain.sendall(ask)
            answer = b""
            while not answer.endswith(b"</html>\n") and not answer.endswith(b"</html>"):
                part = plain.recv(65536)
                if not part:
                    raise ConnectionError(f"closed after {answer[:80]!r}")
                answer += part
            if not answer.startswith(b"HTTP/1.1 200 "):
                raise ConnectionError(repr(answer[:80]))
        except OSError as error:
            lost.append(repr(error))
            plain = None
        times.append(time.perf_counter() - began)
        number += 1
        time.sleep(0.002)
    times.sort()
    told.put((len(times), lost, times[len(times) // 2], times[len(times) * 99 // 100], times[-1]))


def slow(port: int, count: int, held) -> None:
    """Slow loris: sends request heads one octet at a time without end, until the server closes the connections."""
    heads, sockets = b"GET / HTTP/1.1\r\nHost: localhost\r\nX: " + b"a" * 1000, []
    for _ in range(count):
        sockets.append(connected(port))
        sockets[-1].setblocking(False)
    held.set()
    deadline, position = time.monotonic() + 30, 0
    while sockets and time.monotonic() < deadline:
        living = []
        for plain in sockets:
            try:
                plain.send(heads[position:position + 1])
                try:
                    if plain.recv(4096):
                        living.append(plain)
                except BlockingIOError:
                    living.append(plain)
            except OSError:
                pass
        sockets, position = living, (position + 1) % len(heads)
        time.sleep(0.2)
    assert not sockets, f"{len(sockets)} slow clients are still served"


def idle(port: int, count: int, held) -> None:
    sockets = [connected(port) for _ in range(count)]
    held.set()
    time.sleep(4)
    asked = sockets[::40]
    for plain in asked:
        plain.sendall(b"GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n")
    assert all(plain.recv(4096).endswith(b"ok\n") for plain in asked), "an idle client was not served"


def mutated(port: int, count: int, held) -> None:
    held.set()
    dice = random.Random(count)
    for number in range(count):
        text = bytearray(dice.choice(SEEDS))
        for _ in range(dice.randint(1, 4)):
            place = dice.randrange(len(text))
            kind = dice.randrange(5)
            if kind == 0:
                text[place] = dice.randrange(256)
            elif kind == 1:
                text[place:place] = dice.choice(WORDS)
            elif kind == 2:
                del text[place:place + dice.randint(1, 20)]
            elif kind == 3:
                text[place:place] = text[place:place + dice.randint(1, 40)]
            else:
                text += dice.choice(SEEDS)
            if not text:
                break
        with connected(port) as plain:
            try:
                plain.sendall(text)
                plain.shutdown(socket.SHUT_WR)
                answer = b""
                while part := plain.recv(65536):
                    answer += part
            except ConnectionError:
                continue
            assert b"HTTP/1.1 500" not in answer, f"{bytes(text)!r} gave {answer[:200]!r}"
            assert not text.strip(b"\r\n") or not answer or answer.startswith(b"HTTP/1.1 "), (bytes(text), answer[:100])


def resets(port: int, count: int, held) -> None:
    held.set()
    part = b"--b\r\nContent-Disposition: form-data; name=\"file\"; filename=\"f\"\r\n\r\n"
    for number in range(count):
        plain = connected(port)
        kind, begin = (FILES, part) if number % 2 else (FORM, b"")
        plain.sendall(b"POST /letters HTTP/1.1\r\nHost: localhost\r\n" + kind + b"Content-Length: 100000\r\n\r\n"
                      + begin + b"a" * (number % 5000))
        reset(plain)


def deaf(port: int, count: int, held) -> None:
    """Requests more bytes than the kernel's buffers hold, and reads nothing."""
    sockets = [connected(port, room=4096) for _ in range(count)]
    ask = b"GET /screenshot.png HTTP/1.1\r\nHost: localhost\r\n\r\n" * 50
    for plain in sockets:
        plain.setblocking(False)
        try:
            plain.send(ask)
        except BlockingIOError:
            pass
    held.set()
    waiting, deadline = {plain.fileno(): plain for plain in sockets}, time.monotonic() + 20
    poll = select.poll()
    for number in waiting:
        poll.register(number, 0)
    while waiting and time.monotonic() < deadline:
        for number, _ in poll.poll(500):
            poll.unregister(number)
            waiting.pop(number).close()
    assert not waiting, f"{len(waiting)} clients that never read are still waited for"


ATTACKS = [("2,000 slow heads", slow, 2_000), ("8,000 idle connections", idle, 8_000),
           ("20,000 mutated requests", mutated, 20_000), ("5,000 resets in mid-body", resets, 5_000),
           ("200 that never read", deaf, 200)]


def attack(kind, port: int, count: int, held, failed) -> None:
    try:
        kind(port, count, held)
    except BaseException as error:
        failed.put(f"{kind.__name__}: {error!r}")
    finally:
        held.set()


def observed(server: Running, kind=None, count: int = 0) -> tuple:
    """Runs the canary during the attack, or for 4 s without one, and returns its measurements."""
    ends, held, told, failed = (multiprocessing.Event(), multiprocessing.Event(), multiprocessing.Queue(),
                                multiprocessing.Queue())
    watcher = multiprocessing.Process(target=canary, args=(server.port, ends, told))
    watcher.start()
    began, most = time.monotonic(), 0
    if kind:
        attacker = multiprocessing.Process(target=attack, args=(kind, server.port, count, held, failed))
        attacker.start()
        while attacker.is_alive():
            attacker.join(0.2)
            most = max(most, server.status("VmRSS"))
            assert time.monotonic() < began + 240, "the attack does not end"
    else:
        time.sleep(4)
    seconds = time.monotonic() - began
    ends.set()
    answer = told.get(timeout=30)
    watcher.join()
    return answer, [failed.get() for _ in range(failed.qsize())], seconds, most


def main() -> int:
    arguments = argparse.ArgumentParser()
    arguments.add_argument("cairn")
    arguments.add_argument("--share", type=int, default=1, help="one part in so many of each attack")
    options = arguments.parse_args()
    most = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))
    wrong = []
    uploads = tempfile.mkdtemp()
    with Running(options.cairn, "--host=127.0.0.1", "--port=0", f"--public={PUBLIC}", "--access-log=off",
                 "--address-connections=20000", "--header-seconds=5", "--write-seconds=3", f"--upload-folder={uploads}") as server:
        def tell(name: str, result: tuple, before: int) -> None:
            (asked, lost, median, late, worst), failed, seconds, peak = result
            deadline = time.monotonic() + 8
            while server.descriptors > before and time.monotonic() < deadline:
                time.sleep(0.1)
            print(f"{name}: {seconds:.1f} s, canary asked {asked}, lost {len(lost)}, median {median * 1e3:.2f} ms, "
                  f"p99 {late * 1e3:.2f} ms, worst {worst * 1e3:.1f} ms; descriptors {server.descriptors} (before {before}), "
                  f"memory {server.status('VmRSS') / 1024:.1f} MiB (most {peak / 1024:.1f})", flush=True)
            wrong.extend(f"{name}: {problem}" for problem in lost[:3] + failed)
            if asked < 20 * seconds:
                wrong.append(f"{name}: the canary could ask only {asked} times in {seconds:.0f} s")
            if server.descriptors > before:
                wrong.append(f"{name}: {server.descriptors} descriptors, {before} before")

        # The first form with a file creates the upload folder, whose lock is an open descriptor from then on.
        with connected(server.port) as plain:
            plain.sendall(next(seed for seed in SEEDS if FILES in seed))
            assert plain.recv(4096).startswith(b"HTTP/1.1 "), "a form with a file has no answer"

        def written() -> int:
            return sum(1 for _ in pathlib.Path(uploads).rglob("*"))

        before = server.descriptors
        tell("without an attack", observed(server), before)
        for name, kind, count in ATTACKS:
            share, files = count // options.share, written()
            tell(name if options.share == 1 else f"{share} of {name}", observed(server, kind, share), before)
            deadline = time.monotonic() + 8
            while kind is resets and written() != files and time.monotonic() < deadline:
                time.sleep(0.1)
            if kind is resets and written() != files:
                wrong.append(f"{name}: {written() - files} files are left that nobody has sent to the end")
        tell("afterwards", observed(server), before)
        # The log contains a security event for each limit that an attack reached.
        expected = ("cairn serves ", "security limit-reached", "security session-evicted")
        complaints = [line for line in server.text.splitlines() if not line.startswith(expected)]
        wrong += [f"the server says: {line}" for line in complaints[:5]]
    for problem in wrong:
        print("FAILED", problem)
    print("no request of the canary was lost" if not wrong else f"{len(wrong)} things went wrong")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
