"""The inspector of an app with three planted mistakes: each is explained without a look at a log."""

from browser import Tab
from keyboard import Keyboard

START = {"heading": "Start", "at": r"/mistaken(\?at=\d+)?"}
PEOPLE = {"heading": "People", "at": r"/mistaken/people(\?at=\d+)?"}
SESSIONS = {"heading": "Sessions", "at": "/cairn/inspect(/sessions)?"}
SESSION = "/cairn/inspect/sessions/session:[0-9a-v]{8}"
UNHANDLED = "Not offered: no responder handles send-letter. Add a handler to `actions` of one of these classes."
DIVERTED = "The guard of MistakenStack shows start instead of tools."
STALE = "The newest version does not offer it."


def texts(tab: Tab) -> str:
    return tab.page.locator("main").inner_text()


def expect(tab: Tab, text: str) -> None:
    assert text in texts(tab), f"{tab.label}: {text!r} is not among {texts(tab)}"


def newest_session(tab: Tab) -> str:
    """The title of the session that was used last."""
    return tab.page.locator(".row .title").first.inner_text()


def walk(tab: Tab, person: str) -> None:
    tab.open("/mistaken", **START)
    tab.click("Tools", **START)
    tab.click("People", **PEOPLE)
    tab.open("/cairn/inspect", **SESSIONS, name="inspect-sessions")
    title = newest_session(tab)
    tab.click_row(title, heading=title.split(", ")[1].capitalize(), at=SESSION, name="inspect-session")
    expect(tab, DIVERTED)
    tab.page.locator("summary").first.click()
    tab.click("Version 1", role="link", heading=title.split(", ")[1].capitalize(), at=SESSION + r"\?version=1")
    expect(tab, UNHANDLED)
    tab.click("Back", **SESSIONS)
    tab.click("Apps", heading="Apps", at="/cairn/inspect/apps", name="inspect-apps")
    tab.click_row("Mistaken", heading="Mistaken", at="/cairn/inspect/apps/app:mistaken", name="inspect-app")
    expect(tab, UNHANDLED)
    tab.click("Objects", heading="Objects alive", at="/cairn/inspect/objects", name="inspect-objects")
    tab.click("Server", heading="Server", at="/cairn/inspect/server", name="inspect-server")


def use_keyboard(keys: Keyboard, person: str) -> None:
    tab = keys.tab
    # A button does nothing: no responder handles it.
    keys.open("/cairn/inspect/apps", heading="Apps", at="/cairn/inspect/apps")
    keys.skip_to_content()
    keys.focus("Mistaken")
    keys.press_to_navigate(heading="Mistaken", at="/cairn/inspect/apps/app:mistaken")
    expect(tab, UNHANDLED)
    # A button leads to the same screen: a guard diverts it.
    keys.open("/mistaken", **START)
    keys.focus("Tools")
    keys.press_to_navigate(**START)
    keys.focus("People")
    keys.press_to_navigate(**PEOPLE)
    title = open_session(keys)
    expect(tab, DIVERTED)
    # A row of an open page is refused: its object is gone.
    keys.open("/mistaken/people?at=3", **PEOPLE)
    first = tab.titles[0]
    keys.focus(first)
    keys.press_to_navigate(**PEOPLE)
    open_session(keys, title)
    keys.focus("Version 3")
    keys.press_to_navigate(heading=title.split(", ")[1].capitalize(), at=SESSION + r"\?version=3")
    expect(tab, f"“{first}” is stale: delete-person?number={first.split()[-1]}")
    expect(tab, STALE)


def open_session(keys: Keyboard, title: str | None = None) -> str:
    """Opens the session that was used last. Returns its title."""
    keys.open("/cairn/inspect", **SESSIONS)
    title = title or newest_session(keys.tab)
    keys.skip_to_content()
    keys.focus(title)
    keys.press_to_navigate(heading=title.split(", ")[1].capitalize(), at=SESSION)
    return title
