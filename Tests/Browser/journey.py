"""Letters in a real browser: from the login to a sent letter in the list, including errors.

    journey.py ORIGIN FOLDER SCHEMA FILTERS    screenshots and pages are written to FOLDER
"""

import pathlib
import sys
import time

from browser import SCHEMES, SIZES, Tab, chromium, new_page
from checks import Accessibility, Nu, Siren
from keyboard import Keyboard
from playwright.sync_api import sync_playwright
from visit import discard

TEXT = "Dear Jo; no forms today. <b>Yours & ever</b>"


def journey(tab: Tab, person: str) -> None:
    tab.open("/", heading="Cairn", at="/", name="index")
    tab.navigate(
        tab.page.get_by_role("link", name="Letters").click, heading="Welcome to Letters", at="/letters", name="login")
    tab.fill("What are you called?", "   ")
    tab.click("Continue", heading="Welcome to Letters", at="/letters", name="login-error", status=422)
    assert tab.page.locator(".errors a").count() == 1
    tab.fill("What are you called?", person)
    tab.click("Continue", heading=f"Hello, {person}", at="/letters/login/welcome:.+", name="welcome")
    tab.click("Open my letters", heading="Friends", at="/letters/friends", name="friends")
    assert tab.page.locator(".tab").all_inner_texts() == ["Friends", "Messages\n3 new"]
    assert tab.page.locator("button.row").count() >= 20

    tab.click_row("Théo </title>", heading="Théo </title>", at="/letters/friends/friend:20", name="friend")
    assert tab.page.get_by_text("Closes every tag he opens").is_visible()
    tab.click("Back", heading="Friends", at="/letters/friends")

    tab.click("Messages", heading="Messages", at="/letters/messages", name="messages")
    tab.click("New", heading="Select Recipient", at="/letters/messages/~compose", name="recipients")
    tab.click_row("Jo;DROP TABLE friends", heading="New Message", at="/letters/messages/~compose/=10", name="composer")
    tab.fill("Message", TEXT)
    tab.click("Send", heading="Messages", at="/letters/messages", name="sent")
    first = tab.page.locator(".row").first
    assert first.locator(".title").inner_text() == "Jo;DROP TABLE friends"
    assert first.locator(".subtitle").inner_text() == TEXT
    tab.click_row(
        "Jo;DROP TABLE friends", heading="Jo;DROP TABLE friends", at="/letters/messages/conversation:.+",
        name="conversation")
    assert tab.page.get_by_text(TEXT).last.is_visible()

    # The browser's Back, and an action after it.
    tab.back(heading="Messages", at="/letters/messages")
    tab.click("New", heading="Select Recipient", at="/letters/messages/~compose")
    tab.click("Cancel", heading="Messages", at="/letters/messages")

    send_letter_with_file(tab)

    # Two tabs navigate independently: the first one continues from its own page.
    other = tab.new_tab()
    other.open("/letters/messages", heading="Messages", at="/letters/messages")
    other.click("Friends", heading="Friends", at="/letters/friends")
    tab.click("New", heading="Select Recipient", at="/letters/messages/~compose")
    tab.click("Cancel", heading="Messages", at="/letters/messages")
    tab.click("Friends", heading="Friends", at="/letters/friends")
    tab.click_row("Eve O'Malley", heading="Eve O'Malley", at="/letters/friends/friend:5")
    tab.click("Back", heading="Friends", at="/letters/friends")

    tab.click_row("Nils Öster", heading="Nils Öster", at="/letters/friends/friend:13", name="friend-13")
    tab.click("Write to Nils Öster", heading="New Message", at="/letters/friends/friend:13/~write:13")
    tab.fill("Message", "Is there room?")
    tab.click("Send", heading="New Message", at=r"/letters/friends/friend:13/~write:13\?at=\d+", name="alert")
    assert tab.page.get_by_role("alertdialog").get_by_text("Your letter came back").is_visible()
    tab.click("OK", heading="New Message", at=r"/letters/friends/friend:13/~write:13\?at=\d+")
    assert tab.page.get_by_text("It came back once").is_visible()
    discard(tab, heading="Nils Öster", at="/letters/friends/friend:13")
    tab.click("Back", heading="Friends", at="/letters/friends")
    tab.open("/letters/nowhere", heading="This page does not exist", at="/letters/nowhere", name="no-screen", status=404)
    tab.open("/letters/friends", heading="Friends", at="/letters/friends")
    tab.click("Sign out", heading="Welcome to Letters", at="/letters/login", name="signed-out")


