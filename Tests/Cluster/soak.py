"""Many sessions in one store: the memory of the nodes stays flat, and the octets of a session.

    soak.py CAIRN [--sessions 1000000] [--seconds 600] [--store PROGRAM]

Creates the sessions at three nodes, and then performs actions and reads pages in random ones.
"""

import argparse
import pathlib
import random
import re
import shutil
import socket
import tempfile
import time

from network import NODES, SharedNetwork
from programs import Node, StoreServer

BATCH = 128
# The memory of a node while sessions are used may differ by this share.
MAX_GROWTH = 0.05
COOKIE = re.compile(rb"[Ss]et-[Cc]ookie: cairn-letters=([0-9a-f]{32})")
START, WELCOME = "/letters", "/letters/login/welcome:Ida"


class Pipeline:
    """One connection that sends many requests before it reads their responses."""

    def __init__(self, node: Node):
        self.node = node
        self.socket = self.connect()

    def connect(self) -> socket.socket:
        return socket.create_connection((self.node.host, self.node.port), timeout=60)

    def ask(self, requests: list[bytes]) -> bytes:
        """Returns the heads of the responses, each of which must be 200 or 303."""
        self.socket.sendall(b"".join(requests))
        received = bytearray()
        while (answered := received.count(b"\r\n\r\n")) < len(requests):
            part = self.socket.recv(1 << 18)
            received.extend(part)
            if part:
                continue
            if b"Connection: close\r\n" not in received[-600:]:
                raise ConnectionError(f"closed after {bytes(received[-200:])!r}")
            # A connection serves a limited number of requests; those behind its last response were not performed.
            self.socket.close()
            self.socket = self.connect()
            self.socket.sendall(b"".join(requests[answered:]))
        done = received.count(b"HTTP/1.1 303 ") + received.count(b"HTTP/1.1 200 ")
        if done != len(requests):
            raise ValueError(f"{len(requests) - done} of {len(requests)} requests failed: {bytes(received[:300])!r}")
        return bytes(received)


def request(method: str, path: str, session: bytes, form: str = "") -> bytes:
    cookie = f"Cookie: cairn-letters={session.hex()}\r\n" if session else ""
    content = f"Content-Type: application/x-www-form-urlencoded\r\nContent-Length: {len(form)}\r\n" if form else ""
    return (f"{method} {path} HTTP/1.1\r\nHost: localhost\r\nAccept: application/json\r\n{cookie}{content}\r\n"
            f"{form}").encode()


class Crowd:
    """The sessions: 16 octets of each id, and its place."""

    def __init__(self):
        self.ids = bytearray()
        self.is_welcome = bytearray()

    def __len__(self) -> int:
        return len(self.is_welcome)

    def add(self, pipeline: Pipeline) -> None:
        heads = pipeline.ask([request("POST", START, b"", "action=give-name&_at=path&name=Ida")] * BATCH)
        found = COOKIE.findall(heads)
        if len(found) != BATCH:
            raise ValueError(f"{len(found)} cookies for {BATCH} new sessions")
        for text in found:
            self.ids += bytes.fromhex(text.decode())
            self.is_welcome.append(1)

    def use(self, pipeline: Pipeline) -> None:
        """Performs an action in random sessions, and reads the page that it leads to."""
        chosen = random.sample(range(len(self)), BATCH)
        acts, reads = [], []
        for index in chosen:
            session = bytes(self.ids[16 * index:16 * index + 16])
            if self.is_welcome[index]:
                acts.append(request("POST", WELCOME, session, "action=back"))
                reads.append(request("HEAD", START, session))
            else:
                acts.append(request("POST", START, session, "action=give-name&name=Ida"))
                reads.append(request("HEAD", WELCOME, session))
            self.is_welcome[index] ^= 1
        pipeline.ask(acts)
        pipeline.ask(reads)


def resident(node: Node) -> int:
    text = pathlib.Path(f"/proc/{node.process.pid}/status").read_text()
    return int(re.search(r"^VmRSS:\s+(\d+)", text, re.M)[1])


def soak(nodes: list[Node], store: StoreServer, count: int, seconds: float) -> bool:
    crowd, empty, began = Crowd(), int(store.info("memory")["used_memory"]), time.monotonic()
    pipelines = [Pipeline(node) for node in nodes]
    while len(crowd) < count:
        crowd.add(pipelines[len(crowd) // BATCH % NODES])
    stored = store.call("DBSIZE")
    size = (int(store.info("memory")["used_memory"]) - empty) / len(crowd)
    print(f"{len(crowd)} sessions in {time.monotonic() - began:.0f} s, {stored} in the store, {size:.0f} octets each "
          "(used_memory)", flush=True)
    sizes, used, began = [[] for _ in nodes], 0, time.monotonic()
    # In the first tenth the tables of the nodes fill with sessions that are used.
    warm, next_sample = began + seconds / 10, began
    while (now := time.monotonic()) < began + seconds:
        crowd.use(pipelines[used % NODES])
        used += 1
        if now >= next_sample:
            next_sample = now + seconds / 100
            if now >= warm:
                for node, found in zip(nodes, sizes):
                    found.append(resident(node))
    holds = stored == len(crowd)
    for node, found in zip(nodes, sizes):
        # The mean of the last tenth in comparison with the first one, and the extremes.
        part = max(1, len(found) // 10)
        first, last = sum(found[:part]) / part, sum(found[-part:]) / part
        holds = holds and last <= first * (1 + MAX_GROWTH)
        print(f"{node.name}: {first / 1024:.1f} MiB at first, {last / 1024:.1f} MiB at last "
              f"({100 * (last / first - 1):+.1f} %), between {min(found) / 1024:.1f} and {max(found) / 1024:.1f} MiB")
    print(f"{used * BATCH} actions and as many pages in {seconds:.0f} s")
    return holds


def main() -> int:
    arguments = argparse.ArgumentParser()
    arguments.add_argument("cairn", type=pathlib.Path)
    arguments.add_argument("--sessions", type=int, default=1_000_000)
    arguments.add_argument("--seconds", type=float, default=600)
    arguments.add_argument("--store", default="redis-server", help="the server program, Redis 7 or Valkey 8")
    options = arguments.parse_args()
    folder, network, programs, holds = pathlib.Path(tempfile.mkdtemp(prefix="cairn-soak-")), SharedNetwork(), [], False
    try:
        store = StoreServer(0, folder, network, options.store)
        programs.append(store)
        store.start()
        place = f"--state=redis://127.0.0.1:{store.port}"
        nodes = [
            Node(number, folder, network, options.cairn.resolve(), place, "--max-sessions-per-network=10000000")
            for number in range(NODES)]
        programs += nodes
        for node in nodes:
            node.start()
        holds = soak(nodes, store, options.sessions, options.seconds)
    finally:
        for program in programs:
            program.kill()
        print("the memory is flat" if holds else f"FAILED, the logs are in {folder}")
        if holds:
            shutil.rmtree(folder)
    return 0 if holds else 1


if __name__ == "__main__":
    raise SystemExit(main())
