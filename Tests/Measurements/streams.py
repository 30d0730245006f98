"""Measures open event streams: their memory, and the time from a change to the event on each.

    streams.py CAIRN [STREAMS] [CHANGES] [--pages PAGES]    a release build of `cairn`; by default 10,000 streams,
                                                            5 changes, and each of them changes all pages

Each session has four streams of a page of messages. A change is a letter of one person, which changes the pages of that
person. With `--pages 1000` the first 1,000 streams are theirs, and the pages of the other streams do not change. The
program raises the limit of open files, or opens fewer streams if it cannot.
"""

import argparse
import asyncio
import os
import pathlib
import re
import resource
import statistics
import subprocess
import time
import urllib.parse

STREAMS_PER_SESSION = 4
CONCURRENCY = 64
SPARE_FILES = 100
# A page gets at most one event in 200 ms, so changes are this far apart.
PACE = 0.3
PATIENCE = 60


def memory(pid: int) -> int:
    """The resident memory of a process, in octets."""
    status = pathlib.Path(f"/proc/{pid}/status").read_text()
    return int(re.search(r"VmRSS:\s+(\d+) kB", status)[1]) * 1024


def processor_time(pid: int) -> float:
    """The processor time of a process, in seconds."""
    fields = pathlib.Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


class Client:
    """A connection that sends one request after another."""

    def __init__(self, port: int):
        self.port, self.cookie = port, ""

    async def open(self) -> "Client":
        self.reader, self.writer = await asyncio.open_connection("127.0.0.1", self.port)
        return self

    async def request(self, method: str, path: str, form: dict | None = None) -> None:
        body = urllib.parse.urlencode(form or {}).encode()
        cookie = f"Cookie: {self.cookie}\r\n" if self.cookie else ""
        length = f"Content-Type: application/x-www-form-urlencoded\r\nContent-Length: {len(body)}\r\n" if form else ""
        self.writer.write(
            f"{method} {path} HTTP/1.1\r\nHost: localhost\r\nAccept: application/json\r\n{cookie}{length}\r\n".encode() + body)
        head = (await self.reader.readuntil(b"\r\n\r\n")).decode()
        assert head.split()[1] in ("200", "303"), f"{method} {path}: {head}"
        # Another cookie, with the suffix `.flash`, announces the message of an action.
        if found := re.search(r"(?i)set-cookie: ([^;=]+(?<!\.flash)=[^;]+)", head):
            self.cookie = found[1]
        if found := re.search(r"(?i)content-length: (\d+)", head):
            await self.reader.readexactly(int(found[1]))


async def sign_in(port: int, name: str = "Ida") -> str:
    client = await Client(port).open()
    await client.request("POST", "/letters", {"action": "give-name", "name": name})
    await client.request("POST", f"/letters/login/welcome:{name}", {"action": f"sign-in?name={name}"})
    client.writer.close()
    return client.cookie


class Stream:
    def __init__(self):
        self.events: list[float] = []

    async def open(self, port: int, cookie: str) -> None:
        self.reader, self.writer = await asyncio.open_connection("127.0.0.1", port, limit=4_096)
        self.writer.write(
            f"GET /letters/messages HTTP/1.1\r\nHost: localhost\r\nAccept: text/event-stream\r\nCookie: {cookie}\r\n\r\n"
            .encode())
        head = await self.reader.readuntil(b"\r\n\r\n")
        assert head.startswith(b"HTTP/1.1 200 "), head
        await self.reader.readuntil(b"\n\n")
        self.task = asyncio.create_task(self.read())

    async def read(self) -> None:
        while line := await self.reader.readline():
            if line == b"event: change\n":
                self.events.append(time.monotonic())


async def limited(work: list) -> list:
    """Runs coroutines, a few at a time."""
    gate = asyncio.Semaphore(CONCURRENCY)

    async def run(item):
        async with gate:
            return await item

    return await asyncio.gather(*map(run, work))


async def send_letter(client: Client, text: str) -> None:
    await client.request("POST", "/letters/messages/~compose/=7", {"action": "send-message?recipient=7", "text": text})


