"""Three nodes on one store under faults: no acknowledged action is lost, doubled, reordered or seen by another visitor.

    cluster.py CAIRN [--seconds N] [--faults N] [--seed N] [--store-copies N] [--store PROGRAM] [--only FAULT …]
    cluster.py CAIRN --plant BUG [--seconds N]
    cluster.py --self-test

Needs root for network namespaces; with --shared-network everything listens on loopback, and no node is cut off.
"""

import argparse
import asyncio
import pathlib
import random
import shutil
import sys
import tempfile
import time

import checker
import faults
import figures
import plants
import report
import selftest
import stock
from buyers import Buyer
from history import Record
from network import PrivateNetwork, SharedNetwork, enter_private_namespace
from programs import Cluster
from resp import ReplyError
from visitor import RunContext, Visitor

MAX_PRINTED_VIOLATIONS = 20


def parse() -> argparse.Namespace:
    parser = argparse.ArgumentParser()
    parser.add_argument("cairn", type=pathlib.Path, nargs="?")
    parser.add_argument("--seconds", type=float, default=90)
    parser.add_argument("--faults", type=int, default=8)
    parser.add_argument("--only", nargs="*", default=[], help="only these faults, such as node-killed")
    parser.add_argument("--seed", type=int, default=random.randrange(1_000_000))
    parser.add_argument("--visitors", type=int, default=600)
    parser.add_argument("--presses", type=int, default=60, help="the number of actions of a session")
    parser.add_argument("--buyers", type=int, default=20)
    parser.add_argument("--min-actions", type=int, default=1, help="fewer acknowledged actions are a failure")
    parser.add_argument("--think", type=float, default=1.4, help="the mean time between actions of a tab, in seconds")
    parser.add_argument("--store-copies", type=int, default=3)
    parser.add_argument("--store", default="redis-server", help="the server program, Redis 7 or Valkey 8")
    parser.add_argument("--shared-network", action="store_true")
    parser.add_argument("--record", type=pathlib.Path, help="a file for the record of the run")
    parser.add_argument(
        "--follow-pages", action="store_true", help="browsers press again from the page with 503, not the same form")
    parser.add_argument("--timeline", action="store_true", help="print each second")
    parser.add_argument("--self-test", action="store_true", help="check the checker with planted violations")
    parser.add_argument("--plant", choices=list(plants.PLANTS), help="plant a bug, which the checker has to find")
    parser.add_argument("--figures", action="store_true", help="measure calls, octets and latency without faults")
    options = parser.parse_args()
    if not options.self_test and options.cairn is None:
        parser.error("the executable cairn is missing")
    if options.plant:
        planted = plants.PLANTS[options.plant]
        options.only, options.faults, options.store_copies = planted.faults, planted.count, planted.store_copies
    return options


async def run_faults(cluster: Cluster, context: RunContext, options, rng: random.Random) -> list[report.Period]:
    """Begins and ends the faults one after the other, at random times spread over the run."""
    begin, periods = time.monotonic(), []
    order = faults.schedule(options.faults, rng, cluster.network, options.only)
    await asyncio.sleep(min(3, options.seconds / 10))
    for index, fault in enumerate(order):
        left = begin + options.seconds - time.monotonic()
        if left < 3:
            context.failures.append(f"there was no time for {len(order) - index} faults")
            break
        # The faults that come later have the time that is left, less what they themselves take.
        pause = max(0, left / (len(order) - index) - 5)
        await asyncio.sleep(rng.uniform(0.5, 1) * min(pause + 0.5, left))
        began = time.monotonic()
        print(f"{began - begin:6.1f} s {faults.name(fault)} begins", flush=True)
        try:
            text = await asyncio.get_running_loop().run_in_executor(cluster.executor, fault, cluster, rng)
        except (AssertionError, OSError, ReplyError) as error:
            context.failures.append(f"{faults.name(fault)}: {type(error).__name__}: {error}")
            break
        period = report.Period(faults.name(fault), began, time.monotonic(), text)
        periods.append(period)
        if fault is faults.store_emptied or fault in faults.LOSSY and cluster.copies < 3 and not options.plant:
            context.record.losses.append((period.begin, period.end + 1))
    await asyncio.sleep(max(0, begin + options.seconds - time.monotonic()))
    return periods


