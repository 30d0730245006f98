"""The processes of a cluster: store servers, sentinels, nodes and the balancer. Each is ended by its process id."""

import concurrent.futures
import pathlib
import re
import signal
import socket
import subprocess
import sys
import time

sys.path.append(str(pathlib.Path(__file__).resolve().parents[1] / "Redis"))
from network import NODES, die_with_parent
from resp import Connection, ReplyError

PUBLIC = pathlib.Path(__file__).resolve().parents[2] / "Public"
NAME = "cairn"


def until(condition, description: str, seconds: float = 20):
    deadline = time.monotonic() + seconds
    while not (value := condition()):
        assert time.monotonic() < deadline, f"timeout after {seconds:g} s: {description}"
        time.sleep(0.02)
    return value


class Program:
    """A process with a log file, which can be killed and started again."""

    def __init__(self, name: str, folder: pathlib.Path):
        self.name, self.folder, self.log = name, folder, folder / f"{name}.log"
        self.process: subprocess.Popen | None = None
        self.used_seconds = 0.0

    @property
    def command(self) -> list:
        raise NotImplementedError

    def start(self) -> None:
        with self.log.open("ab") as log:
            self.process = subprocess.Popen(
                self.command, stdout=log, stderr=log, stdin=subprocess.DEVNULL, cwd=self.folder,
                preexec_fn=die_with_parent)

    @property
    def is_running(self) -> bool:
        return self.process is not None and self.process.poll() is None

    def signal(self, number: signal.Signals) -> None:
        self.process.send_signal(number)

    def kill(self) -> None:
        if self.is_running:
            self.used_seconds = self.cpu_seconds
            self.process.kill()
        if self.process:
            self.process.wait()

    @property
    def cpu_seconds(self) -> float:
        """The processor time of all processes of this program so far."""
        if not self.is_running:
            return self.used_seconds
        fields = pathlib.Path(f"/proc/{self.process.pid}/stat").read_text().rpartition(")")[2].split()
        return self.used_seconds + (int(fields[11]) + int(fields[12])) / 100

    @property
    def output(self) -> str:
        return self.log.read_text(errors="replace") if self.log.exists() else ""


class StoreServer(Program):
    """A Redis or Valkey server; a replica if `primary` is set."""

    def __init__(self, number: int, folder: pathlib.Path, network, binary: str):
        super().__init__(f"store{number}", folder)
        self.network, self.binary, self.port = network, binary, network.port(7001 + number)
        self.primary: int | None = None
        self.data = folder / self.name
        self.data.mkdir()

    @property
    def command(self) -> list:
        hosts = dict.fromkeys(["127.0.0.1", self.network.store_host])
        settings = {
            "port": self.port, "bind": " ".join(hosts), "dir": self.data, "save": '""', "appendonly": "yes",
            "repl-diskless-sync": "yes", "repl-diskless-sync-delay": 0, "repl-backlog-size": "32mb",
            "protected-mode": "no", "enable-debug-command": "yes"}
        if self.primary:
            settings["replicaof"] = f"{self.network.store_host} {self.primary}"
        (self.data / "server.conf").write_text("".join(f"{name} {value}\n" for name, value in settings.items()))
        return [self.binary, self.data / "server.conf"]

    def start(self) -> None:
        super().start()
        until(self.answers, f"{self.name} answers")

    def answers(self) -> bool:
        try:
            return self.call("PING") == "PONG"
        except (OSError, ReplyError):
            return False

    def call(self, *arguments, timeout: float = 5):
        connection = Connection(self.port, timeout=timeout)
        try:
            return connection.call(*arguments)
        finally:
            connection.socket.close()

    def info(self, section: str) -> dict[str, str]:
        lines = self.call("INFO", section).decode().splitlines()
        return dict(line.split(":", 1) for line in lines if ":" in line)

    def is_linked_to(self, primary: int) -> bool:
        info = self.info("replication")
        return info.get("master_port") == str(primary) and info.get("master_link_status") == "up"


