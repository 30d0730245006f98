"""Measures what one hostile client costs the server, and compares it with its bound: bounds.py CAIRN [--only N]

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
    arguments.add_argument("--only", type=int, help="this row alone")
    options = arguments.parse_args()
    most = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))
    programs = Programs(str(options.cairn), str(options.cairn.with_name("measurements")))
    numbers = sorted(int(path.stem[3:]) for path in FOLDER.glob("row[0-9]*.py"))
    failed = 0
    if options.only is not None and options.only not in numbers:
        arguments.error(f"there is no row {options.only}, only {numbers}")
    for number in numbers:
        if options.only not in (None, number):
            continue
        began = time.monotonic()
        try:
            figures = importlib.import_module(f"rows.row{number}").measure(programs)
        except Exception as error:
            failed += 1
            print(f"FAILED row {number}: {type(error).__name__}: {error}", flush=True)
            continue
        for figure in figures:
            failed += not figure.holds
            print(f"{'' if figure.holds else 'FAILED '}row {number}: {figure}", flush=True)
        seconds = time.monotonic() - began
        if seconds > 30:
            print(f"row {number} took {seconds:.0f} s", flush=True)
    print("every bound holds" if not failed else f"{failed} bounds do not hold")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
