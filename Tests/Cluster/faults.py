"""The faults that a run begins and ends, each at a random time. Each function blocks until its fault has ended."""

import random
import signal
import time

from programs import NAME, Cluster
from resp import ReplyError


def node_killed(cluster: Cluster, rng: random.Random) -> str:
    """A node ends with SIGKILL and starts again."""
    node = rng.choice(cluster.nodes)
    node.kill()
    time.sleep(rng.uniform(0.5, 2))
    node.start()
    return node.name


def node_paused(cluster: Cluster, rng: random.Random) -> str:
    """A node is stopped for longer than its leases last."""
    node, seconds = rng.choice(cluster.nodes), rng.uniform(6, 8)
    node.signal(signal.SIGSTOP)
    time.sleep(seconds)
    node.signal(signal.SIGCONT)
    return f"{node.name} for {seconds:.1f} s"


def nodes_restarted(cluster: Cluster, rng: random.Random) -> str:
    """A rolling restart with SIGTERM."""
    order = rng.sample(cluster.nodes, len(cluster.nodes))
    for node in order:
        status = node.stop()
        assert status == 0, f"{node.name} exited with {status} after SIGTERM"
        node.start()
        time.sleep(0.5)
    return ", ".join(node.name for node in order)


def primary_killed(cluster: Cluster, rng: random.Random) -> str:
    """The primary ends with SIGKILL; after the failover it comes back as a replica."""
    old = cluster.primary
    old.kill()
    begin = time.monotonic()
    while (new := cluster.primary) is old:
        assert time.monotonic() < begin + 60, "no failover within 60 s"
        time.sleep(0.05)
    failover = time.monotonic() - begin
    old.primary, new.primary = new.port, None
    old.start()
    cluster.await_replication()
    return f"failover after {failover:.1f} s, all copies after {time.monotonic() - begin:.1f} s"


def failover_planned(cluster: Cluster, rng: random.Random) -> str:
    """SENTINEL FAILOVER, such as for maintenance."""
    old, begin = cluster.primary, time.monotonic()
    while True:
        try:
            rng.choice(cluster.sentinels).call("SENTINEL", "FAILOVER", NAME)
            break
        except ReplyError as error:
            # Shortly after another failover.
            assert time.monotonic() < begin + 20, f"SENTINEL FAILOVER: {error}"
            time.sleep(0.2)
    while (new := cluster.primary) is old:
        assert time.monotonic() < begin + 60, "no failover within 60 s"
        time.sleep(0.05)
    failover = time.monotonic() - begin
    old.primary, new.primary = new.port, None
    cluster.await_replication()
    return f"failover after {failover:.1f} s, all copies after {time.monotonic() - begin:.1f} s"


def primary_paused(cluster: Cluster, rng: random.Random) -> str:
    """The primary is stopped for 1.5 s, about as long as the sentinels need to give it up."""
    old = cluster.primary
    old.signal(signal.SIGSTOP)
    time.sleep(1.5)
    old.signal(signal.SIGCONT)
    time.sleep(3)
    cluster.await_replication()
    return "with a failover" if cluster.primary is not old else "without a failover"


def replica_paused(cluster: Cluster, rng: random.Random) -> str:
    """One replica is stopped for 2 s: with three copies, no action can be acknowledged."""
    replica = rng.choice(cluster.replicas)
    replica.signal(signal.SIGSTOP)
    time.sleep(2)
    replica.signal(signal.SIGCONT)
    cluster.await_replication()
    return replica.name


def replica_killed(cluster: Cluster, rng: random.Random) -> str:
    """One replica ends with SIGKILL and starts again."""
    primary, replica = cluster.primary, rng.choice(cluster.replicas)
    replica.kill()
    time.sleep(1)
    replica.primary = primary.port
    replica.start()
    cluster.await_replication()
    return replica.name


def lagging_failover(cluster: Cluster, rng: random.Random) -> str:
    """One replica is stopped while the visitors go on; then the primary is killed and the replica becomes one."""
    old = cluster.primary
    lagging, other = rng.sample(cluster.replicas, 2)
    lagging.signal(signal.SIGSTOP)
    time.sleep(rng.uniform(0.4, 0.7))
    old.kill()
    other.kill()
    lagging.signal(signal.SIGCONT)
    begin = time.monotonic()
    while (new := cluster.primary) is old:
        assert time.monotonic() < begin + 60, "no failover within 60 s"
        time.sleep(0.05)
    new.primary = None
    for store in (old, other):
        store.primary = new.port
        store.start()
    cluster.await_replication()
    return f"{new.name} took over after {time.monotonic() - begin:.1f} s"


def sentinel_killed(cluster: Cluster, rng: random.Random) -> str:
    sentinel = rng.choice(cluster.sentinels)
    sentinel.kill()
    time.sleep(1)
    sentinel.start()
    cluster.await_replication()
    return sentinel.name


def connections_killed(cluster: Cluster, rng: random.Random) -> str:
    """CLIENT KILL TYPE normal, three times."""
    count = 0
    for _ in range(3):
        count += cluster.primary.call("CLIENT", "KILL", "TYPE", "normal")
        time.sleep(rng.uniform(0.1, 0.4))
    return f"{count} connections"


def functions_flushed(cluster: Cluster, rng: random.Random) -> str:
    """The primary forgets the function library."""
    cluster.primary.call("FUNCTION", "FLUSH")
    return cluster.primary.name


def node_cut_off(cluster: Cluster, rng: random.Random) -> str:
    """A node cannot reach the store, and no connection is reset."""
    node, seconds = rng.choice(cluster.nodes), rng.uniform(3, 7)
    begin = time.monotonic()
    cluster.network.cut(node.number)
    try:
        time.sleep(seconds)
    finally:
        cluster.network.heal(node.number)
        cluster.cuts.append((begin, time.monotonic(), f"{node.host}:{node.port}"))
    return f"{node.name} for {seconds:.1f} s"


def store_emptied(cluster: Cluster, rng: random.Random) -> str:
    """FLUSHALL: all sessions are gone. Only in a run of its own, because it loses acknowledged actions."""
    cluster.primary.call("FLUSHALL")
    return cluster.primary.name


FAULTS = [
    node_killed, node_paused, nodes_restarted, primary_killed, failover_planned, primary_paused, replica_paused,
    connections_killed, functions_flushed, node_cut_off, replica_killed, sentinel_killed, lagging_failover]
# The faults after which a store with fewer copies than servers can have lost acknowledged actions.
LOSSY = {primary_killed, failover_planned, primary_paused, lagging_failover}


def name(fault) -> str:
    return fault.__name__.replace("_", "-")


def schedule(count: int, rng: random.Random, network, only: list[str]) -> list:
    """A random order in which each kind occurs once before any occurs again."""
    kinds = [fault for fault in FAULTS if network.can_cut or fault is not node_cut_off]
    if only:
        kinds = [fault for fault in [*FAULTS, store_emptied] if name(fault) in only]
    order: list = []
    while len(order) < count:
        order += rng.sample(kinds, len(kinds))
    return order[:count]
