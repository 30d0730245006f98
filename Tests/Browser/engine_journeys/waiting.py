"""Drafts survive Back and Forward, a sign-out, an expiry and a restart."""

import http.cookiejar
import urllib.error
import urllib.parse
import urllib.request

from engine_journeys.look import enter_shop, sign_in
from engine_journeys.people import LETTER, sign_out_with_draft
from everywhere import journey


# Without a back/forward cache the page is fetched again and the text has to be restored into the new form. WebKit is
# left out because it is the slowest engine.
WITHOUT_CACHE = {
    "chromium": {"arguments": ["--disable-features=BackForwardCache"]},
    "firefox": {"settings": {"browser.sessionhistory.max_total_viewers": 0, "fission.bfcacheInParent": False}},
}


@journey
def a_draft_survives_back_and_forward(visit):
    go_back_from_draft(visit.start_server())


@journey
def a_draft_survives_back_and_forward_without_a_back_forward_cache(visit):
    if visit.engine not in WITHOUT_CACHE:
        return
    visit.start_server()
    browser = type(visit.browser)(visit.browser.script, **WITHOUT_CACHE[visit.engine])
    try:
        tab = browser.tab(visit.server.origin)
        tab.label = visit.label
        go_back_from_draft(tab)
    finally:
        browser.close()


def go_back_from_draft(tab) -> None:
    tab.goto("/letters", "Welcome to Letters")
    sign_in(tab, "Ida")
    tab.click("Messages", "Messages")
    tab.click("New", "Select Recipient")
    tab.click("Jo;DROP TABLE friends", "New Message")
    tab.fill("Message", LETTER)
    tab.back("Select Recipient")
    tab.forward("New Message")
    assert tab.value("Message") == LETTER, f"{tab.label}: after Back and Forward the draft is {tab.value('Message')!r}"
    # The form must work, even if the page was fetched again.
    tab.click("Send", "Messages")
    assert LETTER in tab.text, f"{tab.label}: the letter is not among the messages: {tab.text[:200]}"


@journey
def a_draft_is_restored_for_a_user_who_signed_out_in_another_tab(visit):
    tab = sign_out_with_draft(visit)
    tab.click("Send", "Welcome to Letters")
    assert LETTER not in tab.text, f"{tab.label}: the draft is shown before the sign-in"
    sign_in(tab, "Ida", heading="New Message")
    assert tab.value("Message") == LETTER, f"{tab.label}: the composer contains {tab.value('Message')!r}"
    tab.click("Send", "Messages")


@journey
def a_half_completed_sign_up_survives_a_lost_session(visit):
    tab = visit.start_server()
    tab.goto("/passport", "Open Your Passport")
    tab.click("Apply for a passport", "Apply for a Passport")
    account(tab)
    # WebKit's driver does not scroll to a control just below the visible part, so each one is far from the one before.
    tab.check("I have read the terms")
    typed = {"Name": "Ada Lovelace", "Telephone": "+44 20 7946 0000", "Remarks": "Counts & weaves"}
    for label, text in typed.items():
        tab.fill(label, text)
    # Visitors see no difference between an expired session and an unknown one.
    visit.server.restart()
    tab.click("Cancel")
    if tab.heading == "Apply for a Passport":
        account(tab)
    assert tab.heading == "Account Details", f"{tab.label}: {tab.heading} at {tab.path}"
    for label, text in typed.items():
        assert tab.value(label) == text, f"{tab.label}: {label} contains {tab.value(label)!r}"


def account(tab) -> None:
    tab.fill("E-mail", "ada@example.org")
    tab.fill("Password", "engine No 1")
    tab.click("Continue", "Account Details")


@journey
def a_payment_after_a_lost_session_shows_an_empty_basket(visit):
    tab = visit.start_server()
    enter_shop(tab)
    tab.click("Headwind", "Headwind")
    tab.click("Put into the basket")
    tab.goto("/shop/basket/~checkout", "Where Does It Go?")
    for label, text in {"E-mail": "wei@example.org", "Street and number": "Gate 2", "Postcode": "1050", "Town": "Kbh"}.items():
        tab.fill(label, text)
    tab.click("Continue", "How Does It Get There?")
    tab.click("Continue", "Is This Right?")
    tab.click("Go on to payment", "Payment")
    tab.fill("Name on the card", "Wei")
    tab.fill("Security code", "123")
    pay = next(name for name in tab.texts("//button") if name.startswith("Pay "))
    visit.server.restart()
    tab.click(pay)
    tab.fill("Name", "Wei")
    tab.fill("Password", "open sesame")
    tab.click("Log in")
    assert "empty" in tab.text, f"{tab.label}: no text about the empty basket at {tab.path}: {tab.text[:200]}"
    assert tab.path.count("address") <= 1, f"{tab.label}: the address step is repeated: {tab.path}"


def issue_passport(origin: str, email: str) -> None:
    """Applies for a passport over HTTP, because each engine has its own input for dates."""
    jar = http.cookiejar.CookieJar()
    opener = urllib.request.build_opener(urllib.request.HTTPCookieProcessor(jar))
    details = {"name": "Ada", "birthday": "1815-12-10", "country": "GB", "height": "168", "kind": "ordinary",
               "cover": "#7a1f2b", "visits": "3"}
    steps = (
        ("login", {"action": "apply-for-passport"}),
        ("login/~sign-up", {"action": "choose-account", "account.email": email, "account.password": "12345678"}),
        ("login/~sign-up/details", {"action": "enter-account-details?account.email=&account.password=", "acceptsTerms": "true"}
            | {f"details.{name}": text for name, text in details.items()}))
    for path, form in steps:
        request = urllib.request.Request(
            f"{origin}/passport/{path}", urllib.parse.urlencode(form).encode(), {"Accept": "application/json"})
        try:
            opener.open(request).close()
        except urllib.error.HTTPError as error:
            raise AssertionError(f"{form['action']} got status {error.code}: {error.read()[:300]}") from None


@journey
def a_passport_survives_a_crash_between_page_and_click(visit):
    tab = visit.start_server(f"--state={visit.state}")
    issue_passport(tab.origin, "ada@example.org")
    tab.goto("/passport", "Open Your Passport")
    tab.fill("E-mail", "ada@example.org")
    tab.fill("Password", "12345678")
    tab.click("Open my passport", "Passport")
    tab.click("Get a stamp", "Where Are You?")
    visit.server.restart()
    tab.click("T", "Countries: T")
    tab.click("Türkiye", "Passport")
    assert "Türkiye" in tab.text, f"{tab.label}: the stamp is missing"
