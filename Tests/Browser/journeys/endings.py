"""The server restarts or the session ends between a page and the next click."""

import http.client
import urllib.parse

from browser import Tab
from server import wait_until
from visit import COMPOSER, EVE, IONE, JO, compose, discard, expect_letters, journey, letters, send, sign_in

# The idle timeout of a session, in whole seconds: long enough to sign in, short enough to wait for it.
IDLE_TIMEOUT = "--session-idle-seconds=3"


@journey
def a_crash_and_restart_between_page_and_click_has_no_visible_effect(visit):
    server = visit.start_server_with_state()
    tab = visit.sign_in_new_profile()
    other = tab.new_tab()
    other.open("/letters/friends", heading="Friends", at="/letters/friends")
    other.click_row(EVE, heading=EVE, at="/letters/friends/friend:5")
    compose(tab)
    tab.fill("Message", "Written before, sent after")
    server.restart()
    tab.click("Send", heading="Messages", at="/letters/messages")
    assert not tab.notices, f"{tab.label}: unexpected notices after the restart: {tab.notices}"
    expect_letters(tab, ["Written before, sent after"])
    server.restart()
    other.reload(heading=EVE, at="/letters/friends/friend:5")
    assert not other.notices, f"{other.label}: unexpected notices after the restart: {other.notices}"
    other.click("Back", heading="Friends", at="/letters/friends")


@journey
def back_shows_the_pages_from_before_a_restart(visit):
    server = visit.start_server_with_state()
    tab = visit.sign_in_new_profile()
    compose(tab)
    tab.fill("Message", "Half a let")
    discard(tab, heading="Messages", at="/letters/messages")
    server.restart()
    tab.back(heading="New Message", at=COMPOSER + r"\?at=\d+")
    tab.back(heading="New Message", at=COMPOSER)
    tab.expect_value("Message", "Half a let", "after Cancel, a restart and Back")
    tab.back(heading="Select Recipient", at="/letters/messages/~compose")
    server.restart()
    tab.click_row(IONE, heading="New Message", at="/letters/messages/~compose/=9")
    send(tab, "After two restarts")
    expect_letters(tab, ["After two restarts"], IONE)


@journey
def without_a_store_a_form_after_a_restart_needs_a_second_click(visit):
    server = visit.start_server()
    expect_filled_form_and_second_click(visit.new_profile(), server.restart)


@journey
def without_a_store_the_requested_page_opens_after_a_restart_and_a_login(visit):
    server = visit.start_server()
    expect_requested_page_after_login(visit.sign_in_new_profile(), server.restart)


@journey
def without_a_store_a_draft_survives_a_restart_and_a_login(visit):
    server = visit.start_server()
    expect_draft_after_login(visit.sign_in_new_profile(), server.restart)


@journey
def a_form_of_an_expired_session_needs_a_second_click(visit):
    visit.start_server(IDLE_TIMEOUT)
    tab = visit.new_profile()
    expect_filled_form_and_second_click(tab, lambda: wait_for_expiry(tab))


@journey
def the_requested_page_opens_after_an_expired_session_and_a_login(visit):
    visit.start_server(IDLE_TIMEOUT)
    tab = visit.sign_in_new_profile()
    expect_requested_page_after_login(tab, lambda: wait_for_expiry(tab))


@journey
def a_draft_survives_an_expired_session_and_a_login(visit):
    visit.start_server(IDLE_TIMEOUT)
    tab = visit.sign_in_new_profile()
    expect_draft_after_login(tab, lambda: wait_for_expiry(tab))


@journey
def a_form_of_an_evicted_session_needs_a_second_click(visit):
    visit.start_server("--max-sessions=1")
    tab = visit.new_profile()
    expect_filled_form_and_second_click(tab, lambda: Probe(tab.origin))


@journey
def with_a_store_an_evicted_session_is_not_lost(visit):
    visit.start_server("--max-sessions=1", visit.state_setting)
    tab = visit.sign_in_new_profile()
    compose(tab)
    tab.fill("Message", "Parked")
    Probe(tab.origin)
    tab.click("Send", heading="Messages", at="/letters/messages")
    expect_letters(tab, ["Parked"])


