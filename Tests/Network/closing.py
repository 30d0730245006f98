"""A slow reader gets the whole response, also the last one; the server closes a stalled connection: closing.py CAIRN"""

import concurrent.futures
import itertools
import pathlib
import socket
import sys
import tempfile
import time

from running import Running, checks_of

CAIRN = sys.argv[1]
FOLDER = pathlib.Path(tempfile.mkdtemp())
LARGE = bytes(range(256)) * 4096 * 8
# The larger file is streamed as the client reads it; the smaller one is cached, so its response is written at once.
KEPT = LARGE[: 1 << 20]
CLOSE = "Connection: close\r\n"
FILES = {"large.bin": LARGE, "kept.bin": KEPT}
for name, content in FILES.items():
    (FOLDER / name).write_bytes(content)


def cairn(*settings: str) -> Running:
    return Running(CAIRN, "--host=127.0.0.1", "--port=0", f"--public={FOLDER}", "--access-log=off", *settings)


def reading(server: Running, segment: int) -> socket.socket:
    """A client with small buffers. Small segments also keep the server's send buffer below megabytes."""
    plain = socket.socket()
    plain.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 8192)
    if segment:
        plain.setsockopt(socket.IPPROTO_TCP, socket.TCP_MAXSEG, segment)
    plain.settimeout(10)
    plain.connect(("127.0.0.1", server.port))
    return plain


def request(file: str, last: str = "") -> bytes:
    return f"GET /{file} HTTP/1.1\r\nHost: a\r\n{last}\r\n".encode()


def in_all_ways(read) -> None:
    """Runs `read` for each file, as a normal and as a last response, with small and large segments, all in parallel."""
    ways = list(itertools.product(FILES, ("", CLOSE), (536, 0)))
    with concurrent.futures.ThreadPoolExecutor(len(ways)) as pool:
        started = {way: pool.submit(read, *way) for way in ways}
    for way, one in started.items():
        try:
            one.result()
        except Exception as error:
            raise AssertionError(f"{way}: {type(error).__name__}: {error}") from error


def body(plain: socket.socket, content: bytes, seconds: float = 0) -> bytes:
    """Reads the response's body: slowly for `seconds`, and then at full speed."""
    received = bytearray()
    slow_until = time.monotonic() + seconds
    while time.monotonic() < slow_until:
        received += plain.recv(4096)
        time.sleep(0.1)
    while b"\r\n\r\n" not in received:
        part = plain.recv(4096)
        assert part, "it ends before its body"
        received += part
    received = received.split(b"\r\n\r\n", 1)[1]
    while len(received) < len(content) and (part := plain.recv(1 << 20)):
        received += part
    return bytes(received)


def check_a_slow_reader_gets_all_of_an_answer_also_of_the_last_one():
    """RFC 9112 §9.5, §9.6."""
    with cairn("--write-seconds=1", "--idle-seconds=2", "--header-seconds=2") as server:

        def read(file: str, last: str, segment: int) -> None:
            with reading(server, segment) as plain:
                # Deadlines from before the request must not affect the response.
                time.sleep(1.2)
                plain.sendall(request(file, last))
                # Long enough that a kernel with a buffer of megabytes accepts nothing more meanwhile.
                assert body(plain, FILES[file], 4) == FILES[file]

        in_all_ways(read)


def check_a_last_answer_survives_the_end_of_the_server():
    """RFC 9112 §9.6."""
    def read(file: str, last: str, segment: int) -> None:
        with cairn("--write-seconds=1", "--grace-seconds=30") as server, reading(server, segment) as plain:
            plain.sendall(request(file, last))
            # Only a part of the head.
            assert len(plain.recv(10)) == 10
            server.process.terminate()
            assert body(plain, FILES[file], 3) == FILES[file]
            assert server.process.wait(timeout=10) == 0

    in_all_ways(read)


def check_who_takes_nothing_of_a_last_answer_is_let_go_of():
    """RFC 9112 §9.5."""
    for file in FILES:
        with cairn("--write-seconds=1") as server, reading(server, 536) as plain:
            plain.sendall(b"GET /healthz HTTP/1.1\r\nHost: a\r\n\r\n")
            assert plain.recv(4096).endswith(b"ok\n")
            before = server.descriptors
            plain.sendall(request(file, CLOSE))
            deadline = time.monotonic() + 8
            while server.descriptors > before - 1 and time.monotonic() < deadline:
                time.sleep(0.05)
            assert server.descriptors <= before - 1, f"{file} is still waited for"


sys.exit(checks_of(dict(globals())))
