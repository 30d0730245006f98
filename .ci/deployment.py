"""Runs an article on a deployment: its sh blocks, and its console blocks, whose output is compared.

The blocks run in their order, in one empty folder, with the executable as `cairn` on the path. All processes are in
network and process namespaces of their own, so fixed ports are free, and the kernel ends everything with the first
process. Needs root.
"""

import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable

PUBLIC = pathlib.Path(__file__).resolve().parents[1] / "Public"
MARK = "CAIRN_DEPLOYMENT_FOLDER"
MAX_SECONDS = 180
MAX_BLOCK_SECONDS = 20
MIN_STEPS = 10
# The programs of Redis, used under the names of Valkey's if those are not installed.
STORE_PROGRAMS = {"valkey-server": "redis-server", "valkey-cli": "redis-cli"}


def steps_of(text: str) -> list[tuple[str, str | None]]:
    """Returns the scripts of an article, each with its expected output; `None` if any is allowed."""
    steps: list[tuple[str, str | None]] = []
    for language, block in re.findall(r"^```(sh|console)\n(.*?)^```$", text, re.M | re.S):
        if language == "sh":
            steps.append((block, None))
            continue
        for step in re.split(r"^\$ ", block, flags=re.M)[1:]:
            lines = step.splitlines()
            script = [lines.pop(0)]
            while script[-1].endswith("\\"):
                script.append(lines.pop(0))
            steps.append(("\n".join(script), "\n".join(lines)))
    return steps


def run_steps(article: str, folder: pathlib.Path, pattern: Callable[[str], str]) -> None:
    """Runs in the namespaces, with the folder of programs first on the path."""
    subprocess.run(["ip", "link", "set", "lo", "up"], check=True)
    began, count = time.monotonic(), 0
    place = folder / "empty"
    place.mkdir()
    for script, expected in steps_of(pathlib.Path(article).read_text()):
        # A file and no pipe, because the servers that a block starts keep its output open.
        with (folder / "output").open("w+b") as output:
            process = subprocess.Popen(
                ["bash", "-ec", script], cwd=place, stdin=subprocess.DEVNULL, stdout=output, stderr=subprocess.STDOUT)
            try:
                status: int | str = process.wait(timeout=MAX_BLOCK_SECONDS)
            except subprocess.TimeoutExpired:
                status = f"not ended after {MAX_BLOCK_SECONDS} s"
            output.seek(0)
            printed = output.read().decode(errors="replace")
        is_expected = expected is None or re.fullmatch(pattern(expected), re.sub(r"\s+", "", printed), re.S)
        # `grep` without a match and a false `test` are failures too, unless the article shows the output.
        if status != 0 and not (expected and is_expected and status == 1) or not is_expected:
            logs = "\n".join(f"{log.name}: {log.read_text()[-400:]}" for log in sorted(place.rglob("*.log")))
            sys.exit(f"{logs}\n{article}: {script}\nexit {status}, printed:\n{printed}")
        count += 1
    assert count >= MIN_STEPS, f"only {count} blocks and commands, fewer than {MIN_STEPS}"
    print(f"{article}: {count} blocks and commands work as written, {time.monotonic() - began:.0f} s")


def run(article: str, executable: str, pattern: Callable[[str], str]) -> None:
    if MARK in os.environ:
        return run_steps(article, pathlib.Path(os.environ[MARK]), pattern)
    with tempfile.TemporaryDirectory(prefix="cairn-deployment-") as name:
        programs = pathlib.Path(name) / "bin"
        programs.mkdir()
        (programs / "cairn").symlink_to(pathlib.Path(executable).resolve())
        for program, other in STORE_PROGRAMS.items():
            if not shutil.which(program):
                print(f"{program} is not installed; {other} takes its place")
                (programs / program).symlink_to(shutil.which(other) or sys.exit(f"{other} is not installed"))
        environment = os.environ | {
            MARK: name, "PATH": f"{programs}:{os.environ['PATH']}", "CAIRN_PUBLIC": str(PUBLIC)}
        # The first process of the namespace must be one that reaps orphans, such as bash. Dispatch traps without /proc.
        inner = ["bash", "-c", '"$@"; exit $?', "bash", sys.executable, *sys.argv]
        command = ["unshare", "--net", "--pid", "--fork", "--kill-child", "--mount-proc", *inner]
        sys.exit(subprocess.run(command, env=environment, timeout=MAX_SECONDS, check=False).returncode)