class Sentinel(Program):
    def __init__(self, number: int, folder: pathlib.Path, network, binary: str, primary: int):
        super().__init__(f"sentinel{number}", folder)
        self.binary, self.port = binary, network.port(7011 + number)
        hosts = dict.fromkeys(["127.0.0.1", network.store_host])
        self.configuration = folder / f"{self.name}.conf"
        self.configuration.write_text(
            f"port {self.port}\nbind {' '.join(hosts)}\ndir {folder}\nprotected-mode no\n"
            f"sentinel monitor {NAME} {network.store_host} {primary} 2\n"
            f"sentinel down-after-milliseconds {NAME} 1000\nsentinel failover-timeout {NAME} 4000\n"
            f"sentinel parallel-syncs {NAME} 2\n")

    @property
    def command(self) -> list:
        return [self.binary, self.configuration, "--sentinel"]

    call = StoreServer.call

    @property
    def primary(self) -> int:
        """The port of the server that this sentinel takes for the primary."""
        return int(self.call("SENTINEL", "get-master-addr-by-name", NAME)[1])

    def knows_all(self) -> bool:
        try:
            reply = self.call("SENTINEL", "master", NAME)
        except (OSError, ReplyError):
            return False
        if not isinstance(reply, dict):
            words = [word.decode() for word in reply]
            reply = dict(zip(words[::2], words[1::2]))
        number = {name: int(reply[name]) for name in ("num-slaves", "num-other-sentinels")}
        return number == {"num-slaves": 2, "num-other-sentinels": 2}


class Node(Program):
    """A Cairn server with one thread."""

    def __init__(self, number: int, folder: pathlib.Path, network, executable: pathlib.Path, *settings: str):
        super().__init__(f"node{number}", folder)
        self.number, self.network, self.executable, self.settings = number, network, executable, settings
        self.host, self.port = network.node_address(number)

    @property
    def command(self) -> list:
        return self.network.command(self.number, [
            self.executable, f"--host={self.host}", f"--port={self.port}", f"--public={PUBLIC}", "--threads=1",
            "--access-log=off", "--max-connections-per-ip=10000", "--max-sessions-per-network=100000",
            *self.settings])

    def start(self) -> None:
        begin = len(self.output)
        super().start()

        def has_printed_port() -> bool:
            assert self.is_running, f"{self.name} exited: {self.output[begin:]}"
            found = re.search(r"Serving .*?http://[^:/]+:(\d+)", self.output[begin:])
            self.port = int(found[1]) if found else self.port
            return bool(found)

        until(has_printed_port, f"{self.name} prints its port")

    def stop(self) -> int:
        """Ends the node with SIGTERM. - Returns: its exit status."""
        self.signal(signal.SIGTERM)
        before = self.cpu_seconds
        status = self.process.wait(timeout=30)
        self.used_seconds = before
        return status


class Balancer(Program):
    """nginx: round robin; a POST that was sent is never sent to a second node."""

    def __init__(self, folder: pathlib.Path, network, nodes: list[Node]):
        super().__init__("balancer", folder)
        self.port = network.port(8000)
        servers = "".join(f"server {node.host}:{node.port} max_fails=10 fail_timeout=1s;" for node in nodes)
        paths = "".join(
            f"{name}_temp_path {folder}/temporary;" for name in ("client_body", "proxy", "fastcgi", "uwsgi", "scgi"))
        (folder / "balancer.conf").write_text(f"""
            daemon off; master_process off; pid {folder}/balancer.pid; error_log {folder}/balancer.log warn;
            events {{ worker_connections 8192; }}
            http {{
                access_log off; {paths} keepalive_requests 1000000;
                upstream nodes {{ {servers} keepalive 256; keepalive_requests 1000000; }}
                server {{
                    listen 127.0.0.1:{self.port};
                    location / {{
                        proxy_pass http://nodes; proxy_http_version 1.1; proxy_set_header Connection "";
                        proxy_set_header Host $host; proxy_connect_timeout 1s; proxy_read_timeout 2500ms;
                        proxy_next_upstream error timeout;
                    }}
                }}
            }}""")

    def is_listening(self) -> bool:
        with socket.socket() as probe:
            return probe.connect_ex(("127.0.0.1", self.port)) == 0

    @property
    def command(self) -> list:
        return ["nginx", "-c", self.folder / "balancer.conf", "-e", self.log]


