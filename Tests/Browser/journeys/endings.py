"""The server or the session ends between a page and the next click."""

import http.client
import urllib.parse

from browser import Tab
from server import wait_until
from visit import COMPOSER, EVE, IONE, JO, compose, discard, expect_letters, journey, letters, send, sign_in

# The lifetime of an idle session, in whole seconds: long enough to sign in, short enough to wait for.
LIFETIME = "--session-seconds=3"


@journey
def a_server_killed_and_restarted_between_page_and_click_is_not_noticed(visit):
    server = visit.serve_with_state()
    tab = visit.signed_in()
    other = tab.another()
    other.open("/letters/friends", heading="Friends", at="/letters/friends")
    other.row(EVE, heading=EVE, at="/letters/friends/friend:5")
    compose(tab)
    tab.write("Message", "Written before, sent after")
    server.restart()
    tab.press("Send", heading="Messages", at="/letters/messages")
    assert not tab.notices, f"{tab.label}: the restart was noticed: {tab.notices}"
    expect_letters(tab, ["Written before, sent after"])
    server.restart()
    other.reload(heading=EVE, at="/letters/friends/friend:5")
    assert not other.notices, f"{other.label}: the restart was noticed: {other.notices}"
    other.press("Back", heading="Friends", at="/letters/friends")


@journey
def back_leads_to_the_pages_of_before_the_restart(visit):
    server = visit.serve_with_state()
    tab = visit.signed_in()
    compose(tab)
    tab.write("Message", "Half a let")
    discard(tab, heading="Messages", at="/letters/messages")
    server.restart()
    tab.back(heading="New Message", at=COMPOSER + r"\?at=\d+")
    tab.back(heading="New Message", at=COMPOSER)
    tab.expect_typed("Message", "Half a let", "after Cancel, a restart and Back")
    tab.back(heading="Select Recipient", at="/letters/messages/~compose")
    server.restart()
    tab.row(IONE, heading="New Message", at="/letters/messages/~compose/=9")
    send(tab, "After two restarts")
    expect_letters(tab, ["After two restarts"], IONE)


@journey
def without_a_store_a_restart_costs_one_more_click(visit):
    server = visit.serve()
    refused_once_and_filled(visit.profile(), server.restart)


@journey
def without_a_store_a_restart_leads_through_the_login_to_the_page_that_was_asked_for(visit):
    server = visit.serve()
    through_the_login_to_the_page(visit.signed_in(), server.restart)


@journey
def without_a_store_a_letter_survives_the_restart_and_the_login(visit):
    server = visit.serve()
    letter_survives_the_login(visit.signed_in(), server.restart)


@journey
def a_session_that_expired_costs_one_more_click(visit):
    visit.serve(LIFETIME)
    tab = visit.profile()
    refused_once_and_filled(tab, lambda: outlive_session(tab))


@journey
def a_session_that_expired_leads_through_the_login_to_the_page_that_was_asked_for(visit):
    visit.serve(LIFETIME)
    tab = visit.signed_in()
    through_the_login_to_the_page(tab, lambda: outlive_session(tab))


@journey
def a_letter_survives_an_expired_session_and_the_login(visit):
    visit.serve(LIFETIME)
    tab = visit.signed_in()
    letter_survives_the_login(tab, lambda: outlive_session(tab))


@journey
def a_session_that_made_room_for_another_costs_one_more_click(visit):
    visit.serve("--sessions=1")
    tab = visit.profile()
    refused_once_and_filled(tab, lambda: Probe(tab.origin))


@journey
def with_a_store_a_session_that_made_room_for_another_is_not_lost(visit):
    visit.serve("--sessions=1", visit.state)
    tab = visit.signed_in()
    compose(tab)
    tab.write("Message", "Parked")
    Probe(tab.origin)
    tab.press("Send", heading="Messages", at="/letters/messages")
    expect_letters(tab, ["Parked"])


