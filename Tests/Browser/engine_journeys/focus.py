"""The focus after each change of the page: which control has it, or is the first that Tab leads to."""

import contextlib

from engine_journeys.look import sign_in
from everywhere import journey
from webdriver import poll

TAB, ESCAPE = "\ue004", "\ue00c"
# The first focus stop of a page: a link to its content.
START = "Tab: Skip to content"
# Returns the name of the control that has the focus; null if it is the page.
NAME = """const element = document.activeElement;
if (!element || element === document.body || element === document.documentElement) return null;
const named = element.matches('.errors') ? element.querySelector('h2') : element.querySelector('.title');
return (named ?? element.labels?.[0] ?? element).textContent.trim()"""

# Returns true once the page has no alert; null before.
WITHOUT_ALERT = "return document.readyState === 'complete' && !document.querySelector('.alert') || null"

# The change, and where the focus is after it.
FOCUS = {
    "push": START,
    "pop": "Hana 花子",
    "sheet with one field": "Message",
    "alert": "OK",
    "end of the alert": "Message",
    "question before a loss": "Keep editing",
    "dismissal": "Write to Hana 花子",
    "other tab": START,
    "invalid input": "Please check what you entered",
}


@journey
def the_focus_is_where_the_change_was_made(visit):
    tab = visit.start_server()
    found = {}
    tab.goto("/letters", "Welcome to Letters")
    sign_in(tab, "Ida")

    def click(name: str, heading: str, change: str) -> None:
        tab.click(name, heading)
        if not FOCUS[change].startswith("Tab:"):
            # Browsers set the focus with the first frame.
            with contextlib.suppress(AssertionError):
                poll(lambda: focused(tab), "", 1)
        found[change] = first_stop(tab)

    click("Hana 花子", "Hana 花子", "push")
    click("Back", "Friends", "pop")
    tab.click("Hana 花子", "Hana 花子")
    click("Write to Hana 花子", "New Message", "sheet with one field")
    tab.fill("Message", "Is the kettle on?")
    click("Cancel", "New Message", "question before a loss")
    click("Discard", "Hana 花子", "dismissal")
    click("Messages", "Messages", "other tab")
    tab.goto("/letters/messages/~compose/=13", "New Message")
    tab.fill("Message", "Is there room?")
    click("Send", "New Message", "alert")
    if visit.browser.script:
        press(tab, ESCAPE)
        poll(lambda: tab.command("ExecuteScript", script=WITHOUT_ALERT, args=[]), "Escape did not dismiss the alert")
        found["end of the alert"] = first_stop(tab)
    else:
        click("OK", "New Message", "end of the alert")
    tab.goto("/passport", "Open Your Passport")
    tab.fill("E-mail", "nobody@example.org")
    tab.fill("Password", "12345678")
    click("Open my passport", "Open Your Passport", "invalid input")
    assert tab.value("E-mail") == "nobody@example.org", f"{tab.label}: the e-mail is not kept"
    wrong = [f"after {change}: {found[change]!r}, not {focus!r}" for change, focus in FOCUS.items()
             if found[change] != focus]
    assert not wrong, f"{tab.label}: {'; '.join(wrong)}"


def first_stop(tab) -> str:
    """The name of the control that has the focus; otherwise, after `Tab:`, of the first one that Tab leads to."""
    if (name := focused(tab)) is not None:
        return name
    press(tab, TAB)
    return f"Tab: {focused(tab)}"


def press(tab, key: str) -> None:
    actions = [{"type": kind, "value": key} for kind in ("keyDown", "keyUp")]
    tab.command("PerformActions", actions=[{"type": "key", "id": "keyboard", "actions": actions}])


def focused(tab) -> str | None:
    return tab.command("ExecuteScript", script=NAME, args=[])
