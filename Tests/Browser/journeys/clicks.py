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
    tab = visit.signed_in()
    compose(tab)
    tab.write("Message", "Clicked twice at once")
    box = button(tab, "Send").bounding_box()
    tab.arrive_after_two_clicks(
        lambda: tab.page.mouse.dblclick(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2),
        heading="Messages", at="/letters/messages")
    expect_letters(tab, ["Clicked twice at once"])
    tab.reload(heading="Messages", at="/letters/messages")


@journey
def two_clicks_on_send_before_the_answer_send_one_letter(visit):
    tab = visit.signed_in()
    compose(tab)
    tab.write("Message", "Clicked once, and once more")
    click_twice_before_the_answer(visit, tab, "Send", heading="Messages", at="/letters/messages")
    expect_letters(tab, ["Clicked once, and once more"])
    tab.press("Friends", heading="Friends", at="/letters/friends")
    tab.row(EVE, heading=EVE, at="/letters/friends/friend:5")


@journey
def fifty_equal_posts_at_once_send_one_letter_and_lead_to_one_page(visit):
    tab = visit.signed_in()
    compose(tab)
    tab.write("Message", "Fifty-one times")
    reply = expect_one_reply(tab, parallel_posts(tab, "Send"))
    assert reply.location == "/letters/messages", f"{tab.label}: the fifty were led to {reply.location}"
    # The browser's own click repeats the same request once more.
    tab.press("Send", heading="Messages", at="/letters/messages")
    expect_letters(tab, ["Fifty-one times"])


@journey
def a_letter_with_another_text_is_another_letter(visit):
    tab = visit.signed_in()
    compose(tab)
    tab.write("Message", "One")
    expect_one_reply(tab, parallel_posts(tab, "Send", 2))
    # The same page, and so the same nonce, with a different body.
    tab.write("Message", "Two")
    tab.press("Send", heading="Messages", at="/letters/messages")
    expect_letters(tab, ["One", "Two"])
    tab.open(COMPOSER, heading="New Message", at=COMPOSER)


@journey
def a_first_login_clicked_twice_makes_one_session(visit):
    tab = visit.profile()
    tab.open("/letters", heading="Welcome to Letters", at="/letters")
    tab.write("What are you called?", "Ida")
    reply = expect_one_reply(tab, parallel_posts(tab, "Continue"))
    assert reply.cookie, f"{tab.label}: the first click makes no session"
    wait_until(lambda: len(visit.server.posts("/letters")) == 50, "the log holds the fifty POSTs")
    click_twice_before_the_answer(visit, tab, "Continue", heading="Hello, Ida", at="/letters/login/welcome:Ida")
    cookies = [f"{cookie['name']}={cookie['value']}" for cookie in tab.page.context.cookies(tab.origin)]
    assert cookies == [reply.cookie], f"{tab.label}: the browser is in another session than the first fifty clicks"
    click_twice_before_the_answer(visit, tab, "Open my letters", heading="Friends", at="/letters/friends")
    tab.row(EVE, heading=EVE, at="/letters/friends/friend:5")
    tab.reload(heading=EVE, at="/letters/friends/friend:5")


@journey
def a_sign_in_sent_fifty_times_gives_one_new_identity(visit):
    tab = visit.profile()
    tab.open("/letters", heading="Welcome to Letters", at="/letters")
    tab.write("What are you called?", "Ida")
    tab.press("Continue", heading="Hello, Ida", at="/letters/login/welcome:Ida")
    before = tab.page.context.cookies(tab.origin)
    reply = expect_one_reply(tab, parallel_posts(tab, "Open my letters"))
    assert reply.cookie, f"{tab.label}: signing in gives no new session id"
    tab.press("Open my letters", heading="Friends", at="/letters/friends")
    after = tab.page.context.cookies(tab.origin)
    assert after[0]["value"] != before[0]["value"], f"{tab.label}: the session id is the one of before the sign-in"
    tab.row(EVE, heading=EVE, at="/letters/friends/friend:5")


@journey
def sign_out_clicked_twice_signs_out(visit):
    tab = visit.signed_in()
    click_twice_before_the_answer(visit, tab, "Sign out", heading="Welcome to Letters", at="/letters/login")
    tab.open("/letters/friends", heading="Welcome to Letters", at="/letters/friends")


@dataclass(frozen=True)
class Reply:
    """The parts of a response that decide on the browser's next page and its session."""

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


def click_twice_before_the_answer(visit: Visit, tab: Tab, name: str, **expected) -> None:
    """Clicks twice, so that the server receives both requests before it responds to the first.

    Chromium makes one POST of two clicks at the same instant. Of two clicks with a moment between them, it sends both
    and uses the response to the second only.
    """
    path = target(tab)
    before = len(visit.server.posts(path))
    box = button(tab, name).bounding_box()

    def act() -> None:
        with visit.server.held():
            for count in (1, 2):
                tab.page.mouse.click(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
                wait_until(lambda: visit.server.unread >= count, f"POST {count} reaches the server")

    tab.arrive_after_two_clicks(act, **expected)
    answered = len(visit.server.posts(path)) - before
    assert answered == 2, f"{tab.label}: the server has answered {answered} POSTs to {path}, not 2"


def parallel_posts(tab: Tab, name: str, count: int = 50) -> list[Reply]:
    """Sends the button's request `count` times in parallel outside the browser, with the browser's cookies."""
    pressed = button(tab, name)
    fields = pressed.evaluate("button => [...new FormData(button.form, button)]")
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
        answer = connection.getresponse()
        answer.read()
        connection.close()
        cookie = answer.getheader("Set-Cookie")
        return Reply(answer.status, answer.getheader("Location"), cookie and cookie.split(";")[0])

    with concurrent.futures.ThreadPoolExecutor(count) as pool:
        return list(pool.map(post, range(count)))


def expect_one_reply(tab: Tab, replies: list[Reply]) -> Reply:
    """Checks that all responses are equal redirects, and returns one."""
    kinds = collections.Counter(replies)
    shown = "; ".join(f"{count} times {reply}" for reply, count in kinds.most_common(3))
    assert len(kinds) == 1, f"{tab.label}: {len(replies)} equal POSTs got {len(kinds)} answers: {shown}"
    assert replies[0].status == 303, f"{tab.label}: answered {replies[0].status}"
    return replies[0]
