"""500 clients fetch a file or a page of about 1 MiB and keep their connections open."""

import pathlib
import tempfile

from .common import Figure, Programs, connected, get, reply, until

CLIENTS = 500


def growth(server, path: str) -> float:
    """Returns the server's memory growth for clients that have read the response and are idle, in MiB."""
    ask = get(path, "Accept: text/html")
    with connected(server.port) as plain:
        plain.sendall(ask)
        assert reply(plain)[0] == 200
    before, clients = server.status("VmRSS"), []
    for _ in range(CLIENTS):
        clients.append(connected(server.port))
        clients[-1].sendall(ask)
        status, _, body = reply(clients[-1])
        assert status == 200 and len(body) >= 900 * 1024, f"{status}, {len(body)} octets"
    until(lambda: server.status("VmRSS") - before <= 10 * 1024, 3)
    after = server.status("VmRSS")
    for plain in clients:
        plain.close()
    return (after - before) / 1024


def measure(programs: Programs) -> list:
    with tempfile.TemporaryDirectory() as folder:
        (pathlib.Path(folder) / "mebibyte.bin").write_bytes(bytes(1 << 20))
        with programs.gallery(f"--public={folder}") as server:
            file = growth(server, "/mebibyte.bin")
    with programs.misbehaving() as server:
        page = growth(server, "/misbehaving/large")
    return [Figure("memory of 500 idle connections after a file of 1 MiB", file, 10, "MiB"),
            Figure("memory of 500 idle connections after a page of 900 KiB", page, 10, "MiB")]
