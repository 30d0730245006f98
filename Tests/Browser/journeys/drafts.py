"""Drafts are kept during any navigation."""

from visit import COMPOSER, JO, compose, discard, expect_letters, journey, send


@journey
def a_draft_is_restored_after_cancel_and_back(visit):
    tab = visit.sign_in_new_profile()
    compose(tab)
    tab.fill("Message", "Half a let")
    discard(tab, heading="Messages", at="/letters/messages")
    # Back shows the version with the question first, and then the letter.
    tab.back(heading="New Message", at=COMPOSER + r"\?at=\d+")
    tab.back(heading="New Message", at=COMPOSER)
    tab.expect_value("Message", "Half a let", "after Cancel and Back")
    tab.reload(heading="New Message", at=COMPOSER)
    tab.expect_value("Message", "Half a let", "after Cancel, Back and reload")
    other = tab.new_tab()
    other.open(COMPOSER, heading="New Message", at=COMPOSER)
    other.expect_value("Message", "Half a let", "at the composer's address, in another tab,")
    send(tab, "Half a letter, and the rest")
    expect_letters(tab, ["Half a letter, and the rest"])


@journey
def keep_editing_keeps_the_draft(visit):
    tab = visit.sign_in_new_profile()
    compose(tab)
    tab.fill("Message", "Half a let")
    tab.click("Cancel", heading="New Message", at=COMPOSER + r"\?at=\d+")
    tab.reload(heading="New Message", at=COMPOSER + r"\?at=\d+")
    assert tab.page.get_by_role("alertdialog").count() == 1, f"{tab.label}: the alert is missing after a reload"
    tab.click("Keep editing", heading="New Message", at=COMPOSER + r"(\?at=\d+)?")
    tab.expect_value("Message", "Half a let", "after Keep editing")
    send(tab, "Half a letter, and the rest")
    expect_letters(tab, ["Half a letter, and the rest"])


@journey
def a_draft_is_kept_below_the_modals_for_an_attachment(visit):
    tab = visit.sign_in_new_profile()
    compose(tab)
    tab.fill("Message", "With a file")
    tab.click("Attach a file", heading="Attach a File", at=COMPOSER + "/~attachment")
    tab.choose_file("File", "sunset.png", b"\x89PNG")
    tab.fill("Caption", "What it shows")
    tab.click("Continue", heading="Describe It", at=COMPOSER + "/~attachment/~description")
    tab.back(heading="Attach a File", at=COMPOSER + "/~attachment")
    tab.forward(heading="Describe It", at=COMPOSER + "/~attachment/~description")
    tab.click("Add to letter", heading="New Message", at=COMPOSER + r"(\?at=\d+)?")
    tab.expect_value("Message", "With a file", "below the modals")
    tab.click("Send", heading="Messages", at="/letters/messages")
    expect_letters(tab, ["With a file"])


@journey
def a_new_letter_after_a_sent_one_is_empty(visit):
    tab = visit.sign_in_new_profile()
    compose(tab)
    send(tab, "The first")
    tab.click("New", heading="Select Recipient", at=r"/letters/messages/~compose(\?at=\d+)?")
    tab.click_row(JO, heading="New Message", at=COMPOSER + r"(\?at=\d+)?")
    tab.expect_value("Message", "", "in a new letter")
    send(tab, "The second")
    expect_letters(tab, ["The first", "The second"])


@journey
def a_typed_name_can_be_corrected_after_the_back_button_of_the_page(visit):
    tab = visit.new_profile()
    tab.open("/letters", heading="Welcome to Letters", at="/letters")
    tab.fill("What are you called?", "Idda")
    tab.click("Continue", heading="Hello, Idda", at="/letters/login/welcome:Idda")
    tab.click("Back", heading="Welcome to Letters", at=r"/letters(/login)?(\?at=\d+)?")
    tab.expect_value("What are you called?", "Idda", "after Back")
    tab.fill("What are you called?", "Ida")
    tab.click("Continue", heading="Hello, Ida", at="/letters/login/welcome:Ida")


@journey
def a_typed_name_can_be_corrected_after_back_in_the_browser(visit):
    tab = visit.new_profile()
    tab.open("/letters", heading="Welcome to Letters", at="/letters")
    tab.fill("What are you called?", "Idda")
    tab.click("Continue", heading="Hello, Idda", at="/letters/login/welcome:Idda")
    tab.back(heading="Welcome to Letters", at="/letters")
    tab.expect_value("What are you called?", "Idda", "after the browser's Back")
    tab.fill("What are you called?", "Ida")
    tab.click("Continue", heading="Hello, Ida", at="/letters/login/welcome:Ida")
    tab.click("Open my letters", heading="Friends", at="/letters/friends")


@journey
def a_rejected_letter_can_be_sent_again(visit):
    tab = visit.sign_in_new_profile()
    tab.open("/letters/friends/friend:13/~write:13", heading="New Message", at="/letters/friends/friend:13/~write:13")
    tab.fill("Message", "Is there room?")
    tab.click("Send", heading="New Message", at=r"/letters/friends/friend:13/~write:13\?at=\d+")
    tab.click("OK", heading="New Message", at=r"/letters/friends/friend:13/~write:13(\?at=\d+)?")
    tab.expect_value("Message", "Is there room?", "after the alert")
    tab.reload(heading="New Message", at=r"/letters/friends/friend:13/~write:13(\?at=\d+)?")
    tab.expect_value("Message", "Is there room?", "after the alert and a reload")


@journey
def invalid_input_is_shown_again_in_its_form(visit):
    tab = visit.new_profile()
    tab.open("/letters", heading="Welcome to Letters", at="/letters")
    invisible = "\u200b\u2060"
    tab.fill("What are you called?", invisible)
    tab.click("Continue", heading="Welcome to Letters", at="/letters", status=422)
    tab.expect_value("What are you called?", invisible, "after 422")
    tab.fill("What are you called?", "Ida")
    tab.click("Continue", heading="Hello, Ida", at="/letters/login/welcome:Ida")
