"""Checks streams of events through nginx and HAProxy: proxies.py CAIRN

nginx has its default settings, so it buffers responses and sends HTTP/1.0 to the server. HAProxy has the timeouts of
Debian's package. By default it delays each event by 200 ms, and keeps the stream of a client that has left until it
cannot write an event, which is the second or third one; with the options `http-no-delay` and `abortonclose` it does
neither. A proxy that is not installed is skipped. The heartbeats come within 25 seconds, while the other checks run.
Takes about 30 seconds.
"""

import contextlib
import functools
import pathlib
import shutil
import signal
import socket
import statistics
import subprocess
import sys
import tempfile
import threading
import time

from events import Stream, Visitor
from running import PUBLIC, RunningServer, run_checks

CAIRN = sys.argv[1]
# An event, or the first octets, must have arrived after this time.
AT_ONCE = 1.0
# A stream without an event for this time has none that belongs to its opening.
SILENCE = 0.25
# A proxy with this timeout cuts a silent stream.
CUT = 0.5
# A page gets at most one event in 200 ms.
PACE = 0.25
CHANGES = 10
STREAMS_PER_SESSION = 4
MAX_EVENTS_AFTER_LEAVING = 8
# A stream gets a heartbeat in 25 seconds. Its first one can come at any time of them.
HEARTBEAT = 25
HOST = "example.org"
FIGURES: list[str] = []
DELAYS: dict[str, float] = {}


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


def wait_until(condition, description: str, seconds: float = 10) -> None:
    deadline = time.monotonic() + seconds
    while not condition():
        assert time.monotonic() < deadline, f"{description}: not within {seconds:g} s"
        time.sleep(0.01)


class Proxy:
    """A reverse proxy in one process, on a port of its own. `cut` is its timeout for a silent server, in seconds."""

    name = program = version = ""
    # The time that it adds to an event, at most.
    delay = 0.1
    # True if it closes the connection to the server as soon as the client closes its own.
    reports_leaving = True

    def __init__(self, folder: pathlib.Path, upstream: int, cut: float = 0):
        self.port = free_port()
        self.folder = pathlib.Path(tempfile.mkdtemp(dir=folder))
        self.configuration = self.folder / "configuration"
        self.configuration.write_text(self.text(upstream, cut))
        self.start()

    def text(self, upstream: int, cut: float) -> str:
        raise NotImplementedError

    @property
    def command(self) -> list:
        raise NotImplementedError

    def start(self) -> None:
        with (self.folder / "log").open("ab") as log:
            self.process = subprocess.Popen(self.command, stdout=log, stderr=log, stdin=subprocess.DEVNULL)
        wait_until(self.is_listening, f"{self.program} listens")

    def is_listening(self) -> bool:
        assert self.process.poll() is None, f"{self.program} exited: {(self.folder / 'log').read_text()}"
        with socket.socket() as probe:
            return probe.connect_ex(("127.0.0.1", self.port)) == 0

    def stop(self, number: signal.Signals = signal.SIGTERM) -> None:
        self.process.send_signal(number)
        self.process.wait(timeout=10)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        if self.process.poll() is None:
            self.stop(signal.SIGKILL)


class Nginx(Proxy):
    name = program = "nginx"
    version = "1.0"

    def text(self, upstream: int, cut: float) -> str:
        paths = "".join(
            f"{name}_temp_path {self.folder}/{name};" for name in ("client_body", "proxy", "fastcgi", "uwsgi", "scgi"))
        timeout = f"proxy_read_timeout {cut * 1000:.0f}ms;" if cut else ""
        return f"""
            daemon off; master_process off; pid {self.folder}/pid; error_log {self.folder}/log;
            events {{}}
            http {{
                access_log off; {paths}
                server {{
                    listen 127.0.0.1:{self.port};
                    location / {{ proxy_pass http://127.0.0.1:{upstream}; {timeout} }}
                }}
            }}"""

    @property
    def command(self) -> list:
        return ["nginx", "-c", self.configuration, "-e", self.folder / "log"]


class HAProxy(Proxy):
    name = program = "haproxy"
    version = "1.1"
    delay = 0.3
    reports_leaving = False
    options: tuple = ()

    def text(self, upstream: int, cut: float) -> str:
        return "\n".join([
            "defaults", "mode http", *self.options,
            "timeout connect 5s", "timeout client 50s", f"timeout server {(cut or 50) * 1000:.0f}ms",
            "frontend visitors", f"bind 127.0.0.1:{self.port}", "default_backend nodes",
            "backend nodes", f"server cairn 127.0.0.1:{upstream}", ""])

    @property
    def command(self) -> list:
        return ["haproxy", "-db", "-f", self.configuration]


