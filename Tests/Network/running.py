"""A server process for each check, and the runner of the checks."""

import pathlib
import re
import signal
import subprocess
import tempfile
import time

PUBLIC = pathlib.Path(__file__).resolve().parents[2] / "Public"


class RunningServer:
    """A server that runs during a `with` block and has to exit with `expected`."""

    expected = 0

    def __init__(self, *command: str, environment: dict | None = None, descriptors: tuple = (), in_child=None):
        self.log = tempfile.TemporaryFile()
        self.process = subprocess.Popen(
            command, stdout=self.log, stderr=self.log, env=environment, pass_fds=descriptors, preexec_fn=in_child)
        deadline = time.monotonic() + 10
        while "Serving " not in self.output:
            assert self.process.poll() is None, f"the server exited: {self.output}"
            if time.monotonic() > deadline:
                self.process.kill()
                raise AssertionError("the server printed no address within 10 s")
            time.sleep(0.02)
        found = re.search(r"://localhost:(\d+)", self.output)
        self.port = int(found[1]) if found else 0

    @property
    def output(self) -> str:
        self.log.seek(0)
        return self.log.read().decode(errors="replace")

    def wait_for_output(self, text: str) -> None:
        deadline = time.monotonic() + 10
        while text not in self.output:
            assert time.monotonic() < deadline, f"the server did not print {text!r}: {self.output}"
            time.sleep(0.02)

    def proc_status(self, key: str) -> int:
        found = re.search(rf"^{key}:\s+(\d+)", pathlib.Path(f"/proc/{self.process.pid}/status").read_text(), re.M)
        return int(found[1])

    @property
    def descriptor_count(self) -> int:
        return len(list(pathlib.Path(f"/proc/{self.process.pid}/fd").iterdir()))

    def __enter__(self):
        return self

    def __exit__(self, kind, *_):
        if self.process.poll() is None:
            self.process.send_signal(signal.SIGTERM)
        try:
            status = self.process.wait(timeout=20)
        except subprocess.TimeoutExpired:
            self.process.kill()
            status = "no status within 20 s"
        if kind is None:
            assert status == self.expected, f"the server exited with {status}: {self.output}"


def run_checks(namespace: dict) -> int:
    """Runs every function named `check_…`, prints the failures and returns the exit status."""
    failed_count, names = 0, [name for name in namespace if name.startswith("check_")]
    for name in names:
        # The docstring cites the RFC sections that the check covers, like the names of the Swift suites.
        section = namespace[name].__doc__ or ""
        label = f"{section.rstrip('.')}: {name[6:].replace('_', ' ')}"
        try:
            assert section, "the docstring cites no section"
            namespace[name]()
            print(f"ok {label}", flush=True)
        except Exception as error:
            failed_count += 1
            print(f"FAILED {label}: {type(error).__name__}: {error}", flush=True)
    print(f"{len(names) - failed_count} of {len(names)} checks passed")
    return 1 if failed_count else 0
