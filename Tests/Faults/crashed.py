"""Sends SIGSEGV under load, while a supervisor holds the listening socket in the same way as systemd. Afterwards every
acknowledged action must be kept, the next request be answered within a second, and no connection be refused.

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

from killed import SHOWN, THREADS, Visitor
from session import Gone, Session

UNIT = pathlib.Path(__file__).resolve().parents[2] / "Sources/Gallery/systemd/cairn.service"
LONGEST_PAUSE = 1.0
BACKLOG = 4096


class Supervisor:
    """Holds the listening socket and restarts the program whenever it ends, in the same way as Restart=always."""

    def __init__(self, command: list[str], log: pathlib.Path):
        self.command, self.log, self.stops, self.starts = command, log, False, 0
        unit = UNIT.read_text()
        assert re.search(r"^Restart=always$", unit, re.M), "the unit does not restart"
        found = re.search(r"^RestartSec=(\d+)ms$", unit, re.M)
        assert found, "the unit names no RestartSec in milliseconds"
        self.delay = int(found[1]) / 1000
        listening = socket.create_server(("127.0.0.1", 0), backlog=BACKLOG)
        self.port = listening.getsockname()[1]
        # sd_listen_fds(3): the first passed descriptor is 3.
        self.descriptor = listening.detach()
        if self.descriptor != 3:
            os.dup2(self.descriptor, 3)
            os.close(self.descriptor)
        self.ended = threading.Event()
        self.start()
        self.thread = threading.Thread(target=self.watch, daemon=True)
        self.thread.start()

    def start(self) -> None:
        with self.log.open("ab") as log:
            self.process = subprocess.Popen(
                ["sh", "-c", 'LISTEN_PID=$$ exec "$0" "$@"', *self.command], stdout=log, stderr=log, pass_fds=(3,),
                env=dict(os.environ, LISTEN_FDS="1"))
        self.starts += 1

    def watch(self) -> None:
        while True:
            self.process.wait()
            if self.stops:
                return self.ended.set()
            time.sleep(self.delay)
            self.start()

    def crash(self) -> None:
        self.process.send_signal(signal.SIGSEGV)

    def stop(self) -> int:
        self.stops = True
        self.process.terminate()
        if not self.ended.wait(20):
            self.process.kill()
        return self.process.wait()


class CountingSession:
    """Counts the refused connections of all sessions."""

    refused = 0
    connect = Session.connect

    @staticmethod
    def counted(session: Session, port: int) -> None:
        try:
            CountingSession.connect(session, port)
        except Gone as error:
            CountingSession.refused += isinstance(error.__cause__, ConnectionRefusedError)
            raise


def answered_after(port: int) -> float:
    """Returns the seconds until a new client gets a response. A process that is about to end can still accept the
    connection; then the client retries, in the same way as a browser."""
    began = time.monotonic()
    while True:
        try:
            with socket.create_connection(("127.0.0.1", port), timeout=20) as client:
                client.sendall(b"GET /healthz HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n")
                answer = b""
                while part := client.recv(4096):
                    answer += part
            if answer.endswith(b"\r\n\r\nok\n"):
                return time.monotonic() - began
        except ConnectionRefusedError:
            CountingSession.refused += 1
        except OSError:
            pass
        assert time.monotonic() - began < 20, "it does not come back"


def main() -> None:
    arguments = argparse.ArgumentParser()
    arguments.add_argument("cairn", type=pathlib.Path)
    arguments.add_argument("--kills", type=int, default=10)
    arguments.add_argument("--seed", type=int, default=random.randrange(1_000_000))
    given = arguments.parse_args()
    moments = random.Random(given.seed)
    Session.connect = CountingSession.counted
    visitors = [Visitor(number, given.seed) for number in range(THREADS)]
    pauses, began = [], time.monotonic()
    with tempfile.TemporaryDirectory() as folder, concurrent.futures.ThreadPoolExecutor(THREADS) as pool:
        place = pathlib.Path(folder)
        supervisor = Supervisor(
            [str(given.cairn.resolve()), "serve", "--access-log=off", "--state", f"{place / 'state'}"], place / "log")
        try:
            answered_after(supervisor.port)
            for _ in range(given.kills):
                acting = [pool.submit(visitor.act, supervisor.port) for visitor in visitors]
                time.sleep(moments.uniform(0.1, 0.4))
                supervisor.crash()
                pauses.append(answered_after(supervisor.port))
                for future in acting:
                    future.result()
                list(pool.map(lambda visitor: visitor.look(supervisor.port), visitors))
        finally:
            status = supervisor.stop()
        said = (place / "log").read_text(errors="replace")
    wrong = [line for visitor in visitors for line in visitor.wrong]
    if status != 0:
        wrong.append(f"it ended with {status}: {said[-500:]}")
    if supervisor.starts != given.kills + 1:
        wrong.append(f"{supervisor.starts} starts for {given.kills} crashes: {said[-500:]}")
    if max(pauses) > LONGEST_PAUSE:
        wrong.append(f"a request after a crash was answered after {max(pauses):.2f} s, not within {LONGEST_PAUSE:g} s")
    if CountingSession.refused:
        wrong.append(f"{CountingSession.refused} connections were refused")
    for line in wrong[:SHOWN]:
        print(f"FAILED {line}")
    counted = Session.counted
    print(
        f"{given.kills} crashes, next answer after {sorted(pauses)[len(pauses) // 2] * 1000:.0f} ms (median), "
        f"{max(pauses) * 1000:.0f} ms (max) of {LONGEST_PAUSE * 1000:.0f} ms, {CountingSession.refused} refused, "
        f"{counted['answered']} actions of {counted['sessions']} sessions answered, {counted['looked']} versions looked "
        f"for, {len(wrong)} lost or wrong; of {counted['cut']} actions in flight {counted['landed']} were there; "
        f"{time.monotonic() - began:.0f} s, seed {given.seed}")
    sys.exit(1 if wrong else 0)


if __name__ == "__main__":
    main()
