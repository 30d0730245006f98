"""What journeys are made of: a server and profiles of their own, people who sign in, and what arrived of letters."""

import contextlib
import pathlib
import urllib.parse

from browser import Tab
from playwright.sync_api import Browser, BrowserContext, Error
from server import Server

JOURNEYS: list = []
JO, IONE, EVE, NILS = "Jo;DROP TABLE friends", "Ione \"Io\" Makris", "Eve O'Malley", "Nils Öster"
ADA = "Ada & Byron"
# Milliseconds, as Playwright counts.
PATIENCE = 8_000
COMPOSER = "/letters/messages/~compose/=10"


def journey(function):
    JOURNEYS.append(function)
    return function


class Visit:
    """One run of one journey: nothing in it is shared with another."""

    def __init__(
        self, label: str, script: bool, plain: Browser, cached: Browser, executable: pathlib.Path, folder: pathlib.Path
    ):
        self.label, self.script, self.plain, self.cached = label, script, plain, cached
        self.executable, self.folder = executable, folder
        self.contexts: list[BrowserContext] = []
        self.server: Server | None = None

    def serve(self, *settings: str) -> Server:
        """Starts the server with these settings, or with none when the first profile is opened."""
        self.server = Server(self.executable, self.folder, *settings)
        return self.server

    def serve_with_state(self) -> Server:
        return self.serve(self.state)

    @property
    def state(self) -> str:
        """The setting that keeps sessions in a directory, which is there and empty at first."""
        folder = self.folder / "state"
        folder.mkdir(exist_ok=True)
        return f"--state={folder}"

    def profile(self, label: str = "", keeps_pages: bool = False) -> Tab:
        """A tab of a browser that knows nothing yet.

        - keeps_pages: with Chromium's back/forward cache, also for `no-store`; Playwright turns it off otherwise.
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
        """Ends well: the server stops when it is asked to, and has complained of nothing."""
        self.end_profiles()
        self.server.stop()

    def end_profiles(self) -> None:
        while self.contexts:
            self.contexts.pop().close()

    def abandon(self) -> None:
        """Ends in any case."""
        with contextlib.suppress(Error):
            self.end_profiles()
        if self.server and self.server.is_running:
            self.server.kill()


def sign_in(tab: Tab, person: str, **expected) -> None:
    """From the page that asks for a name to what it stood in front of."""
    tab.write("What are you called?", person)
    tab.press("Continue", heading=f"Hello, {person}", at="/letters/login/welcome:.+")
    tab.press("Open my letters", **expected)


def compose(tab: Tab) -> None:
    """From any page with tabs to a new message to Jo."""
    tab.press("Messages", heading="Messages", at="/letters/messages")
    tab.press("New", heading="Select Recipient", at="/letters/messages/~compose")
    tab.row(JO, heading="New Message", at=COMPOSER)


def send(tab: Tab, text: str) -> None:
    tab.write("Message", text)
    tab.press("Send", heading="Messages", at="/letters/messages")


def discard(tab: Tab, **expected) -> None:
    """Cancel, of a composer with something typed: the visitor is asked before it goes."""
    tab.press("Cancel", heading="New Message", at=r"/letters/.+\?at=\d+")
    assert tab.page.get_by_role("alertdialog").count() == 1, f"{tab.label}: not asked before the letter is lost"
    tab.press("Discard", **expected)


def letters(tab: Tab, friend: str = JO) -> list[str]:
    """What this visitor wrote to a friend, oldest first. The tab stays where it is, and GET changes nothing."""
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
