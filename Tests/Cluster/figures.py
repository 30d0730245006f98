"""The costs of the store without faults: calls, octets and latency of each POST and GET of one visitor."""

import asyncio
import pathlib
import random
import statistics
import time
import urllib.parse

from client import Client, Response
from programs import Cluster, Node
from report import percentile

COUNT = 400


class Memory(Node):
    """A node that keeps its sessions in memory, for comparison, in the namespace of the first node."""

    def __init__(self, cluster: Cluster, folder: pathlib.Path):
        first = cluster.nodes[0]
        super().__init__(0, folder, cluster.network, first.executable, "--state=memory:")
        self.name, self.log = "memory", folder / "memory.log"
        self.port = 8081 if cluster.network.can_cut else 0


class Shopper:
    """A visitor who saves settings at one node, one action after the other."""

    def __init__(self, node: Node):
        self.place, self.client, self.cookie, self.at = (node.host, node.port), Client(), "", "path"
        self.number = 0
        self.random = random.Random(1)

    async def request(self, method: str, path: str, body: dict | None = None, place=None) -> Response:
        encoded = None if body is None else urllib.parse.urlencode(body)
        response = await self.client.request(place or self.place, method, path, self.cookie, encoded)
        assert response.status in (200, 303), f"{method} {path}: {response.status} {response.body[:200]}"
        if response.cookie:
            self.cookie = response.cookie
        return response

    async def log_in(self) -> None:
        await self.request("POST", "/shop", {"_at": "path", "action": "enter-shop", "name": "Ida", "password": "x"})

    async def save(self, place=None) -> None:
        self.number += 1
        response = await self.request("POST", "/shop/account", {
            "_at": self.at, "action": "save-habits", "habits.away": f"{1000 + self.number}-W01",
            "_once": "".join(self.random.choices("abcdefghij", k=13))}, place)
        self.at = response.location.rpartition("=")[2]

    async def look(self) -> None:
        await self.request("GET", f"/shop/account?at={self.at}")


class Meter:
    """Counts the calls and octets that the primary receives."""

    def __init__(self, cluster: Cluster):
        self.primary = cluster.primary
        self.background = 0.0
        self.reset()
        time.sleep(2)
        _, octets = self.since()
        self.background = octets / 2

    def now(self) -> tuple[int, int]:
        calls = 0
        for name, text in self.primary.info("commandstats").items():
            if name in ("cmdstat_fcall", "cmdstat_fcall_ro"):
                calls += int(dict(pair.split("=") for pair in text.split(","))["calls"])
        return calls, int(self.primary.info("stats")["total_net_input_bytes"])

    def reset(self) -> None:
        self.before, self.begin = self.now(), time.monotonic()

    def since(self) -> tuple[int, float]:
        calls, octets = self.now()
        seconds = time.monotonic() - self.begin
        return calls - self.before[0], octets - self.before[1] - self.background * seconds


async def latencies(step) -> list[float]:
    found = []
    for _ in range(COUNT):
        begin = time.perf_counter()
        await step()
        found.append((time.perf_counter() - begin) * 1e3)
    return found


def text(values: list[float]) -> str:
    return f"median {statistics.median(values):.2f}, p99 {percentile(values, 0.99):.2f} ms"


async def measure_visits(cluster: Cluster, memory: Node) -> None:
    meter = Meter(cluster)
    stored, kept = Shopper(cluster.nodes[0]), Shopper(memory)
    for shopper in (stored, kept):
        await shopper.log_in()
        for _ in range(60):
            await shopper.save()
    times = {}
    for name, shopper in (("in memory", kept), ("stored", stored)):
        meter.reset()
        times["POST", name] = await latencies(shopper.save)
        post = meter.since()
        meter.reset()
        times["GET", name] = await latencies(shopper.look)
        get = meter.since()
    # The fcalls of lease renewals, and of a GET after a change at another node, are counted, too.
    print(f"{'store calls':28} POST {post[0] / COUNT:.3f}, GET of an unchanged session {get[0] / COUNT:.3f}")
    print(f"{'octets to the primary':28} POST {post[1] / COUNT:.0f}, GET of an unchanged session {get[1] / COUNT:.0f}")
    other = (cluster.nodes[1].host, cluster.nodes[1].port)
    meter.reset()
    for _ in range(COUNT):
        await stored.save(other)
        await stored.look()
    calls, octets = meter.since()
    print(f"{'POST there and GET here':28} {calls / COUNT:.3f} calls, {octets / COUNT:.0f} octets")
    for method in ("POST", "GET"):
        memory_times, stored_times = times[method, "in memory"], times[method, "stored"]
        added = statistics.median(stored_times) - statistics.median(memory_times)
        late = percentile(stored_times, 0.99) - percentile(memory_times, 0.99)
        print(f"{method + ' in memory':28} {text(memory_times)}")
        print(f"{method + ' stored':28} {text(stored_times)}; added: median {added:.2f}, p99 {late:.2f} ms")
    stored.client.close()
    kept.client.close()


def measure(cluster: Cluster, folder: pathlib.Path) -> None:
    memory = Memory(cluster, folder)
    memory.start()
    try:
        print(f"{COUNT} actions of one visitor, {cluster.copies} copies")
        asyncio.run(measure_visits(cluster, memory))
    finally:
        memory.kill()
