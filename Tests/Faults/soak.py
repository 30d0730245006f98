"""Open streams under restarts, reconnects, slow readers and steady changes: no change is missed, and no memory or
descriptor is kept.

    soak.py CAIRN [--seconds 1800] [--rate 10] [--seed N]

Readers do what the script of a page does: they request the page, open its stream, request the page again at each
`change`, and connect again when the stream ends, with `Last-Event-ID` or with the digest of the page. Two of three also
end their streams themselves. Slow readers request pages and a stream, and read nothing. The writer sends letters.

In the first half the server is stopped with SIGTERM and started again on the same directory. In the second half the
resident memory must be flat. In quiet moments the letters pause: the page of each reader must soon have the last
letter, and a reconnect must bring no event. At the end all clients leave, and their descriptors must be closed.
"""

import argparse
import asyncio
import collections
import html
import pathlib
import random
import re
import socket
import statistics
import sys
import tempfile
import time
import urllib.parse

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "Browser"))
sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "Network"))
from events import FORM, MESSAGES, ChunkedBody
from server import Server

PEOPLE = 8
# One fewer than a session can have, so that a stream without an owner soon ends a newer one with `bye`.
READERS_PER_PERSON = 3
SLOW_READERS = 16
# A slow reader is closed after this time, or leaves after at most twice the time.
WRITE_SECONDS = 3
MAX_PAGES_OF_SLOW_READER = 9
TCP_ESTABLISHED = 1
# A reader must have the last letter after this time. A change is sent after 200 ms at most.
PATIENCE = 5.0
SILENCE = 0.4
# The browser waits as long as the server's `retry` says, which is up to 5 s; this program waits less.
MAX_RETRY = 0.3
QUIET_EVERY, RESTART_EVERY = (5.0, 60.0), (4.0, 20.0)
# The growth of the resident memory in the second half, as a share of its median, and at least so many octets.
MAX_GROWTH, MIN_BOUND = 0.05, 2 << 20
MAX_PRINTED_ERRORS = 10


class Stopped(Exception):
    """The server is not running, or ended during the request."""


class Site:
    """The server's address, the newest letter of each person, and what was found."""

    def __init__(self, server: Server, rng: random.Random):
        self.server, self.random = server, rng
        self.counts: collections.Counter = collections.Counter()
        self.errors: list[str] = []
        self.newest = {f"Ida{number}": 0 for number in range(PEOPLE)}
        # Readers end no stream themselves while this is set.
        self.is_quiet = self.is_restarting = self.is_stopping = False

    async def connect(self) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
        try:
            return await asyncio.open_connection("127.0.0.1", self.server.port)
        except OSError as error:
            raise Stopped from error

    async def request(self, method: str, path: str, cookie: str = "", form: dict | None = None, fields: str = ""):
        """Returns the status, the head and the body of a response."""
        reader, writer = await self.connect()
        try:
            body = urllib.parse.urlencode(form or {}).encode()
            content = f"Content-Type: {FORM}\r\nContent-Length: {len(body)}\r\n" if form else ""
            writer.write(f"{head(method, path, cookie)}Connection: close\r\n{fields}{content}\r\n".encode() + body)
            async with asyncio.timeout(20):
                response = await reader.read()
        except OSError as error:
            raise Stopped from error
        finally:
            writer.close()
        if b"\r\n\r\n" not in response:
            raise Stopped
        text, _, body = response.partition(b"\r\n\r\n")
        return int(text[9:12]), text.decode("latin-1"), body.decode()


def head(method: str, path: str, cookie: str) -> str:
    return f"{method} {path} HTTP/1.1\r\nHost: localhost\r\n" + (f"Cookie: {cookie}\r\n" if cookie else "")


async def sign_in(site: Site, name: str) -> str:
    cookie = ""
    for path, form in (
            ("/letters", {"action": "give-name", "name": name}),
            (f"/letters/login/welcome:{name}", {"action": f"sign-in?name={name}"})):
        status, text, _ = await site.request("POST", path, cookie, form)
        assert status == 303, f"POST {path}: {status}"
        if found := re.search(r"(?i)set-cookie: ([^;]+)", text):
            cookie = found[1]
    return cookie


