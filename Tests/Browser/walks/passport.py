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
    """Returns a new e-mail, for which no other run has applied for a passport."""
    return f"ida-{uuid.uuid4().hex[:8]}@example.org"


def walk(tab: Tab, person: str) -> None:
    email = address()
    wrong_logins(tab, email)
    in_arabic(tab)
    sign_up(tab, email, person)
    stamp(tab)
    sheets(tab)
    tab.click("Log out", **LOGIN)
    tab.fill("E-mail", email)
    tab.fill("Password", "engine No 1")
    tab.click("Open my passport", **COVER)
    assert tab.page.get_by_text("Türkiye").is_visible()


def wrong_logins(tab: Tab, email: str) -> None:
    tab.open("/passport", **LOGIN, name="passport-login")
    tab.fill("E-mail", email)
    tab.fill("Password", "12345678")
    tab.click("Open my passport", **LOGIN, name="passport-login-unknown", status=422)
    tab.fill("E-mail", "specimen@example.org")
    tab.fill("Password", "12345")
    tab.click("Open my passport", **LOGIN, name="passport-login-wrong", status=422)


def in_arabic(tab: Tab) -> None:
    """Chooses Arabic, in which the page is mirrored, meets an alert and a missing page, and returns to English."""
    account = {"heading": "طلب جواز سفر", "at": ACCOUNT["at"]}
    choose(tab, "Language", "العربية", heading="افتح جوازك", at=LOGIN["at"], name="passport-arabic")
    tab.click("اطلب جوازًا", **account, name="sign-up-arabic")
    box = tab.page.get_by_role("button", name="إلغاء").bounding_box()
    width = tab.page.evaluate("document.querySelector('.bar').getBoundingClientRect().right")
    assert width - box["x"] - box["width"] < 40, f"{tab.label}: Cancel is not at the right edge: {box}, {width}"
    tab.fill("البريد الإلكتروني", "specimen@example.org")
    tab.fill("كلمة المرور", "engine No 1")
    tab.click("متابعة", **account, name="sign-up-arabic-alert")
    tab.click("حسنًا", **account)
    tab.open("/passport/login/~sign-up/details", heading="بيانات الجواز", at=DETAILS["at"], name="details-arabic")
    tab.open("/passport/login/nothing", heading="هذه الصفحة غير موجودة", at="/passport/login/nothing", status=404)
    tab.open("/passport/login", heading="افتح جوازك", at=LOGIN["at"])
    choose(tab, "اللغة", "English", **LOGIN)


def choose(tab: Tab, menu: str, language: str, **expected) -> None:
    tab.page.locator("summary").filter(has_text=menu).click()
    tab.click(language, **expected)


def sign_up(tab: Tab, email: str, person: str) -> None:
    tab.click("Apply for a passport", **ACCOUNT, name="sign-up")
    tab.fill("E-mail", "specimen@example.org")
    tab.fill("Password", "engine No 1")
    tab.click("Continue", **ACCOUNT, name="sign-up-exists")
    tab.click("OK", **ACCOUNT)
    tab.fill("E-mail", email)
    tab.fill("Password", "engine No 1")
    tab.click("Continue", **DETAILS, name="details")
    for label, text in {
        "Name": "   ", "Day": "10", "Month": "12", "Year": "1815", "Height": "168", "Cover": "#0f6b66", "Remarks": "Counts & weaves",
        "Countries visited so far": "3", "Telephone": "+44 20 7946 0000", "Website": "https://example.org/ada",
    }.items():
        tab.fill(label, text)
    tab.page.get_by_label("Country", exact=True).select_option("United Kingdom")
    tab.check("Diplomatic")
    tab.check("I have read the terms")
    tab.click("Get my passport", **DETAILS, name="details-error", status=422)
    tab.click("Cancel", **DETAILS, name="details-discard")
    tab.click("Keep editing", **DETAILS)
    tab.expect_value("Remarks", "Counts & weaves", "after a mistake and a question")
    tab.fill("Name", person)
    tab.click("Get my passport", **COVER, name="passport")


def stamp(tab: Tab) -> None:
    tab.click("Get a stamp", heading="Where Are You?", at="/passport/~countries" + ANY, name="initials")
    tab.click_row("T", heading="Countries: T", at="/passport/~countries/countries:t" + ANY, name="countries")
    tab.click_row("Türkiye", **COVER, name="passport-stamped")


def sheets(tab: Tab) -> None:
    corrections = {"heading": "Corrections", "at": "/passport/~corrections" + ANY}
    tab.click("Show the data page", heading="Data Page", at="/passport/~data-page" + ANY, name="data-page")
    page = "document.querySelector('.page').getBoundingClientRect().bottom"
    below = tab.page.evaluate(f"document.documentElement.scrollHeight - scrollY - {page}")
    assert below < 49, f"{tab.label}: {below} empty pixels below the sheet"
    tab.click("Done", **COVER)
    tab.click("Correct it", **corrections, name="corrections")
    tab.fill("Name", "Ada King")
    tab.click("Cancel", **corrections, name="corrections-discard")
    tab.click("Keep editing", **corrections)
    tab.expect_value("Name", "Ada King", "after the question")
    tab.click("Save", **COVER)
    assert tab.page.get_by_text("Ada King").is_visible()


def use_keyboard(keys: Keyboard, person: str) -> None:
    email = address()
    keys.open("/passport", **LOGIN)
    keys.fill("E-mail", "specimen@example.org")
    keys.fill("Password", "12345")
    keys.press_to_navigate(**LOGIN, status=422)
    keys.follow_error_link("Password")
    keys.tab.page.keyboard.type("123456")
    keys.press_to_navigate(**LOGIN, status=422)
    keys.activate("Apply for a passport", **ACCOUNT)
    keys.fill("E-mail", email)
    keys.fill("Password", "engine No 1")
    keys.press_to_navigate(**DETAILS)
    fill_details_by_keyboard(keys, person)
    keys.activate("Get my passport", **COVER)
    keys.activate("Get a stamp", key="Space", heading="Where Are You?", at="/passport/~countries" + ANY)
    keys.activate("I", heading="Countries: I", at="/passport/~countries/countries:i" + ANY)
    keys.activate("Iceland", **COVER)
    keys.activate("Show the data page", heading="Data Page", at="/passport/~data-page" + ANY)
    for text in ("10 December 1815", "United Kingdom", "172 cm", "Diplomatic", email):
        assert keys.tab.page.locator("#content").get_by_text(text, exact=True).is_visible(), f"{keys.tab.label}: no {text!r}"
    keys.activate("Done", **COVER)
    keys.activate("Log out", **LOGIN)


def fill_details_by_keyboard(keys: Keyboard, person: str) -> None:
    keys.fill("Name", person)
    for label, text in {"Day": "10", "Month": "12", "Year": "1815"}.items():
        keys.fill(label, text)
    keys.focus("Country")
    keys.tab.page.keyboard.type("United Kin")
    keys.focus("Height")
    keys.press("ArrowRight", "ArrowRight")
    keys.expect("Height", "172")
    keys.focus("Ordinary")
    keys.press("ArrowDown", "ArrowDown")
    keys.expect("Diplomatic", "diplomatic")
    keys.focus("Cover")
    keys.fill("Countries visited so far", "3")
    keys.fill("Remarks", "Typed, tabbed and spaced.")
    keys.focus("I have read the terms")
    keys.press("Space")