def expect_filled_form_and_second_click(tab: Tab, end) -> None:
    """The session ends while a name is typed: 409 shows the form filled in, and a second click succeeds."""
    tab.open("/letters", heading="Welcome to Letters", at="/letters")
    tab.fill("What are you called?", "Idda")
    tab.click("Continue", heading="Hello, Idda", at="/letters/login/welcome:Idda")
    tab.click("Back", heading="Welcome to Letters", at=r"/letters(/login)?(\?at=\d+)?")
    tab.fill("What are you called?", "Ida")
    end()
    tab.click("Continue", heading="Welcome to Letters", at=r"/letters(/login)?", status=409)
    assert tab.notices, f"{tab.label}: no notice explains why a second click is needed"
    tab.expect_value("What are you called?", "Ida", "after 409")
    tab.click("Continue", heading="Hello, Ida", at="/letters/login/welcome:Ida")
    assert not tab.notices, f"{tab.label}: the notice is still shown: {tab.notices}"
    tab.click("Open my letters", heading="Friends", at="/letters/friends")


def expect_requested_page_after_login(tab: Tab, end) -> None:
    """A signed-in session ends: GET shows the login at the same URL with one notice, and then continues."""
    tab.click_row(EVE, heading=EVE, at="/letters/friends/friend:5")
    end()
    response = tab.navigate(tab.page.reload, heading="Welcome to Letters", at="/letters/friends/friend:5")
    assert response.request.redirected_from is None, (
        f"{tab.label}: redirected from {response.request.redirected_from.url}")
    assert tab.notices, f"{tab.label}: no notice that the session has ended"
    tab.reload(heading="Welcome to Letters", at="/letters/friends/friend:5")
    assert not tab.notices, f"{tab.label}: the notice is shown twice: {tab.notices}"
    sign_in(tab, "Ida", heading=EVE, at="/letters/friends/friend:5")
    tab.click("Back", heading="Friends", at="/letters/friends")


def expect_draft_after_login(tab: Tab, end) -> None:
    """A signed-in session ends while a letter is written: it is not sent, and the login restores the draft."""
    compose(tab)
    tab.fill("Message", "Long, and dear to me")
    end()
    tab.click("Send", heading="Welcome to Letters", at=COMPOSER, status=409)
    assert tab.notices, f"{tab.label}: no notice explains why the letter was not sent"
    sign_in(tab, "Ida", heading="New Message", at=COMPOSER)
    assert letters(tab) == [], f"{tab.label}: the letter was sent without a second click"
    tab.expect_value("Message", "Long, and dear to me", "after the login")
    tab.click("Send", heading="Messages", at="/letters/messages")
    expect_letters(tab, ["Long, and dear to me"], JO)


class Probe:
    """A new session of another visitor. Its expiry can be tested only once, because a request extends the session."""

    def __init__(self, origin: str):
        self.host = urllib.parse.urlsplit(origin).netloc
        response = self.request("POST", "/letters", "action=give-name&name=Probe")
        assert response.status == 303, f"the first action of a probe session got status {response.status}"
        self.cookie = response.getheader("Set-Cookie").split(";")[0]

    def is_forgotten(self) -> bool:
        response = self.request("GET", "/letters/login/welcome:Probe", None, {"Cookie": self.cookie})
        return "Max-Age=0" in (response.getheader("Set-Cookie") or "")

    def request(self, method: str, path: str, body: str | None, fields: dict | None = None) -> http.client.HTTPResponse:
        connection = http.client.HTTPConnection(self.host, timeout=20)
        kind = {"Content-Type": "application/x-www-form-urlencoded"} if body else {}
        connection.request(method, path, body, kind | (fields or {}))
        response = connection.getresponse()
        response.read()
        connection.close()
        return response


def wait_for_expiry(tab: Tab) -> None:
    """Waits until the tab's session has expired. A request would extend it, so this polls younger probe sessions."""
    probes = [Probe(tab.origin) for _ in range(60)]

    def is_over() -> bool:
        tab.page.wait_for_timeout(200)
        return probes.pop().is_forgotten()

    wait_until(is_over, "a session with an idle timeout of 3 s expires")
