"""Log lines and SIGTERM while handlers block every event loop forever."""

import signal
import time

from .common import Figure, Programs, connect, post, wait_until

GRACE = 1
# The server's exit status if a loop is still blocked after the grace period.
STATUS = 70


def measure(programs: Programs) -> list:
    with programs.misbehaving("--threads=2", f"--grace-seconds={GRACE}") as server:
        server.expected = STATUS
        clients = []
        began = time.monotonic()

        def lines() -> list:
            return [line for line in server.output.splitlines() if "spin-forever" in line]

        # Open new connections until both loops are blocked.
        while len(lines()) < 2 and time.monotonic() < began + 8:
            clients.append(connect(server.port))
            clients[-1].sendall(post("/misbehaving", "action=spin-forever"))
            wait_until(lambda: len(lines()) >= 2, 0.3)
            if len(clients) == 2:
                wait_until(lambda: lines(), 3)
        line_count = len(lines())
        server.process.send_signal(signal.SIGTERM)
        sent = time.monotonic()
        wait_until(lambda: server.process.poll() is not None, 10)
        stop_seconds = time.monotonic() - sent
        if server.process.poll() is None:
            server.process.kill()
            server.expected = -signal.SIGKILL
        for connection in clients:
            connection.close()
        return [Figure("blocked loops of two without a log line", 2 - min(2, line_count), 0),
                Figure("log lines beyond one for each loop", max(0, line_count - 2), 0),
                Figure("exit after SIGTERM at a grace period of 1 s, after", stop_seconds, GRACE + 2, "s"),
                Figure("difference of the exit status from 70", abs((server.process.poll() or 0) - STATUS), 0)]
