"""Four connections request expensive pages without a pause, while a canary measures the latency."""

import multiprocessing
import selectors
import time

from .common import Figure, Programs, connected, get, reply


def hog(port: int, ends) -> None:
    """Keeps many requests of one connection queued at the server."""
    ask = get("/misbehaving/expensive", "Accept: application/json") * 64
    with connected(port) as plain, selectors.DefaultSelector() as selector:
        plain.setblocking(False)
        selector.register(plain, selectors.EVENT_READ | selectors.EVENT_WRITE)
        left = memoryview(ask)
        while not ends.is_set():
            for _, ready in selector.select(0.1):
                if ready & selectors.EVENT_READ and not plain.recv(1 << 16):
                    return
                if ready & selectors.EVENT_WRITE:
                    try:
                        left = left[plain.send(left):] or memoryview(ask)
                    except BlockingIOError:
                        pass
            time.sleep(0.002)


def canary(port: int, seconds: float, told) -> None:
    times, ends = [], time.monotonic() + seconds
    while time.monotonic() < ends:
        # Use a new connection each time, so that every event loop is measured.
        with connected(port) as plain:
            began = time.perf_counter()
            plain.sendall(get("/healthz"))
            assert reply(plain)[0] == 200
            times.append(time.perf_counter() - began)
        time.sleep(0.005)
    times.sort()
    told.put((times[len(times) // 2] * 1e3, times[-1] * 1e3, len(times)))


def measure(programs: Programs) -> list:
    with programs.misbehaving("--threads=2") as server:
        ends, told = multiprocessing.Event(), multiprocessing.Queue()
        hogs = [multiprocessing.Process(target=hog, args=(server.port, ends)) for _ in range(4)]
        for one in hogs:
            one.start()
        time.sleep(1)
        watcher = multiprocessing.Process(target=canary, args=(server.port, 8, told))
        watcher.start()
        median, worst, _ = told.get(timeout=28)
        ends.set()
        for one in [*hogs, watcher]:
            one.join()
    return [Figure("a canary's median beside four connections of expensive pages", median, 20, "ms"),
            Figure("its worst", worst, 500, "ms")]
