"""Repeated clicks perform an action once."""

import collections
import concurrent.futures
import http.client
import threading
import urllib.parse
from dataclasses import dataclass

from browser import Tab
from playwright.sync_api import Locator
from server import wait_until
from visit import COMPOSER, EVE, Visit, compose, expect_letters, journey


@journey
def a_double_click_on_send_sends_one_letter(visit):
    tab = visit.sign_in_new_profile()
    compose(tab)
    tab.fill("Message", "Clicked twice at once")
    box = button(tab, "Send").bounding_box()
    tab.navigate_by_two_clicks(
        lambda: tab.page.mouse.dblclick(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2),
        heading="Messages", at="/letters/messages")
    expect_letters(tab, ["Clicked twice at once"])
    tab.reload(heading="Messages", at="/letters/messages")


@journey
def two_clicks_on_send_before_the_response_send_one_letter(visit):
    tab = visit.sign_in_new_profile()
    compose(tab)
    tab.fill("Message", "Clicked once, and once more")
    click_twice_before_the_response(visit, tab, "Send", heading="Messages", at="/letters/messages")
    expect_letters(tab, ["Clicked once, and once more"])
    tab.click("Friends", heading="Friends", at="/letters/friends")
    tab.click_row(EVE, heading=EVE, at="/letters/friends/friend:5")


@journey
def fifty_equal_concurrent_posts_send_one_letter_and_redirect_to_one_page(visit):
    tab = visit.sign_in_new_profile()
    compose(tab)
    tab.fill("Message", "Fifty-one times")
    reply = expect_equal_redirects(tab, parallel_posts(tab, "Send"))
    assert reply.location == "/letters/messages", f"{tab.label}: the fifty POSTs redirected to {reply.location}"
    # The browser's own click repeats the same request once more.
    tab.click("Send", heading="Messages", at="/letters/messages")
    expect_letters(tab, ["Fifty-one times"])


@journey
def a_post_with_the_same_nonce_and_another_text_is_another_letter(visit):
    tab = visit.sign_in_new_profile()
    compose(tab)
    tab.fill("Message", "One")
    expect_equal_redirects(tab, parallel_posts(tab, "Send", 2))
    # The same page, and so the same nonce, with a different body.
    tab.fill("Message", "Two")
    tab.click("Send", heading="Messages", at="/letters/messages")
    expect_letters(tab, ["One", "Two"])
    tab.open(COMPOSER, heading="New Message", at=COMPOSER)


@journey
def a_double_click_on_the_first_action_creates_one_session(visit):
    tab = visit.new_profile()
    tab.open("/letters", heading="Welcome to Letters", at="/letters")
    tab.fill("What are you called?", "Ida")
    reply = expect_equal_redirects(tab, parallel_posts(tab, "Continue"))
    assert reply.cookie, f"{tab.label}: the first click created no session"
    wait_until(lambda: len(visit.server.logged_posts("/letters")) == 50, "the log contains the fifty POSTs")
    click_twice_before_the_response(visit, tab, "Continue", heading="Hello, Ida", at="/letters/login/welcome:Ida")
    cookies = [f"{cookie['name']}={cookie['value']}" for cookie in tab.page.context.cookies(tab.origin)]
    assert cookies == [reply.cookie], f"{tab.label}: the browser has another session than the fifty POSTs"
    click_twice_before_the_response(visit, tab, "Open my letters", heading="Friends", at="/letters/friends")
    tab.click_row(EVE, heading=EVE, at="/letters/friends/friend:5")
    tab.reload(heading=EVE, at="/letters/friends/friend:5")


@journey
def fifty_equal_sign_ins_create_one_new_session_id(visit):
    tab = visit.new_profile()
    tab.open("/letters", heading="Welcome to Letters", at="/letters")
    tab.fill("What are you called?", "Ida")
    tab.click("Continue", heading="Hello, Ida", at="/letters/login/welcome:Ida")
    before = tab.page.context.cookies(tab.origin)
    reply = expect_equal_redirects(tab, parallel_posts(tab, "Open my letters"))
    assert reply.cookie, f"{tab.label}: the sign-in set no new session id"
    tab.click("Open my letters", heading="Friends", at="/letters/friends")
    after = tab.page.context.cookies(tab.origin)
    assert after[0]["value"] != before[0]["value"], f"{tab.label}: the session id did not change at the sign-in"
    tab.click_row(EVE, heading=EVE, at="/letters/friends/friend:5")


