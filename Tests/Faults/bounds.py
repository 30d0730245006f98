"""Measures the resources that one hostile client can use, and compares them with bounds: bounds.py CAIRN [--only N]

Each row is a module of `rows` with a function `measure`, which returns figures. A figure above its bound is a failure.
The program `measurements` of the same build serves an app that misbehaves.
"""

import argparse
import importlib
import pathlib
import resource
import sys
import time

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "Network"))
from rows.common import Programs

FOLDER = pathlib.Path(__file__).resolve().parent / "rows"


def main() -> int:
    arguments = argparse.ArgumentParser()
    arguments.add_argument("cairn", type=pathlib.Path)
    arguments.add_argument("--only", type=int, help="run only this row")
    options = arguments.parse_args()
    hard_limit = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
    resource.setrlimit(resource.RLIMIT_NOFILE, (hard_limit, hard_limit))
    programs = Programs(str(options.cairn), str(options.cairn.with_name("measurements")))
    numbers = sorted(int(path.stem[3:]) for path in FOLDER.glob("row[0-9]*.py"))
    failed_count = 0
    if options.only is not None and options.only not in numbers:
        arguments.error(f"row {options.only} does not exist; rows: {numbers}")
    for number in numbers:
        if options.only not in (None, number):
            continue
        began = time.monotonic()
        try:
            figures = importlib.import_module(f"rows.row{number}").measure(programs)
        except Exception as error:
            failed_count += 1
            print(f"FAILED row {number}: {type(error).__name__}: {error}", flush=True)
            continue
        for figure in figures:
            failed_count += not figure.holds
            print(f"{'' if figure.holds else 'FAILED '}row {number}: {figure}", flush=True)
        seconds = time.monotonic() - began
        if seconds > 30:
            print(f"row {number} took {seconds:.0f} s", flush=True)
    print("every figure is within its bound" if not failed_count else f"{failed_count} figures exceed their bounds")
    return 1 if failed_count else 0


if __name__ == "__main__":
    sys.exit(main())