class Reader:
    """An open page."""

    def __init__(self, site: Site, number: int, person: str, cookie: str):
        self.site, self.person, self.cookie = site, person, cookie
        self.label = f"reader {number} of {person}"
        # Every third one keeps its stream until the server ends it, when it stops or after about ten minutes.
        self.is_steady = number % 3 == 0
        # The letter on the page, the page's digest, and the id of the stream.
        self.letter, self.shown, self.id = 0, "", ""
        # True from a change to the page after it. The id is then newer than the page.
        self.is_stale = False
        self.is_open = False
        # Set to end the stream now; and the events since the last opening.
        self.reopen = asyncio.Event()
        self.events: list[str] = []
        self.retry = MAX_RETRY

    async def run(self) -> None:
        while not self.site.is_stopping:
            try:
                if not self.shown:
                    await self.load()
                await self.follow()
            except Stopped:
                self.site.counts["connections without a server"] += 1
            self.is_open = False
            await asyncio.sleep(self.site.random.uniform(0, self.retry))

    async def load(self) -> None:
        status, _, page = await self.site.request("GET", MESSAGES, self.cookie, fields="Accept: text/html\r\nCairn-Live: 1\r\n")
        if status == 503:
            raise Stopped
        found = re.search(r'data-shown="([^"]+)"', page)
        if status != 200 or not found:
            self.site.errors.append(f"{self.label}: the page has status {status}, and its digest is {found}")
            raise Stopped
        self.shown = found[1]
        letters = [int(number) for number in re.findall(r">Letter (\d+)<", html.unescape(page))]
        self.letter, self.is_stale = max(letters, default=0), False
        self.site.counts["pages"] += 1

    async def follow(self) -> None:
        """Opens the stream, and follows it to its end."""
        # An `EventSource` that connects again sends the id of its stream, and a new one the digest of its page.
        has_id = bool(self.id) and not self.is_stale and not self.site.is_quiet and self.site.random.random() < 0.5
        path = MESSAGES if has_id else f"{MESSAGES}?shown={self.shown}"
        last = f"Last-Event-ID: {self.id}\r\n" if has_id else ""
        reader, writer = await self.site.connect()
        self.reopen.clear()
        self.events = []
        try:
            writer.write(f"{head('GET', path, self.cookie)}Accept: text/event-stream\r\n{last}\r\n".encode())
            async with asyncio.timeout(20):
                text = await reader.readuntil(b"\r\n\r\n")
            if not text.startswith(b"HTTP/1.1 200 "):
                if not text.startswith(b"HTTP/1.1 503 "):
                    self.site.errors.append(f"{self.label}: the stream has {text[:40]!r}")
                raise Stopped
            self.site.counts["streams"] += 1
            reading = asyncio.create_task(self.read(reader))
            leaving = asyncio.create_task(self.leave())
            done, pending = await asyncio.wait((reading, leaving), return_when=asyncio.FIRST_COMPLETED)
            for task in pending:
                task.cancel()
            await asyncio.gather(*pending, return_exceptions=True)
            if reading in done:
                reading.result()
        except (OSError, asyncio.IncompleteReadError) as error:
            raise Stopped from error
        finally:
            writer.close()

    async def leave(self) -> None:
        """Returns when the reader is to end its stream."""
        while True:
            limit = None if self.is_steady else self.site.random.uniform(0.2, 6)
            try:
                await asyncio.wait_for(self.reopen.wait(), limit)
                return
            except TimeoutError:
                if not self.site.is_quiet:
                    return

    async def read(self, reader: asyncio.StreamReader) -> None:
        chunks, rest, is_opening = ChunkedBody(), b"", True
        while octets := await reader.read(4096):
            *lines, rest = (rest + chunks.decode(octets)).split(b"\n")
            names = [line[7:].decode() for line in lines if line.startswith(b"event: ")]
            for line in lines:
                if line.startswith(b"id: "):
                    self.id = line[4:].decode()
                elif line.startswith(b"retry: "):
                    self.retry = min(int(line[7:]) / 1000, MAX_RETRY)
            self.events += names
            for name in names:
                if name == "change":
                    self.site.counts["missed changes, found by the digest" if is_opening else "events"] += 1
                else:
                    self.site.errors.append(f"{self.label}: unexpected event {name!r}")
            if self.id:
                is_opening, self.is_open = False, True
            # A change during the request is in the next octets.
            if "change" in names:
                self.is_stale = True
                await self.load()
            if chunks.is_complete:
                self.site.counts["streams ended by the server"] += 1
                return
        if not self.site.is_stopping:
            self.site.errors.append(f"{self.label}: the stream ended without its last chunk, after {self.events}")


