"""Signing out, expiry, restarts and Back: a draft is restored for its writer and for no other person."""

from engine_journeys.look import sign_in
from everywhere import journey

LETTER = "High water at six, bring the oars"


def compose(tab) -> None:
    tab.goto("/letters/messages/~compose/=7", "New Message")
    tab.fill("Message", LETTER)


def sign_out_in_another_tab(tab) -> None:
    other = tab.new_tab()
    other.goto("/letters/friends", "Friends")
    other.click("Sign out", "Welcome to Letters")
    tab.select()


def sign_out_with_draft(visit):
    """Returns a tab with Ida's draft, after she has signed out in another tab."""
    tab = visit.start_server()
    tab.goto("/letters", "Welcome to Letters")
    sign_in(tab, "Ida")
    compose(tab)
    sign_out_in_another_tab(tab)
    return tab


@journey
def a_draft_is_not_restored_for_another_user(visit):
    tab = sign_out_with_draft(visit)
    tab.click("Send")
    assert LETTER not in tab.text, f"{tab.label}: the draft is shown before the sign-in"
    if tab.heading == "Welcome to Letters":
        tab.fill("What are you called?", "Tom")
        tab.click("Continue", "Hello, Tom")
        tab.click("Open my letters")
    tab.goto("/letters/messages/~compose/=7", "New Message")
    assert tab.value("Message") == "", f"{tab.label}: Tom's form contains {tab.value('Message')!r}"


@journey
def back_does_not_show_a_draft_to_the_next_user(visit):
    tab = visit.start_server()
    tab.goto("/letters", "Welcome to Letters")
    sign_in(tab, "Ida")
    compose(tab)
    tab.goto("/letters/friends", "Friends")
    tab.click("Sign out", "Welcome to Letters")
    sign_in(tab, "Tom")
    for _ in range(6):
        assert LETTER not in tab.text, f"{tab.label}: Ida's draft is shown to Tom at {tab.path}"
        if tab.heading == "New Message":
            break
        tab.back()
    assert tab.heading == "New Message", f"{tab.label}: Back leads to {tab.heading!r} at {tab.path}"
    assert tab.value("Message") == "", f"{tab.label}: Back shows Tom {tab.value('Message')!r}"
    tab.goto("/letters/messages/~compose/=7", "New Message")
    assert tab.value("Message") == "", f"{tab.label}: Tom's form contains {tab.value('Message')!r}"
    tab.goto("/letters/friends", "Friends")
    tab.click("Sign out", "Welcome to Letters")
    for _ in range(3):
        tab.back()
        public = tab.heading == "Welcome to Letters" or tab.heading.startswith("Hello, ")
        assert public, f"{tab.label}: after signing out, Back shows {tab.heading!r} at {tab.path}"
