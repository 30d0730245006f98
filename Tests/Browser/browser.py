"""One browser tab of Playwright. Each step checks the requirements for every page."""

import contextlib
import os
import pathlib
import re
import urllib.parse
from collections.abc import Iterator

from playwright.sync_api import Browser, Locator, Page, Playwright, Response

SIZES = {"phone": (390, 844), "wide": (1280, 800)}
SCHEMES = ("light", "dark")
LINKS = "a:is(.row, .tab, .item, .button)"
# With this user agent Chromium also sends Sec-CH-UA-Mobile.
PHONE = "Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/%s Mobile Safari/537.36"


def chromium(playwright: Playwright, **settings) -> Browser:
    return playwright.chromium.launch(executable_path=os.environ.get("CHROMIUM", "/usr/bin/chromium"), **settings)


@contextlib.contextmanager
def new_page(
    browser: Browser, size: str, scheme: str = "light", script: bool = False, moves: bool = True
) -> Iterator[Page]:
    """Opens a page in a new browser context, without cookies.

    - moves: if false, the context asks for reduced motion.
    """
    width, height = SIZES[size]
    phone = {"device_scale_factor": 2, "is_mobile": True, "has_touch": True, "user_agent": PHONE % browser.version}
    context = browser.new_context(
        viewport={"width": width, "height": height}, color_scheme=scheme, java_script_enabled=script,
        reduced_motion="no-preference" if moves else "reduce", **phone if size == "phone" else {})
    try:
        yield context.new_page()
    finally:
        context.close()


def is_stream(url: str) -> bool:
    """True for the URL of a stream of events, which the browser opens again by itself when it ends."""
    return "shown" in urllib.parse.parse_qs(urllib.parse.urlsplit(url).query)