class SlowReader:
    """Requests pages and then a stream, and reads nothing. Small segments keep the server's send buffer small.

    With few pages the kernel takes all octets; with more of them the server has unsent octets, and closes in time.
    """

    def __init__(self, site: Site, cookie: str):
        self.site, self.cookie = site, cookie

    async def run(self) -> None:
        page = head("GET", MESSAGES, self.cookie) + "Accept: text/html\r\n\r\n"
        stream = head("GET", MESSAGES, self.cookie) + "Accept: text/event-stream\r\n\r\n"
        loop = asyncio.get_running_loop()
        while not self.site.is_stopping:
            with socket.socket() as connection:
                connection.setblocking(False)
                connection.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 2048)
                connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_MAXSEG, 536)
                pages, process = self.site.random.randint(0, MAX_PAGES_OF_SLOW_READER), self.site.server.process
                is_open = False
                try:
                    await loop.sock_connect(connection, ("127.0.0.1", self.site.server.port))
                    await loop.sock_sendall(connection, (page * pages + stream).encode())
                    is_open = True
                    self.site.counts["slow streams"] += 1
                except OSError:
                    pass
                await asyncio.sleep(self.site.random.uniform(1, 2 * WRITE_SECONDS))
                # A server that stops closes all connections.
                is_same = not self.site.is_restarting and process is self.site.server.process
                # The first octet of the information is the state.
                state = connection.getsockopt(socket.IPPROTO_TCP, socket.TCP_INFO, 1)[0]
                if is_open and is_same and state != TCP_ESTABLISHED:
                    self.site.counts["slow streams closed by the server"] += 1


class Writer:
    """Sends the letters of all people in turn, at a steady pace."""

    def __init__(self, site: Site, cookies: dict[str, str], rate: float):
        self.site, self.cookies, self.rate = site, cookies, rate
        # Set while letters are sent.
        self.permit = asyncio.Lock()

    async def run(self) -> None:
        number, people = 0, list(self.cookies)
        while not self.site.is_stopping:
            await asyncio.sleep(1 / self.rate)
            async with self.permit:
                person = people[number % PEOPLE]
                number += 1
                await self.send(person, number)

    async def send(self, person: str, number: int) -> None:
        """Sends a letter until it is acknowledged; its repeats have one idempotency key."""
        form = {"action": "send-message?recipient=7", "text": f"Letter {number}", "_once": f"soak{number:09}"}
        while True:
            try:
                status, _, _ = await self.site.request("POST", f"{MESSAGES}/~compose/=7", self.cookies[person], form)
                if status == 303:
                    break
                if status != 503:
                    self.site.errors.append(f"letter {number}: status {status}")
                    return
            except Stopped:
                pass
            await asyncio.sleep(0.05)
        self.site.newest[person] = number
        self.site.counts["letters"] += 1


