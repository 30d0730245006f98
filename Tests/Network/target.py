"""The target server for external test suites: target.py MEASUREMENTS, from the top of the repository."""

import os
import pathlib
import re
import socket
import subprocess
import sys
import time

from running import checks_of

MEASUREMENTS = sys.argv[1]


class Target:
    """A target server on a free port during a `with` block."""

    def __enter__(self):
        self.process = subprocess.Popen(
            [MEASUREMENTS, "target"], env=dict(os.environ, PORT="0", THREADS="1"), stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL)
        deadline = time.monotonic() + 10
        while not (port := self.listening()):
            assert self.process.poll() is None and time.monotonic() < deadline, "it does not listen"
            time.sleep(0.02)
        self.port = port
        return self

    def __exit__(self, *_):
        self.process.terminate()
        self.process.wait(timeout=20)

    def listening(self) -> int | None:
        """The port of the process's listening socket."""
        own = set()
        for descriptor in pathlib.Path(f"/proc/{self.process.pid}/fd").iterdir():
            try:
                own.add(os.readlink(descriptor))
            except FileNotFoundError:
                pass
        for table in ("tcp", "tcp6"):
            for line in pathlib.Path(f"/proc/{self.process.pid}/net/{table}").read_text().splitlines()[1:]:
                fields = line.split()
                if fields[3] == "0A" and f"socket:[{fields[9]}]" in own:
                    return int(fields[1].rsplit(":", 1)[1], 16)
        return None

    def ask(self, target: str, *fields: bytes) -> tuple[int, bytes, bytes]:
        """Returns the response's status, head and content."""
        with socket.create_connection(("127.0.0.1", self.port), timeout=10) as plain:
            lines = [f"GET {target} HTTP/1.1".encode(), b"Host: a", b"Connection: close", *fields]
            plain.sendall(b"\r\n".join(lines) + b"\r\n\r\n")
            received = b""
            while part := plain.recv(65536):
                received += part
        head, content = received.split(b"\r\n\r\n", 1)
        return int(head[9:12]), head, content


def check_a_head_is_echoed_with_its_octets():
    """RFC 9110 §5.5."""
    with Target() as target:
        for path in ("/echo?a=b", "/echo-headers"):
            status, _, content = target.ask(path, b"X: \xff\x80", b"x:\xc3\xa4")
            assert status == 200 and b"X: \xff\x80\nx: \xc3\xa4\n" in content, content
            assert content.startswith(b"GET /echo?a=b HTTP/1.1\n") == (path == "/echo?a=b"), content
        assert b"\r\nX-Reflected: \xff\x80" in target.ask("/reflect?x=%FF%80")[1]
        assert target.ask("/reflect?x=%0D%0A")[0] == 400


def check_cookies_are_shown_and_set():
    """RFC 6265 §4.1, §5.4."""
    with Target() as target:
        status, head, content = target.ask("/cookie?e=f&g=%FF", b"Cookie: a=b; c=d", b"Cookie: h=\xfe")
        assert status == 200 and content == b"a=b\nc=d\nh=\xfe\n", content
        assert b"\r\nSet-Cookie: e=f; Path=/" in head and b"\r\nSet-Cookie: g=\xff; Path=/" in head, head
        assert target.ask("/cookie?a=%0A")[0] == 400


def check_the_root_has_a_tag_and_conditions_count():
    """RFC 9110 §8.8.3, §13.1."""
    with Target() as target:
        tag = re.search(rb"\r\nETag: (\S+)", target.ask("/")[1])[1]
        for field, status in [(b"If-None-Match: " + tag, 304), (b'If-None-Match: "x"', 200), (b"If-Match: " + tag, 200),
                              (b'If-Match: "x"', 412)]:
            assert target.ask("/", field)[0] == status, field


def check_a_location_is_ascii():
    """RFC 9110 §10.2.2, RFC 3986 §2."""
    with Target() as target:
        for asked, written in [("/a?b=c", b"/a?b=c"), ("/%C3%A9%20x", b"/%C3%A9%20x"), ("%0D%0AX:%20y", b"%0D%0AX:%20y"),
                               ("%FF%22%3C", b"%FF%22%3C"), ("http://a/", b"http://a/")]:
            status, head, _ = target.ask("/redirect?to=" + asked)
            assert status == 302 and re.search(rb"\r\nLocation: (.*)", head)[1].rstrip() == written, head


sys.exit(checks_of(dict(globals())))
