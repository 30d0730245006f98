"""Measures the time from a letter at one of three nodes, which share a store, to the event on each stream of all nodes.

    streams_cluster.py CAIRN [--streams 1000] [--changes 20] [--store PROGRAM]

The store is Redis 7 or Valkey 8. A letter is sent at each node in turn, and the time begins with its response. The
streams are spread over the nodes evenly. Their client is one process on the same machine.
"""

import argparse
import asyncio
import contextlib
import pathlib
import shutil
import statistics
import sys
import tempfile

sys.path.append(str(pathlib.Path(__file__).resolve().parents[1] / "Cluster"))
from network import NODES, SharedNetwork
from programs import Node, StoreServer
from streams import (
    STREAMS_PER_SESSION, Client, Stream, delays_of_letter, describe, limited, raise_file_limit, settings, sign_in)


async def measure(nodes: list[Node], count: int, changes: int) -> None:
    # A node counts the streams of a session at itself, so each session has four at each node.
    cookies = await limited([sign_in(nodes[0].port) for _ in range(-(-count // (NODES * STREAMS_PER_SESSION)))])
    streams = [Stream() for _ in range(count)]
    await limited([
        stream.open(nodes[index % NODES].port, cookies[index // (NODES * STREAMS_PER_SESSION)])
        for index, stream in enumerate(streams)])
    writers = [await Client(node.port).open() for node in nodes]
    for writer, node in zip(writers, nodes):
        writer.cookie = await sign_in(node.port)
    found, last = [], []
    for number in range(changes):
        place = number % NODES
        delays = await delays_of_letter(writers[place], f"Letter {number}", streams)
        print(f"letter {number + 1} at {nodes[place].name}: {describe(delays)}")
        found += delays
        last.append(delays[-1])
    print(f"{changes} letters to {count:,} streams at {NODES} nodes: {describe(sorted(found))}; last stream of a letter: "
          f"median {statistics.median(last) * 1000:.0f} ms, max {max(last) * 1000:.0f} ms")
    for stream in streams:
        stream.task.cancel()
        stream.writer.close()


def main() -> int:
    arguments = argparse.ArgumentParser()
    arguments.add_argument("cairn", type=pathlib.Path)
    arguments.add_argument("--streams", type=int, default=1_000)
    arguments.add_argument("--changes", type=int, default=20)
    arguments.add_argument("--store", default=shutil.which("valkey-server") or "redis-server")
    options = arguments.parse_args()
    count = raise_file_limit(options.streams)
    with contextlib.ExitStack() as stack:
        folder = pathlib.Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="cairn-streams-")))
        store = StoreServer(0, folder, SharedNetwork(), options.store)
        stack.callback(store.kill)
        store.start()
        nodes = [
            Node(number, folder, SharedNetwork(), options.cairn.resolve(), f"--state=redis://127.0.0.1:{store.port}",
                 *settings(count))
            for number in range(NODES)]
        for node in nodes:
            stack.callback(node.kill)
            node.start()
        asyncio.run(measure(nodes, count, options.changes))
        statuses = [node.stop() for node in nodes]
        assert statuses == [0] * NODES, f"the nodes exited with {statuses}"
    return 0


if __name__ == "__main__":
    sys.exit(main())