async def delays_of_letter(client: Client, text: str, streams: list[Stream]) -> list[float]:
    """Sends a letter. - Returns: the time from its response to the event on each stream, the shortest first."""
    await asyncio.sleep(PACE)
    for stream in streams:
        stream.events.clear()
    await send_letter(client, text)
    sent = time.monotonic()
    while any(not stream.events for stream in streams):
        assert time.monotonic() - sent < PATIENCE, f"{sum(not stream.events for stream in streams)} streams got no event"
        await asyncio.sleep(0.01)
    return sorted(stream.events[0] - sent for stream in streams)


def describe(delays: list[float]) -> str:
    return (f"median {statistics.median(delays) * 1000:.0f} ms, "
            f"99th percentile {delays[int(len(delays) * 0.99)] * 1000:.0f} ms, last {delays[-1] * 1000:.0f} ms")


async def measure(server: subprocess.Popen, port: int, count: int, changes: int, pages: int) -> None:
    cookies = await limited([
        sign_in(port, "Ida" if index * STREAMS_PER_SESSION < pages else "Ada")
        for index in range(-(-count // STREAMS_PER_SESSION))])
    before = memory(server.pid)
    streams = [Stream() for _ in range(count)]
    began = time.monotonic()
    await limited([stream.open(port, cookies[index // STREAMS_PER_SESSION]) for index, stream in enumerate(streams)])
    opened = memory(server.pid)
    print(f"{count:,} streams opened in {time.monotonic() - began:.1f} s: {(opened - before) / count / 1024:.2f} KiB each")
    ida = await Client(port).open()
    ida.cookie = await sign_in(port)
    changed = streams[:-(-min(pages, count) // STREAMS_PER_SESSION) * STREAMS_PER_SESSION]
    for number in range(changes):
        used = processor_time(server.pid)
        delays = await delays_of_letter(ida, f"Letter {number}", changed)
        print(f"change {number + 1} of {len(changed):,} pages: {describe(delays)}, "
              f"{(processor_time(server.pid) - used) / len(changed) * 1e6:.0f} µs of the server each")
    assert not any(stream.events for stream in streams[len(changed):]), "an event on a page that did not change"
    print(f"afterwards {(memory(server.pid) - before) / count / 1024:.2f} KiB each")
    for stream in streams:
        stream.task.cancel()
        stream.writer.close()


def raise_file_limit(count: int) -> int:
    """Raises the limit of open files of this process and of the server, as far as the system allows.

    - Returns: the number of streams that are possible: the server leaves half of its connections to requests.
    """
    needed, hard_limit = 2 * count + SPARE_FILES, resource.getrlimit(resource.RLIMIT_NOFILE)[1]
    try:
        resource.setrlimit(resource.RLIMIT_NOFILE, (max(needed, hard_limit),) * 2)
        return count
    except (ValueError, OSError):
        resource.setrlimit(resource.RLIMIT_NOFILE, (hard_limit, hard_limit))
    possible = min(count, (hard_limit - SPARE_FILES) // 2)
    if possible < count:
        print(f"{possible:,} streams instead of {count:,}: the limit of open files is {hard_limit:,}, not {needed:,}")
    return possible


def settings(count: int) -> list[str]:
    """Limits that allow this number of streams from one address."""
    return ["--max-connections", str(2 * count + 1_000), "--max-connections-per-ip", str(2 * count + 1_000),
            "--max-streams", str(count + 100)]


def main() -> None:
    arguments = argparse.ArgumentParser()
    arguments.add_argument("cairn")
    arguments.add_argument("streams", type=int, nargs="?", default=10_000)
    arguments.add_argument("changes", type=int, nargs="?", default=5)
    arguments.add_argument("--pages", type=int, help="the number of streams whose pages change; all by default")
    options = arguments.parse_args()
    count = raise_file_limit(options.streams)
    server = subprocess.Popen(
        [options.cairn, "--port", "0", "--host", "127.0.0.1", "--threads", "1", "--access-log=off",
         *settings(count)], stderr=subprocess.PIPE, text=True)
    try:
        line = ""
        while "Serving " not in line:
            line = server.stderr.readline()
            assert line, "the server did not start"
        port = int(re.search(r"localhost:(\d+)", line)[1])
        asyncio.run(measure(server, port, count, options.changes, options.pages or count))
    finally:
        server.terminate()
        server.wait(timeout=PATIENCE)


if __name__ == "__main__":
    main()
