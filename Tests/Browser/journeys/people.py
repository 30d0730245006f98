"""A URL shows a different page to each identity: guarded links, bookmarks, and two people in one browser."""

from browser import Tab
from visit import ADA, COMPOSER, EVE, JO, compose, discard, expect_letters, journey, letters, send, sign_in

LONG_NAME = "Grzegorz Brzęczyszczykiewicz"
SECRET = "For Jo alone"


@journey
def a_guarded_link_asks_who_one_is_and_goes_on(visit):
    tab = visit.profile()
    tab.open("/letters/friends/friend:7", heading="Welcome to Letters", at="/letters/friends/friend:7")
    sign_in(tab, "Ida", heading=LONG_NAME, at="/letters/friends/friend:7")
    tab.reload(heading=LONG_NAME, at="/letters/friends/friend:7")
    tab.press("Back", heading="Friends", at="/letters/friends")
    tab.back(heading=LONG_NAME, at="/letters/friends/friend:7")


@journey
def a_guarded_link_waits_through_a_mistake_and_a_reload(visit):
    tab = visit.profile()
    tab.open("/letters/messages/~compose/=10", heading="Welcome to Letters", at=COMPOSER)
    tab.write("What are you called?", "   ")
    tab.press("Continue", heading="Welcome to Letters", at=COMPOSER, status=422)
    tab.write("What are you called?", "Ida")
    tab.press("Continue", heading="Hello, Ida", at="/letters/login/welcome:Ida")
    tab.reload(heading="Hello, Ida", at="/letters/login/welcome:Ida")
    tab.press("Open my letters", heading="New Message", at=COMPOSER)
    send(tab, "By a link")
    expect_letters(tab, ["By a link"])


@journey
def a_bookmark_works_in_a_fresh_profile(visit):
    tab = visit.signed_in()
    tab.press("Messages", heading="Messages", at="/letters/messages")
    tab.row(ADA, heading=ADA, at="/letters/messages/conversation:.+")
    bookmark = tab.path
    fresh = visit.profile("fresh")
    fresh.open(bookmark, heading="Welcome to Letters", at="/letters/messages/conversation:.+")
    sign_in(fresh, "Ida", heading=ADA, at="/letters/messages/conversation:.+")
    fresh.press("Back", heading="Messages", at="/letters/messages")
    # The bookmark does not disturb the session in which it was made.
    tab.press("Back", heading="Messages", at="/letters/messages")


@journey
def a_bookmark_of_a_numbered_version_works_in_a_fresh_profile(visit):
    tab = visit.signed_in()
    tab.open("/letters/friends/friend:13/~write:13", heading="New Message", at="/letters/friends/friend:13/~write:13")
    tab.write("Message", "Is there room?")
    tab.press("Send", heading="New Message", at=r"/letters/friends/friend:13/~write:13\?at=\d+")
    bookmark = tab.path
    fresh = visit.profile("fresh")
    fresh.open(bookmark, heading="Welcome to Letters", at=r"/letters/friends/friend:13/~write:13\?at=\d+")
    sign_in(fresh, "Ida", heading="New Message", at="/letters/friends/friend:13/~write:13")
    # The alert belongs to that session's version and is not part of the path.
    assert fresh.page.get_by_role("alertdialog").count() == 0, f"{fresh.label}: shows another session's alert"
    fresh.press("Cancel", heading="Nils Öster", at="/letters/friends/friend:13")
    # In its own session the bookmark shows that version, also later and in another tab.
    tab.press("OK", heading="New Message", at=r"/letters/friends/friend:13/~write:13(\?at=\d+)?")
    later = tab.another()
    later.open(bookmark, heading="New Message", at=r"/letters/friends/friend:13/~write:13\?at=\d+")
    assert later.page.get_by_role("alertdialog").count() == 1, f"{later.label}: the bookmark shows another version"


@journey
def back_after_sign_out_shows_nothing_of_the_person(visit):
    tab = visit.signed_in()
    leave_a_trail_and_sign_out(tab)
    back_to_the_beginning(tab, {"Welcome to Letters", "Hello, Ida"})


@journey
def back_after_sign_out_shows_nothing_from_the_back_forward_cache(visit):
    # Chromium shows cached pages here before the sign-out; the sign-out clears them.
    tab = visit.signed_in(keeps_pages=True)
    tab.row(EVE, heading=EVE, at="/letters/friends/friend:5")
    tab.back_from_memory(heading="Friends", at="/letters/friends")
    tab.reload(heading="Friends", at="/letters/friends")
    leave_a_trail_and_sign_out(tab)
    back_to_the_beginning(tab, {"Welcome to Letters", "Hello, Ida"})


