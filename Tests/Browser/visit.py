"""Steps and fixtures of the journeys: server, profiles, sign-in, and reading sent letters."""

import contextlib
import pathlib
import urllib.parse

from browser import Tab
from playwright.sync_api import Browser, BrowserContext, Error
from server import Server

JOURNEYS: list = []
JO, IONE, EVE, NILS = "Jo;DROP TABLE friends", "Ione \"Io\" Makris", "Eve O'Malley", "Nils Öster"
ADA = "Ada & Byron"
# In milliseconds, the unit of Playwright.
PATIENCE = 8_000
COMPOSER = "/letters/messages/~compose/=10"


def journey(function):
    JOURNEYS.append(function)
    return function


class Visit:
    """One run of one journey, isolated from other runs."""

    def __init__(
        self, label: str, script: bool, browser: Browser, bfcache_browser: Browser, executable: pathlib.Path,
        folder: pathlib.Path
    ):
        self.label, self.script, self.browser, self.bfcache_browser = label, script, browser, bfcache_browser
        self.executable, self.folder = executable, folder
        self.contexts: list[BrowserContext] = []
        self.server: Server | None = None

    def start_server(self, *settings: str) -> Server:
        """Starts the server with these settings. Otherwise the first profile starts one without settings."""
        self.server = Server(self.executable, self.folder, *settings)
        return self.server

    def start_server_with_state(self) -> Server:
        return self.start_server(self.state_setting)

    @property
    def state_setting(self) -> str:
        """The setting that stores sessions in a directory, which is empty at first."""
        folder = self.folder / "state"
        folder.mkdir(exist_ok=True)
        return f"--state={folder}"

    def new_profile(self, label: str = "", bfcache: bool = False) -> Tab:
        """Returns a tab of a new browser context.

        - bfcache: enables Chromium's back/forward cache, also for `no-store`; Playwright disables it.
        """
        server = self.server or self.start_server()
        browser = self.bfcache_browser if bfcache else self.browser
        context = browser.new_context(
            viewport={"width": 1280, "height": 800}, java_script_enabled=self.script, reduced_motion="reduce")
        context.set_default_timeout(PATIENCE)
        self.contexts.append(context)
        return Tab(context.new_page(), server.origin, f"{self.label} {label}".strip(), None, {})

    def sign_in_new_profile(self, person: str = "Ida", **profile) -> Tab:
        tab = self.new_profile(**profile)
        tab.open("/letters", heading="Welcome to Letters", at="/letters")
        sign_in(tab, person, heading="Friends", at="/letters/friends")
        return tab

    def close(self) -> None:
        """Stops the server, which must exit with 0 and without unexpected log lines."""
        self.close_profiles()
        self.server.stop()

    def close_profiles(self) -> None:
        while self.contexts:
            self.contexts.pop().close()

    def clean_up(self) -> None:
        """Ends the run after a success or a failure."""
        with contextlib.suppress(Error):
            self.close_profiles()
        if self.server and self.server.is_running:
            self.server.kill()


def sign_in(tab: Tab, person: str, **expected) -> None:
    """Signs in on the page that asks for a name, and continues to the requested page."""
    tab.fill("What are you called?", person)
    tab.click("Continue", heading=f"Hello, {person}", at="/letters/login/welcome:.+")
    tab.click("Open my letters", **expected)


def compose(tab: Tab) -> None:
    """Opens a new message to Jo from any page with tabs."""
    tab.click("Messages", heading="Messages", at="/letters/messages")
    tab.click("New", heading="Select Recipient", at="/letters/messages/~compose")
    tab.click_row(JO, heading="New Message", at=COMPOSER)


def send(tab: Tab, text: str) -> None:
    tab.fill("Message", text)
    tab.click("Send", heading="Messages", at="/letters/messages")


def discard(tab: Tab, **expected) -> None:
    """Cancels a composer with a draft and confirms the question."""
    tab.click("Cancel", heading="New Message", at=r"/letters/.+\?at=\d+")
    assert tab.page.get_by_role("alertdialog").count() == 1, f"{tab.label}: no alert before the draft is discarded"
    tab.click("Discard", **expected)


def letters(tab: Tab, friend: str = JO) -> list[str]:
    """The visitor's letters to a friend, oldest first, by a separate GET that does not navigate the tab."""
    path = "/letters/messages/conversation:" + urllib.parse.quote(friend, safe="")
    response = tab.page.context.request.get(tab.origin + path, headers={"Accept": "application/vnd.siren+json"})
    assert response.status == 200, f"{tab.label}: {path} got status {response.status}"
    entity = response.json()
    assert entity["title"] == friend, f"{tab.label}: {path} shows {entity['title']!r}"
    # The letters are beside the list of conversations.
    panes = [e for e in entity["entities"] if "detail" in e["class"]]
    rows = [e["properties"] for pane in panes for e in pane["entities"] if "row" in e["class"]]
    return [row["title"] for row in rows if row["subtitle"] == "You"]


def expect_letters(tab: Tab, texts: list[str], friend: str = JO) -> None:
    found = letters(tab, friend)
    assert sorted(found) == sorted(texts), f"{tab.label}: letters to {friend} are {found}, not {texts}"
