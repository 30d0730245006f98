"""URLs that show another page to each identity: guarded links, bookmarks, and two users of one browser."""

from browser import Tab
from visit import ADA, COMPOSER, EVE, JO, compose, discard, expect_letters, journey, letters, send, sign_in

LONG_NAME = "Grzegorz Brzęczyszczykiewicz"
SECRET = "For Jo alone"


@journey
def a_guarded_link_continues_after_the_login(visit):
    tab = visit.new_profile()
    tab.open("/letters/friends/friend:7", heading="Welcome to Letters", at="/letters/friends/friend:7")
    sign_in(tab, "Ida", heading=LONG_NAME, at="/letters/friends/friend:7")
    tab.reload(heading=LONG_NAME, at="/letters/friends/friend:7")
    tab.click("Back", heading="Friends", at="/letters/friends")
    tab.back(heading=LONG_NAME, at="/letters/friends/friend:7")


@journey
def a_guarded_link_continues_after_an_input_error_and_a_reload(visit):
    tab = visit.new_profile()
    tab.open("/letters/messages/~compose/=10", heading="Welcome to Letters", at=COMPOSER)
    tab.fill("What are you called?", "   ")
    tab.click("Continue", heading="Welcome to Letters", at=COMPOSER, status=422)
    tab.fill("What are you called?", "Ida")
    tab.click("Continue", heading="Hello, Ida", at="/letters/login/welcome:Ida")
    tab.reload(heading="Hello, Ida", at="/letters/login/welcome:Ida")
    tab.click("Open my letters", heading="New Message", at=COMPOSER)
    send(tab, "By a link")
    expect_letters(tab, ["By a link"])


@journey
def a_bookmark_works_in_a_new_profile(visit):
    tab = visit.sign_in_new_profile()
    tab.click("Messages", heading="Messages", at="/letters/messages")
    tab.click_row(ADA, heading=ADA, at="/letters/messages/conversation:.+")
    bookmark = tab.path
    fresh = visit.new_profile("fresh")
    fresh.open(bookmark, heading="Welcome to Letters", at="/letters/messages/conversation:.+")
    sign_in(fresh, "Ida", heading=ADA, at="/letters/messages/conversation:.+")
    fresh.click("Back", heading="Messages", at="/letters/messages")
    # The bookmark does not disturb the session in which it was made.
    tab.click("Back", heading="Messages", at="/letters/messages")


@journey
def a_bookmark_with_a_version_number_works_in_a_new_profile(visit):
    tab = visit.sign_in_new_profile()
    tab.open("/letters/friends/friend:13/~write:13", heading="New Message", at="/letters/friends/friend:13/~write:13")
    tab.fill("Message", "Is there room?")
    tab.click("Send", heading="New Message", at=r"/letters/friends/friend:13/~write:13\?at=\d+")
    bookmark = tab.path
    fresh = visit.new_profile("fresh")
    fresh.open(bookmark, heading="Welcome to Letters", at=r"/letters/friends/friend:13/~write:13\?at=\d+")
    sign_in(fresh, "Ida", heading="New Message", at="/letters/friends/friend:13/~write:13")
    # The alert belongs to that session's version and is not part of the path.
    assert fresh.page.get_by_role("alertdialog").count() == 0, f"{fresh.label}: the page shows another session's alert"
    fresh.click("Cancel", heading="Nils Öster", at="/letters/friends/friend:13")
    # In its own session the bookmark still shows that version, even in another tab.
    tab.click("OK", heading="New Message", at=r"/letters/friends/friend:13/~write:13(\?at=\d+)?")
    later = tab.new_tab()
    later.open(bookmark, heading="New Message", at=r"/letters/friends/friend:13/~write:13\?at=\d+")
    assert later.page.get_by_role("alertdialog").count() == 1, f"{later.label}: the bookmark shows another version"


@journey
def back_after_sign_out_shows_no_private_page(visit):
    tab = visit.sign_in_new_profile()
    write_letters_and_sign_out(tab)
    go_back_through_history(tab, {"Welcome to Letters", "Hello, Ida"})


@journey
def back_after_sign_out_shows_no_cached_page(visit):
    # Chromium shows cached pages here before the sign-out; the sign-out clears them.
    tab = visit.sign_in_new_profile(bfcache=True)
    tab.click_row(EVE, heading=EVE, at="/letters/friends/friend:5")
    tab.back_from_cache(heading="Friends", at="/letters/friends")
    tab.reload(heading="Friends", at="/letters/friends")
    write_letters_and_sign_out(tab)
    go_back_through_history(tab, {"Welcome to Letters", "Hello, Ida"})