class HAProxyWithOptions(HAProxy):
    name = "haproxy with options"
    delay = 0.1
    reports_leaving = True
    options = ("option http-no-delay", "option abortonclose")


class Tap:
    """A relay in front of a port, which keeps the heads that pass it."""

    def __init__(self, port: int):
        self.upstream, self.heads = port, {"request": b"", "response": b""}
        self.listener = socket.create_server(("127.0.0.1", 0))
        self.port = self.listener.getsockname()[1]
        threading.Thread(target=self.accept, daemon=True).start()

    def accept(self) -> None:
        with contextlib.suppress(OSError):
            while True:
                client, _ = self.listener.accept()
                server = socket.create_connection(("127.0.0.1", self.upstream))
                for source, target, name in ((client, server, "request"), (server, client, "response")):
                    threading.Thread(target=self.relay, args=(source, target, name), daemon=True).start()

    def relay(self, source: socket.socket, target: socket.socket, name: str) -> None:
        with contextlib.suppress(OSError):
            while part := source.recv(65536):
                if b"\r\n\r\n" not in self.heads[name]:
                    self.heads[name] += part
                target.sendall(part)
        with contextlib.suppress(OSError):
            target.shutdown(socket.SHUT_WR)

    def head(self, name: str) -> str:
        wait_until(lambda: b"\r\n\r\n" in self.heads[name], f"the head of a {name}")
        return self.heads[name].partition(b"\r\n\r\n")[0].decode("latin-1").lower()

    def close(self) -> None:
        self.listener.close()


class Site:
    """The server, and a person who changes the pages of their other sessions."""

    def __init__(self, folder: pathlib.Path, server: RunningServer):
        self.folder, self.server, self.count = folder, server, 0
        # The server's descriptors without the streams of the checks.
        self.base = server.descriptor_count
        self.writer = Visitor(server.port, "Ida", HOST)
        # A page that does not change.
        self.silent = Visitor(server.port, "Ada", HOST)
        self.cookies = [Visitor(server.port, "Ida", HOST).cookie for _ in range(24)]

    @property
    def stream_count(self) -> int:
        """The open connections of the checks at the server, all of which are streams after a moment."""
        return self.server.descriptor_count - self.base

    def await_streams(self, count: int, description: str) -> None:
        """Waits until the server has the open streams of a check, and no other connection."""
        with contextlib.suppress(AssertionError):
            return wait_until(lambda: self.stream_count == count, "", AT_ONCE)
        raise AssertionError(f"{description}: {self.stream_count} connections, not {count}")

    def new_session(self) -> str:
        """The cookie of a session without streams."""
        return self.cookies.pop()

    def change(self) -> float:
        """Changes all pages. - Returns: the time before the request that does so."""
        self.count += 1
        began = time.monotonic()
        self.writer.send_letter(f"Letter {self.count}")
        return began

    def open(self, port: int, cookie: str, known: str | None = None, version: str = "1.1") -> Stream:
        stream = Stream(port, cookie, known, version, HOST)
        stream.wait(lambda: stream.head, "the head of the stream", 5)
        assert " 200 " in stream.head.partition("\r\n")[0], stream.head
        return stream.wait_for_id()

    def run_proxy(self, kind: type[Proxy], port: int = 0, **settings: float) -> Proxy:
        return kind(self.folder, port or self.server.port, **settings)


# The checks of each proxy


def sends_head_and_events_at_once(kind: type[Proxy], site: Site) -> None:
    """WHATWG HTML §9.2."""
    with site.run_proxy(kind) as proxy:
        stream = site.open(proxy.port, site.new_session())
        head, first = stream.head_time - stream.opened, stream.id_time - stream.opened
        assert first < AT_ONCE, f"the first octets came after {first:.3f} s"
        delays = []
        for _ in range(CHANGES):
            time.sleep(PACE)
            began = site.change()
            delays.append(stream.wait_for("change", AT_ONCE, after=began) - began)
        stream.close()
    DELAYS[kind.name] = statistics.median(delays)
    FIGURES.append(
        f"{kind.name}: head after {head * 1000:.1f} ms, first octets after {first * 1000:.1f} ms, event after "
        f"{DELAYS[kind.name] * 1000:.1f} ms (median of {CHANGES}), {max(delays) * 1000:.1f} ms (max)")
    assert DELAYS[kind.name] < kind.delay, f"the median event took {DELAYS[kind.name]:.3f} s, not {kind.delay} s"


