"""Checks that slow readers get complete responses and that stalled connections are closed: closing.py CAIRN"""

import concurrent.futures
import itertools
import pathlib
import socket
import sys
import tempfile
import time

from running import RunningServer, run_checks

CAIRN = sys.argv[1]
FOLDER = pathlib.Path(tempfile.mkdtemp())
LARGE = bytes(range(256)) * 4096 * 8
# The larger file is streamed as the client reads it; the smaller one is cached, so its response is written at once.
CACHED = LARGE[: 1 << 20]
CLOSE = "Connection: close\r\n"
FILES = {"large.bin": LARGE, "cached.bin": CACHED}
for name, content in FILES.items():
    (FOLDER / name).write_bytes(content)


def run_cairn(*settings: str) -> RunningServer:
    return RunningServer(CAIRN, "--host=127.0.0.1", "--port=0", f"--public={FOLDER}", "--access-log=off", *settings)


def connect_reader(server: RunningServer, segment: int) -> socket.socket:
    """Connects a client with a small receive buffer. Small segments also keep the server's send buffer small."""
    connection = socket.socket()
    connection.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 8192)
    if segment:
        connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_MAXSEG, segment)
    connection.settimeout(10)
    connection.connect(("127.0.0.1", server.port))
    return connection


def request(file: str, last_field: str = "") -> bytes:
    return f"GET /{file} HTTP/1.1\r\nHost: a\r\n{last_field}\r\n".encode()


def run_all_combinations(read) -> None:
    """Runs `read` for each file, as a normal and as a last response, with small and large segments, all in parallel."""
    combinations = list(itertools.product(FILES, ("", CLOSE), (536, 0)))
    with concurrent.futures.ThreadPoolExecutor(len(combinations)) as pool:
        futures = {combination: pool.submit(read, *combination) for combination in combinations}
    for combination, future in futures.items():
        try:
            future.result()
        except Exception as error:
            raise AssertionError(f"{combination}: {type(error).__name__}: {error}") from error


def read_body(connection: socket.socket, content: bytes, seconds: float = 0) -> bytes:
    """Reads the response's body: slowly for `seconds`, and then at full speed."""
    received = bytearray()
    slow_until = time.monotonic() + seconds
    while time.monotonic() < slow_until:
        received += connection.recv(4096)
        time.sleep(0.1)
    while b"\r\n\r\n" not in received:
        part = connection.recv(4096)
        assert part, "the connection ended before the body"
        received += part
    received = received.split(b"\r\n\r\n", 1)[1]
    while len(received) < len(content) and (part := connection.recv(1 << 20)):
        received += part
    return bytes(received)


def check_sends_the_complete_response_to_slow_readers():
    """RFC 9112 §9.5, §9.6."""
    with run_cairn("--write-seconds=1", "--idle-seconds=2", "--header-seconds=2") as server:

        def read(file: str, last_field: str, segment: int) -> None:
            with connect_reader(server, segment) as connection:
                # A deadline that was set before the request must not close the connection during the response.
                time.sleep(1.2)
                connection.sendall(request(file, last_field))
                # During 4 s of slow reading, a kernel with a send buffer of megabytes accepts no more data.
                assert read_body(connection, FILES[file], 4) == FILES[file]

        run_all_combinations(read)


def check_completes_the_last_response_during_a_graceful_stop():
    """RFC 9112 §9.6."""
    def read(file: str, last_field: str, segment: int) -> None:
        with (run_cairn("--write-seconds=1", "--grace-seconds=30") as server,
              connect_reader(server, segment) as connection):
            connection.sendall(request(file, last_field))
            # Read only a part of the head.
            assert len(connection.recv(10)) == 10
            server.process.terminate()
            assert read_body(connection, FILES[file], 3) == FILES[file]
            assert server.process.wait(timeout=10) == 0

    run_all_combinations(read)


def check_closes_a_connection_whose_client_does_not_read():
    """RFC 9112 §9.5."""
    for file in FILES:
        with run_cairn("--write-seconds=1") as server, connect_reader(server, 536) as connection:
            connection.sendall(b"GET /healthz HTTP/1.1\r\nHost: a\r\n\r\n")
            assert connection.recv(4096).endswith(b"ok\n")
            before = server.descriptor_count
            connection.sendall(request(file, CLOSE))
            deadline = time.monotonic() + 8
            while server.descriptor_count > before - 1 and time.monotonic() < deadline:
                time.sleep(0.05)
            assert server.descriptor_count <= before - 1, f"the connection for {file} is still open after 8 s"


sys.exit(run_checks(dict(globals())))
