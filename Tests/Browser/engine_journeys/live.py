"""A page changes by itself while its visitor reads and types; without a script, after a click."""

import http.cookiejar
import time
import urllib.parse
import urllib.request

from engine_journeys.look import sign_in
from everywhere import journey
from webdriver import poll

FIELD = "Search conversations"
# The maximum time from a change to the changed page, in seconds.
PATIENCE = 1
LETTERS = 100


class Correspondent:
    """Ida at another computer: a script that sends letters."""

    def __init__(self, origin: str):
        self.origin = origin
        jar = http.cookiejar.CookieJar()
        self.opener = urllib.request.build_opener(urllib.request.HTTPCookieProcessor(jar))
        self.post("", {"action": "give-name", "name": "Ida"})
        self.post("/login/welcome:Ida", {"action": "sign-in?name=Ida"})

    def post(self, path: str, form: dict) -> None:
        request = urllib.request.Request(
            f"{self.origin}/letters{path}", urllib.parse.urlencode(form).encode(), {"Accept": "application/json"})
        self.opener.open(request).close()

    def send(self, text: str) -> None:
        self.post("/messages/~compose/=7", {"action": "send-message?recipient=7", "text": text})


def open_messages(visit):
    tab = visit.start_server()
    tab.goto("/letters", "Welcome to Letters")
    sign_in(tab, "Ida")
    tab.click("Messages", "Messages")
    tab.fill(FIELD, "rope and oar")
    return tab, Correspondent(tab.origin)


def caret(tab) -> list:
    return tab.command("ExecuteScript", script="const e = document.activeElement; return [e.id, e.selectionStart]", args=[])


@journey
def a_letter_appears_on_the_open_page_and_typed_text_stays(visit):
    tab, ida = open_messages(visit)
    if not visit.browser.script:
        ida.send("High water at six")
        assert "High water" not in tab.text, f"{tab.label}: the page has changed without a script"
        # WebKit's setting ignores scripts, but still hides what is in a noscript element.
        tab.reload("Messages") if visit.engine == "webkit" else tab.click("Check for changes", "Messages")
        assert "High water at six" in tab.text, f"{tab.label}: {tab.text[:300]}"
        return
    tab.command("ExecuteScript", script="document.activeElement.setSelectionRange(4, 4)", args=[])
    before, path = caret(tab), tab.path
    assert before[1] == 4, f"{tab.label}: the caret is at {before}"
    # The stream opens when the page is shown.
    ida.send("High water at six")
    began = time.monotonic()
    poll(lambda: "High water at six" in tab.text or None, f"{tab.label}: the letter on the page", 5)
    took = time.monotonic() - began
    assert took < PATIENCE, f"{tab.label}: the letter took {took:.2f} s"
    for number in range(LETTERS):
        ida.send(f"Letter {number + 1}.")
    poll(lambda: f"Letter {LETTERS}." in tab.text or None, f"{tab.label}: the last letter on the page", 10)
    assert tab.value(FIELD) == "rope and oar", f"{tab.label}: the field contains {tab.value(FIELD)!r}"
    assert caret(tab) == before and tab.path == path, f"{tab.label}: the caret was at {before} and is at {caret(tab)}"
    assert len(tab.find("//main")) == 1 and len(tab.find("//li")) < 30, f"{tab.label}: parts of the page are repeated"
    tab.click("Search", "Messages")
    assert "Nothing was found" in tab.text, f"{tab.label}: {tab.text[:200]}"


@journey
def a_page_that_was_hidden_knows_what_has_changed(visit):
    tab, ida = open_messages(visit)
    if not visit.browser.script:
        return
    tab.click("Friends", "Friends")
    ida.send("Low water at noon")
    # From the back/forward cache, or loaded again.
    tab.back("Messages")
    poll(lambda: "Low water at noon" in tab.text or None, f"{tab.label}: the letter after Back", 5)
