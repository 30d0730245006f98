"""Checks the target server for external test suites: target.py MEASUREMENTS, run in the repository's root."""

import os
import pathlib
import re
import socket
import subprocess
import sys
import time

from running import run_checks

MEASUREMENTS = sys.argv[1]


class Target:
    """A target server on a free port during a `with` block."""

    def __enter__(self):
        self.process = subprocess.Popen(
            [MEASUREMENTS, "target"], env=dict(os.environ, PORT="0", THREADS="1"), stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL)
        deadline = time.monotonic() + 10
        while not (port := self.listening_port()):
            assert self.process.poll() is None and time.monotonic() < deadline, "the target server does not listen"
            time.sleep(0.02)
        self.port = port
        return self

    def __exit__(self, *_):
        self.process.terminate()
        self.process.wait(timeout=20)

    def listening_port(self) -> int | None:
        """The port of the process's listening socket."""
        own_sockets = set()
        for descriptor in pathlib.Path(f"/proc/{self.process.pid}/fd").iterdir():
            try:
                own_sockets.add(os.readlink(descriptor))
            except FileNotFoundError:
                pass
        for table in ("tcp", "tcp6"):
            for line in pathlib.Path(f"/proc/{self.process.pid}/net/{table}").read_text().splitlines()[1:]:
                fields = line.split()
                if fields[3] == "0A" and f"socket:[{fields[9]}]" in own_sockets:
                    return int(fields[1].rsplit(":", 1)[1], 16)
        return None

    def memory(self, field: str) -> int:
        """A field of the process's status in bytes: `VmRSS`, or `VmHWM`, the maximum of it."""
        status = pathlib.Path(f"/proc/{self.process.pid}/status").read_text()
        return int(re.search(rf"^{field}:\s+(\d+) kB$", status, re.M)[1]) * 1024

    def request(self, target: str, *fields: bytes) -> tuple[int, bytes, bytes]:
        """Returns the response's status, head and content."""
        with socket.create_connection(("127.0.0.1", self.port), timeout=10) as connection:
            lines = [f"GET {target} HTTP/1.1".encode(), b"Host: a", b"Connection: close", *fields]
            connection.sendall(b"\r\n".join(lines) + b"\r\n\r\n")
            received = b""
            while part := connection.recv(65536):
                received += part
        head, content = received.split(b"\r\n\r\n", 1)
        return int(head[9:12]), head, content


def check_echoes_the_octets_of_a_request_head():
    """RFC 9110 §5.5."""
    with Target() as target:
        for path in ("/echo?a=b", "/echo-headers"):
            status, _, content = target.request(path, b"X: \xff\x80", b"x:\xc3\xa4")
            assert status == 200 and b"X: \xff\x80\nx: \xc3\xa4\n" in content, content
            assert content.startswith(b"GET /echo?a=b HTTP/1.1\n") == (path == "/echo?a=b"), content
        assert b"\r\nX-Reflected: \xff\x80" in target.request("/reflect?x=%FF%80")[1]
        assert target.request("/reflect?x=%0D%0A")[0] == 400


def check_shows_and_sets_cookies():
    """RFC 6265 §4.1, §5.4."""
    with Target() as target:
        status, head, content = target.request("/cookie?e=f&g=%FF", b"Cookie: a=b; c=d", b"Cookie: h=\xfe")
        assert status == 200 and content == b"a=b\nc=d\nh=\xfe\n", content
        assert b"\r\nSet-Cookie: e=f; Path=/" in head and b"\r\nSet-Cookie: g=\xff; Path=/" in head, head
        assert target.request("/cookie?a=%0A")[0] == 400


def check_evaluates_conditional_requests_for_the_root():
    """RFC 9110 §8.8.3, §13.1."""
    with Target() as target:
        entity_tag = re.search(rb"\r\nETag: (\S+)", target.request("/")[1])[1]
        for field, status in [(b"If-None-Match: " + entity_tag, 304), (b'If-None-Match: "x"', 200),
                              (b"If-Match: " + entity_tag, 200), (b'If-Match: "x"', 412)]:
            assert target.request("/", field)[0] == status, field


def check_percent_encodes_location():
    """RFC 9110 §10.2.2, RFC 3986 §2."""
    with Target() as target:
        for query, location in [("/a?b=c", b"/a?b=c"), ("/%C3%A9%20x", b"/%C3%A9%20x"),
                                ("%0D%0AX:%20y", b"%0D%0AX:%20y"),
                                ("%FF%22%3C", b"%FF%22%3C"), ("http://a/", b"http://a/")]:
            status, head, _ = target.request("/redirect?to=" + query)
            assert status == 302 and re.search(rb"\r\nLocation: (.*)", head)[1].rstrip() == location, head


def read_chunks(response, buffer: memoryview):
    """Reads the chunks of a response. - Returns: the number of octets after each."""
    total = 0
    while size := int(response.readline(), 16):
        assert response.readinto(buffer[:size]) == size and response.read(2) == b"\r\n", "the content is truncated"
        total += size
        yield total
    assert response.read(2) == b"\r\n", "the last chunk is truncated"


def check_streams_a_gigabyte_with_flat_memory():
    """RFC 9112 §7.1."""
    gigabyte = 1_000_000_000
    with Target() as target, socket.create_connection(("127.0.0.1", target.port), timeout=10) as connection:
        target.request("/generated")
        before = target.memory("VmRSS")
        began = time.monotonic()
        connection.sendall(b"GET /generated?bytes=%d HTTP/1.1\r\nHost: a\r\n\r\n" % gigabyte)
        response = connection.makefile("rb", buffering=1 << 20)
        head = b"".join(iter(response.readline, b"\r\n"))
        assert b"Transfer-Encoding: chunked" in head and b"Content-Length" not in head, head
        slowest, next_look = 0, 0
        for total in read_chunks(response, memoryview(bytearray(1 << 20))):
            # Another client is served meanwhile, although this one reads as fast as the server writes.
            if total >= next_look:
                next_look += gigabyte // 8
                asked = time.monotonic()
                assert target.request("/")[0] == 200
                slowest = max(slowest, time.monotonic() - asked)
        seconds = time.monotonic() - began
        growth = target.memory("VmHWM") - before
        print(f"{total} octets in {seconds:.1f} s, memory grew by {growth >> 10} KiB, "
              f"another client waited {slowest * 1000:.0f} ms")
        assert gigabyte <= total < gigabyte + 1000
        assert growth < 8 << 20 and slowest < 1 and seconds < 60


def check_ends_the_writer_of_a_client_that_leaves():
    """RFC 9112 §8."""
    with Target() as target:
        with socket.create_connection(("127.0.0.1", target.port), timeout=10) as connection:
            connection.sendall(b"GET /generated?bytes=4000000000 HTTP/1.1\r\nHost: a\r\n\r\n")
            assert connection.recv(65536)
            assert target.request("/generators")[2] == b"1"
        deadline = time.monotonic() + 10
        while target.request("/generators")[2] != b"0":
            assert time.monotonic() < deadline, "the writer continues"
            time.sleep(0.02)


sys.exit(run_checks(dict(globals())))
