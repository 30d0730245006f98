"""Memory of idle connections that have fetched a file or a page of about 1 MiB, or a small page."""

import pathlib
import tempfile

from .common import Figure, Programs, connect, get, read_response, wait_until

CLIENTS = 500
# Of a small page, whose buffers a connection could keep: 850 octets for each were measured, and 4,200 when it kept them.
VISITORS = 4_000


def memory_growth(server, path: str) -> float:
    """Returns the memory growth, in MiB, that is caused by idle clients that have read the response."""
    request = get(path, "Accept: text/html")
    with connect(server.port) as connection:
        connection.sendall(request)
        assert read_response(connection)[0] == 200
    before, clients = server.proc_status("VmRSS"), []
    for _ in range(CLIENTS):
        clients.append(connect(server.port))
        clients[-1].sendall(request)
        status, _, body = read_response(clients[-1])
        assert status == 200 and len(body) >= 900 * 1024, f"{status}, {len(body)} octets"
    wait_until(lambda: server.proc_status("VmRSS") - before <= 10 * 1024, 3)
    after = server.proc_status("VmRSS")
    for connection in clients:
        connection.close()
    return (after - before) / 1024


def visit(server, count: int) -> list:
    """Connects clients, each of which reads a page of an app."""
    clients = [connect(server.port) for _ in range(count)]
    for connection in clients:
        connection.sendall(get("/letters", "Accept: text/html"))
        assert read_response(connection)[0] == 200
    return clients


def octets_of_visitor(server) -> float:
    """Returns the memory growth, in octets, for each idle client that has read a page of an app."""
    for connection in visit(server, 100):
        connection.close()
    before, clients = server.proc_status("RssAnon"), visit(server, VISITORS)
    after = server.proc_status("RssAnon")
    for connection in clients:
        connection.close()
    return (after - before) * 1024 / VISITORS


def measure(programs: Programs) -> list:
    with tempfile.TemporaryDirectory() as folder:
        (pathlib.Path(folder) / "mebibyte.bin").write_bytes(bytes(1 << 20))
        with programs.gallery(f"--public={folder}") as server:
            file = memory_growth(server, "/mebibyte.bin")
    with programs.gallery("--threads=1") as server:
        visitor = octets_of_visitor(server)
    with programs.misbehaving() as server:
        page = memory_growth(server, "/misbehaving/large")
    return [Figure("memory of 500 idle connections after a file of 1 MiB", file, 10, "MiB"),
            Figure("memory of 500 idle connections after a page of 900 KiB", page, 10, "MiB"),
            Figure(f"memory of each of {VISITORS} idle connections after a small page", visitor, 1_500, "octets")]
