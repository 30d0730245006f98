"""Sends SIGSEGV under load, while a supervisor holds the listening socket in the same way as systemd. Every
acknowledged action must be kept, the next response must arrive within a second, and a refused connection is a failure.

    crashed.py CAIRN [--kills N] [--seed N]

A trap in an app's handler ends the process. With the units in Sources/Gallery/systemd that is only a short pause: the
socket stays open, and the service restarts after RestartSec.
"""

import argparse
import concurrent.futures
import os
import pathlib
import random
import re
import signal
import socket
import subprocess
import sys
import tempfile
import threading
import time

from killed import MAX_PRINTED_ERRORS, THREADS, Visitor
from session import ServerGone, Session

UNIT = pathlib.Path(__file__).resolve().parents[2] / "Sources/Gallery/systemd/cairn.service"
MAX_PAUSE = 1.0
BACKLOG = 4096


class Supervisor:
    """Holds the listening socket and restarts the program whenever it ends, in the same way as Restart=always."""

    def __init__(self, command: list[str], log: pathlib.Path):
        self.command, self.log, self.is_stopping, self.starts = command, log, False, 0
        unit = UNIT.read_text()
        assert re.search(r"^Restart=always$", unit, re.M), "the unit has no Restart=always"
        found = re.search(r"^RestartSec=(\d+)ms$", unit, re.M)
        assert found, "the unit has no RestartSec in milliseconds"
        self.delay = int(found[1]) / 1000
        listener = socket.create_server(("127.0.0.1", 0), backlog=BACKLOG)
        self.port = listener.getsockname()[1]
        # sd_listen_fds(3): the first passed descriptor is 3.
        self.descriptor = listener.detach()
        if self.descriptor != 3:
            os.dup2(self.descriptor, 3)
            os.close(self.descriptor)
        self.ended = threading.Event()
        self.start()
        self.thread = threading.Thread(target=self.restart_forever, daemon=True)
        self.thread.start()

    def start(self) -> None:
        with self.log.open("ab") as log:
            self.process = subprocess.Popen(
                ["sh", "-c", 'LISTEN_PID=$$ exec "$0" "$@"', *self.command], stdout=log, stderr=log, pass_fds=(3,),
                env=dict(os.environ, LISTEN_FDS="1"))
        self.starts += 1

    def restart_forever(self) -> None:
        while True:
            self.process.wait()
            if self.is_stopping:
                return self.ended.set()
            time.sleep(self.delay)
            self.start()

    def crash(self) -> None:
        self.process.send_signal(signal.SIGSEGV)

    def stop(self) -> int:
        self.is_stopping = True
        self.process.terminate()
        if not self.ended.wait(20):
            self.process.kill()
        return self.process.wait()


class RefusedConnections:
    """The number of refused connections of all sessions."""

    count = 0
    connect = Session.connect

    @staticmethod
    def counting_connect(session: Session, port: int) -> None:
        try:
            RefusedConnections.connect(session, port)
        except ServerGone as error:
            RefusedConnections.count += isinstance(error.__cause__, ConnectionRefusedError)
            raise


def time_to_response(port: int) -> float:
    """Returns the seconds until a new client gets a response. A crashing process can still accept the connection;
    then the client retries, in the same way as a browser."""
    began = time.monotonic()
    while True:
        try:
            with socket.create_connection(("127.0.0.1", port), timeout=20) as client:
                client.sendall(b"GET /healthz HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n")
                response = b""
                while part := client.recv(4096):
                    response += part
            if response.endswith(b"\r\n\r\nok\n"):
                return time.monotonic() - began
        except ConnectionRefusedError:
            RefusedConnections.count += 1
        except OSError:
            pass
        assert time.monotonic() - began < 20, "the server did not respond within 20 s of the crash"


def main() -> None:
    arguments = argparse.ArgumentParser()
    arguments.add_argument("cairn", type=pathlib.Path)
    arguments.add_argument("--kills", type=int, default=10)
    arguments.add_argument("--seed", type=int, default=random.randrange(1_000_000))
    options = arguments.parse_args()
    rng = random.Random(options.seed)
    Session.connect = RefusedConnections.counting_connect
    visitors = [Visitor(number, options.seed) for number in range(THREADS)]
    pauses, began = [], time.monotonic()
    with tempfile.TemporaryDirectory() as folder, concurrent.futures.ThreadPoolExecutor(THREADS) as pool:
        directory = pathlib.Path(folder)
        supervisor = Supervisor(
            [str(options.cairn.resolve()), "serve", "--access-log=off", "--state", f"{directory / 'state'}"],
            directory / "log")
        try:
            time_to_response(supervisor.port)
            for _ in range(options.kills):
                actions = [pool.submit(visitor.act, supervisor.port) for visitor in visitors]
                time.sleep(rng.uniform(0.1, 0.4))
                supervisor.crash()
                pauses.append(time_to_response(supervisor.port))
                for future in actions:
                    future.result()
                list(pool.map(lambda visitor: visitor.verify(supervisor.port), visitors))
        finally:
            status = supervisor.stop()
        log = (directory / "log").read_text(errors="replace")
    errors = [line for visitor in visitors for line in visitor.errors]
    if status != 0:
        errors.append(f"the server exited with {status}: {log[-500:]}")
    if supervisor.starts != options.kills + 1:
        errors.append(f"{supervisor.starts} starts for {options.kills} crashes: {log[-500:]}")
    if max(pauses) > MAX_PAUSE:
        errors.append(f"the response after a crash took {max(pauses):.2f} s, more than {MAX_PAUSE:g} s")
    if RefusedConnections.count:
        errors.append(f"{RefusedConnections.count} connections were refused")
    for line in errors[:MAX_PRINTED_ERRORS]:
        print(f"FAILED {line}")
    counts = Session.counts
    print(
        f"{options.kills} crashes, next response after {sorted(pauses)[len(pauses) // 2] * 1000:.0f} ms (median), "
        f"{max(pauses) * 1000:.0f} ms (max) of {MAX_PAUSE * 1000:.0f} ms, {RefusedConnections.count} refused, "
        f"{counts['acknowledged']} actions of {counts['sessions']} sessions acknowledged, {counts['checked']} versions "
        f"checked, {len(errors)} errors; {counts['performed']} of {counts['in flight']} actions in flight performed; "
        f"{time.monotonic() - began:.0f} s, seed {options.seed}")
    sys.exit(1 if errors else 0)


if __name__ == "__main__":
    main()
