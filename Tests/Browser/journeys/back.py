"""Back, forward and reload: an action applies to the page on screen."""

from visit import ADA, COMPOSER, EVE, IONE, JO, NILS, compose, discard, expect_letters, journey, letters, send


@journey
def an_action_after_back_continues_from_the_page_on_screen(visit):
    tab = visit.sign_in_new_profile()
    compose(tab)
    tab.back(heading="Select Recipient", at="/letters/messages/~compose")
    tab.back(heading="Messages", at="/letters/messages")
    tab.click_row(ADA, heading=ADA, at="/letters/messages/conversation:.+")
    tab.click("Back", heading="Messages", at="/letters/messages")
    tab.click("Friends", heading="Friends", at="/letters/friends")


@journey
def back_across_a_tab_change_acts_in_the_visible_tab(visit):
    tab = visit.sign_in_new_profile()
    tab.click_row(EVE, heading=EVE, at="/letters/friends/friend:5")
    tab.click("Back", heading="Friends", at="/letters/friends")
    tab.click("Messages", heading="Messages", at="/letters/messages")
    tab.click_row(ADA, heading=ADA, at="/letters/messages/conversation:.+")
    tab.back(heading="Messages", at="/letters/messages")
    tab.back(heading="Friends", at="/letters/friends")
    tab.back(heading=EVE, at="/letters/friends/friend:5")
    tab.click(f"Write to {EVE}", heading="New Message", at="/letters/friends/friend:5/~write:5")
    tab.fill("Message", "High water at six")
    tab.click("Send", heading=EVE, at="/letters/friends/friend:5")
    expect_letters(tab, ["High water at six"], EVE)
    tab.click("Back", heading="Friends", at="/letters/friends")


@journey
def another_row_after_back_replaces_the_first_one(visit):
    tab = visit.sign_in_new_profile()
    tab.click_row(EVE, heading=EVE, at="/letters/friends/friend:5")
    tab.back(heading="Friends", at="/letters/friends")
    tab.click_row(NILS, heading=NILS, at="/letters/friends/friend:13")
    # The stack contains the list and the second friend only.
    tab.click("Back", heading="Friends", at="/letters/friends")
    tab.click_row(EVE, heading=EVE, at="/letters/friends/friend:5")


@journey
def forward_after_back_shows_the_later_page_and_its_actions_work(visit):
    tab = visit.sign_in_new_profile()
    compose(tab)
    tab.back(heading="Select Recipient", at="/letters/messages/~compose")
    tab.back(heading="Messages", at="/letters/messages")
    tab.reload(heading="Messages", at="/letters/messages")
    tab.forward(heading="Select Recipient", at="/letters/messages/~compose")
    tab.forward(heading="New Message", at=COMPOSER)
    send(tab, "Forward again")
    expect_letters(tab, ["Forward again"])


@journey
def reload_after_a_303_shows_no_dialog_and_sends_no_post(visit):
    tab = visit.sign_in_new_profile()
    dialogs = []
    tab.page.on("dialog", lambda dialog: (dialogs.append(dialog.message), dialog.accept()))
    compose(tab)
    send(tab, "Once")
    for _ in range(2):
        tab.reload(heading="Messages", at="/letters/messages")
    expect_letters(tab, ["Once"])
    # A redirect to a numbered version behaves the same.
    tab.open("/letters/messages/~compose/=13", heading="New Message", at="/letters/messages/~compose/=13")
    tab.fill("Message", "Is there room?")
    tab.click("Send", heading="New Message", at=r"/letters/messages/~compose/=13\?at=\d+")
    tab.reload(heading="New Message", at=r"/letters/messages/~compose/=13\?at=\d+")
    assert tab.page.get_by_role("alertdialog").count() == 1, f"{tab.label}: the reloaded page has no alert"
    tab.click("OK", heading="New Message", at=r"/letters/messages/~compose/=13(\?at=\d+)?")
    tab.reload(heading="New Message", at=r"/letters/messages/~compose/=13(\?at=\d+)?")
    assert tab.page.get_by_role("alertdialog").count() == 0, f"{tab.label}: the closed alert is open after a reload"
    assert not dialogs, f"{tab.label}: dialogs appeared: {dialogs}"


@journey
def a_page_from_the_back_forward_cache_acts_on_its_own_version(visit):
    # Chromium restores the `no-store` page from its back/forward cache, with script and without; there is no request.
    tab = visit.sign_in_new_profile(bfcache=True)
    tab.click_row(EVE, heading=EVE, at="/letters/friends/friend:5")
    tab.back_from_cache(heading="Friends", at="/letters/friends")
    tab.click_row(NILS, heading=NILS, at="/letters/friends/friend:13")
    tab.back_from_cache(heading="Friends", at="/letters/friends")
    tab.click("Messages", heading="Messages", at="/letters/messages")
    tab.click("Friends", heading="Friends", at="/letters/friends")


@journey
def a_composer_from_the_back_forward_cache_sends_its_text(visit):
    tab = visit.sign_in_new_profile(bfcache=True)
    compose(tab)
    tab.fill("Message", "Kept by the browser")
    discard(tab, heading="Messages", at="/letters/messages")
    tab.back_from_cache(heading="New Message", at=COMPOSER + r"(\?at=\d+)?")
    tab.back_from_cache(heading="New Message", at=COMPOSER)
    tab.expect_value("Message", "Kept by the browser", "from the back/forward cache")
    tab.click("Send", heading="Messages", at="/letters/messages")
    expect_letters(tab, ["Kept by the browser"])


@journey
def a_form_older_than_the_history_is_shown_again_with_its_text_and_a_second_click_sends_it(visit):
    tab = visit.sign_in_new_profile()
    compose(tab)
    tab.fill("Message", "Slowly written")
    # Perform more actions than the session keeps versions.
    for _ in range(35):
        for path, other in (("friends", "messages"), ("messages", "friends")):
            response = tab.page.context.request.post(
                f"{tab.origin}/letters/{path}", form={"action": f"select-tab?tab={other}"}, max_redirects=0)
            assert response.status == 303, f"{tab.label}: select-tab at {path} got status {response.status}"
    tab.click("Send", heading="New Message", at=COMPOSER, status=409)
    assert tab.notices, f"{tab.label}: no notice explains why the letter was not sent"
    assert letters(tab) == [], f"{tab.label}: the letter was sent in spite of the 409"
    tab.expect_value("Message", "Slowly written", "after 409")
    tab.click("Send", heading="Messages", at="/letters/messages")
    expect_letters(tab, ["Slowly written"])


@journey
def the_url_of_a_removed_version_shows_its_path_with_a_notice(visit):
    tab = visit.sign_in_new_profile()
    tab.open("/letters/friends/friend:9?at=999", heading=IONE, at=r"/letters/friends/friend:9\?at=999")
    assert tab.notices, f"{tab.label}: no notice that this is not the requested page"
    tab.click("Back", heading="Friends", at="/letters/friends")
    assert not tab.notices, f"{tab.label}: the notice is still shown: {tab.notices}"
    tab.click_row(JO, heading=JO, at="/letters/friends/friend:10")
