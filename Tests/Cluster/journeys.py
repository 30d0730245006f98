"""Journeys in Chromium over three nodes while nodes are killed: each ends as its person expects.

    journeys.py CAIRN [--journeys N] [--seed N] [--only NAME]
    journeys.py --list                                          lists the tasks

Chromium goes through nginx, round robin without stickiness. One of the nodes ends every few seconds with SIGKILL or
SIGTERM and starts again. A person who sees an error page reloads it, which sends the same form again.
"""

import argparse
import collections
import contextlib
import importlib
import io
import os
import pathlib
import random
import secrets
import shutil
import signal
import sys
import tempfile
import threading
import time

from network import PrivateNetwork, SharedNetwork, enter_private_namespace
from people import TASKS, Journey
from playwright.sync_api import Error, sync_playwright
from programs import Cluster, Node

for part in ("letters", "shop", "other"):
    importlib.import_module(f"{part}_tasks")

CHROMIUM = os.environ.get("CHROMIUM", "/usr/bin/chromium")


class Faults:
    """Ends one node after the other and starts it again, on the cluster's own thread."""

    def __init__(self, cluster: Cluster, seed: int):
        self.cluster, self.rng = cluster, random.Random(seed)
        self.counts: collections.Counter = collections.Counter()
        # Set by a journey that is about to send a request.
        self.wanted = threading.Event()
        self.is_stopping = False
        self.latest = "no fault"
        self.thread = cluster.executor.submit(self.run)

    def run(self) -> None:
        while not self.is_stopping:
            self.wanted.wait(self.rng.uniform(1, 4))
            node = self.rng.choice(self.cluster.nodes)
            kind = self.rng.choice([self.terminate, self.kill, self.kill_before_action, self.kill_after_action])
            self.latest = kind.__name__.replace("_", "-")
            kind(node)
            self.counts["kills" if kind != self.terminate else "ends"] += 1
            time.sleep(self.rng.uniform(0.2, 0.8))
            node.start()
            time.sleep(self.rng.uniform(0.3, 1))
            self.wanted.clear()

    def terminate(self, node: Node) -> None:
        status = node.stop()
        assert status == 0, f"{node.name} exited with {status} after SIGTERM"

    def kill(self, node: Node) -> None:
        # A request of a page takes some milliseconds.
        time.sleep(self.rng.uniform(0, 0.02))
        node.kill()

    def kill_before_action(self, node: Node) -> None:
        """Stops the node first, so that a request is in its socket when it is killed."""
        node.signal(signal.SIGSTOP)
        time.sleep(self.rng.uniform(0.1, 0.3))
        node.kill()

    def kill_after_action(self, node: Node) -> None:
        """Stops the replicas first, so that an action is committed but not acknowledged when the node is killed."""
        replicas = self.cluster.stores[1:]
        for replica in replicas:
            replica.signal(signal.SIGSTOP)
        time.sleep(self.rng.uniform(0.1, 0.3))
        node.kill()
        for replica in replicas:
            replica.signal(signal.SIGCONT)

    def close(self) -> None:
        """Ends the faults. - Throws: an assertion that failed."""
        self.is_stopping = True
        self.wanted.set()
        self.thread.result(timeout=60)


def schedule(count: int, only: str, rng: random.Random) -> list:
    """A random order in which each task occurs once before any occurs again."""
    chosen = [function for function in TASKS if only in function.__name__]
    assert chosen, f"no task name contains {only!r}"
    order: list = []
    while len(order) < count:
        order += rng.sample(chosen, len(chosen))
    return order[:count]


def run(function, journey: Journey) -> str | None:
    """Runs a journey. - Returns: the reason of its failure, or `None`."""
    steps = io.StringIO()
    try:
        with contextlib.redirect_stdout(steps):
            function(journey)
        return None
    except Exception as error:  # Continue with the other journeys after any failure.
        print(steps.getvalue(), end="")
        return f"{type(error).__name__}: {error}"
    finally:
        with contextlib.suppress(Error):
            journey.close()