@journey
def two_people_after_one_another_in_one_browser_see_their_own(visit):
    tab = visit.signed_in("Ida")
    leave_a_trail_and_sign_out(tab)
    sign_in(tab, "Bo", heading="Friends", at="/letters/friends")
    tab.press("Messages", heading="Messages", at="/letters/messages")
    assert letters(tab) == [], f"{tab.label}: Bo has written {letters(tab)}"
    # The URLs in the history still work, as for any visitor, but show no letters of the first person.
    login = {"Welcome to Letters", "Hello, Ida", "Hello, Bo"}
    back_to_the_beginning(tab, login | {"Friends", "Messages", "Select Recipient", "New Message", JO})
    tab.open(COMPOSER, heading="New Message", at=COMPOSER)
    tab.expect_typed("Message", "", "for the next person")
    send(tab, "From Bo")
    expect_letters(tab, ["From Bo"])
    fresh = visit.signed_in("Ida", label="fresh")
    expect_letters(fresh, [SECRET])


@journey
def what_one_person_left_half_written_is_not_filled_in_for_the_next(visit):
    # On Back, Chromium itself fills in a form that looks the same, also on a `no-store` page. So it is not enough that
    # the server keeps no draft for the next person.
    tab = visit.signed_in("Ida")
    compose(tab)
    tab.write("Message", SECRET)
    discard(tab, heading="Messages", at="/letters/messages")
    tab.press("Friends", heading="Friends", at="/letters/friends")
    tab.press("Sign out", heading="Welcome to Letters", at="/letters/login")
    sign_in(tab, "Bo", heading="Friends", at="/letters/friends")
    for _ in range(6):
        tab.page.go_back()
    tab.expect_page(None, heading="New Message", at=COMPOSER)
    tab.expect_typed("Message", "", "for the next person, by Back,")


@journey
def a_page_left_open_does_not_act_in_the_next_persons_name(visit):
    left = visit.signed_in("Ida")
    compose(left)
    left.write("Message", "Ida's, not Bo's")
    tab = left.another()
    tab.open("/letters/friends", heading="Friends", at="/letters/friends")
    tab.press("Sign out", heading="Welcome to Letters", at="/letters/login")
    sign_in(tab, "Bo", heading="Friends", at="/letters/friends")
    compose(tab)
    left.press("Send", heading="New Message", at=COMPOSER, status=409)
    assert left.notices, f"{left.label}: nothing says why the letter was not sent"
    assert letters(tab) == [], f"{left.label}: sent in Bo's name: {letters(tab)}"
    send(tab, "From Bo")
    expect_letters(tab, ["From Bo"])


@journey
def sign_out_in_one_tab_is_sign_out_in_the_other(visit):
    one = visit.signed_in()
    two = one.another()
    two.open("/letters/friends", heading="Friends", at="/letters/friends")
    two.row(EVE, heading=EVE, at="/letters/friends/friend:5")
    one.press("Sign out", heading="Welcome to Letters", at="/letters/login")
    two.press(f"Write to {EVE}", heading="Welcome to Letters", at="/letters/friends/friend:5", status=409)
    sign_in(two, "Ida", heading=EVE, at="/letters/friends/friend:5")
    two.press(f"Write to {EVE}", heading="New Message", at="/letters/friends/friend:5/~write:5")


def leave_a_trail_and_sign_out(tab: Tab) -> None:
    """Leaves a sent letter, a draft and the list of letters in the tab's history, and signs out."""
    compose(tab)
    send(tab, SECRET)
    tab.row(JO, heading=JO, at="/letters/messages/conversation:.+")
    tab.press("Back", heading="Messages", at="/letters/messages")
    tab.press("New", heading="Select Recipient", at=r"/letters/messages/~compose(\?at=\d+)?")
    tab.row(JO, heading="New Message", at=COMPOSER + r"(\?at=\d+)?")
    tab.write("Message", SECRET + ", half")
    discard(tab, heading="Messages", at="/letters/messages")
    tab.press("Friends", heading="Friends", at="/letters/friends")
    tab.press("Sign out", heading="Welcome to Letters", at="/letters/login")


def back_to_the_beginning(tab: Tab, headings: set[str]) -> None:
    """Goes back through the whole history: only these headings, no cached page, and no private text."""
    session = tab.page.context.new_cdp_session(tab.page)
    history = session.send("Page.getNavigationHistory")
    steps = [entry for entry in history["entries"][: history["currentIndex"]] if entry["url"].startswith(tab.origin)]
    assert len(steps) >= 9, f"{tab.label}: only {len(steps)} pages to go back to"
    kinds = []
    session.send("Page.enable")
    session.on("Page.frameNavigated", lambda event: kinds.append(event["type"]))
    for entry in reversed(steps):
        tab.page.go_back(wait_until="commit")
        tab.page.wait_for_load_state("domcontentloaded")
        assert tab.page.url == entry["url"], f"{tab.label}: Back leads to {tab.page.url}, not {entry['url']}"
        assert kinds[-1] != "BackForwardCacheRestore", f"{tab.label}: {tab.path} is shown from the browser's memory"
        heading = tab.page.locator("h1").inner_text()
        assert heading in headings, f"{tab.label}: Back shows {heading!r} at {tab.path}"
        assert SECRET not in tab.page.content(), f"{tab.label}: Back shows what was written at {tab.path}"
    session.detach()
