"""The parts of journeys: a server and profiles of their own, signing in, and reading sent letters."""

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
    """One run of one journey. It shares nothing with other runs."""

    def __init__(
        self, label: str, script: bool, plain: Browser, cached: Browser, executable: pathlib.Path, folder: pathlib.Path
    ):
        self.label, self.script, self.plain, self.cached = label, script, plain, cached
        self.executable, self.folder = executable, folder
        self.contexts: list[BrowserContext] = []
        self.server: Server | None = None

    def serve(self, *settings: str) -> Server:
        """Starts the server with these settings. Opening the first profile starts it without settings."""
        self.server = Server(self.executable, self.folder, *settings)
        return self.server

    def serve_with_state(self) -> Server:
        return self.serve(self.state)

    @property
    def state(self) -> str:
        """The setting that stores sessions in a directory, which is empty at first."""
        folder = self.folder / "state"
        folder.mkdir(exist_ok=True)
        return f"--state={folder}"

    def profile(self, label: str = "", keeps_pages: bool = False) -> Tab:
        """Returns a tab of a new browser context.

        - keeps_pages: enables Chromium's back/forward cache, also for `no-store`; Playwright disables it.
        """
        server = self.server or self.serve()
        browser = self.cached if keeps_pages else self.plain
        context = browser.new_context(
            viewport={"width": 1280, "height": 800}, java_script_enabled=self.script, reduced_motion="reduce")
        context.set_default_timeout(PATIENCE)
        self.contexts.append(context)
        return Tab(context.new_page(), server.origin, f"{self.label} {label}".strip(), None, {})

    def signed_in(self, person: str = "Ida", **profile) -> Tab:
        tab = self.profile(**profile)
        tab.open("/letters", heading="Welcome to Letters", at="/letters")
        sign_in(tab, person, heading="Friends", at="/letters/friends")
        return tab

    def close(self) -> None:
        """Stops the server, which must exit with 0 and must not have logged an unexpected line."""
        self.end_profiles()
        self.server.stop()

    def end_profiles(self) -> None:
        while self.contexts:
            self.contexts.pop().close()

    def abandon(self) -> None:
        """Ends the run, whatever happened."""
        with contextlib.suppress(Error):
            self.end_profiles()
        if self.server and self.server.is_running:
            self.server.kill()


def sign_in(tab: Tab, person: str, **expected) -> None:
    """Signs in on the page that asks for a name, and arrives at the page that was requested."""
    tab.write("What are you called?", person)
    tab.press("Continue", heading=f"Hello, {person}", at="/letters/login/welcome:.+")
    tab.press("Open my letters", **expected)


def compose(tab: Tab) -> None:
    """Opens a new message to Jo from any page with tabs."""
    tab.press("Messages", heading="Messages", at="/letters/messages")
    tab.press("New", heading="Select Recipient", at="/letters/messages/~compose")
    tab.row(JO, heading="New Message", at=COMPOSER)


def send(tab: Tab, text: str) -> None:
    tab.write("Message", text)
    tab.press("Send", heading="Messages", at="/letters/messages")


def discard(tab: Tab, **expected) -> None:
    """Cancels a composer with a draft and confirms the question."""
    tab.press("Cancel", heading="New Message", at=r"/letters/.+\?at=\d+")
    assert tab.page.get_by_role("alertdialog").count() == 1, f"{tab.label}: not asked before the letter is lost"
    tab.press("Discard", **expected)


def letters(tab: Tab, friend: str = JO) -> list[str]:
    """The visitor's letters to a friend, oldest first, by a separate GET; the tab stays where it is."""
    path = "/letters/messages/conversation:" + urllib.parse.quote(friend, safe="")
    answer = tab.page.context.request.get(tab.origin + path, headers={"Accept": "application/vnd.siren+json"})
    assert answer.status == 200, f"{tab.label}: {path} is answered {answer.status}"
    entity = answer.json()
    assert entity["title"] == friend, f"{tab.label}: {path} shows {entity['title']!r}"
    rows = [e["properties"] for e in entity.get("entities", []) if "row" in e["class"]]
    return [row["title"] for row in rows if row["subtitle"] == "You"]


def expect_letters(tab: Tab, texts: list[str], friend: str = JO) -> None:
    found = letters(tab, friend)
    assert sorted(found) == sorted(texts), f"{tab.label}: {friend} got {found}, not {texts}"
