"""Measures open event streams: their memory, and the time from a change to the event on each.

    streams.py CAIRN [STREAMS] [CHANGES]    a release build of `cairn`; 10,000 streams and 5 changes by default

Each session has four streams of the page of messages of one person. A change is a letter to that person. The program
opens one connection per stream, so the limit of open files must allow them twice.
"""

import asyncio
import os
import pathlib
import re
import resource
import statistics
import subprocess
import sys
import time
import urllib.parse

STREAMS_PER_SESSION = 4
CONCURRENCY = 64
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
        if found := re.search(r"(?i)set-cookie: ([^;]+)", head):
            self.cookie = found[1]
        if found := re.search(r"(?i)content-length: (\d+)", head):
            await self.reader.readexactly(int(found[1]))


async def sign_in(port: int) -> str:
    client = await Client(port).open()
    await client.request("POST", "/letters", {"action": "give-name", "name": "Ida"})
    await client.request("POST", "/letters/login/welcome:Ida", {"action": "sign-in?name=Ida"})
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


async def measure(server: subprocess.Popen, port: int, count: int, changes: int) -> None:
    cookies = await limited([sign_in(port) for _ in range(-(-count // STREAMS_PER_SESSION))])
    before = memory(server.pid)
    streams = [Stream() for _ in range(count)]
    began = time.monotonic()
    await limited([stream.open(port, cookies[index // STREAMS_PER_SESSION]) for index, stream in enumerate(streams)])
    opened = memory(server.pid)
    print(f"{count:,} streams opened in {time.monotonic() - began:.1f} s: {(opened - before) / count / 1024:.2f} KiB each")
    ida = await Client(port).open()
    ida.cookie = await sign_in(port)
    for number in range(changes):
        for stream in streams:
            stream.events.clear()
        used = processor_time(server.pid)
        await ida.request(
            "POST", "/letters/messages/~compose/=7", {"action": "send-message?recipient=7", "text": f"Letter {number}"})
        sent = time.monotonic()
        while any(not stream.events for stream in streams):
            assert time.monotonic() - sent < PATIENCE, f"{sum(not stream.events for stream in streams)} streams got no event"
            await asyncio.sleep(0.01)
        delays = sorted(stream.events[0] - sent for stream in streams)
        print(f"change {number + 1}: median {statistics.median(delays) * 1000:.0f} ms, "
              f"99th percentile {delays[int(len(delays) * 0.99)] * 1000:.0f} ms, last {delays[-1] * 1000:.0f} ms, "
              f"{(processor_time(server.pid) - used) / count * 1e6:.0f} µs of the server each")
    print(f"afterwards {(memory(server.pid) - before) / count / 1024:.2f} KiB each")
    for stream in streams:
        stream.task.cancel()
        stream.writer.close()


def main() -> None:
    executable = sys.argv[1]
    count, changes = (int(text) for text in (sys.argv[2:] + ["10000", "5"][len(sys.argv) - 2:]))
    resource.setrlimit(resource.RLIMIT_NOFILE, (resource.getrlimit(resource.RLIMIT_NOFILE)[1],) * 2)
    server = subprocess.Popen(
        [executable, "--port", "0", "--host", "127.0.0.1", "--threads", "1", "--access-log=off",
         "--max-connections", str(2 * count + 1_000), "--max-connections-per-ip", str(2 * count + 1_000),
         "--max-streams", str(count + 100)], stderr=subprocess.PIPE, text=True)
    try:
        line = ""
        while "Serving " not in line:
            line = server.stderr.readline()
            assert line, "the server did not start"
        asyncio.run(measure(server, int(re.search(r"localhost:(\d+)", line)[1]), count, changes))
    finally:
        server.terminate()
        server.wait(timeout=PATIENCE)


if __name__ == "__main__":
    main()
