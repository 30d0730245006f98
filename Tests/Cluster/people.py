"""The person of a journey: a tab of Chromium in which an error of the balancer is followed by another attempt."""

import collections
import contextlib
import pathlib
import random
import re
import signal
import sys
import time
import urllib.parse

sys.path.append(str(pathlib.Path(__file__).resolve().parents[1] / "Browser"))
from browser import Tab
from client import SIREN
from playwright.sync_api import Browser, BrowserContext, Page, Response

# A page that a killed node causes: of the balancer (502, 504), or of a node that cannot act (503).
ERRORS = {502, 503, 504}
MAX_ATTEMPTS = 12
# In milliseconds, the unit of Playwright.
PATIENCE, PAUSE, BETWEEN_CLICKS = 15_000, 400, 60
# A URL names its version if it is not the newest one of its path.
ANY = r"(\?at=\d+)?"
TASKS: list = []


def task(function):
    TASKS.append(function)
    return function


class PatientTab(Tab):
    """A tab that reloads a page with an error, so that Chromium sends the same form again."""

    def __init__(self, page: Page, origin: str, label: str, journey: "Journey"):
        super().__init__(page, origin, label, None, {})
        self.journey = journey

    @property
    def excused(self) -> str:
        """The problems that a killed node explains. Pages of the balancer have no icon, so Chromium asks for one."""
        return r"status of 50[234]|ERR_ABORTED" + (r"|status of 404" if self.journey.errors else "")

    def new_tab(self) -> "PatientTab":
        return PatientTab(self.page.context.new_page(), self.origin, self.label + " second-tab", self.journey)

    def navigate(self, act, again=None, **expected) -> Response | None:
        """Runs `act`, waits for a navigation, reloads error pages, and checks the page.

        - again: the person's next step if an error came first and another page appears: after a login or logout whose
          response was lost, the old session id opens nothing; other pages say that the action may have been done.
        """
        self.journey.may_ask_for_fault()
        errors = self.journey.errors.total()
        with self.page.expect_navigation(wait_until="load") as navigation:
            act()
        return self.conclude(navigation.value, errors, again, **expected)

    def conclude(self, response: Response | None, errors: int, again, **expected) -> Response | None:
        """Reloads error pages, and checks the page, or calls `again`."""
        response = self.past_errors(response)
        if again and self.journey.errors.total() > errors and not self.shows(**expected):
            heading = self.page.locator("h1").inner_text()
            self.journey.errors[f"{response.status} {heading.partition(',')[0]!r} after an error"] += 1
            print(f"  again: {response.status} {heading} {self.path} {self.notices}")
            self.problems = [text for text in self.problems if "status of 4" not in text]
            return again()
        return self.expect_page(response, **expected)

    def shows(self, heading: str, at: str) -> bool:
        """Returns true if this page is shown, without an alert."""
        if self.page.get_by_role("alertdialog").count():
            return False
        is_there = re.fullmatch(at, urllib.parse.unquote(self.path)) is not None
        return is_there and self.page.locator("h1").all_inner_texts() == [heading]

    def past_errors(self, response: Response | None) -> Response | None:
        for _ in range(MAX_ATTEMPTS):
            # Pictures and style sheets can meet the killed node too.
            self.problems = [text for text in self.problems if not re.search(self.excused, text)]
            if response is None or response.status not in ERRORS:
                return response
            fault = self.journey.faults.latest
            self.journey.errors[f"{response.status} of {response.request.method} after {fault}"] += 1
            self.page.wait_for_timeout(PAUSE)
            response = self.page.reload()
        raise AssertionError(f"{self.label}: {response.status} after {MAX_ATTEMPTS} attempts at {self.path}")

    def click_twice(self, name: str | re.Pattern, again=None, **expected) -> None:
        """Clicks twice before any response. The balancer sends the two requests to two nodes."""
        button = self.page.get_by_role("button", name=name, exact=True)
        assert button.count() == 1, f"{self.label}: {button.count()} buttons named {name!r} at {self.path}"
        box = button.bounding_box()

        def act() -> None:
            with self.journey.suspended_nodes():
                for _ in range(2):
                    self.page.mouse.click(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
                    self.page.wait_for_timeout(BETWEEN_CLICKS)
                self.journey.may_ask_for_fault(0.5)
                self.page.wait_for_timeout(BETWEEN_CLICKS)

        def is_page(response: Response) -> bool:
            return response.request.resource_type == "document" and not 300 <= response.status < 400

        errors = self.journey.errors.total()
        # The second click makes the browser abort the response to the first.
        with self.page.expect_event("framenavigated"), self.page.expect_response(is_page) as response:
            act()
        self.page.wait_for_load_state("load")
        self.journey.double_clicks += 1
        self.conclude(response.value, errors, again, **expected)

    def read(self, path: str) -> dict:
        """Returns a page in Siren by a separate request that does not navigate the tab."""
        for _ in range(MAX_ATTEMPTS):
            response = self.page.context.request.get(self.origin + path, headers={"Accept": SIREN})
            if response.status not in ERRORS:
                break
            self.journey.errors[f"{response.status} of GET after {self.journey.faults.latest}"] += 1
            self.page.wait_for_timeout(PAUSE)
        assert response.status == 200, f"{self.label}: {path} has status {response.status}"
        return response.json()

    def await_equal(self, read, wanted, description: str, seconds: float = 5) -> None:
        """Waits until `read` returns `wanted`. Letters come to the other nodes a moment later."""
        deadline, attempts = time.monotonic() + seconds, 0
        while (found := read()) != wanted:
            assert time.monotonic() < deadline, f"{self.label}: {description}: {found}, not {wanted}"
            attempts += 1
            self.page.wait_for_timeout(50)
        self.journey.late_reads += attempts > 0

    def click_late_row(self, title: str, **expected) -> None:
        """Clicks a row that other nodes show a moment later: reloads until it is there."""
        deadline = time.monotonic() + 5
        while title not in self.titles and time.monotonic() < deadline:
            self.journey.late_reads += 1
            self.past_errors(self.page.reload())
        self.click_row(title, **expected)

    def back_through_history(self, headings: set[str], secret: str) -> int:
        """Goes back through the whole history: only these headings, and never the secret. - Returns: its length."""
        session = self.page.context.new_cdp_session(self.page)
        history = session.send("Page.getNavigationHistory")
        entries = history["entries"][: history["currentIndex"]]
        count = sum(entry["url"].startswith(self.origin) for entry in entries)
        for _ in range(count):
            self.journey.may_ask_for_fault()
            self.past_errors(self.page.go_back(wait_until="load"))
            heading = self.page.locator("h1").inner_text()
            assert heading in headings, f"{self.label}: Back shows {heading!r} at {self.path}"
            assert secret not in self.page.content(), f"{self.label}: Back shows the private text at {self.path}"
        session.detach()
        return count


class Journey:
    """One run of one task: the person's browser context, random choices, and figures."""

    def __init__(self, number: int, seed: int, browser: Browser, cluster, faults):
        self.number, self.cluster, self.faults = number, cluster, faults
        self.rng = random.Random(f"{seed} {number}")
        self.script = self.rng.random() < 0.5
        self.errors: collections.Counter = collections.Counter()
        self.double_clicks = self.late_reads = 0
        self.browser = browser
        self.contexts: list[BrowserContext] = []
        self.person = f"Ida {number}"

    def new_profile(self) -> PatientTab:
        context = self.browser.new_context(
            viewport={"width": 1280, "height": 800}, java_script_enabled=self.script, reduced_motion="reduce")
        context.set_default_timeout(PATIENCE)
        self.contexts.append(context)
        origin = f"http://localhost:{self.cluster.balancer.port}"
        return PatientTab(context.new_page(), origin, f"journey {self.number}", self)

    def may_ask_for_fault(self, probability: float = 0.25) -> None:
        """Asks for a fault now and then, so that it meets the request that follows."""
        if self.rng.random() < probability:
            self.faults.wanted.set()

    @contextlib.contextmanager
    def suspended_nodes(self):
        """Stops all nodes in the block; requests wait in their sockets."""
        for node in self.cluster.nodes:
            node.signal(signal.SIGSTOP)
        try:
            yield
        finally:
            for node in self.cluster.nodes:
                node.signal(signal.SIGCONT)

    def close(self) -> None:
        while self.contexts:
            self.contexts.pop().close()
