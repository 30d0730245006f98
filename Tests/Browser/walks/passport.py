"""Passport: a login, a sign-up in two steps, a passport and its sheets."""

import uuid

from browser import Tab
from keyboard import Keyboard

ANY = r"(\?at=\d+)?"
LOGIN = {"heading": "Open Your Passport", "at": "/passport(/login)?" + ANY}
ACCOUNT = {"heading": "Apply for a Passport", "at": "/passport/login/~sign-up" + ANY}
DETAILS = {"heading": "Account Details", "at": "/passport/login/~sign-up/details" + ANY}
COVER = {"heading": "Passport", "at": "/passport" + ANY}


def address() -> str:
    """Returns an e-mail that has no passport yet, whatever other walks did."""
    return f"ida-{uuid.uuid4().hex[:8]}@example.org"


def walk(tab: Tab, person: str) -> None:
    email = address()
    wrong_logins(tab, email)
    sign_up(tab, email, person)
    stamp(tab)
    sheets(tab)
    tab.press("Log out", **LOGIN)
    tab.write("E-mail", email)
    tab.write("Password", "engine No 1")
    tab.press("Open my passport", **COVER)
    assert tab.page.get_by_text("Türkiye").is_visible()


def wrong_logins(tab: Tab, email: str) -> None:
    tab.open("/passport", **LOGIN, name="passport-login")
    tab.write("E-mail", email)
    tab.write("Password", "12345678")
    tab.press("Open my passport", **LOGIN, name="passport-login-unknown", status=422)
    tab.write("E-mail", "specimen@example.org")
    tab.write("Password", "12345")
    tab.press("Open my passport", **LOGIN, name="passport-login-wrong", status=422)


def sign_up(tab: Tab, email: str, person: str) -> None:
    tab.press("Apply for a passport", **ACCOUNT, name="sign-up")
    tab.write("E-mail", "specimen@example.org")
    tab.write("Password", "engine No 1")
    tab.press("Continue", **ACCOUNT, name="sign-up-exists")
    tab.press("OK", **ACCOUNT)
    tab.write("E-mail", email)
    tab.write("Password", "engine No 1")
    tab.press("Continue", **DETAILS, name="details")
    for label, text in {
        "Name": "   ", "Date of birth": "1815-12-10", "Height": "168", "Cover": "#0f6b66", "Remarks": "Counts & weaves",
        "Countries visited so far": "3", "Telephone": "+44 20 7946 0000", "Website": "https://example.org/ada",
    }.items():
        tab.write(label, text)
    tab.page.get_by_label("Country", exact=True).select_option("United Kingdom")
    tab.tick("Diplomatic")
    tab.tick("I have read the terms")
    tab.press("Get my passport", **DETAILS, name="details-error", status=422)
    tab.press("Cancel", **DETAILS, name="details-discard")
    tab.press("Keep editing", **DETAILS)
    tab.expect_typed("Remarks", "Counts & weaves", "after a mistake and a question")
    tab.write("Name", person)
    tab.press("Get my passport", **COVER, name="passport")


def stamp(tab: Tab) -> None:
    tab.press("Get a stamp", heading="Where Are You?", at="/passport/~countries" + ANY, name="initials")
    tab.row("T", heading="Countries: T", at="/passport/~countries/countries:t" + ANY, name="countries")
    tab.row("Türkiye", **COVER, name="passport-stamped")


def sheets(tab: Tab) -> None:
    corrections = {"heading": "Corrections", "at": "/passport/~corrections" + ANY}
    tab.press("Show the data page", heading="Data Page", at="/passport/~data-page" + ANY, name="data-page")
    page = "document.querySelector('.page').getBoundingClientRect().bottom"
    below = tab.page.evaluate(f"document.documentElement.scrollHeight - scrollY - {page}")
    assert below < 49, f"{tab.label}: {below} pixels of nothing are below the sheet"
    tab.press("Close", **COVER)
    tab.press("Correct it", **corrections, name="corrections")
    tab.write("Name", "Ada King")
    tab.press("Cancel", **corrections, name="corrections-discard")
    tab.press("Keep editing", **corrections)
    tab.expect_typed("Name", "Ada King", "after the question")
    tab.press("Save", **COVER)
    assert tab.page.get_by_text("Ada King").is_visible()


def by_keys(keys: Keyboard, person: str) -> None:
    email = address()
    keys.open("/passport", **LOGIN)
    keys.write("E-mail", "specimen@example.org")
    keys.write("Password", "12345")
    keys.enter(**LOGIN, status=422)
    keys.reach_error("Password")
    keys.tab.page.keyboard.type("123456")
    keys.enter(**LOGIN, status=422)
    keys.choose("Apply for a passport", **ACCOUNT)
    keys.write("E-mail", email)
    keys.write("Password", "engine No 1")
    keys.enter(**DETAILS)
    details_by_keys(keys, person)
    keys.choose("Get my passport", **COVER)
    keys.choose("Get a stamp", key="Space", heading="Where Are You?", at="/passport/~countries" + ANY)
    keys.choose("I", heading="Countries: I", at="/passport/~countries/countries:i" + ANY)
    keys.choose("Iceland", **COVER)
    keys.choose("Show the data page", heading="Data Page", at="/passport/~data-page" + ANY)
    for text in ("1815-12-10", "United Kingdom", "172 cm", "diplomatic", email):
        assert keys.tab.page.get_by_text(text, exact=True).is_visible(), f"{keys.tab.label}: no {text!r}"
    keys.choose("Close", **COVER)
    keys.choose("Log out", **LOGIN)


def details_by_keys(keys: Keyboard, person: str) -> None:
    keys.write("Name", person)
    keys.write("Date of birth", "12101815")
    keys.expect("Date of birth", "1815-12-10")
    keys.reach("Country")
    keys.tab.page.keyboard.type("United Kin")
    keys.reach("Height")
    keys.press("ArrowRight", "ArrowRight")
    keys.expect("Height", "172")
    keys.reach("Ordinary")
    keys.press("ArrowDown", "ArrowDown")
    keys.expect("Diplomatic", "diplomatic")
    keys.reach("Cover")
    keys.write("Countries visited so far", "3")
    keys.write("Remarks", "Typed, tabbed and spaced.")
    keys.reach("I have read the terms")
    keys.press("Space")