def refused_once_and_filled(tab: Tab, end) -> None:
    """The session ends while a name is typed: 409 shows the form filled in, and a second click succeeds."""
    tab.open("/letters", heading="Welcome to Letters", at="/letters")
    tab.write("What are you called?", "Idda")
    tab.press("Continue", heading="Hello, Idda", at="/letters/login/welcome:Idda")
    tab.press("Back", heading="Welcome to Letters", at=r"/letters(/login)?(\?at=\d+)?")
    tab.write("What are you called?", "Ida")
    end()
    tab.press("Continue", heading="Welcome to Letters", at=r"/letters(/login)?", status=409)
    assert tab.notices, f"{tab.label}: nothing says why one has to press again"
    tab.expect_typed("What are you called?", "Ida", "after 409")
    tab.press("Continue", heading="Hello, Ida", at="/letters/login/welcome:Ida")
    assert not tab.notices, f"{tab.label}: the notice stays: {tab.notices}"
    tab.press("Open my letters", heading="Friends", at="/letters/friends")


def through_the_login_to_the_page(tab: Tab, end) -> None:
    """A signed-in session ends: GET shows the login at the same URL with one notice, and then continues."""
    tab.row(EVE, heading=EVE, at="/letters/friends/friend:5")
    end()
    answer = tab.arrive(tab.page.reload, heading="Welcome to Letters", at="/letters/friends/friend:5")
    assert answer.request.redirected_from is None, f"{tab.label}: redirected from {answer.request.redirected_from.url}"
    assert tab.notices, f"{tab.label}: nothing says that the earlier visit has ended"
    tab.reload(heading="Welcome to Letters", at="/letters/friends/friend:5")
    assert not tab.notices, f"{tab.label}: said twice: {tab.notices}"
    sign_in(tab, "Ida", heading=EVE, at="/letters/friends/friend:5")
    tab.press("Back", heading="Friends", at="/letters/friends")


def letter_survives_the_login(tab: Tab, end) -> None:
    """A signed-in session ends while a letter is written: it is not sent, and the login restores the draft."""
    compose(tab)
    tab.write("Message", "Long, and dear to me")
    end()
    tab.press("Send", heading="Welcome to Letters", at=COMPOSER, status=409)
    assert tab.notices, f"{tab.label}: nothing says why the letter was not sent"
    sign_in(tab, "Ida", heading="New Message", at=COMPOSER)
    assert letters(tab) == [], f"{tab.label}: sent without another click"
    tab.expect_typed("Message", "Long, and dear to me", "after the login")
    tab.press("Send", heading="Messages", at="/letters/messages")
    expect_letters(tab, ["Long, and dear to me"], JO)


class Probe:
    """A new session of another visitor. Its expiry can be tested once, because a request keeps a session alive."""

    def __init__(self, origin: str):
        self.host = urllib.parse.urlsplit(origin).netloc
        answer = self.request("POST", "/letters", "action=give-name&name=Probe")
        assert answer.status == 303, f"a probe's first action is answered {answer.status}"
        self.cookie = answer.getheader("Set-Cookie").split(";")[0]

    def is_forgotten(self) -> bool:
        answer = self.request("GET", "/letters/login/welcome:Probe", None, {"Cookie": self.cookie})
        return "Max-Age=0" in (answer.getheader("Set-Cookie") or "")

    def request(self, method: str, path: str, body: str | None, fields: dict | None = None) -> http.client.HTTPResponse:
        connection = http.client.HTTPConnection(self.host, timeout=20)
        kind = {"Content-Type": "application/x-www-form-urlencoded"} if body else {}
        connection.request(method, path, body, kind | (fields or {}))
        answer = connection.getresponse()
        answer.read()
        connection.close()
        return answer


def outlive_session(tab: Tab) -> None:
    """Waits until the tab's session has expired. A request would prolong it, so it tests younger probe sessions."""
    probes = [Probe(tab.origin) for _ in range(60)]

    def is_over() -> bool:
        tab.page.wait_for_timeout(200)
        return probes.pop().is_forgotten()

    wait_until(is_over, "a session of three seconds ends")