class Cluster:
    """A primary with two replicas, three sentinels, three nodes and the balancer."""

    def __init__(
        self, folder: pathlib.Path, network, executable: pathlib.Path, binary: str, copies: int, *settings: str
    ):
        self.network, self.copies = network, copies
        # Begin, end and address of each node that was cut off from the store.
        self.cuts: list[tuple[float, float, str]] = []
        # Faults run on one thread that lives as long as the cluster, because the kernel ends a program with the thread
        # that started it.
        self.executor = concurrent.futures.ThreadPoolExecutor(1)
        self.stores = [StoreServer(number, folder, network, binary) for number in range(3)]
        self.stores[0].start()
        for store in self.stores[1:]:
            store.primary = self.stores[0].port
            store.start()
        until(lambda: all(store.is_linked_to(self.stores[0].port) for store in self.stores[1:]), "replicas are linked")
        self.sentinels = [Sentinel(number, folder, network, binary, self.stores[0].port) for number in range(3)]
        for sentinel in self.sentinels:
            sentinel.start()
        until(lambda: all(sentinel.knows_all() for sentinel in self.sentinels), "the sentinels know each other", 30)
        hosts = ",".join(f"{network.store_host}:{sentinel.port}" for sentinel in self.sentinels)
        place = f"--state=redis-sentinel://{hosts}/{NAME}"
        self.nodes = [
            Node(number, folder, network, executable, place, f"--store-copies={copies}", *settings)
            for number in range(NODES)]
        for node in self.nodes:
            node.start()
        self.balancer = Balancer(folder, network, self.nodes)
        self.balancer.start()
        until(self.balancer.is_listening, "the balancer listens")

    @property
    def primary(self) -> StoreServer:
        """The primary, as most sentinels see it."""
        ports = []
        for sentinel in self.sentinels:
            try:
                ports.append(sentinel.primary)
            except (OSError, ReplyError):
                pass
        port = max(set(ports), key=ports.count)
        return next(store for store in self.stores if store.port == port)

    @property
    def replicas(self) -> list[StoreServer]:
        primary = self.primary
        return [store for store in self.stores if store is not primary]

    @property
    def failover_times(self) -> list[float]:
        """The times of all failovers so far, on the monotonic clock."""
        offset = time.time() - time.monotonic()
        found = re.findall(r"X (\d+ \w+ \d+ [0-9:]+)\.\d+ # \+switch-master", self.sentinels[0].output)
        return [time.mktime(time.strptime(text, "%d %b %Y %H:%M:%S")) - offset for text in found]

    def await_replication(self, seconds: float = 60) -> None:
        """Waits until one primary has two linked replicas, and the sentinels agree on it."""
        def is_complete() -> bool:
            try:
                port = self.primary.port
                return (all(sentinel.primary == port for sentinel in self.sentinels)
                        and self.primary.info("replication")["role"] == "master"
                        and all(store.is_linked_to(port) for store in self.replicas))
            except (OSError, ReplyError, KeyError):
                return False
        until(is_complete, "replication is complete", seconds)

    @property
    def programs(self) -> list[Program]:
        return [self.balancer, *self.nodes, *self.sentinels, *self.stores]

    def close(self) -> None:
        for program in self.programs:
            program.kill()
        self.executor.shutdown()
        self.network.close()
