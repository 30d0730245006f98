"""Back, forward and reload: an action applies to the page on screen."""

from visit import ADA, COMPOSER, EVE, IONE, JO, NILS, compose, discard, expect_letters, journey, letters, send


@journey
def three_forward_two_back_then_acting_goes_on_from_there(visit):
    tab = visit.signed_in()
    compose(tab)
    tab.back(heading="Select Recipient", at="/letters/messages/~compose")
    tab.back(heading="Messages", at="/letters/messages")
    tab.row(ADA, heading=ADA, at="/letters/messages/conversation:.+")
    tab.press("Back", heading="Messages", at="/letters/messages")
    tab.press("Friends", heading="Friends", at="/letters/friends")


@journey
def back_over_a_change_of_tabs_acts_in_the_tab_that_is_seen(visit):
    tab = visit.signed_in()
    tab.row(EVE, heading=EVE, at="/letters/friends/friend:5")
    tab.press("Back", heading="Friends", at="/letters/friends")
    tab.press("Messages", heading="Messages", at="/letters/messages")
    tab.row(ADA, heading=ADA, at="/letters/messages/conversation:.+")
    tab.back(heading="Messages", at="/letters/messages")
    tab.back(heading="Friends", at="/letters/friends")
    tab.back(heading=EVE, at="/letters/friends/friend:5")
    tab.press(f"Write to {EVE}", heading="New Message", at="/letters/friends/friend:5/~write:5")
    tab.write("Message", "High water at six")
    tab.press("Send", heading=EVE, at="/letters/friends/friend:5")
    expect_letters(tab, ["High water at six"], EVE)
    tab.press("Back", heading="Friends", at="/letters/friends")


@journey
def another_row_after_back_replaces_the_first_one(visit):
    tab = visit.signed_in()
    tab.row(EVE, heading=EVE, at="/letters/friends/friend:5")
    tab.back(heading="Friends", at="/letters/friends")
    tab.row(NILS, heading=NILS, at="/letters/friends/friend:13")
    # The stack has the list and the second friend; the first friend is not below.
    tab.press("Back", heading="Friends", at="/letters/friends")
    tab.row(EVE, heading=EVE, at="/letters/friends/friend:5")


@journey
def forward_after_back_leads_to_the_later_page_which_acts(visit):
    tab = visit.signed_in()
    compose(tab)
    tab.back(heading="Select Recipient", at="/letters/messages/~compose")
    tab.back(heading="Messages", at="/letters/messages")
    tab.reload(heading="Messages", at="/letters/messages")
    tab.forward(heading="Select Recipient", at="/letters/messages/~compose")
    tab.forward(heading="New Message", at=COMPOSER)
    send(tab, "Forward again")
    expect_letters(tab, ["Forward again"])


@journey
def reload_after_a_303_asks_nothing_and_sends_nothing(visit):
    tab = visit.signed_in()
    dialogs = []
    tab.page.on("dialog", lambda dialog: (dialogs.append(dialog.message), dialog.accept()))
    compose(tab)
    send(tab, "Once")
    for _ in range(2):
        tab.reload(heading="Messages", at="/letters/messages")
    expect_letters(tab, ["Once"])
    # The same if the 303 leads to a numbered version.
    tab.open("/letters/messages/~compose/=13", heading="New Message", at="/letters/messages/~compose/=13")
    tab.write("Message", "Is there room?")
    tab.press("Send", heading="New Message", at=r"/letters/messages/~compose/=13\?at=\d+")
    tab.reload(heading="New Message", at=r"/letters/messages/~compose/=13\?at=\d+")
    assert tab.page.get_by_role("alertdialog").count() == 1, f"{tab.label}: the reloaded page has lost its alert"
    tab.press("OK", heading="New Message", at=r"/letters/messages/~compose/=13(\?at=\d+)?")
    tab.reload(heading="New Message", at=r"/letters/messages/~compose/=13(\?at=\d+)?")
    assert tab.page.get_by_role("alertdialog").count() == 0, f"{tab.label}: the alert is back after a reload"
    assert not dialogs, f"{tab.label}: asked {dialogs}"


@journey
def a_page_from_the_back_forward_cache_acts_from_where_it_was(visit):
    # Chromium restores the `no-store` page from its back/forward cache, with script and without; there is no request.
    tab = visit.signed_in(keeps_pages=True)
    tab.row(EVE, heading=EVE, at="/letters/friends/friend:5")
    tab.back_from_memory(heading="Friends", at="/letters/friends")
    tab.row(NILS, heading=NILS, at="/letters/friends/friend:13")
    tab.back_from_memory(heading="Friends", at="/letters/friends")
    tab.press("Messages", heading="Messages", at="/letters/messages")
    tab.press("Friends", heading="Friends", at="/letters/friends")


@journey
def a_composer_from_the_back_forward_cache_sends_what_it_still_holds(visit):
    tab = visit.signed_in(keeps_pages=True)
    compose(tab)
    tab.write("Message", "Kept by the browser")
    discard(tab, heading="Messages", at="/letters/messages")
    tab.back_from_memory(heading="New Message", at=COMPOSER + r"(\?at=\d+)?")
    tab.back_from_memory(heading="New Message", at=COMPOSER)
    tab.expect_typed("Message", "Kept by the browser", "from the browser's memory")
    tab.press("Send", heading="Messages", at="/letters/messages")
    expect_letters(tab, ["Kept by the browser"])


@journey
def a_page_older_than_the_history_comes_back_filled_and_the_second_click_sends(visit):
    tab = visit.signed_in()
    compose(tab)
    tab.write("Message", "Slowly written")
    # Perform more actions in the same session than it keeps versions.
    for _ in range(35):
        for path, other in (("friends", "messages"), ("messages", "friends")):
            answer = tab.page.context.request.post(
                f"{tab.origin}/letters/{path}", form={"action": f"select-tab?tab={other}"}, max_redirects=0)
            assert answer.status == 303, f"{tab.label}: select-tab at {path} is answered {answer.status}"
    tab.press("Send", heading="New Message", at=COMPOSER, status=409)
    assert tab.notices, f"{tab.label}: nothing says why the letter was not sent"
    assert letters(tab) == [], f"{tab.label}: sent although the page says it was not"
    tab.expect_typed("Message", "Slowly written", "after 409")
    tab.press("Send", heading="Messages", at="/letters/messages")
    expect_letters(tab, ["Slowly written"])


@journey
def the_address_of_a_version_that_is_gone_shows_its_path_with_a_notice(visit):
    tab = visit.signed_in()
    tab.open("/letters/friends/friend:9?at=999", heading=IONE, at=r"/letters/friends/friend:9\?at=999")
    assert tab.notices, f"{tab.label}: nothing says that this is not the page that was asked for"
    tab.press("Back", heading="Friends", at="/letters/friends")
    assert not tab.notices, f"{tab.label}: the notice stays: {tab.notices}"
    tab.row(JO, heading=JO, at="/letters/friends/friend:10")
