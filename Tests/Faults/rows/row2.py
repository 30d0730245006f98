"""Memory for 300 clients that request large pages and do not read them."""

import threading
import time

from .common import Figure, Programs, connect, get, read_response

CLIENTS = 300


def read_slowly(port: int, received_counts: list) -> None:
    """Reads a page of 900 KiB at 250 KiB/s, like a regular client on a slow link."""
    with connect(port, receive_buffer=8192, segment=536) as connection:
        connection.sendall(get("/misbehaving/large", "Accept: text/html", "Connection: close"))
        received = 0
        try:
            while part := connection.recv(1 << 14):
                received += len(part)
                time.sleep(len(part) / 256_000)
        except OSError:
            pass
        received_counts.append(received)


def measure(programs: Programs) -> list:
    with programs.misbehaving() as server:
        with connect(server.port) as connection:
            connection.sendall(get("/misbehaving/too-large", "Accept: application/json"))
            status, _, _ = read_response(connection)
            connection.sendall(get("/misbehaving/large", "Accept: application/json"))
            assert read_response(connection)[0] == 200, "a page of 900 KiB is refused"
        lines = [line for line in server.output.splitlines() if "/misbehaving/too-large" in line]
        before, peak, clients, received_counts = server.proc_status("VmRSS"), 0, [], []
        reader = threading.Thread(target=read_slowly, args=(server.port, received_counts))
        reader.start()
        request = get("/misbehaving/large", "Accept: application/vnd.siren+json") * 8
        for _ in range(CLIENTS):
            clients.append(connect(server.port, receive_buffer=4096, segment=536))
            clients[-1].sendall(request)
            peak = max(peak, server.proc_status("VmRSS"))
        deadline = time.monotonic() + 8
        while time.monotonic() < deadline or reader.is_alive():
            peak = max(peak, server.proc_status("VmRSS"))
            time.sleep(0.05)
        for connection in clients:
            connection.close()
        return [
            Figure(f"memory for {CLIENTS} clients that do not read 900 KiB", (peak - before) / 1024, 160, "MiB"),
            Figure("octets that a slow reader did not receive", max(0, 900 * 1024 - received_counts[0]), 1_024),
            Figure("screens above 1 MiB without a status 500 and exactly one log line",
                   int(status != 500 or len(lines) != 1), 0),
        ]