class Tab:
    def __init__(self, page: Page, origin: str, label: str, screenshots: pathlib.Path | None, checks: dict):
        self.page, self.origin, self.label, self.screenshots, self.checks = page, origin, label, screenshots, checks
        self.problems: list[str] = []
        self.step = 0
        page.on("console", lambda m: self.problems.append(f"console: {m.text}")
                if m.type in ("error", "warning") and not is_stream(m.location["url"]) else None)
        # Chromium reports an interrupted page transition as an error.
        page.on("pageerror", lambda e: None if re.match("Transition was (aborted|skipped)", str(e.message))
                else self.problems.append(f"script: {e}"))
        # Leaving a page ends its stream of events and the requests of its script; the end of a server ends streams.
        page.on("requestfailed", lambda r: None if is_stream(r.url) or r.resource_type == "fetch" and "ABORTED" in r.failure
                else self.problems.append(f"not loaded: {r.url}: {r.failure}"))

    def new_tab(self) -> "Tab":
        """Opens a second tab of the same visitor."""
        return Tab(self.page.context.new_page(), self.origin, self.label + " second-tab", None, self.checks)

    @property
    def path(self) -> str:
        url = urllib.parse.urlsplit(self.page.url)
        return url.path + ("?" + url.query if url.query else "")

    def open(self, path: str, **expected) -> None:
        self.navigate(lambda: self.page.goto(self.origin + path), **expected)

    def click(self, button: str, role: str = "button", exact: bool = True, **expected) -> None:
        """Clicks the only control with this name."""
        control = self.page.get_by_role(role, name=button, exact=exact)
        # A control that only navigates is a link with the look of a button.
        control = control.or_(self.page.get_by_role("link", name=button, exact=exact).and_(self.page.locator(LINKS)))
        # Back is followed by the title of the screen that it leads to.
        control = control.or_(self.page.locator(f".back:has(> span:text-is({button + ':'!r}))"))
        # The accessible name of a tab includes its badge.
        control = control.or_(self.page.locator(".tab:is(a, button)").filter(has=self.page.locator(f".title:text-is({button!r})")))
        assert control.count() == 1, f"{self.label}: {control.count()} controls named {button!r} at {self.path}"
        self.navigate(control.click, **expected)

    def click_row(self, title: str, **expected) -> None:
        row = self.page.locator(".row:is(a, button)").filter(has=self.page.locator(f".title:text-is({title!r})"))
        assert row.count() == 1, f"{self.label}: {row.count()} rows titled {title!r} at {self.path}"
        self.navigate(row.click, **expected)

    def click_in_row(self, title: str, button: str, **expected) -> None:
        """Clicks the button beside a row."""
        row = self.page.get_by_role("listitem").filter(has=self.page.locator(f".title:text-is({title!r})"))
        self.navigate(row.get_by_role("button", name=button, exact=True).click, **expected)

    def click_in_alert(self, button: str, **expected) -> None:
        """Clicks a button of the alert."""
        alert = self.page.get_by_role("alertdialog")
        self.navigate(alert.get_by_role("button", name=button, exact=True).click, **expected)

    def leave_site(self, act, url: str) -> None:
        """Runs `act`, which opens an external page. Its host does not resolve, so no request leaves the machine."""
        with self.page.expect_event("requestfailed", lambda request: request.url == url) as leaving:
            with self.page.expect_event("framenavigated"):
                act()
        assert leaving.value.failure == "net::ERR_NAME_NOT_RESOLVED", f"{self.label}: {url}: {leaving.value.failure}"
        self.problems = [p for p in self.problems if url not in p]

    def field(self, label: str) -> Locator:
        """The field with this label, whether it is marked as optional or not."""
        return self.page.get_by_label(re.compile(rf"^{re.escape(label)}( \(optional\))?$"))

    def fill(self, label: str, text: str) -> None:
        self.field(label).fill(text)

    def check(self, label: str) -> None:
        self.field(label).check()

    def choose_file(self, label: str, name: str, content: bytes) -> None:
        field = self.field(label)
        field.set_input_files({"name": name, "mimeType": "image/png", "buffer": content})

    def back(self, **expected) -> None:
        self.navigate(self.page.go_back, **expected)

    def forward(self, **expected) -> None:
        self.navigate(self.page.go_forward, **expected)

    def reload(self, **expected) -> None:
        """Reloads a page that was fetched with GET, so that Chromium does not ask to repeat a POST."""
        response = self.navigate(self.page.reload, **expected)
        assert response.request.method == "GET", f"{self.label}: reloading {self.path} would repeat a POST"

    @property
    def titles(self) -> list[str]:
        """The titles of the rows."""
        return self.page.locator(".row:is(a, button) .title").all_inner_texts()

    @property
    def notices(self) -> list[str]:
        return self.page.locator(".notice").all_inner_texts()

    def expect_value(self, label: str, text: str, when: str) -> None:
        field = self.field(label)
        assert field.count() == 1, f"{self.label}: {when}, the field {label!r} is missing at {self.path}"
        found = field.input_value()
        assert found == text, f"{self.label}: {when}, {label!r} contains {found!r}, not {text!r}"

    def navigate(self, act, **expected) -> Response | None:
        """Runs `act`, waits for a navigation and checks the new page."""
        with self.page.expect_navigation(wait_until="load") as navigation:
            act()
        return self.expect_page(navigation.value, **expected)

    def navigate_by_two_clicks(self, act, **expected) -> Response:
        """Like `navigate`, for two clicks: the second one makes the browser abort the response to the first."""
        def is_page(response: Response) -> bool:
            return response.request.resource_type == "document" and not 300 <= response.status < 400

        with self.page.expect_event("framenavigated"), self.page.expect_response(is_page) as response:
            act()
        self.page.wait_for_load_state("load")
        self.problems = [p for p in self.problems if not p.endswith("net::ERR_ABORTED")]
        return self.expect_page(response.value, **expected)

    def back_from_cache(self, heading: str, at: str) -> None:
        """Goes back to a page in the browser's back/forward cache, without any request to the server."""
        kinds = []
        session = self.page.context.new_cdp_session(self.page)
        session.send("Page.enable")
        session.on("Page.frameNavigated", lambda event: kinds.append(event["type"]))
        self.page.go_back(wait_until="commit")
        self.page.wait_for_url(lambda url: re.fullmatch(at, urllib.parse.urlsplit(url).path), wait_until="commit")
        self.expect_page(None, heading=heading, at=at)
        assert kinds == ["BackForwardCacheRestore"], f"{self.label}: {at} is not from the back/forward cache: {kinds}"
        session.detach()

    def expect_page(
        self, response: Response | None, heading: str, at: str, name: str | None = None, status: int = 200
    ) -> Response | None:
        self.step += 1
        where = f"{self.label}, step {self.step} ({name or heading})"
        shown = self.page.locator("h1").all_inner_texts()
        assert shown == [heading], f"{where}: headings {shown}, not {heading!r}"
        assert re.fullmatch(at, urllib.parse.unquote(self.path)), f"{where}: at {self.path}, not {at}"
        # A page from the back/forward cache has no response.
        assert response is None or response.status == status, f"{where}: {response.status}, not {status}"
        if status != 200:
            self.problems = [p for p in self.problems if f"status of {status}" not in p]
        wide = self.page.evaluate("[document.documentElement.scrollWidth, innerWidth]")
        assert wide[0] <= wide[1], f"{where}: {wide[0]} pixels wide in a viewport of {wide[1]}"
        assert not self.problems, f"{where}: {self.problems}"
        print(f"  {self.step:2} {response.request.method if response else 'BACK':4} {status}  {heading:26} {urllib.parse.unquote(self.path)}")
        if name and self.screenshots:
            self.page.screenshot(
                path=self.screenshots / f"{name}-{self.label.replace(' ', '-')}.png", animations="disabled")
        if name and response:
            self.check_page(name, response, where)
        return response

    def check_page(self, name: str, response, where: str) -> None:
        self.checks["nu"].add(name, response.body())
        if "axe" in self.checks:
            self.checks["axe"].check(self.page, where)
        if response.request.method == "GET" and response.status == 200:
            twin = self.page.context.request.get(self.page.url, headers={"Accept": "application/vnd.siren+json"})
            assert twin.status == 200, f"{where}: its Siren representation got status {twin.status}"
            entity = self.checks["siren"].check(twin.json(), where)
            shown = self.page.locator("h1").inner_text()
            assert entity["title"] == shown, f"{where}: the Siren title is {entity['title']!r}"
