"""The network of a cluster: a private namespace for the whole test, and a nested one for each node.

In the private namespace nothing else listens, so fixed ports are free, and the namespaces disappear with their last
process. Each node has two links: `front` to the balancer and `back` to the store, so the store can be cut off alone.
"""

import ctypes
import os
import shutil
import signal
import socket
import subprocess
import sys

NODES = 3
MARK = "CAIRN_CLUSTER_NAMESPACE"


def enter_private_namespace() -> None:
    """Starts this program again in a network namespace of its own. Needs root and the programs `unshare` and `ip`."""
    if os.environ.get(MARK) is None:
        os.environ[MARK] = "1"
        unshare = shutil.which("unshare") or sys.exit("unshare is missing; use --shared-network")
        os.execv(unshare, [unshare, "--net", "--", sys.executable, *sys.argv])


def die_with_parent() -> None:
    """Runs in a child: the kernel ends it if this test is killed."""
    ctypes.CDLL(None).prctl(1, signal.SIGKILL)


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


class SharedNetwork:
    """Everything on loopback with free ports. No node can be cut off."""

    can_cut = False
    store_host = "127.0.0.1"

    def node_address(self, number: int) -> tuple[str, int]:
        return "127.0.0.1", 0

    def port(self, preferred: int) -> int:
        return free_port()

    def command(self, number: int, command: list) -> list:
        return command

    def close(self) -> None:
        pass


class PrivateNetwork:
    can_cut = True
    store_host = "10.99.0.1"

    def __init__(self):
        self.run("link", "set", "lo", "up")
        for name, address in (("front", "10.98.0.1"), ("back", self.store_host)):
            self.run("link", "add", name, "type", "bridge")
            self.run("address", "add", f"{address}/24", "dev", name)
            self.run("link", "set", name, "up")
        self.holders = [self.hold(number) for number in range(NODES)]

    def hold(self, number: int) -> subprocess.Popen:
        """Starts a process that keeps the namespace of a node while the node is down."""
        holder = subprocess.Popen(["unshare", "--net", "--", "sleep", "infinity"], preexec_fn=die_with_parent)
        own = os.readlink("/proc/self/ns/net")
        while os.readlink(f"/proc/{holder.pid}/ns/net") == own:
            assert holder.poll() is None, "the namespace of a node was not created"
        for name, network in (("front", 98), ("back", 99)):
            outer, inner = f"{name}{number}", f"to-{name}"
            self.run("link", "add", outer, "type", "veth", "peer", "name", inner, "netns", str(holder.pid))
            self.run("link", "set", outer, "master", name, "up")
            self.run("address", "add", f"10.{network}.0.{11 + number}/24", "dev", inner, inside=holder)
            self.run("link", "set", inner, "up", inside=holder)
        self.run("link", "set", "lo", "up", inside=holder)
        return holder

    @staticmethod
    def run(*arguments: str, inside: subprocess.Popen | None = None) -> None:
        enter = ["nsenter", "--net", "--target", str(inside.pid)] if inside else []
        subprocess.run([*enter, "ip", *arguments], check=True)

    def node_address(self, number: int) -> tuple[str, int]:
        return f"10.98.0.{11 + number}", 8080

    def port(self, preferred: int) -> int:
        return preferred

    def command(self, number: int, command: list) -> list:
        return ["nsenter", "--net", "--target", str(self.holders[number].pid), *command]

    def cut(self, number: int) -> None:
        """Cuts a node off from the store: packets disappear, and no connection is reset."""
        self.run("link", "set", f"back{number}", "nomaster")

    def heal(self, number: int) -> None:
        self.run("link", "set", f"back{number}", "master", "back")

    def close(self) -> None:
        for holder in self.holders:
            holder.kill()
            holder.wait()
