"""Checks Unix-domain sockets and socket activation: entrances.py CAIRN."""

import os
import pathlib
import socket
import subprocess
import sys
import tempfile
import threading
import time

from running import PUBLIC, RunningServer, run_checks

CAIRN = sys.argv[1]
FOLDER = pathlib.Path(tempfile.mkdtemp())


def run_cairn(*settings: str, **options) -> RunningServer:
    return RunningServer(CAIRN, f"--public={PUBLIC}", *settings, **options)


def exchange(address, head: str = "GET /healthz HTTP/1.1\r\nHost: localhost\r\n", body: str = "") -> bytes:
    family = socket.AF_UNIX if isinstance(address, str) else socket.AF_INET
    with socket.socket(family) as connection:
        connection.settimeout(10)
        connection.connect(address)
        connection.sendall(f"{head}Connection: close\r\n\r\n{body}".encode())
        response = b""
        while part := connection.recv(65536):
            response += part
        return response


def check_serves_logs_and_removes_a_socket_path():
    """unix(7)."""
    path = f"{FOLDER}/a.sock"
    with run_cairn("--unix-socket", path, "--threads=2") as server:
        assert f"Serving unix:{path} " in server.output
        for _ in range(50):
            assert exchange(path).endswith(b"\r\n\r\nok\n")
        healthcheck = [CAIRN, "healthcheck", "--unix-socket", path]
        assert subprocess.run(healthcheck, timeout=10).returncode == 0
        second = subprocess.run([CAIRN, "--unix-socket", path], capture_output=True, text=True, timeout=10)
        assert second.returncode == 2 and "another server listens there" in second.stderr + second.stdout, second
        assert exchange(path).endswith(b"ok\n")
        server.wait_for_output("unix [")
    assert not os.path.exists(path)
    assert subprocess.run(healthcheck, timeout=10).returncode == 1


def check_replaces_the_socket_file_of_a_killed_server():
    """unix(7)."""
    path = f"{FOLDER}/b.sock"
    with run_cairn("--unix-socket", path) as server:
        server.process.kill()
        server.process.wait()
        assert os.path.exists(path)
        with run_cairn("--unix-socket", path):
            assert exchange(path).endswith(b"ok\n")
        server.process.returncode = 0


def check_trusts_forwarding_fields_on_a_unix_socket_only_if_configured():
    """RFC 7239 §8.1, unix(7)."""
    path, head = f"{FOLDER}/c.sock", "GET /letters HTTP/1.1\r\nHost: inside\r\nAccept: application/vnd.siren+json\r\n"
    forwarded = "X-Forwarded-For: 192.0.2.7\r\nX-Forwarded-Proto: https\r\nX-Forwarded-Host: example.org\r\n"
    with run_cairn("--unix-socket", path):
        response = exchange(path, head + forwarded)
        assert b"http://inside/letters" in response and b"example.org" not in response
    with run_cairn("--unix-socket", path, "--trusted-proxies=unix") as server:
        assert b"https://example.org/letters" in exchange(path, head + forwarded)
        server.wait_for_output("192.0.2.7 [")


def check_unix_socket_clients_have_no_limit_per_address():
    """RFC 9112 §9.4, unix(7)."""
    path = f"{FOLDER}/d.sock"
    with run_cairn("--unix-socket", path, "--max-connections-per-ip=2"):
        connections = [socket.socket(socket.AF_UNIX) for _ in range(20)]
        for connection in connections:
            connection.settimeout(10)
            connection.connect(path)
            connection.sendall(b"GET /healthz HTTP/1.1\r\nHost: a\r\n\r\n")
        assert all(connection.recv(4096).endswith(b"ok\n") for connection in connections)


def activation_options(*listeners: socket.socket) -> dict:
    """Returns the `RunningServer` options for socket activation, and the code that sets `LISTEN_PID`."""
    descriptors = [listener.fileno() for listener in listeners]

    def duplicate_descriptors() -> None:
        copies = [os.dup2(number, 100 + index) for index, number in enumerate(descriptors)]
        for index, number in enumerate(copies):
            os.dup2(number, 3 + index, inheritable=True)

    code = "import os, sys; os.environ['LISTEN_PID'] = str(os.getpid()); os.execv(sys.argv[1], sys.argv[1:])"
    return dict(in_child=duplicate_descriptors, descriptors=tuple(range(3, 3 + len(descriptors))),
                environment=dict(os.environ, LISTEN_FDS=str(len(descriptors)))), code


def start_activated(*listeners: socket.socket, settings: tuple = ()) -> RunningServer:
    options, code = activation_options(*listeners)
    return RunningServer(
        sys.executable, "-c", code, CAIRN, f"--public={PUBLIC}", "--access-log=off", *settings, **options)