def send_letter_with_file(tab: Tab) -> None:
    """Sends a letter with a file, through three stacked modals, an input error and an alert that protects the draft."""
    composer, at = "/letters/messages/~compose/=3", r"(\?at=\d+)?"
    tab.click("New", heading="Select Recipient", at="/letters/messages/~compose")
    tab.click_row("Chloé d'Arc", heading="New Message", at=composer)
    tab.fill("Message", "The harbour, tonight.")
    tab.click("Attach a file", heading="Attach a File", at=composer + "/~attachment", name="attach")
    tab.choose_file("File", "sunset.png", b"\x89PNG" * 385)
    tab.fill("Caption", "   ")
    tab.click("Continue", heading="Attach a File", at=composer + "/~attachment", name="attach-error", status=422)
    assert tab.page.get_by_text("sunset.png is kept.").is_visible()
    tab.fill("Caption", "Red sky, late boats")
    tab.click("Continue", heading="Describe It", at=composer + "/~attachment/~description", name="describe")
    tab.click("Leave it out", heading="New Message", at=composer + at)
    tab.click("Attach a file", heading="Attach a File", at=composer + "/~attachment" + at)
    tab.choose_file("File", "sunset.png", b"\x89PNG" * 385)
    tab.fill("Caption", "Red sky, late boats")
    tab.click("Continue", heading="Describe It", at=composer + "/~attachment/~description" + at)
    tab.fill("For those who cannot see it", "Six boats come home under a red sky.")
    tab.click("Add to letter", heading="New Message", at=composer + at, name="composer-attached")
    tab.click("Cancel", heading="New Message", at=composer + r"\?at=\d+", name="discard")
    tab.click("Keep editing", heading="New Message", at=composer + at)
    tab.expect_value("Message", "The harbour, tonight.", "after all that")
    tab.click("Send", heading="Messages", at="/letters/messages")
    tab.click_row(
        "Chloé d'Arc", heading="Chloé d'Arc", at="/letters/messages/conversation:.+", name="conversation-attached")
    assert tab.page.get_by_text("sunset.png, 1.5 KB: Six boats come home under a red sky.").is_visible()
    tab.click("Mark as unread", heading="Messages", at="/letters/messages", name="messages-unread")
    assert tab.page.locator(".tab .badge").inner_text() == "3 new"


def use_keyboard(keys: Keyboard) -> None:
    composer, any_version = "/letters/messages/~compose/=13", r"(\?at=\d+)?"
    keys.open("/letters", heading="Welcome to Letters", at="/letters")
    keys.fill("What are you called?", "Keys only")
    keys.press_to_navigate(heading="Hello, Keys only", at="/letters/login/welcome:.+")
    keys.activate("Open my letters", heading="Friends", at="/letters/friends")
    keys.activate("Messages", heading="Messages", at="/letters/messages")
    keys.activate("New", heading="Select Recipient", at="/letters/messages/~compose")
    keys.activate("Ione \"Io\" Makris", heading="New Message", at="/letters/messages/~compose/=9")
    keys.fill("Message", "Typed, tabbed and entered.")
    keys.activate("Send", heading="Messages", at="/letters/messages")
    assert keys.tab.page.locator(".row .subtitle").first.inner_text() == "Typed, tabbed and entered."
    keys.open(composer, heading="New Message", at=composer)
    keys.fill("Message", "Hello?")
    keys.activate("Send", heading="New Message", at=composer + any_version)
    # The alert's button has the focus, and no control below the alert can get it.
    keys.expect_focus_trap("OK")
    keys.press_to_navigate(heading="New Message", at=composer + any_version)
    keys.activate("Cancel", heading="New Message", at=composer + any_version)
    keys.expect_focus_trap("Keep editing", "Discard")
    keys.activate("Discard", heading="Messages", at="/letters/messages")


def main() -> None:
    origin, folder, schema, filters = sys.argv[1], *map(pathlib.Path, sys.argv[2:5])
    folder.mkdir(parents=True, exist_ok=True)
    checks = {"nu": Nu(folder / "pages", filters), "siren": Siren(schema)}
    axe = Accessibility()
    started = time.monotonic()
    with sync_playwright() as playwright:
        browser = chromium(playwright)
        for script in (False, True):
            for size, (width, height) in SIZES.items():
                for scheme in SCHEMES:
                    label = f"{size} {scheme} script-{'on' if script else 'off'}"
                    print(f"{label} ({width}×{height})")
                    screenshot_folder, page_checks = (None, checks | {"axe": axe}) if script else (folder, checks)
                    with new_page(browser, size, scheme, script) as page:
                        journey(Tab(page, origin, label, screenshot_folder, page_checks), f"Ida of {label}")
        for script in (True, False):
            print(f"keyboard only, script {'on' if script else 'off'}")
            with new_page(browser, "wide", script=script, moves=False) as page:
                use_keyboard(Keyboard(Tab(page, origin, "keyboard", None, checks)))
        browser.close()
    print(
        f"{checks['nu'].check()} pages are valid HTML (Nu), {axe.count} pages have no violation (axe), "
        f"{checks['siren'].count} representations are Siren; {time.monotonic() - started:.0f} s")


if __name__ == "__main__":
    main()
