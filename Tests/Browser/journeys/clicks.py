"""Clicked twice, done once."""

from visit import (
    COMPOSER, EVE, button, click_twice_before_the_answer, compose, expect_letters, expect_one_reply, journey,
    parallel_posts,
)


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
    # The browser's own click is one more of them.
    tab.press("Send", heading="Messages", at="/letters/messages")
    expect_letters(tab, ["Fifty-one times"])


@journey
def a_letter_with_another_text_is_another_letter(visit):
    tab = visit.signed_in()
    compose(tab)
    tab.write("Message", "One")
    expect_one_reply(tab, parallel_posts(tab, "Send", 2))
    # The same page, and so the same nonce, with another body.
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
