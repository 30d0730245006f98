"""300 clients request large pages and do not read them."""

import threading
import time

from .common import Figure, Programs, connected, get, reply

CLIENTS = 300


def read_slowly(port: int, told: list) -> None:
    """Reads a page of 900 KiB at 250 KiB/s, like a regular client on a slow link."""
    with connected(port, room=8192, segment=536) as plain:
        plain.sendall(get("/misbehaving/large", "Accept: text/html", "Connection: close"))
        received = 0
        try:
            while part := plain.recv(1 << 14):
                received += len(part)
                time.sleep(len(part) / 256_000)
        except OSError:
            pass
        told.append(received)


def measure(programs: Programs) -> list:
    with programs.misbehaving() as server:
        with connected(server.port) as plain:
            plain.sendall(get("/misbehaving/too-large", "Accept: application/json"))
            status, _, _ = reply(plain)
            plain.sendall(get("/misbehaving/large", "Accept: application/json"))
            assert reply(plain)[0] == 200, "a page of 900 KiB is not shown"
        lines = [line for line in server.text.splitlines() if "/misbehaving/too-large" in line]
        before, most, clients, told = server.status("VmRSS"), 0, [], []
        fair = threading.Thread(target=read_slowly, args=(server.port, told))
        fair.start()
        ask = get("/misbehaving/large", "Accept: application/vnd.siren+json") * 8
        for _ in range(CLIENTS):
            clients.append(connected(server.port, room=4096, segment=536))
            clients[-1].sendall(ask)
            most = max(most, server.status("VmRSS"))
        deadline = time.monotonic() + 8
        while time.monotonic() < deadline or fair.is_alive():
            most = max(most, server.status("VmRSS"))
            time.sleep(0.05)
        for plain in clients:
            plain.close()
        return [
            Figure(f"memory for {CLIENTS} that ask for 900 KiB and do not read", (most - before) / 1024, 200, "MiB"),
            Figure("octets that a fair reader beside them did not get", max(0, 900 * 1024 - told[0]), 1_024),
            Figure("screens above 1 MiB that are not answered 500 and named in the log once",
                   int(status != 500 or len(lines) != 1), 0),
        ]
