"""Tasks in Letters: each letter is there once, and another person at the browser sees none."""

import urllib.parse

from people import ANY, Journey, PatientTab, task
from visit import ADA, EVE, IONE, JO

CONVERSATIONS, COMPOSER = "/letters/messages" + ANY, "/letters/messages/~compose/=10" + ANY
LETTERS_LOGIN = {"heading": "Welcome to Letters", "at": "/letters(/login)?" + ANY}


def open_letters(journey: Journey) -> PatientTab:
    tab = journey.new_profile()
    tab.open("/letters", **LETTERS_LOGIN)
    sign_in(tab, journey.person)
    return tab


def sign_in(tab: PatientTab, person: str) -> None:
    friends = {"heading": "Friends", "at": "/letters/friends" + ANY}
    tab.fill("What are you called?", person)
    tab.click("Continue", heading=f"Hello, {person}", at="/letters/login/welcome:.+")
    tab.click("Open my letters", again=lambda: tab.click("Open my letters", **friends), **friends)


def compose(tab: PatientTab) -> None:
    """Opens a new message to Jo."""
    tab.click("Messages", heading="Messages", at=CONVERSATIONS)
    tab.click("New", heading="Select Recipient", at="/letters/messages/~compose" + ANY)
    tab.click_row(JO, heading="New Message", at=COMPOSER)


def letters(tab: PatientTab, friend: str) -> list[str]:
    """The person's letters to a friend, sorted."""
    path = "/letters/messages/conversation:" + urllib.parse.quote(friend, safe="")
    # The letters are beside the list of conversations.
    panes = [entity for entity in tab.read(path)["entities"] if "detail" in entity["class"]]
    rows = [entity["properties"] for pane in panes for entity in pane["entities"] if "row" in entity["class"]]
    return sorted(row["title"] for row in rows if row["subtitle"] == "You")


def expect_letters(tab: PatientTab, *texts: str, friend: str = JO) -> None:
    """Expects each letter once. All attempts to send a letter have one key, also those at another node."""
    tab.await_equal(lambda: letters(tab, friend), sorted(texts), f"letters to {friend}")


def sign_out(tab: PatientTab) -> None:
    tab.click("Friends", heading="Friends", at="/letters/friends" + ANY)
    tab.click("Sign out", again=lambda: tab.open("/letters", **LETTERS_LOGIN), **LETTERS_LOGIN)


@task
def a_letter_while_another_tab_reads(journey: Journey) -> None:
    one = open_letters(journey)
    two = one.new_tab()
    two.open("/letters/friends", heading="Friends", at="/letters/friends" + ANY)
    compose(one)
    two.click_row(EVE, heading=EVE, at="/letters/friends/friend:5" + ANY)
    one.fill("Message", "High water at six")
    two.click("Back", heading="Friends", at="/letters/friends" + ANY)
    one.click("Send", heading="Messages", at=CONVERSATIONS)
    two.click_row(EVE, heading=EVE, at="/letters/friends/friend:5" + ANY)
    two.reload(heading=EVE, at="/letters/friends/friend:5" + ANY)
    expect_letters(two, "High water at six")


@task
def two_tabs_write_to_two_friends(journey: Journey) -> None:
    one = open_letters(journey)
    compose(one)
    two = one.new_tab()
    other = "/letters/messages/~compose/=9" + ANY
    two.open("/letters/messages/~compose/=9", heading="New Message", at=other)
    one.fill("Message", "For Jo")
    two.fill("Message", "For Io")
    one.click("Send", heading="Messages", at=CONVERSATIONS)
    two.click("Send", heading="Messages", at=CONVERSATIONS)
    expect_letters(one, "For Jo")
    expect_letters(one, "For Io", friend=IONE)


@task
def a_double_click_on_send(journey: Journey) -> None:
    tab = open_letters(journey)
    compose(tab)
    tab.fill("Message", "Clicked twice")
    tab.click_twice("Send", heading="Messages", at=CONVERSATIONS)
    expect_letters(tab, "Clicked twice")
    tab.reload(heading="Messages", at=CONVERSATIONS)
    tab.click_late_row(JO, heading=JO, at="/letters/messages/conversation:.+")
    tab.click("Back", heading="Messages", at=CONVERSATIONS)
    expect_letters(tab, "Clicked twice")


@task
def letters_after_sign_out(journey: Journey) -> None:
    tab, secret = open_letters(journey), f"For Jo alone {journey.number}"
    compose(tab)
    tab.fill("Message", secret)
    tab.click("Send", heading="Messages", at=CONVERSATIONS)
    expect_letters(tab, secret)
    tab.click_late_row(JO, heading=JO, at="/letters/messages/conversation:.+")
    tab.click("Back", heading="Messages", at=CONVERSATIONS)
    sign_out(tab)
    count = tab.back_through_history({"Welcome to Letters", f"Hello, {journey.person}"}, secret)
    assert count >= 6, f"{tab.label}: the history has only {count} pages"
    tab.open("/letters", **LETTERS_LOGIN)
    sign_in(tab, journey.person)
    expect_letters(tab, secret)


@task
def two_people_at_one_browser(journey: Journey) -> None:
    tab, other = open_letters(journey), f"Bo {journey.number}"
    compose(tab)
    tab.fill("Message", "Ida's")
    tab.click("Send", heading="Messages", at=CONVERSATIONS)
    sign_out(tab)
    sign_in(tab, other)
    tab.click("Messages", heading="Messages", at=CONVERSATIONS)
    tab.click_row(ADA, heading=ADA, at="/letters/messages/conversation:.+")
    tab.back(heading="Messages", at=CONVERSATIONS)
    expect_letters(tab)
    compose(tab)
    tab.fill("Message", "Bo's")
    tab.click("Send", heading="Messages", at=CONVERSATIONS)
    expect_letters(tab, "Bo's")