@journey
def two_users_of_one_browser_see_their_own_data_only(visit):
    tab = visit.sign_in_new_profile("Ida")
    write_letters_and_sign_out(tab)
    sign_in(tab, "Bo", heading="Friends", at="/letters/friends")
    tab.click("Messages", heading="Messages", at="/letters/messages")
    assert letters(tab) == [], f"{tab.label}: Bo has letters from before the sign-in: {letters(tab)}"
    # The URLs in the history still work, but show no letters of the first user.
    login = {"Welcome to Letters", "Hello, Ida", "Hello, Bo"}
    go_back_through_history(tab, login | {"Friends", "Messages", "Select Recipient", "New Message", JO})
    tab.open(COMPOSER, heading="New Message", at=COMPOSER)
    tab.expect_value("Message", "", "for the next user")
    send(tab, "From Bo")
    expect_letters(tab, ["From Bo"])
    fresh = visit.sign_in_new_profile("Ida", label="fresh")
    expect_letters(fresh, [SECRET])


@journey
def a_draft_of_one_user_is_not_filled_in_for_the_next_user(visit):
    # On Back, Chromium restores the fields of an equal form, even on a `no-store` page. Therefore the form must differ
    # for the next user; a server without the draft is not enough.
    tab = visit.sign_in_new_profile("Ida")
    compose(tab)
    tab.fill("Message", SECRET)
    discard(tab, heading="Messages", at="/letters/messages")
    tab.click("Friends", heading="Friends", at="/letters/friends")
    tab.click("Sign out", heading="Welcome to Letters", at="/letters/login")
    sign_in(tab, "Bo", heading="Friends", at="/letters/friends")
    for _ in range(6):
        tab.page.go_back()
    tab.expect_page(None, heading="New Message", at=COMPOSER)
    tab.expect_value("Message", "", "for the next user after Back")


@journey
def a_page_of_one_user_does_not_act_for_the_next_user(visit):
    left = visit.sign_in_new_profile("Ida")
    compose(left)
    left.fill("Message", "Ida's, not Bo's")
    tab = left.new_tab()
    tab.open("/letters/friends", heading="Friends", at="/letters/friends")
    tab.click("Sign out", heading="Welcome to Letters", at="/letters/login")
    sign_in(tab, "Bo", heading="Friends", at="/letters/friends")
    compose(tab)
    left.click("Send", heading="New Message", at=COMPOSER, status=409)
    assert left.notices, f"{left.label}: no notice explains why the letter was not sent"
    assert letters(tab) == [], f"{left.label}: the letter was sent as Bo: {letters(tab)}"
    send(tab, "From Bo")
    expect_letters(tab, ["From Bo"])


@journey
def a_sign_out_in_one_tab_applies_to_the_other_tab(visit):
    one = visit.sign_in_new_profile()
    two = one.new_tab()
    two.open("/letters/friends", heading="Friends", at="/letters/friends")
    two.click_row(EVE, heading=EVE, at="/letters/friends/friend:5")
    one.click("Sign out", heading="Welcome to Letters", at="/letters/login")
    if visit.script:
        # The open page follows the sign-out.
        two.page.get_by_role("heading", name="Welcome to Letters").wait_for()
    else:
        two.click(f"Write to {EVE}", heading="Welcome to Letters", at="/letters/friends/friend:5", status=409)
    sign_in(two, "Ida", heading=EVE, at="/letters/friends/friend:5")
    two.click(f"Write to {EVE}", heading="New Message", at="/letters/friends/friend:5/~write:5")


def write_letters_and_sign_out(tab: Tab) -> None:
    """Leaves a sent letter, a draft and the list of letters in the tab's history, and signs out."""
    compose(tab)
    send(tab, SECRET)
    tab.click_row(JO, heading=JO, at="/letters/messages/conversation:.+")
    tab.click("Back", heading="Messages", at="/letters/messages")
    tab.click("New", heading="Select Recipient", at=r"/letters/messages/~compose(\?at=\d+)?")
    tab.click_row(JO, heading="New Message", at=COMPOSER + r"(\?at=\d+)?")
    tab.fill("Message", SECRET + ", half")
    discard(tab, heading="Messages", at="/letters/messages")
    tab.click("Friends", heading="Friends", at="/letters/friends")
    tab.click("Sign out", heading="Welcome to Letters", at="/letters/login")


def go_back_through_history(tab: Tab, headings: set[str]) -> None:
    """Goes back through the whole history: only these headings, no cached page, and no private text."""
    session = tab.page.context.new_cdp_session(tab.page)
    history = session.send("Page.getNavigationHistory")
    steps = [entry for entry in history["entries"][: history["currentIndex"]] if entry["url"].startswith(tab.origin)]
    assert len(steps) >= 9, f"{tab.label}: the history has only {len(steps)} pages"
    kinds = []
    session.send("Page.enable")
    session.on("Page.frameNavigated", lambda event: kinds.append(event["type"]))
    for entry in reversed(steps):
        tab.page.go_back(wait_until="commit")
        tab.page.wait_for_load_state("domcontentloaded")
        assert tab.page.url == entry["url"], f"{tab.label}: Back leads to {tab.page.url}, not {entry['url']}"
        assert kinds[-1] != "BackForwardCacheRestore", f"{tab.label}: {tab.path} is shown from the back/forward cache"
        heading = tab.page.locator("h1").inner_text()
        assert heading in headings, f"{tab.label}: Back shows {heading!r} at {tab.path}"
        assert SECRET not in tab.page.content(), f"{tab.label}: Back shows the private text at {tab.path}"
    session.detach()