class Soak:
    def __init__(self, site: Site, seconds: float, rate: float):
        self.site, self.seconds, self.rate = site, seconds, rate
        self.readers: list[Reader] = []
        # The server's descriptors before the clients came, and after they left.
        self.baseline = self.left = 0
        self.delays: list[float] = []
        self.stops: list[float] = []
        self.memory: list[tuple[float, int]] = []

    async def run(self) -> None:
        server = self.site.server
        self.baseline = descriptors(server)
        cookies = {person: await sign_in(self.site, person) for person in self.site.newest}
        for person in cookies:
            cookie = await sign_in(self.site, person)
            self.readers += [Reader(self.site, number, person, cookie) for number in range(READERS_PER_PERSON)]
        slow = [SlowReader(self.site, await sign_in(self.site, "Ida0")) for _ in range(SLOW_READERS)]
        self.writer = Writer(self.site, cookies, self.rate)
        self.began = time.monotonic()
        tasks = [asyncio.create_task(part.run()) for part in (*self.readers, *slow, self.writer)]
        await asyncio.gather(self.disturb(), self.sample())
        await self.quiet()
        self.site.is_stopping = True
        for task in tasks:
            task.cancel()
        for result in await asyncio.gather(*tasks, return_exceptions=True):
            if isinstance(result, Exception):
                self.site.errors.append(f"a client failed: {result!r}")
        if self.seconds >= 30 and not self.site.counts["slow streams closed by the server"]:
            self.site.errors.append("the server closed no slow reader")
        await self.check_descriptors()

    @property
    def share(self) -> float:
        return (time.monotonic() - self.began) / self.seconds

    def pause(self, bounds: tuple[float, float]) -> float:
        """A time between two disturbances: more in a longer run."""
        return min(max(bounds[0], self.seconds / 50), bounds[1])

    async def disturb(self) -> None:
        next_restart, next_quiet = (time.monotonic() + self.pause(each) for each in (RESTART_EVERY, QUIET_EVERY))
        while self.share < 1:
            await asyncio.sleep(0.1)
            if time.monotonic() > next_restart and self.share < 0.4:
                await self.restart()
                next_restart = time.monotonic() + self.pause(RESTART_EVERY) * self.site.random.uniform(0.7, 1.3)
            if time.monotonic() > next_quiet:
                await self.quiet()
                next_quiet = time.monotonic() + self.pause(QUIET_EVERY)

    async def restart(self) -> None:
        began, self.site.is_restarting = time.monotonic(), True
        self.site.server.process.terminate()
        status = await asyncio.to_thread(self.site.server.process.wait, 20)
        self.stops.append(time.monotonic() - began)
        if status:
            self.site.errors.append(f"the server exited with {status}")
        await asyncio.sleep(self.site.random.uniform(0, 0.5))
        await asyncio.to_thread(self.site.server.start)
        self.site.counts["restarts"] += 1
        self.site.is_restarting = False

    async def quiet(self) -> None:
        """Stops the letters and the reconnects: each page must soon have the last letter of its person."""
        async with self.writer.permit:
            self.site.is_quiet = True
            began = time.monotonic()

            def late() -> list[Reader]:
                return [each for each in self.readers if not each.is_open or each.letter != self.site.newest[each.person]]

            while (missing := late()) and time.monotonic() < began + PATIENCE:
                await asyncio.sleep(0.01)
            self.delays.append(time.monotonic() - began)
            for reader in missing:
                self.site.errors.append(
                    f"{self.share * self.seconds:.0f} s: {reader.label} has letter {reader.letter}, not "
                    f"{self.site.newest[reader.person]}; {'open' if reader.is_open else 'not open'}, {reader.events}")
            self.site.counts["pages compared"] += len(self.readers)
            if not missing:
                await self.reconnect_all()
            self.site.is_quiet = False

    async def reconnect_all(self) -> None:
        """Reconnects readers with the digests of their pages, which have not changed."""
        readers = [reader for reader in self.readers if not reader.is_steady]
        await asyncio.sleep(SILENCE)
        for reader in readers:
            reader.is_open = False
            reader.reopen.set()
        deadline = time.monotonic() + PATIENCE
        while not all(reader.is_open for reader in readers) and time.monotonic() < deadline:
            await asyncio.sleep(0.01)
        await asyncio.sleep(SILENCE)
        for reader in readers:
            if not reader.is_open or "change" in reader.events or reader.id != reader.shown:
                self.site.errors.append(
                    f"{self.share * self.seconds:.0f} s: {reader.label}, reconnected without a change: events {reader.events}, "
                    f"id {reader.id}, page {reader.shown}")
            self.site.counts["reconnects without a change"] += 1

    async def sample(self) -> None:
        while self.share < 1:
            await asyncio.sleep(min(0.5, self.seconds / 100))
            if self.share > 0.5 and not self.site.is_restarting:
                status = pathlib.Path(f"/proc/{self.site.server.process.pid}/status").read_text()
                self.memory.append((time.monotonic(), int(re.search(r"VmRSS:\s+(\d+)", status)[1]) * 1024))

    async def check_descriptors(self) -> None:
        deadline = time.monotonic() + 2 * WRITE_SECONDS + PATIENCE
        while (left := descriptors(self.site.server)) > self.baseline and time.monotonic() < deadline:
            await asyncio.sleep(0.05)
        if left > self.baseline:
            self.site.errors.append(f"{left} descriptors after all clients have left, and {self.baseline} before they came")
        self.left = left

    @property
    def growth(self) -> tuple[float, float, float]:
        """The slope of the resident memory in the second half times its length, its bound, and the median."""
        if len(self.memory) < 2:
            return 0, MIN_BOUND, 0
        times, sizes = zip(*self.memory)
        slope = statistics.linear_regression(times, sizes).slope
        median = statistics.median(sizes)
        return slope * (times[-1] - times[0]), max(MAX_GROWTH * median, MIN_BOUND), median