def run_all(cluster: Cluster, options) -> tuple[int, collections.Counter]:
    """Runs the journeys one after the other. - Returns: the number of failures, and the figures."""
    failed, figures = 0, collections.Counter()
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM)
        faults = Faults(cluster, options.seed)
        for number, function in enumerate(schedule(options.journeys, options.only, random.Random(options.seed)), 1):
            journey, began = Journey(number, options.seed, browser, cluster, faults), time.monotonic()
            reason = run(function, journey)
            failed += reason is not None
            figures += journey.errors + collections.Counter(
                {"double clicks": journey.double_clicks, "letters that came late": journey.late_reads})
            print(f"{'FAILED ' if reason else ''}{number} {function.__name__}, script "
                  f"{'on' if journey.script else 'off'}: {time.monotonic() - began:.1f} s"
                  f"{''.join(f', {count} {name}' for name, count in journey.errors.items())}"
                  f"{': ' + reason if reason else ''}", flush=True)
        browser.close()
        faults.close()
    return failed, figures + faults.counts


def check_logs(cluster: Cluster) -> int:
    """Prints unusual lines of the nodes' logs. - Returns: the number of nodes that crashed."""
    usual, crashed = ("Serving ", "security ", "cairn stops", "Warning: plain HTTP"), 0
    for node in cluster.nodes:
        lines = [line for line in node.output.splitlines() if not line.startswith(usual)]
        for line in lines[:8]:
            print(f"{node.name}: {line[:200]}")
        crashed += any("Fatal error" in line or "crashed" in line for line in lines)
    return crashed


def parse() -> argparse.Namespace:
    parser = argparse.ArgumentParser()
    parser.add_argument("cairn", type=pathlib.Path, nargs="?")
    parser.add_argument("--journeys", type=int, default=50)
    parser.add_argument("--seed", type=int, default=random.randrange(1_000_000))
    parser.add_argument("--only", default="", help="only tasks whose name contains this")
    parser.add_argument("--store-copies", type=int, default=3)
    parser.add_argument("--store", default="redis-server", help="the server program, Redis 7 or Valkey 8")
    parser.add_argument("--shared-network", action="store_true")
    parser.add_argument("--list", action="store_true")
    options = parser.parse_args()
    if not options.list and (options.cairn is None or not options.cairn.exists()):
        parser.error("the executable cairn is missing")
    return options


def main() -> int:
    options = parse()
    if options.list:
        print("\n".join(function.__name__ for function in TASKS))
        return 0
    if not options.shared_network:
        enter_private_namespace()
    folder = pathlib.Path(tempfile.mkdtemp(prefix="cairn-journeys-"))
    (folder / "secret").touch(mode=0o600)
    (folder / "secret").write_bytes(secrets.token_bytes(32))
    network = SharedNetwork() if options.shared_network else PrivateNetwork()
    cluster, has_failed, began = None, True, time.monotonic()
    try:
        cluster = Cluster(
            folder, network, options.cairn.resolve(), options.store, options.store_copies,
            f"--secret={folder}/secret")
        print(f"seed {options.seed}", flush=True)
        failed, figures = run_all(cluster, options)
        failed += check_logs(cluster)
        kills, ends = figures.pop("kills", 0), figures.pop("ends", 0)
        print(", ".join(f"{count} {name}" for name, count in sorted(figures.items())))
        print(f"{options.journeys} journeys, {kills} kills and {ends} ends by SIGTERM, {failed} failures; "
              f"{time.monotonic() - began:.0f} s")
        has_failed = failed > 0
    finally:
        if cluster:
            cluster.close()
        else:
            network.close()
        if has_failed:
            print(f"the logs are in {folder}")
        else:
            shutil.rmtree(folder)
    return 1 if has_failed else 0


if __name__ == "__main__":
    sys.exit(main())
