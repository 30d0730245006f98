"""Journeys through Letters in Chromium: Back, reload, tabs, double clicks, restarts and sign-outs.

    history.py CAIRN                 every journey, without script and with it
    history.py CAIRN --only NAME     only journeys whose name contains NAME
    history.py --list                lists the names

Each journey has its own server and profiles; some journeys kill and restart their server.
"""

import argparse
import concurrent.futures
import importlib
import os
import pathlib
import sys
import tempfile
import time

from failures import reason_of
from playwright.sync_api import Browser, Error, Playwright, sync_playwright
from visit import JOURNEYS, Visit

CHROMIUM = os.environ.get("CHROMIUM", "/usr/bin/chromium")
# Chromium keeps `no-store` pages in its back/forward cache until an HttpOnly cookie changes. Playwright disables the
# cache.
BFCACHE_SETTINGS = {
    "ignore_default_args": ["--disable-back-forward-cache"],
    "args": ["--enable-features=CacheControlNoStoreEnterBackForwardCache:level/restore-unless-http-only-cookie-change"],
}

for part in ("back", "drafts", "tabs", "clicks", "endings", "people"):
    importlib.import_module(f"journeys.{part}")


def launch(playwright: Playwright, **settings) -> Browser:
    return playwright.chromium.launch(executable_path=CHROMIUM, **settings)


def run(function, script: bool, browsers: tuple[Browser, Browser], executable: pathlib.Path) -> str | None:
    """Runs a journey. Returns the reason of its failure, or None."""
    label = f"{function.__name__.replace('_', ' ')}, script {'on' if script else 'off'}"
    with tempfile.TemporaryDirectory() as folder:
        visit = Visit(label, script, *browsers, executable, pathlib.Path(folder))
        try:
            function(visit)
            visit.close()
            return None
        except Exception as error:  # Continue with the other journeys after any failure.
            return reason_of(error, label, Error)
        finally:
            visit.clean_up()


def run_all(only: str, script: bool, executable: pathlib.Path) -> dict[str, str]:
    """Runs the journeys. Returns the reasons of the failures by name."""
    failures = {}
    with sync_playwright() as playwright:
        browsers = launch(playwright), launch(playwright, **BFCACHE_SETTINGS)
        for function in JOURNEYS:
            if only not in function.__name__:
                continue
            began = time.monotonic()
            reason = run(function, script, browsers, executable)
            name = f"{function.__name__}, script {'on' if script else 'off'}"
            print(f"{name}: {time.monotonic() - began:.1f} s" + (f", FAILED: {reason}" if reason else ""), flush=True)
            if reason:
                failures[name] = reason
        for browser in browsers:
            browser.close()
    return failures


def main() -> None:
    arguments = argparse.ArgumentParser()
    arguments.add_argument("cairn", nargs="?", type=pathlib.Path)
    arguments.add_argument("--only", default="")
    arguments.add_argument("--list", action="store_true")
    options = arguments.parse_args()
    chosen = [function for function in JOURNEYS if options.only in function.__name__]
    if options.list:
        print("\n".join(function.__name__ for function in chosen))
        return
    assert options.cairn and options.cairn.exists(), f"executable not found: {options.cairn}"
    assert chosen, f"no journey name contains {options.only!r}"
    started = time.monotonic()
    # Both runs at the same time, because a journey waits more than it computes.
    with concurrent.futures.ProcessPoolExecutor(2) as pool:
        runs = [pool.submit(run_all, options.only, script, options.cairn.resolve()) for script in (False, True)]
        failures = {name: reason for finished in runs for name, reason in finished.result().items()}
    for name, reason in failures.items():
        print(f"FAILED {name}: {reason.splitlines()[0]}")
    failed = len(failures)
    print(
        f"{len(chosen)} journeys with script and without: {2 * len(chosen) - failed} passed, {failed} failed; "
        f"{time.monotonic() - started:.0f} s")
    sys.exit(1 if failed else 0)


if __name__ == "__main__":
    main()
