"""Desk, an app of its own package: a login, a queue of 10,000 tickets, one ticket, a wizard and a report, also in Arabic."""

from browser import Tab
from keyboard import Keyboard

ANY = r"(\?at=\d+)?"
LOGIN = {"heading": "Sign in", "at": "/desk(/login)?" + ANY}
QUEUE = {"heading": "Queue", "at": "/desk/queue" + ANY}
TICKET = {"heading": "Ticket 3: Invoice is wrong", "at": "/desk/queue/ticket:3" + ANY}


def walk(tab: Tab, person: str) -> None:
    sign_in(tab)
    lists(tab)
    ticket(tab)
    wizard(tab, person)
    in_arabic(tab)
    # A browser opens the menu that contains the target of the page after an action.
    if not tab.page.get_by_role("button", name="Sign out").is_visible():
        tab.page.locator("summary").filter(has_text="Ada").click()
    tab.click("Sign out", **LOGIN)


def sign_in(tab: Tab) -> None:
    tab.open("/desk", **LOGIN, name="desk-login")
    tab.fill("Name", "Ada")
    tab.fill("Password", "sesame")
    tab.click("Sign in", **LOGIN, status=422, name="desk-login-wrong")
    tab.fill("Name", "Ada")
    tab.fill("Password", "open sesame")
    tab.click("Sign in", heading="Queue", at="/desk(/queue)?" + ANY, name="desk-queue")


def lists(tab: Tab) -> None:
    tab.click("Open", role="link", heading="Queue", at=r"/desk/queue\?status=open(&at=\d+)?")
    tab.click("Next page", role="link", heading="Queue", at=r"/desk/queue\?status=open&page=2(&at=\d+)?", name="desk-page")
    tab.open("/desk/queue?query=zebra", heading="Queue", at=r"/desk/queue\?query=zebra", name="desk-nothing")
    tab.open("/desk/queue", **QUEUE)
    tab.page.get_by_role("checkbox").first.check()
    tab.click("Close the ticked tickets", **QUEUE, name="desk-question")
    tab.click_in_alert("Keep them", **QUEUE)
    tab.open("/desk/customers", heading="Customers", at="/desk/customers", name="desk-customers")
    tab.open("/desk/report", heading="Report", at="/desk/report", name="desk-report")
    tab.open("/desk/queue/ticket:99999", heading="There is no such page", at="/desk/queue/ticket:99999", status=404)


def ticket(tab: Tab) -> None:
    tab.open("/desk/queue/ticket:3", **TICKET, name="desk-ticket")
    tab.fill("Text", "Here is the right one.\nSorry.")
    tab.choose_file("File", "invoice.png", b"\x89PNG")
    tab.click("Send", **TICKET, name="desk-reply")
    assert tab.page.locator(".flash").text_content() == "The reply is sent"
    with tab.page.expect_download() as download:
        tab.page.get_by_role("link", name="invoice.png").last.click()
    assert download.value.suggested_filename == "invoice.png"
    tab.click("Assign", heading="Agents", at="/desk/queue/ticket:3/~assign:3" + ANY, name="desk-agents")
    tab.click_row("Ben", **TICKET)


def wizard(tab: Tab, person: str) -> None:
    tab.open("/desk/queue", **QUEUE)
    tab.click("New", heading="Who asks?", at="/desk/queue/~start" + ANY, name="desk-wizard")
    tab.fill("Customer", person)
    tab.click("Next", heading="What is it about?", at="/desk/queue/~start/subject" + ANY, name="desk-wizard-subject")
    tab.fill("Subject", "The bell is silent")
    tab.click("Next", heading="The message", at="/desk/queue/~start/subject/text" + ANY)
    tab.click("Cancel", heading="The message", at="/desk/queue/~start/subject/text" + ANY, name="desk-wizard-draft")
    tab.page.get_by_role("alertdialog").get_by_role("button").first.wait_for()
    tab.open("/desk/queue", **QUEUE)


def in_arabic(tab: Tab) -> None:
    choose(tab, "العربية", heading="قائمة الانتظار", at=QUEUE["at"], name="desk-queue-arabic")
    tab.open("/desk/queue/ticket:3", heading="التذكرة 3: Invoice is wrong", at=TICKET["at"], name="desk-ticket-arabic")
    tab.open("/desk/queue", heading="قائمة الانتظار", at=QUEUE["at"])
    choose(tab, "English", **QUEUE)


def choose(tab: Tab, language: str, **expected) -> None:
    tab.page.locator("summary").filter(has_text="Ada").click()
    tab.click(language, **expected)


def use_keyboard(keys: Keyboard, person: str) -> None:
    keys.open("/desk", **LOGIN)
    keys.fill("Name", "Ben")
    keys.fill("Password", "open sesame")
    keys.press_to_navigate(heading="Queue", at="/desk(/queue)?" + ANY)
    keys.activate("New", heading="Who asks?", at="/desk/queue/~start" + ANY)
    keys.fill("Customer", person)
    keys.press_to_navigate(heading="What is it about?", at="/desk/queue/~start/subject" + ANY)
