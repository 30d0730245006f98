"""Unix-domain sockets, and sockets from a supervisor: entrances.py CAIRN."""

import os
import pathlib
import socket
import subprocess
import sys
import tempfile
import threading
import time

from running import PUBLIC, Running, checks_of

CAIRN = sys.argv[1]
FOLDER = pathlib.Path(tempfile.mkdtemp())


def cairn(*settings: str, **options) -> Running:
    return Running(CAIRN, f"--public={PUBLIC}", *settings, **options)


def ask(address, head: str = "GET /healthz HTTP/1.1\r\nHost: localhost\r\n", body: str = "") -> bytes:
    family = socket.AF_UNIX if isinstance(address, str) else socket.AF_INET
    with socket.socket(family) as plain:
        plain.settimeout(10)
        plain.connect(address)
        plain.sendall(f"{head}Connection: close\r\n\r\n{body}".encode())
        answer = b""
        while part := plain.recv(65536):
            answer += part
        return answer


def check_a_path_is_served_logged_and_taken_away():
    """unix(7)."""
    path = f"{FOLDER}/a.sock"
    with cairn("--unix-socket", path, "--threads=2") as server:
        assert f"cairn serves unix:{path} " in server.text
        for _ in range(50):
            assert ask(path).endswith(b"\r\n\r\nok\n")
        healthy = [CAIRN, "healthcheck", "--unix-socket", path]
        assert subprocess.run(healthy, timeout=10).returncode == 0
        second = subprocess.run([CAIRN, "--unix-socket", path], capture_output=True, text=True, timeout=10)
        assert second.returncode == 2 and "another server listens there" in second.stderr + second.stdout, second
        assert ask(path).endswith(b"ok\n")
        server.wait_for("unix [")
    assert not os.path.exists(path)
    assert subprocess.run(healthy, timeout=10).returncode == 1


def check_what_a_kill_has_left_is_replaced():
    """unix(7)."""
    path = f"{FOLDER}/b.sock"
    with cairn("--unix-socket", path) as server:
        server.process.kill()
        server.process.wait()
        assert os.path.exists(path)
        with cairn("--unix-socket", path):
            assert ask(path).endswith(b"ok\n")
        server.process.returncode = 0


def check_who_comes_by_a_path_is_believed_only_if_that_is_said():
    """RFC 7239 §8.1, unix(7)."""
    path, head = f"{FOLDER}/c.sock", "GET /letters HTTP/1.1\r\nHost: inside\r\nAccept: application/vnd.siren+json\r\n"
    forwarded = "X-Forwarded-For: 192.0.2.7\r\nX-Forwarded-Proto: https\r\nX-Forwarded-Host: example.org\r\n"
    with cairn("--unix-socket", path):
        answer = ask(path, head + forwarded)
        assert b"http://inside/letters" in answer and b"example.org" not in answer
    with cairn("--unix-socket", path, "--trusted-proxies=unix") as server:
        assert b"https://example.org/letters" in ask(path, head + forwarded)
        server.wait_for("192.0.2.7 [")


def check_many_by_a_path_are_not_counted_as_one_address():
    """RFC 9112 §9.4, unix(7)."""
    path = f"{FOLDER}/d.sock"
    with cairn("--unix-socket", path, "--address-connections=2"):
        open_ones = [socket.socket(socket.AF_UNIX) for _ in range(20)]
        for plain in open_ones:
            plain.settimeout(10)
            plain.connect(path)
            plain.sendall(b"GET /healthz HTTP/1.1\r\nHost: a\r\n\r\n")
        assert all(plain.recv(4096).endswith(b"ok\n") for plain in open_ones)


def handed(*listening: socket.socket) -> dict:
    """The arguments of a start by a supervisor: descriptors from 3 on, and variables that name the process."""
    numbers = [one.fileno() for one in listening]

    def before() -> None:
        kept = [os.dup2(number, 100 + index) for index, number in enumerate(numbers)]
        for index, number in enumerate(kept):
            os.dup2(number, 3 + index, inheritable=True)

    code = "import os, sys; os.environ['LISTEN_PID'] = str(os.getpid()); os.execv(sys.argv[1], sys.argv[1:])"
    return dict(before=before, descriptors=tuple(range(3, 3 + len(numbers))),
                environment=dict(os.environ, LISTEN_FDS=str(len(numbers)))), code


def activated(*listening: socket.socket, more: tuple = ()) -> Running:
    options, code = handed(*listening)
    return Running(sys.executable, "-c", code, CAIRN, f"--public={PUBLIC}", "--access-log=off", *more, **options)


