"""Where you are is the URL: Letters in real Chromium, through all that people do to a browser besides clicking forward.

    history.py CAIRN                 every journey, without script and with it
    history.py CAIRN --only NAME     those whose name holds NAME
    history.py --list                their names

Each journey has a server and profiles of its own; those about restarts kill the server they started.
"""

import argparse
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
# Chromium keeps pages that are `no-store` as long as no HttpOnly cookie changes; Playwright keeps none by default.
KEEPS_PAGES = {
    "ignore_default_args": ["--disable-back-forward-cache"],
    "args": ["--enable-features=CacheControlNoStoreEnterBackForwardCache:level/restore-unless-http-only-cookie-change"],
}

for part in ("back", "drafts", "tabs", "clicks", "endings", "people"):
    importlib.import_module(f"journeys.{part}")


def launch(playwright: Playwright, **settings) -> Browser:
    return playwright.chromium.launch(executable_path=CHROMIUM, **settings)


def run(function, script: bool, browsers: tuple[Browser, Browser], executable: pathlib.Path) -> str | None:
    """Why the journey failed, or nothing."""
    label = f"{function.__name__.replace('_', ' ')}, script {'on' if script else 'off'}"
    print(label)
    with tempfile.TemporaryDirectory() as folder:
        visit = Visit(label, script, *browsers, executable, pathlib.Path(folder))
        try:
            function(visit)
            visit.close()
            return None
        except Exception as error:  # Whatever it is, the other journeys are still of interest.
            return reason_of(error, label, Error)
        finally:
            visit.abandon()


def main() -> None:
    arguments = argparse.ArgumentParser()
    arguments.add_argument("cairn", nargs="?", type=pathlib.Path)
    arguments.add_argument("--only", default="")
    arguments.add_argument("--list", action="store_true")
    given = arguments.parse_args()
    chosen = [function for function in JOURNEYS if given.only in function.__name__]
    if given.list:
        print("\n".join(function.__name__ for function in chosen))
        return
    assert given.cairn and given.cairn.exists(), f"no executable {given.cairn}"
    assert chosen, f"no journey is called {given.only}"
    started = time.monotonic()
    failures: dict[str, dict[str, str]] = {}
    with sync_playwright() as playwright:
        browsers = launch(playwright), launch(playwright, **KEEPS_PAGES)
        for function in chosen:
            for script in (False, True):
                began = time.monotonic()
                reason = run(function, script, browsers, given.cairn.resolve())
                print(f"  {time.monotonic() - began:.1f} s")
                if reason:
                    print(f"  FAILED: {reason}")
                    failures.setdefault(function.__name__, {})["on" if script else "off"] = reason
        for browser in browsers:
            browser.close()
    for name, reasons in failures.items():
        for script, reason in reasons.items():
            print(f"FAILED {name}, script {script}: {reason.splitlines()[0]}")
    failed = sum(map(len, failures.values()))
    print(
        f"{len(chosen)} journeys with script and without: {2 * len(chosen) - failed} end where one would expect, "
        f"{failed} do not; {time.monotonic() - started:.0f} s")
    sys.exit(1 if failed else 0)


if __name__ == "__main__":
    main()
