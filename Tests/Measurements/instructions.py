"""Compares the instructions per request with committed thresholds.

    instructions.py MEASUREMENTS    the built executable `measurements`

Callgrind counts the server's user-space instructions between two requests. The server's upkeep, which runs once a
second and costs as much as seven requests, is put off, so that the count does not depend on the machine's speed. Other
load on the machine can still change it a little. So a count above its threshold is measured again, up to ATTEMPTS
times, and the lowest one is compared. If that is above the threshold, it is a failure; a count far below it means that
the threshold should be lowered.
"""

import os
import pathlib
import re
import socket
import subprocess
import sys
import tempfile
import time

# Instructions per request: the lowest counts that were measured, rounded. TOLERANCE allows for other processors and C
# libraries. The thousand rows share places in the cache of encoded actions, depending on the program's addresses:
# 1,090,000 and 1,196,000 were measured for two builds of one commit.
THRESHOLDS = {"hello": 18_000, "new visitor": 75_100, "page": 77_500, "act": 74_200, "1,000 rows": 1_200_000,
              "loaded": 127_000}
TOLERANCE = 0.03
TARGETS = {"hello": "/hello", "new visitor": "/directory", "1,000 rows": "/directory/people/crowd",
           "loaded": "/directory/people/loaded"}
# Callgrind counts each octet of a copy by `rep movsb` as an instruction, so the C library copies by vectors.
COPYING = "glibc.cpu.x86_rep_movsb_threshold=1000000000"
REQUESTS = 400
WARM_UP = 150
SECONDS = 120
ATTEMPTS = 5

# The header fields of Chromium.
HEAD = (
    "Host: localhost:8080\r\nConnection: keep-alive\r\nsec-ch-ua: \"Chromium\";v=\"124\"\r\nsec-ch-ua-mobile: ?0\r\n"
    "Upgrade-Insecure-Requests: 1\r\nUser-Agent: Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) "
    "Chrome/124.0.0.0 Safari/537.36\r\nAccept: text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,image/webp,"
    "*/*;q=0.8\r\nSec-Fetch-Site: same-origin\r\nSec-Fetch-Mode: navigate\r\nAccept-Encoding: gzip, deflate, br, zstd\r\n"
    "Accept-Language: en-US,en;q=0.9\r\n\r\n"
)


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


def wait_for_port(port: int, server: subprocess.Popen) -> None:
    end = time.monotonic() + SECONDS
    while time.monotonic() < end and server.poll() is None:
        try:
            socket.create_connection(("127.0.0.1", port), timeout=1).close()
            return
        except OSError:
            time.sleep(0.1)
    raise SystemExit("the server did not start")


def encode_requests(kind: str, folder: pathlib.Path) -> list[bytes]:
    if kind in TARGETS:
        return [f"GET {TARGETS[kind]} HTTP/1.1\r\n{HEAD}".encode()]
    encoded = []
    for line in (folder / f"{kind}.tsv").read_text().splitlines():
        path, cookie, *body = line.split("\t")
        if kind == "page":
            encoded.append(f"GET {path} HTTP/1.1\r\nCookie: {cookie}\r\n{HEAD}".encode())
        else:
            form = f"Content-Type: application/x-www-form-urlencoded\r\nContent-Length: {len(body[0])}\r\n"
            encoded.append(f"POST {path} HTTP/1.1\r\nCookie: {cookie}\r\n{form}{HEAD}{body[0]}".encode())
    return encoded


def exchange(connection: socket.socket, request: bytes, kind: str) -> None:
    connection.sendall(request)
    response = b""
    while b"\r\n\r\n" not in response:
        response += connection.recv(65_536)
    head, _, body = response.partition(b"\r\n\r\n")
    expected = b"303" if kind == "act" else b"200"
    assert head.split(b" ", 2)[1] == expected, f"{kind}: {head[:60]!r}"
    length = re.search(rb"(?i)content-length: (\d+)", head)
    while length and len(body) < int(length[1]):
        body += connection.recv(65_536)


def callgrind_control(server: subprocess.Popen, option: str) -> None:
    subprocess.run(["callgrind_control", option, str(server.pid)], capture_output=True, check=True)


def instructions(program: str, kind: str) -> float:
    with tempfile.TemporaryDirectory() as name:
        folder, port = pathlib.Path(name), free_port()
        settings = {"PORT": str(port), "SESSIONS": "10", "THREADS": "1", "REQUESTS": name, "UPKEEP": "3600",
                    "GLIBC_TUNABLES": COPYING}
        with open(folder / "log", "w") as log:
            server = subprocess.Popen(
                ["valgrind", "--tool=callgrind", f"--callgrind-out-file={folder}/counts", program, "serve"],
                stdout=log, stderr=log, env={**os.environ, **settings},
            )
        try:
            wait_for_port(port, server)
            all_requests = encode_requests(kind, folder)
            with socket.create_connection(("127.0.0.1", port), timeout=SECONDS) as connection:
                for index in range(WARM_UP):
                    exchange(connection, all_requests[index % len(all_requests)], kind)
                callgrind_control(server, "-z")
                for index in range(WARM_UP, WARM_UP + REQUESTS):
                    exchange(connection, all_requests[index % len(all_requests)], kind)
                callgrind_control(server, "-d")
        finally:
            server.terminate()
            server.wait(timeout=SECONDS)
        counts = min(folder.glob("counts.*")).read_text(errors="replace")
        total = re.search(r"^(?:totals|summary): (\d+)", counts, re.M)
        assert total, "callgrind wrote no total"
        return int(total[1]) / REQUESTS


def main() -> int:
    exceeded_count = 0
    for kind, threshold in THRESHOLDS.items():
        count, attempts = instructions(sys.argv[1], kind), 1
        while count > threshold * (1 + TOLERANCE) and attempts < ATTEMPTS:
            count, attempts = min(count, instructions(sys.argv[1], kind)), attempts + 1
        ratio = count / threshold
        is_within = ratio <= 1 + TOLERANCE
        exceeded_count += not is_within
        remark = "" if ratio >= 1 - TOLERANCE else "; lower the threshold"
        print(f"{'' if is_within else 'FAILED '}{kind}: {count:,.0f} instructions "
              f"({ratio:.3f} of {threshold:,}{remark})")
    print("every count is within its threshold" if not exceeded_count else f"{exceeded_count} exceeded thresholds")
    return 1 if exceeded_count else 0


if __name__ == "__main__":
    sys.exit(main())