def gets_the_framing_of_its_version(kind: type[Proxy], site: Site) -> None:
    """RFC 9112 §6.1, §6.3."""
    tap = Tap(site.server.port)
    with site.run_proxy(kind, tap.port) as proxy:
        cookie = site.new_session()
        stream = site.open(proxy.port, cookie)
        version = tap.head("request").partition("\r\n")[0].rpartition("/")[2]
        assert version == kind.version, f"{kind.name} sent HTTP/{version}, not {kind.version}"
        fields = tap.head("response")
        assert "\r\ncontent-length:" not in fields, fields
        assert ("\r\ntransfer-encoding: chunked" in fields) == (version == "1.1"), fields
        # Newer streams end the oldest one, and the client of the proxy sees that it is complete.
        newer = [site.open(site.server.port, cookie) for _ in range(STREAMS_PER_SESSION)]
        stream.wait_for("bye", AT_ONCE)
        end = stream.wait_for_end(AT_ONCE)
        assert end == "last chunk", f"the body ended with {end!r}"
        for other in newer:
            other.close()
    tap.close()


def loses_no_change_when_the_proxy_ends(kind: type[Proxy], site: Site) -> None:
    """WHATWG HTML §9.2.4, Last-Event-ID."""
    with site.run_proxy(kind) as proxy:
        cookie = site.new_session()
        stream = site.open(proxy.port, cookie)
        for number in (signal.SIGKILL, signal.SIGTERM):
            if kind.reports_leaving:
                site.await_streams(1, "one stream is open")
            proxy.stop(number)
            stream.wait_for_end(AT_ONCE)
            site.await_streams(0, "the server's stream ends with the proxy")
            proxy.start()
            stream = reconnect(site, proxy, cookie, stream)
        stream.close()


def loses_no_change_when_the_proxy_cuts(kind: type[Proxy], site: Site) -> None:
    """WHATWG HTML §9.2.4, Last-Event-ID."""
    with site.run_proxy(kind, cut=CUT) as proxy:
        cookie = site.new_session()
        stream = site.open(proxy.port, cookie)
        for _ in range(2):
            stream.wait_for_end(5)
            assert time.monotonic() - stream.opened > CUT * 0.9, "the stream ended before the timeout of the proxy"
            stream = reconnect(site, proxy, cookie, stream)
        stream.close()


def reconnect(site: Site, proxy: Proxy, cookie: str, ended: Stream) -> Stream:
    """Opens a stream again: before a change without an event, and after one with an event.

    - Returns: the last stream, whose page has not changed since its opening.
    """
    assert ended.end, "the earlier stream is still open"
    same = site.open(proxy.port, cookie, ended.id)
    assert same.id == ended.id, f"the id of the unchanged page was {ended.id}, and is {same.id}"
    time.sleep(SILENCE)
    assert "change" not in same.events, "an event without a change"
    same.close()
    if proxy.reports_leaving:
        site.await_streams(0, "the stream of the client that left has ended")
    site.change()
    stream = site.open(proxy.port, cookie, ended.id)
    arrived = stream.wait_for("change", AT_ONCE)
    assert stream.id != ended.id, "the page has changed and the id has not"
    FIGURES.append(f"{proxy.name}: missed change {(arrived - stream.opened) * 1000:.1f} ms after the reconnect")
    return stream


