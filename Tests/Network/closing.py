"""Who reads slowly gets all of it, also of a last answer; who does not read is let go of: closing.py CAIRN"""

import pathlib
import socket
import sys
import tempfile
import time

from running import Running, checks_of

CAIRN = sys.argv[1]
FOLDER = pathlib.Path(tempfile.mkdtemp())
LARGE = bytes(range(256)) * 4096 * 8
(FOLDER / "large.bin").write_bytes(LARGE)


def cairn(*settings: str) -> Running:
    return Running(CAIRN, "--host=127.0.0.1", "--port=0", f"--public={FOLDER}", "--access-log=off", *settings)


def reading(server: Running) -> socket.socket:
    plain = socket.socket()
    plain.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 8192)
    plain.settimeout(10)
    plain.connect(("127.0.0.1", server.port))
    return plain


def body(plain: socket.socket, size: int, pause: float) -> bytes:
    received = b""
    while b"\r\n\r\n" not in received:
        received += plain.recv(4096)
    received = received.split(b"\r\n\r\n", 1)[1]
    parts = [received]
    count = len(received)
    while count < size and (part := plain.recv(65536)):
        parts.append(part)
        count += len(part)
        time.sleep(pause)
    return b"".join(parts)


def check_a_slow_reader_gets_all_of_an_answer_also_of_the_last_one():
    """RFC 9112 §9.5, §9.6."""
    with cairn("--write-seconds=1", "--idle-seconds=2", "--header-seconds=2") as server:
        for last in ("", "Connection: close\r\n"):
            with reading(server) as plain:
                # Deadlines of before have nothing to do with the answer.
                time.sleep(1.2)
                plain.sendall(f"GET /large.bin HTTP/1.1\r\nHost: a\r\n{last}\r\n".encode())
                began = time.monotonic()
                assert body(plain, len(LARGE), 0.004) == LARGE
                assert time.monotonic() - began > 3, "it was not read slowly"


def check_a_last_answer_survives_the_end_of_the_server():
    """RFC 9112 §9.6."""
    with cairn("--write-seconds=1", "--grace-seconds=30") as server, reading(server) as plain:
        plain.sendall(b"GET /large.bin HTTP/1.1\r\nHost: a\r\n\r\n")
        assert plain.recv(100)
        server.process.terminate()
        assert len(body(plain, len(LARGE), 0.002)) > len(LARGE) - 4096
        assert server.process.wait(timeout=10) == 0


def check_who_takes_nothing_of_a_last_answer_is_let_go_of():
    """RFC 9112 §9.5."""
    with cairn("--write-seconds=1") as server, reading(server) as plain:
        plain.sendall(b"GET /healthz HTTP/1.1\r\nHost: a\r\n\r\n")
        assert plain.recv(4096).endswith(b"ok\n")
        before = server.descriptors
        plain.sendall(b"GET /large.bin HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n")
        deadline = time.monotonic() + 8
        while server.descriptors > before - 1 and time.monotonic() < deadline:
            time.sleep(0.05)
        assert server.descriptors <= before - 1, "it is still waited for"


sys.exit(checks_of(dict(globals())))