def check_serves_inherited_listening_sockets():
    """sd_listen_fds(3)."""
    tcp = socket.create_server(("127.0.0.1", 0), backlog=64)
    path = f"{FOLDER}/e.sock"
    with socket.socket(socket.AF_UNIX) as unix:
        unix.bind(path)
        unix.listen(64)
        with start_activated(tcp, unix) as server:
            assert server.port == tcp.getsockname()[1]
            for _ in range(20):
                assert exchange(tcp.getsockname()).endswith(b"ok\n")
                assert exchange(path).endswith(b"ok\n")
        assert os.path.exists(path), "the server removed the supervisor's socket file"


def check_refuses_no_client_during_a_restart_with_inherited_sockets():
    """sd_listen_fds(3), RFC 9112 §9.6."""
    tcp = socket.create_server(("127.0.0.1", 0), backlog=512)
    responses, errors, done = [], [], threading.Event()

    def send_requests() -> None:
        while not done.is_set():
            try:
                responses.append(exchange(tcp.getsockname()).endswith(b"ok\n"))
            except OSError as error:
                errors.append(error)

    client_threads = [threading.Thread(target=send_requests, daemon=True) for _ in range(4)]
    server = start_activated(tcp)
    try:
        for client_thread in client_threads:
            client_thread.start()
        for _ in range(3):
            # One server at a time: clients that connect in between wait in the backlog of the supervisor's socket.
            server.process.terminate()
            assert server.process.wait(timeout=20) == 0
            server = start_activated(tcp)
            target_count, deadline = len(responses) + 200, time.monotonic() + 20
            while len(responses) < target_count:
                assert time.monotonic() < deadline, f"only {len(responses)} responses within 20 s"
                time.sleep(0.01)
    finally:
        done.set()
        for client_thread in client_threads:
            client_thread.join(timeout=20)
        with server:
            pass
    assert not errors, errors[:3]
    assert all(responses) and len(responses) > 600, len(responses)


def check_keeps_the_socket_path_of_a_successor():
    """unix(7)."""
    path = f"{FOLDER}/f.sock"
    with run_cairn("--unix-socket", path) as first:
        os.unlink(path)
        with run_cairn("--unix-socket", path):
            first.process.terminate()
            assert first.process.wait(timeout=20) == 0
            assert exchange(path).endswith(b"ok\n")


def check_limits_connections_over_all_inherited_sockets():
    """RFC 9112 §9.4, sd_listen_fds(3)."""
    sockets = [socket.create_server(("127.0.0.1", 0), backlog=64) for _ in range(3)]
    with start_activated(*sockets, settings=("--max-connections=6", "--threads=1")):
        first_part, last_part = b"GET /healthz HTTP/1.1\r\n", b"Host: a\r\n\r\n"

        def receives_ok(connection: socket.socket) -> bool:
            try:
                return connection.recv(4096).endswith(b"ok\n")
            except TimeoutError:
                return False

        def client(index: int, text: bytes) -> socket.socket:
            connection = socket.create_connection(sockets[index].getsockname(), timeout=1)
            connection.sendall(text)
            return connection

        # Six busy connections use one socket and the waiting ones use two others: the limit holds for their sum.
        busy = [client(0, first_part) for _ in range(6)]
        waiting = [client(index, first_part + last_part) for index in (1, 2, 1, 2, 1, 2)]
        assert not any(receives_ok(connection) for connection in waiting[:2])
        for connection in busy:
            connection.sendall(last_part)
        # Idle connections are closed to admit waiting ones.
        assert all(receives_ok(connection) for connection in busy)
        assert sum(receives_ok(connection) for connection in waiting) == 6


def check_closes_only_the_longest_idle_connections_of_an_address_at_its_limit():
    """RFC 9112 §9.6."""
    limit, request = 40, b"GET /healthz HTTP/1.1\r\nHost: a\r\n\r\n"

    def client(server: RunningServer, source: str) -> socket.socket:
        connection = socket.create_connection(("127.0.0.1", server.port), timeout=10, source_address=(source, 0))
        connection.sendall(request)
        assert connection.recv(4096).endswith(b"ok\n")
        return connection

    with run_cairn("--host=127.0.0.1", "--port=0", f"--max-connections-per-ip={limit}", "--access-log=off") as server:
        other = client(server, "127.0.0.2")
        clients = [client(server, "127.0.0.1") for _ in range(limit + 20)]
        assert all(connection.recv(1) == b"" for connection in clients[:20])
        for connection in (*clients[20:], other):
            connection.sendall(request)
            assert connection.recv(4096).endswith(b"ok\n")
        assert "security limit-reached from 127.0.0.1: " in server.output and "127.0.0.2" not in server.output


def check_rejects_an_inherited_socket_that_does_not_listen():
    """sd_listen_fds(3)."""
    with socket.socket() as unbound:
        try:
            server = start_activated(unbound)
        except AssertionError as error:
            assert "descriptor 3" in str(error), error
        else:
            with server:
                raise AssertionError("the server started with a socket that does not listen")


sys.exit(run_checks(dict(globals())))
