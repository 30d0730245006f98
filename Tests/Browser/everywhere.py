"""Journeys in Chromium, Firefox and WebKit, without script and with it.

    everywhere.py CAIRN                              all journeys
    everywhere.py CAIRN --engines firefox,webkit     in these engines only
    everywhere.py CAIRN --only NAME                  only journeys whose name contains NAME
    everywhere.py CAIRN --shots FOLDER               with a screenshot of the end of each

An engine that is not installed is skipped; with CI=true this is a failure. Two engines run at the same time, the
slowest first: with three, WebKit does not answer commands for half a minute.
"""

import argparse
import concurrent.futures
import contextlib
import importlib
import os
import pathlib
import sys
import tempfile
import time

from engines import ENGINES, Browser, Tab
from failures import reason_of
from server import Server
from webdriver import WebDriverError

JOURNEYS: list = []
PARTS = ("look", "focus", "limits", "people", "waiting", "live")


def journey(function):
    JOURNEYS.append(function)
    return function


class Visit:
    """One run of one journey, with its own server and a browser without earlier data."""

    def __init__(self, label: str, browser: Browser, executable: pathlib.Path, folder: pathlib.Path):
        self.label, self.browser, self.executable, self.folder = label, browser, executable, folder
        self.server: Server | None = None

    @property
    def engine(self) -> str:
        return self.browser.name

    def start_server(self, *settings: str) -> Tab:
        """Starts the server and returns the tab of a new visitor."""
        self.server = Server(self.executable, self.folder, *settings)
        return self.new_visitor()

    @property
    def state(self) -> pathlib.Path:
        """A directory for stored sessions."""
        folder = self.folder / "state"
        folder.mkdir(exist_ok=True)
        return folder

    def new_visitor(self) -> Tab:
        """Returns the tab of a visitor without a session."""
        self.browser.reset()
        tab = self.browser.tab(self.server.origin)
        tab.label = self.label
        return tab

    def close(self) -> None:
        if self.server and self.server.is_running:
            self.server.stop()

    def clean_up(self) -> None:
        if self.server and self.server.is_running:
            self.server.kill()


def run(function, browser: Browser, executable: pathlib.Path, shots: pathlib.Path | None) -> str | None:
    """Runs a journey. Returns the reason of its failure, or None."""
    label = f"{function.__name__.replace('_', ' ')}, {browser.name}, script {'on' if browser.script else 'off'}"
    with tempfile.TemporaryDirectory() as folder:
        visit = Visit(label, browser, executable, pathlib.Path(folder))
        try:
            function(visit)
            visit.close()
            return None
        except Exception as error:  # Continue with the other journeys after any failure.
            return reason_of(error, label, WebDriverError)
        finally:
            if shots:
                with contextlib.suppress(WebDriverError, OSError):
                    browser.tab("").screenshot(
                        shots / f"{function.__name__}-{browser.name}-{'on' if browser.script else 'off'}.png")
            visit.clean_up()


def run_engine(name: str, chosen: list, executable: pathlib.Path, shots: pathlib.Path | None) -> list:
    """Runs the journeys without script and with it. Returns a result for each."""
    results = []
    for script in (False, True):
        browser = ENGINES[name](script)
        try:
            for function in chosen:
                began = time.monotonic()
                reason = run(function, browser, executable, shots)
                label = f"{name}, script {'on' if script else 'off'}, {function.__name__}"
                results.append((reason, label, time.monotonic() - began))
                print(
                    f"{'FAILED ' if reason else ''}{label}: {results[-1][2]:.1f} s{': ' + reason if reason else ''}",
                    flush=True)
        finally:
            browser.close()
    return results


def installed(wanted: list) -> list:
    """Returns the engines that are installed."""
    found = []
    for name in wanted:
        missing = ENGINES[name].missing()
        if not missing:
            found.append(name)
            continue
        print(f"skipping {name}; not installed: {', '.join(missing)}")
        assert os.environ.get("CI") != "true", f"CI=true requires {name}; not installed: {missing}"
    return found


def main() -> None:
    arguments = argparse.ArgumentParser()
    arguments.add_argument("cairn", type=pathlib.Path)
    arguments.add_argument("--engines", default=",".join(ENGINES))
    arguments.add_argument("--only", default="")
    arguments.add_argument("--shots", type=pathlib.Path)
    options = arguments.parse_args()
    # The journeys import this module by its name, so register the main module under it.
    sys.modules.setdefault("everywhere", sys.modules["__main__"])
    for part in PARTS:
        importlib.import_module(f"engine_journeys.{part}")
    chosen = [function for function in JOURNEYS if options.only in function.__name__]
    assert options.cairn.exists(), f"executable not found: {options.cairn}"
    assert chosen, f"no journey name contains {options.only!r}"
    if options.shots:
        options.shots.mkdir(parents=True, exist_ok=True)
    names = sorted(installed(options.engines.split(",")), reverse=True)
    began = time.monotonic()
    with concurrent.futures.ThreadPoolExecutor(2) as pool:
        runs = [pool.submit(run_engine, name, chosen, options.cairn.resolve(), options.shots) for name in names]
        results = [result for done in runs for result in done.result()]
    failed = sum(reason is not None for reason, _, _ in results)
    print(f"{len(results)} journeys in {', '.join(names)}: {failed} failed; {time.monotonic() - began:.0f} s")
    sys.exit(1 if failed or not names else 0)


if __name__ == "__main__":
    main()
