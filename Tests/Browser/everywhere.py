"""Journeys in Chromium, Firefox and WebKit, without script and with it.

    everywhere.py CAIRN                              all journeys
    everywhere.py CAIRN --engines firefox,webkit     in these engines only
    everywhere.py CAIRN --only NAME                  only journeys whose name contains NAME
    everywhere.py CAIRN --shots FOLDER               with a screenshot of the end of each

An engine that is not installed is left out; if CI=true this is a failure. Two engines run at the same time, the slowest
first: with three, WebKit leaves commands unanswered for half a minute.
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
PARTS = ("look", "limits", "people", "waiting")


def journey(function):
    JOURNEYS.append(function)
    return function


class Visit:
    """One run of one journey, with a server of its own and a browser without earlier data."""

    def __init__(self, label: str, browser: Browser, executable: pathlib.Path, folder: pathlib.Path):
        self.label, self.browser, self.executable, self.folder = label, browser, executable, folder
        self.server: Server | None = None

    @property
    def engine(self) -> str:
        return self.browser.name

    def serve(self, *settings: str) -> Tab:
        """Starts the server and returns the tab of a new visitor."""
        self.server = Server(self.executable, self.folder, *settings)
        return self.stranger()

    @property
    def state(self) -> pathlib.Path:
        """A directory for stored sessions."""
        folder = self.folder / "state"
        folder.mkdir(exist_ok=True)
        return folder

    def stranger(self) -> Tab:
        """Returns the tab of a visitor without a session."""
        self.browser.forget()
        tab = self.browser.tab(self.server.origin)
        tab.label = self.label
        return tab

    def close(self) -> None:
        if self.server and self.server.is_running:
            self.server.stop()

    def abandon(self) -> None:
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
            visit.abandon()


def run_engine(name: str, chosen: list, executable: pathlib.Path, shots: pathlib.Path | None) -> list:
    """Runs the journeys without script and with it. Returns a result for each."""
    lines = []
    for script in (False, True):
        browser = ENGINES[name](script)
        try:
            for function in chosen:
                began = time.monotonic()
                reason = run(function, browser, executable, shots)
                words = f"{name}, script {'on' if script else 'off'}, {function.__name__}"
                lines.append((reason, words, time.monotonic() - began))
                print(f"{'FAILED ' if reason else ''}{words}: {lines[-1][2]:.1f} s{': ' + reason if reason else ''}", flush=True)
        finally:
            browser.close()
    return lines


def installed(wanted: list) -> list:
    """Returns the engines that are installed."""
    found = []
    for name in wanted:
        missing = ENGINES[name].missing()
        if not missing:
            found.append(name)
            continue
        print(f"{name} is left out: {', '.join(missing)} is not installed")
        assert os.environ.get("CI") != "true", f"{name} has to be installed where the gate runs: {missing}"
    return found


def main() -> None:
    arguments = argparse.ArgumentParser()
    arguments.add_argument("cairn", type=pathlib.Path)
    arguments.add_argument("--engines", default=",".join(ENGINES))
    arguments.add_argument("--only", default="")
    arguments.add_argument("--shots", type=pathlib.Path)
    given = arguments.parse_args()
    # The journeys import this module by its name, so register the main module under it.
    sys.modules.setdefault("everywhere", sys.modules["__main__"])
    for part in PARTS:
        importlib.import_module(f"engine_journeys.{part}")
    chosen = [function for function in JOURNEYS if given.only in function.__name__]
    assert given.cairn.exists(), f"no executable {given.cairn}"
    assert chosen, f"no journey is called {given.only}"
    if given.shots:
        given.shots.mkdir(parents=True, exist_ok=True)
    names = sorted(installed(given.engines.split(",")), reverse=True)
    began = time.monotonic()
    with concurrent.futures.ThreadPoolExecutor(2) as pool:
        runs = [pool.submit(run_engine, name, chosen, given.cairn.resolve(), given.shots) for name in names]
        lines = [line for done in runs for line in done.result()]
    failed = sum(reason is not None for reason, _, _ in lines)
    print(f"{len(lines)} journeys in {', '.join(names)}: {failed} failed; {time.monotonic() - began:.0f} s")
    sys.exit(1 if failed or not names else 0)


if __name__ == "__main__":
    main()
