"""Mutation test: replaces chosen expressions one at a time and reports the mutants that all tests pass with.

    mutate.py [--work FOLDER] [--only N]

Run it by hand; it is not part of the gate. `mutants.txt` beside this script is the list. All mutants are built into one
test bundle: each expression becomes a choice at run time by the environment variable CAIRN_MUTANT, so one build is
enough. The exit status is 1 if more than 5 mutants survive, or if a listed expression is not exactly once in its file.
"""

import argparse
import concurrent.futures
import dataclasses
import os
import pathlib
import shutil
import signal
import subprocess
import sys
import tempfile
import time

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parents[1]
MAX_SURVIVORS = 5
# One copy for each module, because the lowest modules have no common dependency.
MUTANT_SELECTOR = """import Glibc

/// The number of the mutant that runs; 0 is none.
let chosenMutant: Int = getenv("CAIRN_MUTANT").flatMap { Int(String(cString: $0)) } ?? 0
"""


@dataclasses.dataclass
class Mutant:
    number: int
    path: str
    tests: str
    before: str
    original: str
    after: str
    broken: str

    def __str__(self) -> str:
        return f"{self.number} {self.path}: {self.original}  →  {self.broken}"


def parse_mutants(path: pathlib.Path) -> list:
    """Parses a list of mutants; `file` and `tests` lines apply to the mutants after them."""
    mutants, file, tests, pending = [], "", "", None
    for number, line in enumerate(path.read_text().splitlines(), 1):
        word, _, rest = line.partition(" ")
        if not line.strip() or line.startswith("#"):
            continue
        if word == "file":
            file = rest.strip()
        elif word == "tests":
            tests = rest.strip()
        elif line.startswith("    ") and pending is not None:
            before, original, after = pending
            mutants.append(Mutant(len(mutants) + 1, file, tests, before, original, after, line.strip()))
            pending = None
        elif line.startswith("  ") and line.count("«") == line.count("»") == 1 and pending is None:
            before, rest = line.strip().split("«")
            pending = (before, *rest.split("»"))
        else:
            sys.exit(f"{path.name}:{number} cannot be parsed: {line}")
    return mutants


def with_mutants(text: str, mutants: list) -> tuple:
    """Returns the text with the choices of its mutants, and the mutants whose line does not occur exactly once."""
    missing = []
    for mutant in mutants:
        line = mutant.before + mutant.original + mutant.after
        if text.count(line) != 1:
            missing.append(mutant)
            continue
        choice = f"(chosenMutant == {mutant.number} ? ({mutant.broken}) : ({mutant.original}))"
        text = text.replace(line, mutant.before + choice + mutant.after)
    return text, missing


def prepare(work: pathlib.Path, mutants: list) -> list:
    """Copies the package with all mutants to `work`. Unchanged files keep their times to speed up the next build."""
    missing = []
    mutants_by_path = {}
    for mutant in mutants:
        mutants_by_path.setdefault(mutant.path, []).append(mutant)
    contents = {}
    for root in ("Package.swift", "Sources", "Tests"):
        paths = [ROOT / root] if (ROOT / root).is_file() else sorted((ROOT / root).rglob("*"))
        for path in paths:
            if path.is_file() and "__pycache__" not in path.parts:
                contents[str(path.relative_to(ROOT))] = path.read_bytes()
    for path, mutants_of_file in mutants_by_path.items():
        if path not in contents:
            missing += mutants_of_file
            continue
        text, missing_in_file = with_mutants(contents[path].decode(), mutants_of_file)
        missing += missing_in_file
        contents[path] = text.encode()
        contents["/".join(path.split("/")[:2]) + "/ChosenMutant.swift"] = MUTANT_SELECTOR.encode()
    for root in ("Sources", "Tests"):
        for path in sorted((work / root).rglob("*")):
            if path.is_file() and str(path.relative_to(work)) not in contents:
                path.unlink()
    for name, content in contents.items():
        path = work / name
        if not path.is_file() or path.read_bytes() != content:
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(content)
    return missing


def tests_pass(work: pathlib.Path, number: int, tests: str, seconds: float) -> bool:
    """Returns true if the tests pass with this mutant. Tests that hang do not pass."""
    bundle = next((work / ".build" / "debug").glob("*.xctest"))
    command = [str(bundle), "--testing-library", "swift-testing", "--filter", tests]
    run = subprocess.Popen(
        command, cwd=work, env={**os.environ, "CAIRN_MUTANT": str(number)}, stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT, start_new_session=True, text=True, errors="replace")
    try:
        output, _ = run.communicate(timeout=seconds)
    except subprocess.TimeoutExpired:
        os.killpg(run.pid, signal.SIGKILL)
        run.communicate()
        return False
    if number == 0 and run.returncode != 0:
        print("\n".join(line for line in output.splitlines() if "✘" in line or "rror" in line), flush=True)
    if "Test run with 0 tests" in output:
        sys.exit(f"no test name matches {tests}")
    return run.returncode == 0


def main() -> int:
    arguments = argparse.ArgumentParser()
    arguments.add_argument("--work", type=pathlib.Path, help="build folder; kept for incremental builds")
    arguments.add_argument("--only", type=int, action="append", help="run only this mutant; can be repeated")
    arguments.add_argument("--seconds", type=float, default=30, help="the minimum time limit of a run")
    arguments.add_argument("--jobs", type=int, default=2, help="the number of parallel runs")
    options = arguments.parse_args()
    mutants = parse_mutants(HERE / "mutants.txt")
    work = options.work or pathlib.Path(tempfile.mkdtemp(prefix="cairn-mutants-"))
    try:
        missing = prepare(work, mutants)
        for mutant in missing:
            print(f"MISSING  {mutant}", flush=True)
        if missing:
            return 1
        subprocess.run(["swift", "build", "--build-tests", "--quiet"], cwd=work, check=True)
        chosen = [mutant for mutant in mutants if not options.only or mutant.number in options.only]
        limits = {}
        for tests in sorted({mutant.tests for mutant in chosen}):
            began = time.monotonic()
            if not tests_pass(work, 0, tests, 600):
                print(f"{tests} fails without any mutant")
                return 1
            # A busy machine must not make a slow run look like a hang.
            limits[tests] = max(options.seconds, 10 * (time.monotonic() - began))
            print(f"{tests} passes without a mutant in {time.monotonic() - began:.0f} s", flush=True)
        with concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
            outcomes = pool.map(
                lambda mutant: tests_pass(work, mutant.number, mutant.tests, limits[mutant.tests]), chosen)
            survivors = []
            for mutant, has_survived in zip(chosen, outcomes):
                if has_survived:
                    survivors.append(mutant)
                    print(f"SURVIVED {mutant}  [{mutant.tests}]", flush=True)
        print(f"{len(chosen) - len(survivors)} of {len(chosen)} mutants are killed, {len(survivors)} survive")
        return 1 if len(survivors) > MAX_SURVIVORS else 0
    finally:
        if not options.work:
            shutil.rmtree(work, ignore_errors=True)


if __name__ == "__main__":
    sys.exit(main())