@journey
def a_double_click_on_sign_out_signs_out(visit):
    tab = visit.sign_in_new_profile()
    click_twice_before_the_response(visit, tab, "Sign out", heading="Welcome to Letters", at="/letters/login")
    tab.open("/letters/friends", heading="Welcome to Letters", at="/letters/friends")


@dataclass(frozen=True)
class Reply:
    """The parts of a response that determine the browser's next page and its session."""

    status: int
    location: str | None
    cookie: str | None


def button(tab: Tab, name: str) -> Locator:
    found = tab.page.get_by_role("button", name=name, exact=True)
    assert found.count() == 1, f"{tab.label}: {found.count()} buttons called {name!r} at {tab.path}"
    return found


def target(tab: Tab) -> str:
    """Returns the form's target. Read it as an attribute: buttons named `action` hide the form's property."""
    return tab.page.locator("#screen").get_attribute("action")


def click_twice_before_the_response(visit: Visit, tab: Tab, name: str, **expected) -> None:
    """Clicks twice, so that the server receives both requests before it responds to the first.

    Chromium makes one POST of two clicks at the same instant. Of two clicks with a moment between them, it sends both
    and uses the response to the second only.
    """
    path = target(tab)
    before = len(visit.server.logged_posts(path))
    box = button(tab, name).bounding_box()

    def act() -> None:
        with visit.server.suspended():
            for count in (1, 2):
                tab.page.mouse.click(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
                wait_until(lambda: visit.server.unread_request_count >= count, f"POST {count} reached the server")

    tab.navigate_by_two_clicks(act, **expected)
    answered = len(visit.server.logged_posts(path)) - before
    assert answered == 2, f"{tab.label}: the server handled {answered} POSTs to {path}, not 2"


def parallel_posts(tab: Tab, name: str, count: int = 50) -> list[Reply]:
    """Sends the button's request `count` times in parallel outside the browser, with the browser's cookies."""
    clicked = button(tab, name)
    fields = clicked.evaluate("button => [...new FormData(button.form, button)]")
    body = urllib.parse.urlencode([(name, value) for name, value in fields])
    path = target(tab)
    host = urllib.parse.urlsplit(tab.origin).netloc
    headers = {
        "Content-Type": "application/x-www-form-urlencoded", "Accept": "text/html", "Origin": tab.origin,
        "Sec-Fetch-Site": "same-origin",
        "Cookie": "; ".join(f"{cookie['name']}={cookie['value']}" for cookie in tab.page.context.cookies(tab.origin)),
    }
    ready = threading.Barrier(count)

    def post(_: int) -> Reply:
        connection = http.client.HTTPConnection(host, timeout=20)
        connection.connect()
        ready.wait(timeout=20)
        connection.request("POST", path, body, headers)
        response = connection.getresponse()
        response.read()
        connection.close()
        cookie = response.getheader("Set-Cookie")
        return Reply(response.status, response.getheader("Location", "").partition("#")[0], cookie and cookie.split(";")[0])

    with concurrent.futures.ThreadPoolExecutor(count) as pool:
        return list(pool.map(post, range(count)))


def expect_equal_redirects(tab: Tab, replies: list[Reply]) -> Reply:
    """Checks that all responses are equal redirects, and returns one."""
    kinds = collections.Counter(replies)
    shown = "; ".join(f"{count} times {reply}" for reply, count in kinds.most_common(3))
    assert len(kinds) == 1, f"{tab.label}: {len(replies)} equal POSTs got {len(kinds)} different responses: {shown}"
    assert replies[0].status == 303, f"{tab.label}: status {replies[0].status}, not 303"
    return replies[0]
