"""Two tabs of one visitor: their positions are independent, and both see the shared data."""

from visit import ADA, COMPOSER, EVE, IONE, JO, compose, expect_letters, journey, send


@journey
def two_tabs_in_the_same_composer_each_send_their_own_letter(visit):
    one = visit.signed_in()
    compose(one)
    two = one.another()
    two.open(COMPOSER, heading="New Message", at=COMPOSER)
    two.write("Message", "Never sent")
    one.write("Message", "Never sent either")
    two.reload(heading="New Message", at=COMPOSER)
    one.reload(heading="New Message", at=COMPOSER)
    two.write("Message", "From the second tab")
    send(one, "From the first tab")
    two.expect_typed("Message", "From the second tab", "while the first tab sends")
    two.press("Send", heading="Messages", at="/letters/messages")
    expect_letters(one, ["From the first tab", "From the second tab"])
    for tab in (one, two):
        tab.reload(heading="Messages", at="/letters/messages")
    one.press("New", heading="Select Recipient", at=r"/letters/messages/~compose(\?at=\d+)?")
    two.row(JO, heading=JO, at="/letters/messages/conversation:.+")


@journey
def a_reload_of_the_composer_after_the_other_tab_has_sent_is_still_the_composer(visit):
    one = visit.signed_in()
    compose(one)
    two = one.another()
    two.open(COMPOSER, heading="New Message", at=COMPOSER)
    send(one, "From the first tab")
    two.reload(heading="New Message", at=COMPOSER)
    one.reload(heading="Messages", at="/letters/messages")
    send(two, "From the second tab")
    expect_letters(one, ["From the first tab", "From the second tab"])


@journey
def cancel_in_one_tab_leaves_the_composer_of_the_other(visit):
    one = visit.signed_in()
    compose(one)
    two = one.another()
    two.open(COMPOSER, heading="New Message", at=COMPOSER)
    one.write("Message", "Still being written")
    two.press("Cancel", heading="Messages", at="/letters/messages")
    two.press("Friends", heading="Friends", at="/letters/friends")
    one.press("Send", heading="Messages", at="/letters/messages")
    expect_letters(one, ["Still being written"])
    two.row(EVE, heading=EVE, at="/letters/friends/friend:5")


@journey
def two_tabs_in_one_composer_write_to_whom_each_has_chosen(visit):
    one = visit.signed_in()
    one.press("Messages", heading="Messages", at="/letters/messages")
    one.press("New", heading="Select Recipient", at="/letters/messages/~compose")
    two = one.another()
    two.open("/letters/messages/~compose", heading="Select Recipient", at="/letters/messages/~compose")
    one.row(JO, heading="New Message", at=COMPOSER)
    two.row(IONE, heading="New Message", at="/letters/messages/~compose/=9")
    one.reload(heading="New Message", at=COMPOSER)
    two.reload(heading="New Message", at="/letters/messages/~compose/=9")
    one.write("Message", "For Jo")
    two.write("Message", "For Io")
    two.press("Send", heading="Messages", at="/letters/messages")
    one.press("Send", heading="Messages", at="/letters/messages")
    expect_letters(one, ["For Jo"], JO)
    expect_letters(one, ["For Io"], IONE)


@journey
def two_tabs_walk_their_own_ways_with_reloads_in_between(visit):
    one = visit.signed_in()
    two = one.another()
    two.open("/letters/friends", heading="Friends", at="/letters/friends")
    one.row(EVE, heading=EVE, at="/letters/friends/friend:5")
    two.press("Messages", heading="Messages", at="/letters/messages")
    one.reload(heading=EVE, at="/letters/friends/friend:5")
    two.row(ADA, heading=ADA, at="/letters/messages/conversation:.+")
    one.press(f"Write to {EVE}", heading="New Message", at="/letters/friends/friend:5/~write:5")
    two.reload(heading=ADA, at="/letters/messages/conversation:.+")
    one.write("Message", "Low water at noon")
    two.press("Back", heading="Messages", at="/letters/messages")
    one.press("Send", heading=EVE, at="/letters/friends/friend:5")
    two.reload(heading="Messages", at="/letters/messages")
    first = two.page.locator(".row .title").first.inner_text()
    assert first == EVE, f"{two.label}: the letter sent in the other tab is not in the list, {first!r} is first"
    one.press("Back", heading="Friends", at="/letters/friends")
    two.row(EVE, heading=EVE, at="/letters/messages/conversation:.+")


@journey
def a_row_that_the_other_tab_has_deleted_is_refused_and_the_next_one_works(visit):
    one = visit.signed_in()
    one.press("Messages", heading="Messages", at="/letters/messages")
    two = one.another()
    two.open("/letters/messages", heading="Messages", at="/letters/messages")
    deleted = one.page.locator("li").filter(has=one.page.locator(f".title:text-is({ADA!r})"))
    one.arrive(
        deleted.get_by_role("button", name="Delete").click, heading="Messages", at=r"/letters/messages\?at=\d+")
    two.row(ADA, heading="Messages", at="/letters/messages", status=409)
    assert two.notices, f"{two.label}: nothing says why the conversation was not opened"
    two.row("Bo <the Baker>", heading="Bo <the Baker>", at="/letters/messages/conversation:.+")