def check_sockets_that_are_handed_over_are_served():
    """sd_listen_fds(3)."""
    tcp = socket.create_server(("127.0.0.1", 0), backlog=64)
    path = f"{FOLDER}/e.sock"
    with socket.socket(socket.AF_UNIX) as unix:
        unix.bind(path)
        unix.listen(64)
        with activated(tcp, unix) as server:
            assert server.port == tcp.getsockname()[1]
            for _ in range(20):
                assert ask(tcp.getsockname()).endswith(b"ok\n")
                assert ask(path).endswith(b"ok\n")
        assert os.path.exists(path), "it belongs to the supervisor"


def check_nobody_is_refused_while_one_server_takes_over_from_another():
    """sd_listen_fds(3), RFC 9112 §9.6."""
    tcp = socket.create_server(("127.0.0.1", 0), backlog=512)
    answered, failed, done = [], [], threading.Event()

    def visit() -> None:
        while not done.is_set():
            try:
                answered.append(ask(tcp.getsockname()).endswith(b"ok\n"))
            except OSError as error:
                failed.append(error)

    visitors = [threading.Thread(target=visit, daemon=True) for _ in range(4)]
    server = activated(tcp)
    try:
        for visitor in visitors:
            visitor.start()
        for _ in range(3):
            # One server after the other: clients that connect in between wait in the supervisor's socket.
            server.process.terminate()
            assert server.process.wait(timeout=20) == 0
            server = activated(tcp)
            enough, deadline = len(answered) + 200, time.monotonic() + 20
            while len(answered) < enough:
                assert time.monotonic() < deadline, f"{len(answered)} answers"
                time.sleep(0.01)
    finally:
        done.set()
        for visitor in visitors:
            visitor.join(timeout=20)
        with server:
            pass
    assert not failed, failed[:3]
    assert all(answered) and len(answered) > 600, len(answered)


def check_a_successor_keeps_the_path_it_has_made():
    """unix(7)."""
    path = f"{FOLDER}/f.sock"
    with cairn("--unix-socket", path) as first:
        os.unlink(path)
        with cairn("--unix-socket", path):
            first.process.terminate()
            assert first.process.wait(timeout=20) == 0
            assert ask(path).endswith(b"ok\n")


def check_connections_are_bounded_over_all_sockets_together():
    """RFC 9112 §9.4, sd_listen_fds(3)."""
    sockets = [socket.create_server(("127.0.0.1", 0), backlog=64) for _ in range(3)]
    with activated(*sockets, more=("--connections=6", "--threads=1")):
        begun, rest = b"GET /healthz HTTP/1.1\r\n", b"Host: a\r\n\r\n"

        def is_answered(plain: socket.socket) -> bool:
            try:
                return plain.recv(4096).endswith(b"ok\n")
            except TimeoutError:
                return False

        def client(index: int, text: bytes) -> socket.socket:
            plain = socket.create_connection(sockets[index].getsockname(), timeout=1)
            plain.sendall(text)
            return plain

        # Six busy connections come from one socket and the others from two more: the limit holds for all sockets
        # together.
        busy = [client(0, begun) for _ in range(6)]
        waiting = [client(index, begun + rest) for index in (1, 2, 1, 2, 1, 2)]
        assert not any(is_answered(plain) for plain in waiting[:2])
        for plain in busy:
            plain.sendall(rest)
        # Idle connections make room.
        assert all(is_answered(plain) for plain in busy)
        assert sum(is_answered(plain) for plain in waiting) == 6


def check_the_longest_idle_connections_of_an_address_make_room_and_no_others():
    """RFC 9112 §9.6."""
    limit, request = 40, b"GET /healthz HTTP/1.1\r\nHost: a\r\n\r\n"

    def client(server: Running, source: str) -> socket.socket:
        plain = socket.create_connection(("127.0.0.1", server.port), timeout=10, source_address=(source, 0))
        plain.sendall(request)
        assert plain.recv(4096).endswith(b"ok\n")
        return plain

    with cairn("--host=127.0.0.1", "--port=0", f"--address-connections={limit}", "--access-log=off") as server:
        other = client(server, "127.0.0.2")
        clients = [client(server, "127.0.0.1") for _ in range(limit + 20)]
        assert all(plain.recv(1) == b"" for plain in clients[:20])
        for plain in (*clients[20:], other):
            plain.sendall(request)
            assert plain.recv(4096).endswith(b"ok\n")
        assert "security limit-reached from 127.0.0.1: " in server.text and "127.0.0.2" not in server.text


def check_what_does_not_listen_is_refused_by_its_number():
    """sd_listen_fds(3)."""
    with socket.socket() as deaf:
        try:
            server = activated(deaf)
        except AssertionError as error:
            assert "descriptor 3" in str(error), error
        else:
            with server:
                raise AssertionError("it serves")


sys.exit(checks_of(dict(globals())))
