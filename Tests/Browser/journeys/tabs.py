"""Two tabs of one visitor: their navigation is independent, and both show the same data."""

from visit import ADA, COMPOSER, EVE, IONE, JO, compose, expect_letters, journey, send

MEASURE_LABELS = """() => [...document.querySelectorAll(".tab .title")].map(title => {
    const style = getComputedStyle(title)
    return {
        text: title.textContent, lines: title.offsetHeight / parseFloat(style.lineHeight),
        right: title.getBoundingClientRect().right, overflow: style.textOverflow,
        isCut: title.scrollWidth > title.offsetWidth,
    }
})"""


@journey
def two_tabs_with_the_same_composer_send_separate_letters(visit):
    one = visit.sign_in_new_profile()
    compose(one)
    two = one.new_tab()
    two.open(COMPOSER, heading="New Message", at=COMPOSER)
    two.fill("Message", "Never sent")
    one.fill("Message", "Never sent either")
    two.reload(heading="New Message", at=COMPOSER)
    one.reload(heading="New Message", at=COMPOSER)
    two.fill("Message", "From the second tab")
    send(one, "From the first tab")
    two.expect_value("Message", "From the second tab", "while the first tab sends")
    two.click("Send", heading="Messages", at="/letters/messages")
    expect_letters(one, ["From the first tab", "From the second tab"])
    for tab in (one, two):
        tab.reload(heading="Messages", at="/letters/messages")
    one.click("New", heading="Select Recipient", at=r"/letters/messages/~compose(\?at=\d+)?")
    two.click_row(JO, heading=JO, at="/letters/messages/conversation:.+")


@journey
def a_reloaded_composer_stays_open_after_another_tab_sends(visit):
    one = visit.sign_in_new_profile()
    compose(one)
    two = one.new_tab()
    two.open(COMPOSER, heading="New Message", at=COMPOSER)
    send(one, "From the first tab")
    two.reload(heading="New Message", at=COMPOSER)
    one.reload(heading="Messages", at="/letters/messages")
    send(two, "From the second tab")
    expect_letters(one, ["From the first tab", "From the second tab"])


@journey
def cancel_in_one_tab_keeps_the_composer_of_the_other_tab(visit):
    one = visit.sign_in_new_profile()
    compose(one)
    two = one.new_tab()
    two.open(COMPOSER, heading="New Message", at=COMPOSER)
    one.fill("Message", "Still being written")
    two.click("Cancel", heading="Messages", at="/letters/messages")
    two.click("Friends", heading="Friends", at="/letters/friends")
    one.click("Send", heading="Messages", at="/letters/messages")
    expect_letters(one, ["Still being written"])
    two.click_row(EVE, heading=EVE, at="/letters/friends/friend:5")


@journey
def two_tabs_with_one_composer_keep_their_own_recipients(visit):
    one = visit.sign_in_new_profile()
    one.click("Messages", heading="Messages", at="/letters/messages")
    one.click("New", heading="Select Recipient", at="/letters/messages/~compose")
    two = one.new_tab()
    two.open("/letters/messages/~compose", heading="Select Recipient", at="/letters/messages/~compose")
    one.click_row(JO, heading="New Message", at=COMPOSER)
    two.click_row(IONE, heading="New Message", at="/letters/messages/~compose/=9")
    one.reload(heading="New Message", at=COMPOSER)
    two.reload(heading="New Message", at="/letters/messages/~compose/=9")
    one.fill("Message", "For Jo")
    two.fill("Message", "For Io")
    two.click("Send", heading="Messages", at="/letters/messages")
    one.click("Send", heading="Messages", at="/letters/messages")
    expect_letters(one, ["For Jo"], JO)
    expect_letters(one, ["For Io"], IONE)


@journey
def two_tabs_navigate_independently_with_reloads(visit):
    one = visit.sign_in_new_profile()
    two = one.new_tab()
    two.open("/letters/friends", heading="Friends", at="/letters/friends")
    one.click_row(EVE, heading=EVE, at="/letters/friends/friend:5")
    two.click("Messages", heading="Messages", at="/letters/messages")
    one.reload(heading=EVE, at="/letters/friends/friend:5")
    two.click_row(ADA, heading=ADA, at="/letters/messages/conversation:.+")
    one.click(f"Write to {EVE}", heading="New Message", at="/letters/friends/friend:5/~write:5")
    two.reload(heading=ADA, at="/letters/messages/conversation:.+")
    one.fill("Message", "Low water at noon")
    two.click("Back", heading="Messages", at="/letters/messages")
    one.click("Send", heading=EVE, at="/letters/friends/friend:5")
    two.reload(heading="Messages", at="/letters/messages")
    first = two.page.locator(".row .title").first.inner_text()
    assert first == EVE, f"{two.label}: the letter of the other tab is not first in the list, but {first!r}"
    one.click("Back", heading="Friends", at="/letters/friends")
    two.click_row(EVE, heading=EVE, at="/letters/messages/conversation:.+")


@journey
def a_row_that_another_tab_deleted_is_refused_and_another_row_works(visit):
    one = visit.sign_in_new_profile()
    one.click("Messages", heading="Messages", at="/letters/messages")
    two = one.new_tab()
    two.open("/letters/messages", heading="Messages", at="/letters/messages")
    deleted = one.page.locator("li").filter(has=one.page.locator(f".title:text-is({ADA!r})"))
    deleted.locator("summary").click()
    one.navigate(
        deleted.get_by_role("button", name="Delete").click, heading="Messages", at=r"/letters/messages\?at=\d+")
    if visit.script:
        # The open page follows the change.
        two.page.locator(f".title:text-is({ADA!r})").wait_for(state="detached")
    else:
        two.click_row(ADA, heading="Messages", at="/letters/messages", status=409)
        assert two.notices, f"{two.label}: no notice explains why the conversation was not opened"
    two.click_row("Bo <the Baker>", heading="Bo <the Baker>", at="/letters/messages/conversation:.+")


@journey
def the_label_of_a_tab_stays_on_one_line_with_large_text_on_a_small_phone(visit):
    tab = visit.new_profile()
    tab.open("/shop", heading="Welcome to the Shop", at="/shop")
    tab.fill("Name", "Ida")
    tab.fill("Password", "open sesame")
    tab.click("Log in", heading="Books and Maps", at="/shop/products")
    tab.page.set_viewport_size({"width": 320, "height": 640})
    tab.page.evaluate("document.documentElement.style.fontSize = '200%'")
    labels = tab.page.evaluate(MEASURE_LABELS)
    assert [label["text"] for label in labels] == ["Products", "Basket", "Wish list", "Visit us", "More"]
    for label in labels:
        assert label["lines"] < 2, f"{tab.label}: {label} has more than one line"
        is_within = label["right"] <= 320 and label["overflow"] == "ellipsis"
        assert is_within, f"{tab.label}: {label} is cut without an ellipsis"
    assert any(label["isCut"] for label in labels), f"{tab.label}: all labels fit, so nothing was tested: {labels}"