async def run(cluster: Cluster, options) -> tuple[RunContext, list[report.Period], float]:
    rng = random.Random(options.seed)
    context = RunContext(
        ("127.0.0.1", cluster.balancer.port), [(node.host, node.port) for node in cluster.nodes], options.seed)
    visitors = [
        Visitor(number, context, options.presses, options.think, options.follow_pages)
        for number in range(1, options.visitors + 1)]
    began = time.monotonic()
    buyers = [Buyer(number, context, options.think) for number in range(1, options.buyers + 1)]
    tasks = [asyncio.create_task(visitor.run()) for visitor in [*visitors, *buyers]]
    try:
        periods = await run_faults(cluster, context, options, rng)
        seconds = time.monotonic() - began
    finally:
        context.is_stopping = True
    # The visitors end their sessions, so that each is compared to its end.
    _, late = await asyncio.wait(tasks, timeout=60)
    for task in late:
        task.cancel()
    for result in await asyncio.gather(*tasks, return_exceptions=True):
        if isinstance(result, Exception):
            context.failures.append(f"a visitor: {result!r}")
    if late:
        context.failures.append(f"{len(late)} visitors did not end within 60 s")
    for period in periods:
        report.print_fault(context, period, began)
    if options.timeline:
        report.print_timeline(context, began, time.monotonic() - began)
    return context, periods, seconds


def print_log_lines(cluster: Cluster) -> bool:
    """Prints unusual lines of the nodes' logs. - Returns: true if a node crashed."""
    usual = ("Serving ", "security ", "cairn stops")
    has_crashed = False
    for node in cluster.nodes:
        lines = [line for line in node.output.splitlines() if not line.startswith(usual)]
        print(f"{node.name}: {len(lines)} unusual log lines, {node.cpu_seconds:.1f} s CPU")
        for line in lines[:4]:
            print(f"  {line[:200]}")
        has_crashed = has_crashed or any("Fatal error" in line or "crashed" in line for line in lines)
        if not node.is_running:
            print(f"FAILED {node.name} is not running")
            has_crashed = True
    return has_crashed


def main() -> int:
    options = parse()
    if options.self_test:
        return selftest.run()
    if not options.shared_network:
        enter_private_namespace()
    folder = pathlib.Path(tempfile.mkdtemp(prefix="cairn-cluster-"))
    network = SharedNetwork() if options.shared_network else PrivateNetwork()
    cluster, has_failed = None, True
    try:
        cluster = Cluster(folder, network, options.cairn.resolve(), options.store, options.store_copies)
        if options.figures:
            figures.measure(cluster, folder)
            has_failed = False
            return 0
        if options.plant:
            plants.plant(options.plant, cluster)
        print(f"seed {options.seed}, {options.store_copies} copies, {options.visitors} visitors", flush=True)
        context, periods, seconds = asyncio.run(run(cluster, options))
        if cluster.copies < 3 and not options.plant:
            # Failovers that no fault asked for, because the machine was too busy for the heartbeats.
            context.record.losses += [(time - 12, time + 12) for time in cluster.failover_times]
        context.record.cuts = cluster.cuts
        if not options.plant:
            context.record.sold = stock.sold_pieces(cluster.primary)
        if options.record:
            context.record.write(options.record)
        if checker.acknowledged(context.record) < options.min_actions:
            context.failures.append(f"fewer than {options.min_actions} actions were acknowledged")
        has_failed = conclude(cluster, context.record, context, periods, seconds)
        if options.plant:
            kinds = {violation.kind for violation in checker.violations(context.record)}
            has_failed = not plants.is_found(options.plant, kinds)
            print(f"the planted bug {options.plant} is {'not found' if has_failed else 'found'}")
    finally:
        if cluster:
            cluster.close()
        network.close()
        if has_failed:
            print(f"the logs are in {folder}")
        else:
            shutil.rmtree(folder)
    return 1 if has_failed else 0


def conclude(cluster: Cluster, record: Record, context: RunContext, periods: list[report.Period], seconds: float) -> bool:
    """Checks the record and prints the summary. - Returns: true if there is a violation."""
    found = checker.violations(record)
    report.print_summary(context, found, seconds, len(periods), len({period.name for period in periods}))
    has_crashed = print_log_lines(cluster)
    others = [(program.name, program.cpu_seconds) for program in cluster.programs if program not in cluster.nodes]
    print("CPU seconds: " + ", ".join(f"{name} {used:.1f}" for name, used in others)
          + f", this program {time.process_time():.1f}")
    for failure in context.failures:
        print(f"FAILED {failure}")
    refused = [violation for violation in found if not violation.is_by_design]
    for violation in refused[:MAX_PRINTED_VIOLATIONS]:
        print(f"FAILED {violation.kind}, {violation.session}: {violation.text}")
    print(f"{len(refused)} violations")
    return bool(refused or context.failures or has_crashed)


if __name__ == "__main__":
    sys.exit(main())
