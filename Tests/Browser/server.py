"""A server process for each journey, which can be killed, restarted and suspended."""

import contextlib
import os
import pathlib
import re
import signal
import subprocess
import time
import urllib.error
import urllib.request

PUBLIC = pathlib.Path(__file__).resolve().parents[2] / "Public"
# The log lines that journeys cause on purpose: a full mailbox, identity changes, an evicted session.
EXPECTED_LINE = re.compile(
    r"Serving http|Serving unix|127\.0\.0\.1 \[|security identity-changed"
    r"|security session-evicted: letters: evicted a session at the limit of 1$|.*: MailboxFull$")


def wait_until(condition, description: str, seconds: float = 10) -> None:
    deadline = time.monotonic() + seconds
    while not condition():
        assert time.monotonic() < deadline, f"timeout after {seconds:g} s: {description}"
        time.sleep(0.02)


class Server:
    def __init__(self, executable: pathlib.Path, folder: pathlib.Path, *settings: str):
        self.executable, self.log, self.settings = executable, folder / "server", settings
        self.port = 0
        self.log.touch()
        self.start()

    @property
    def origin(self) -> str:
        return f"http://localhost:{self.port}"

    def start(self) -> None:
        """Starts the server, on its previous port if it had one."""
        begin = len(self.lines)
        with self.log.open("ab") as log:
            self.process = subprocess.Popen(
                [self.executable, "--host=127.0.0.1", f"--port={self.port}", f"--public={PUBLIC}", *self.settings],
                stdout=log, stderr=log)

        def has_printed_port() -> bool:
            assert self.process.poll() is None, f"the server exited: {' '.join(self.lines[begin:])}"
            found = [re.search(r"http://localhost:(\d+)", line) for line in self.lines[begin:]]
            self.port = next((int(match[1]) for match in found if match), self.port)
            return any(found)

        wait_until(has_printed_port, "the server prints its port")

    @property
    def lines(self) -> list[str]:
        return self.log.read_text(errors="replace").splitlines()

    def kill(self) -> None:
        self.process.kill()
        self.process.wait()

    def restart(self) -> None:
        """Kills the server with SIGKILL, such as in a crash, and starts it again."""
        self.kill()
        self.start()

    def stop(self) -> None:
        self.process.terminate()
        status = self.process.wait(timeout=20)
        assert status == 0, f"the server exited with {status}"
        unexpected_lines = [line for line in self.lines if not EXPECTED_LINE.match(line)]
        assert not unexpected_lines, f"unexpected log lines: {unexpected_lines}"

    @contextlib.contextmanager
    def suspended(self):
        """Suspends the server in the block; requests wait in the sockets."""
        self.process.send_signal(signal.SIGSTOP)
        # Wait until all threads are stopped, because a running thread could still read requests.
        os.waitpid(self.process.pid, os.WUNTRACED)
        try:
            yield
        finally:
            self.process.send_signal(signal.SIGCONT)

    @property
    def unread_request_count(self) -> int:
        """The number of connections to a suspended server with an unread request. A mere close has fewer bytes."""
        rows = [line.split() for line in pathlib.Path("/proc/net/tcp").read_text().splitlines()[1:]]
        return sum(int(row[1].split(":")[1], 16) == self.port and int(row[4].split(":")[1], 16) > 100 for row in rows)

    def logged_posts(self, path: str) -> list[str]:
        """The access-log lines of the POSTs to `path` that have a response so far."""
        # The log is written once a second, in order, so earlier responses come before this marker.
        marker = f"/marker-{time.monotonic_ns()}"
        with contextlib.suppress(urllib.error.HTTPError):
            urllib.request.urlopen(f"http://127.0.0.1:{self.port}{marker}", timeout=10).close()
        wait_until(lambda: any(marker in line for line in self.lines), "the access log is written")
        return [line for line in self.lines if f'"POST {path}" ' in line]

    @property
    def is_running(self) -> bool:
        return self.process.poll() is None
