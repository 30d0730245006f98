"""Memory of 500 idle connections that have fetched a file or a page of about 1 MiB."""

import pathlib
import tempfile

from .common import Figure, Programs, connect, get, read_response, wait_until

CLIENTS = 500


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


def measure(programs: Programs) -> list:
    with tempfile.TemporaryDirectory() as folder:
        (pathlib.Path(folder) / "mebibyte.bin").write_bytes(bytes(1 << 20))
        with programs.gallery(f"--public={folder}") as server:
            file = memory_growth(server, "/mebibyte.bin")
    with programs.misbehaving() as server:
        page = memory_growth(server, "/misbehaving/large")
    return [Figure("memory of 500 idle connections after a file of 1 MiB", file, 10, "MiB"),
            Figure("memory of 500 idle connections after a page of 900 KiB", page, 10, "MiB")]
