"""Handlers that block every event loop forever, and SIGTERM."""

import signal
import time

from .common import Figure, Programs, connected, post, until

GRACE = 1
# The server's exit status if a loop is still blocked after the grace period.
STATUS = 70


def measure(programs: Programs) -> list:
    with programs.misbehaving("--threads=2", f"--grace-seconds={GRACE}") as server:
        server.expected = STATUS
        clients = []
        began = time.monotonic()

        def lines() -> list:
            return [line for line in server.text.splitlines() if "spin-forever" in line]

        # Open new connections until both loops are blocked.
        while len(lines()) < 2 and time.monotonic() < began + 8:
            clients.append(connected(server.port))
            clients[-1].sendall(post("/misbehaving", "action=spin-forever"))
            until(lambda: len(lines()) >= 2, 0.3)
            if len(clients) == 2:
                until(lambda: lines(), 3)
        told = len(lines())
        server.process.send_signal(signal.SIGTERM)
        sent = time.monotonic()
        until(lambda: server.process.poll() is not None, 10)
        seconds = time.monotonic() - sent
        if server.process.poll() is None:
            server.process.kill()
            server.expected = -signal.SIGKILL
        for plain in clients:
            plain.close()
        return [Figure("loops of two that are blocked without a line about it", 2 - min(2, told), 0),
                Figure("lines more than one for each loop", max(0, told - 2), 0),
                Figure("the end after SIGTERM, with 1 s of grace, after", seconds, GRACE + 2, "s"),
                Figure("its status, from 70", abs((server.process.poll() or 0) - STATUS), 0)]
