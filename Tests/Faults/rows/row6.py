"""Latency of a canary client while four connections request expensive pages without a pause."""

import multiprocessing
import selectors
import time

from .common import Figure, Programs, connect, get, read_response


def flood(port: int, stop) -> None:
    """Keeps many requests of one connection queued at the server."""
    requests = get("/misbehaving/expensive", "Accept: application/json") * 64
    with connect(port) as connection, selectors.DefaultSelector() as selector:
        connection.setblocking(False)
        selector.register(connection, selectors.EVENT_READ | selectors.EVENT_WRITE)
        unsent = memoryview(requests)
        while not stop.is_set():
            for _, ready in selector.select(0.1):
                if ready & selectors.EVENT_READ and not connection.recv(1 << 16):
                    return
                if ready & selectors.EVENT_WRITE:
                    try:
                        unsent = unsent[connection.send(unsent):] or memoryview(requests)
                    except BlockingIOError:
                        pass
            time.sleep(0.002)


def canary(port: int, seconds: float, results) -> None:
    times, deadline = [], time.monotonic() + seconds
    while time.monotonic() < deadline:
        # Use a new connection each time, so that every event loop is measured.
        with connect(port) as connection:
            began = time.perf_counter()
            connection.sendall(get("/healthz"))
            assert read_response(connection)[0] == 200
            times.append(time.perf_counter() - began)
        time.sleep(0.005)
    times.sort()
    results.put((times[len(times) // 2] * 1e3, times[-1] * 1e3, len(times)))


def measure(programs: Programs) -> list:
    with programs.misbehaving("--threads=2") as server:
        stop, results = multiprocessing.Event(), multiprocessing.Queue()
        flooders = [multiprocessing.Process(target=flood, args=(server.port, stop)) for _ in range(4)]
        for process in flooders:
            process.start()
        time.sleep(1)
        canary_process = multiprocessing.Process(target=canary, args=(server.port, 8, results))
        canary_process.start()
        median, worst, _ = results.get(timeout=28)
        stop.set()
        for process in [*flooders, canary_process]:
            process.join()
    return [Figure("canary latency during four floods of expensive pages, median", median, 20, "ms"),
            Figure("canary latency, maximum", worst, 500, "ms")]