def frees_the_stream_of_a_client_that_leaves(kind: type[Proxy], site: Site) -> None:
    """RFC 9112 §9.5."""
    with site.run_proxy(kind) as proxy:
        cookie = site.new_session()
        streams = [site.open(proxy.port, cookie) for _ in range(STREAMS_PER_SESSION)]
        site.await_streams(STREAMS_PER_SESSION, "all streams are open")
        began = time.monotonic()
        streams.pop().close()
        events = 0
        # The client's system rejects the first event, so the proxy cannot write a later one.
        while not kind.reports_leaving and site.stream_count >= STREAMS_PER_SESSION and events < MAX_EVENTS_AFTER_LEAVING:
            site.change()
            time.sleep(PACE)
            events += 1
        site.await_streams(STREAMS_PER_SESSION - 1, "the server's stream ends with its client")
        FIGURES.append(
            f"{kind.name}: the server's stream ended {(time.monotonic() - began) * 1000:.1f} ms and {events} events after "
            "its client left")
        streams.append(site.open(proxy.port, cookie))
        began = site.change()
        for stream in streams:
            stream.wait_for("change", AT_ONCE, after=began)
        assert all("bye" not in stream.events for stream in streams), "the stream of the client that left is still counted"
        # One more is too many, so the oldest ends: the check above can fail.
        streams.append(site.open(proxy.port, cookie))
        streams[0].wait_for("bye", AT_ONCE)
        for stream in streams:
            stream.close()


def passes_heartbeats(kind: type[Proxy], site: Site, stream: Stream) -> None:
    """WHATWG HTML §9.2.7."""
    stream.wait_for(":", stream.opened + HEARTBEAT + 2 - time.monotonic())
    time.sleep(max(0, stream.opened + HEARTBEAT + 2 - time.monotonic()))
    times = [f"{moment - stream.opened:.0f}" for name, moment in stream.arrivals if name == ":"]
    FIGURES.append(f"{kind.name}: heartbeats after {', '.join(times)} s")
    assert stream.events == [":"] * len(times) and not stream.end, f"{stream.events} {stream.end}"
    assert len(times) <= 2, f"{len(times)} heartbeats in {HEARTBEAT + 2} s"


# Without a proxy


def serves_both_versions(site: Site) -> None:
    """RFC 9112 §6.1, §6.3."""
    cookie = site.new_session()
    oldest = [site.open(site.server.port, cookie, version=version) for version in ("1.0", "1.1")]
    assert [stream.framing for stream in oldest] == ["close", "chunked"], [stream.head for stream in oldest]
    newer = [site.open(site.server.port, cookie) for _ in range(STREAMS_PER_SESSION)]
    assert [stream.wait_for_end(AT_ONCE) for stream in oldest] == ["close", "last chunk"]
    for stream in newer + oldest:
        stream.close()


def labelled(function, name: str, *arguments):
    check = functools.partial(function, *arguments)
    check.__doc__ = function.__doc__
    return f"check_{name}{function.__name__}", check


def main() -> int:
    began = time.monotonic()
    with contextlib.ExitStack() as stack:
        folder = pathlib.Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="cairn-proxies-")))
        server = stack.enter_context(RunningServer(
            CAIRN, "--host=127.0.0.1", "--port=0", f"--public={PUBLIC}", "--access-log=off",
            f"--public-origin=https://{HOST}", "--trusted-proxies=127.0.0.1"))
        site = Site(folder, server)
        all_kinds = (Nginx, HAProxy, HAProxyWithOptions)
        kinds = [kind for kind in all_kinds if shutil.which(kind.program)]
        for kind in all_kinds:
            if kind not in kinds:
                print(f"skipped {kind.name}: it is not installed")
        # First, because their heartbeats come while the other checks run.
        silent = {
            kind: Stream(stack.enter_context(site.run_proxy(kind)).port, site.silent.cookie, host=HOST) for kind in kinds}
        site.await_streams(len(silent), "the streams for heartbeats are open")
        site.base += len(silent)
        checks = dict([labelled(serves_both_versions, "without_a_proxy_", site)])
        for function in (
                sends_head_and_events_at_once, gets_the_framing_of_its_version, loses_no_change_when_the_proxy_ends,
                loses_no_change_when_the_proxy_cuts, frees_the_stream_of_a_client_that_leaves):
            checks |= dict(labelled(function, f"{kind.name}_", kind, site) for kind in kinds)
        checks |= dict(labelled(passes_heartbeats, f"{kind.name}_", kind, site, silent[kind]) for kind in kinds)
        status = run_checks(checks)
        for stream in silent.values():
            stream.close()
    for figure in FIGURES:
        print(figure)
    print(
        f"{'FAILED' if status else 'passed'}: {len(kinds)} proxies, {site.count} changes, event after "
        + ", ".join(f"{delay * 1000:.1f} ms ({name})" for name, delay in DELAYS.items())
        + f"; {time.monotonic() - began:.0f} s")
    return status


sys.exit(main())