def descriptors(server: Server) -> int:
    return len(list(pathlib.Path(f"/proc/{server.process.pid}/fd").iterdir()))


def main() -> int:
    arguments = argparse.ArgumentParser()
    arguments.add_argument("cairn", type=pathlib.Path)
    arguments.add_argument("--seconds", type=float, default=1_800)
    arguments.add_argument("--rate", type=float, default=10, help="letters per second")
    arguments.add_argument("--seed", type=int, default=random.randrange(1_000_000))
    options = arguments.parse_args()
    began = time.monotonic()
    with tempfile.TemporaryDirectory(prefix="cairn-soak-") as folder:
        directory = pathlib.Path(folder)
        server = Server(
            options.cairn.resolve(), directory, "--access-log=off", f"--state={directory / 'state'}",
            f"--write-seconds={WRITE_SECONDS}", "--session-idle-seconds=86400")
        site = Site(server, random.Random(options.seed))
        soak = Soak(site, options.seconds, options.rate)
        try:
            asyncio.run(soak.run())
            server.stop()
        except AssertionError as error:
            site.errors.append(str(error))
        finally:
            if server.is_running:
                server.kill()
    growth, bound, median = soak.growth
    if growth > bound:
        site.errors.append(f"the memory grew by {growth / 1024:.0f} KiB in the second half, more than {bound / 1024:.0f} KiB")
    for line in site.errors[:MAX_PRINTED_ERRORS]:
        print(f"FAILED {line}")
    sizes = [size for _, size in soak.memory]
    print("resident MiB in the second half: " + ", ".join(
        f"{size / (1 << 20):.2f}" for size in sizes[::max(1, len(sizes) // 10)]))
    print(", ".join(f"{count} {name}" for name, count in sorted(site.counts.items())))
    print(
        f"{site.counts['letters']} letters, {site.counts['streams']} streams of {len(soak.readers)} readers, "
        f"{site.counts['restarts']} restarts with stops of at most {max(soak.stops, default=0):.1f} s, "
        f"{site.counts['pages compared']} pages compared in {len(soak.delays)} quiet moments after at most "
        f"{max(soak.delays, default=0) * 1000:.0f} ms; memory {median / (1 << 20):.1f} MiB, "
        f"{growth / 1024:+.0f} KiB in the second half of {bound / 1024:.0f}; {soak.left} descriptors at the end, "
        f"{soak.baseline} at the beginning; {len(site.errors)} errors; {time.monotonic() - began:.0f} s, seed {options.seed}")
    return 1 if site.errors else 0


if __name__ == "__main__":
    sys.exit(main())
