"""A separate server for each check, and functions that the checks share."""

import pathlib
import re
import signal
import subprocess
import tempfile
import time

PUBLIC = pathlib.Path(__file__).resolve().parents[2] / "Public"


class Running:
    """A server that runs during a `with` block and has to exit with `expected`."""

    expected = 0

    def __init__(self, *command: str, environment: dict | None = None, descriptors: tuple = (), before=None):
        self.log = tempfile.TemporaryFile()
        self.process = subprocess.Popen(
            command, stdout=self.log, stderr=self.log, env=environment, pass_fds=descriptors, preexec_fn=before)
        deadline = time.monotonic() + 10
        while "cairn serves " not in self.text:
            assert self.process.poll() is None, f"it ended: {self.text}"
            if time.monotonic() > deadline:
                self.process.kill()
                raise AssertionError("it does not serve")
            time.sleep(0.02)
        found = re.search(r"://localhost:(\d+)", self.text)
        self.port = int(found[1]) if found else 0

    @property
    def text(self) -> str:
        self.log.seek(0)
        return self.log.read().decode(errors="replace")

    def wait_for(self, text: str) -> None:
        deadline = time.monotonic() + 10
        while text not in self.text:
            assert time.monotonic() < deadline, f"it does not say {text!r}: {self.text}"
            time.sleep(0.02)

    def status(self, key: str) -> int:
        found = re.search(rf"^{key}:\s+(\d+)", pathlib.Path(f"/proc/{self.process.pid}/status").read_text(), re.M)
        return int(found[1])

    @property
    def descriptors(self) -> int:
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
            status = "nothing, within 20 s"
        if kind is None:
            assert status == self.expected, f"it ended with {status}: {self.text}"


def checks_of(namespace: dict) -> int:
    """Runs every function named `check_…`, prints the failures and returns the exit status."""
    failed, names = 0, [name for name in namespace if name.startswith("check_")]
    for name in names:
        # The docstring names the RFC sections that the check covers, like the names of the Swift suites.
        section = namespace[name].__doc__ or ""
        sentence = f"{section.rstrip('.')}: {name[6:].replace('_', ' ')}"
        try:
            assert section, "it does not say what it proves"
            namespace[name]()
            print(f"ok {sentence}", flush=True)
        except Exception as error:
            failed += 1
            print(f"FAILED {sentence}: {type(error).__name__}: {error}", flush=True)
    print(f"{len(names) - failed} of {len(names)} checks")
    return 1 if failed else 0
