"""Drafts are kept during any navigation."""

from visit import COMPOSER, JO, compose, discard, expect_letters, journey, send


@journey
def what_was_typed_is_there_after_cancel_and_back(visit):
    tab = visit.signed_in()
    compose(tab)
    tab.write("Message", "Half a let")
    discard(tab, heading="Messages", at="/letters/messages")
    # Back shows the question first, and then the letter as it was.
    tab.back(heading="New Message", at=COMPOSER + r"\?at=\d+")
    tab.back(heading="New Message", at=COMPOSER)
    tab.expect_typed("Message", "Half a let", "after Cancel and Back")
    tab.reload(heading="New Message", at=COMPOSER)
    tab.expect_typed("Message", "Half a let", "after Cancel, Back and reload")
    other = tab.another()
    other.open(COMPOSER, heading="New Message", at=COMPOSER)
    other.expect_typed("Message", "Half a let", "at the composer's address, in another tab,")
    send(tab, "Half a letter, and the rest")
    expect_letters(tab, ["Half a letter, and the rest"])


@journey
def what_was_typed_is_kept_when_the_question_is_answered_so(visit):
    tab = visit.signed_in()
    compose(tab)
    tab.write("Message", "Half a let")
    tab.press("Cancel", heading="New Message", at=COMPOSER + r"\?at=\d+")
    tab.reload(heading="New Message", at=COMPOSER + r"\?at=\d+")
    assert tab.page.get_by_role("alertdialog").count() == 1, f"{tab.label}: the question is gone after a reload"
    tab.press("Keep editing", heading="New Message", at=COMPOSER + r"(\?at=\d+)?")
    tab.expect_typed("Message", "Half a let", "after Keep editing")
    send(tab, "Half a letter, and the rest")
    expect_letters(tab, ["Half a letter, and the rest"])


@journey
def a_letter_waits_below_the_modals_that_a_file_is_chosen_in(visit):
    tab = visit.signed_in()
    compose(tab)
    tab.write("Message", "With a file")
    tab.press("Attach a file", heading="Attach a File", at=COMPOSER + "/~attachment")
    tab.choose_file("File", "sunset.png", b"\x89PNG")
    tab.write("Caption", "What it shows")
    tab.press("Continue", heading="Describe It", at=COMPOSER + "/~attachment/~description")
    tab.back(heading="Attach a File", at=COMPOSER + "/~attachment")
    tab.forward(heading="Describe It", at=COMPOSER + "/~attachment/~description")
    tab.press("Add to letter", heading="New Message", at=COMPOSER + r"(\?at=\d+)?")
    tab.expect_typed("Message", "With a file", "below the modals")
    tab.press("Send", heading="Messages", at="/letters/messages")
    expect_letters(tab, ["With a file"])


@journey
def after_a_letter_was_sent_the_next_one_begins_empty(visit):
    tab = visit.signed_in()
    compose(tab)
    send(tab, "The first")
    tab.press("New", heading="Select Recipient", at=r"/letters/messages/~compose(\?at=\d+)?")
    tab.row(JO, heading="New Message", at=COMPOSER + r"(\?at=\d+)?")
    tab.expect_typed("Message", "", "in a new letter")
    send(tab, "The second")
    expect_letters(tab, ["The first", "The second"])


@journey
def a_slip_in_the_name_is_there_to_be_mended(visit):
    tab = visit.profile()
    tab.open("/letters", heading="Welcome to Letters", at="/letters")
    tab.write("What are you called?", "Idda")
    tab.press("Continue", heading="Hello, Idda", at="/letters/login/welcome:Idda")
    tab.press("Back", heading="Welcome to Letters", at=r"/letters(/login)?(\?at=\d+)?")
    tab.expect_typed("What are you called?", "Idda", "after Back")
    tab.write("What are you called?", "Ida")
    tab.press("Continue", heading="Hello, Ida", at="/letters/login/welcome:Ida")


@journey
def a_slip_in_the_name_is_there_to_be_mended_after_the_browsers_back(visit):
    tab = visit.profile()
    tab.open("/letters", heading="Welcome to Letters", at="/letters")
    tab.write("What are you called?", "Idda")
    tab.press("Continue", heading="Hello, Idda", at="/letters/login/welcome:Idda")
    tab.back(heading="Welcome to Letters", at="/letters")
    tab.expect_typed("What are you called?", "Idda", "after the browser's Back")
    tab.write("What are you called?", "Ida")
    tab.press("Continue", heading="Hello, Ida", at="/letters/login/welcome:Ida")
    tab.press("Open my letters", heading="Friends", at="/letters/friends")


@journey
def a_letter_that_came_back_is_there_to_be_sent_again(visit):
    tab = visit.signed_in()
    tab.open("/letters/friends/friend:13/~write:13", heading="New Message", at="/letters/friends/friend:13/~write:13")
    tab.write("Message", "Is there room?")
    tab.press("Send", heading="New Message", at=r"/letters/friends/friend:13/~write:13\?at=\d+")
    tab.press("OK", heading="New Message", at=r"/letters/friends/friend:13/~write:13(\?at=\d+)?")
    tab.expect_typed("Message", "Is there room?", "after the alert")
    tab.reload(heading="New Message", at=r"/letters/friends/friend:13/~write:13(\?at=\d+)?")
    tab.expect_typed("Message", "Is there room?", "after the alert and a reload")


@journey
def input_that_is_refused_comes_back_filled(visit):
    tab = visit.profile()
    tab.open("/letters", heading="Welcome to Letters", at="/letters")
    invisible = "\u200b\u2060"
    tab.write("What are you called?", invisible)
    tab.press("Continue", heading="Welcome to Letters", at="/letters", status=422)
    tab.expect_typed("What are you called?", invisible, "after 422")
    tab.write("What are you called?", "Ida")
    tab.press("Continue", heading="Hello, Ida", at="/letters/login/welcome:Ida")
