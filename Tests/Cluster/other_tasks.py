"""Tasks in Passport, Atlas and Planets: a login and its data, deep stacks, Back and Forward."""

from people import ANY, Journey, PatientTab, task

PASSPORT_LOGIN = {"heading": "Open Your Passport", "at": "/passport(/login)?" + ANY}
PASSPORT = {"heading": "Passport", "at": "/passport" + ANY}
PASSWORD = "engine No 1"
CITIES = ["Apia", "Baku", "Cebu", "Doha"]


@task
def a_passport_after_log_out_and_log_in(journey: Journey) -> None:
    tab, email = journey.new_profile(), f"ida-{journey.number}@example.org"
    tab.open("/passport", **PASSPORT_LOGIN)
    apply_for_passport(tab, email, journey.person)
    tab.click("Get a stamp", heading="Where Are You?", at="/passport/~countries" + ANY)
    tab.click_row("T", heading="Countries: T", at="/passport/~countries/countries:t" + ANY)
    tab.click_row("Türkiye", **PASSPORT)
    tab.click("Log out", again=lambda: tab.open("/passport", **PASSPORT_LOGIN), **PASSPORT_LOGIN)
    logged_out = {"Open Your Passport", "Apply for a Passport", "Account Details"}
    tab.back_through_history(logged_out, journey.person)
    tab.open("/passport", **PASSPORT_LOGIN)
    open_passport(tab, email, again=lambda: open_passport(tab, email))
    stamps = tab.page.get_by_text("Türkiye").count()
    assert stamps == 1, f"{tab.label}: the passport has {stamps} stamps, not 1"


def open_passport(tab: PatientTab, email: str, again=None) -> None:
    tab.fill("E-mail", email)
    tab.fill("Password", PASSWORD)
    tab.click("Open my passport", again=again, **PASSPORT)


def apply_for_passport(tab: PatientTab, email: str, person: str) -> None:
    tab.click("Apply for a passport", heading="Apply for a Passport", at="/passport/login/~sign-up" + ANY)
    tab.fill("E-mail", email)
    tab.fill("Password", PASSWORD)
    tab.click("Continue", heading="Account Details", at="/passport/login/~sign-up/details" + ANY)
    for label, text in {"Name": person, "Day": "10", "Month": "12", "Year": "1815", "Height": "168"}.items():
        tab.fill(label, text)
    tab.page.get_by_label("Country", exact=True).select_option("United Kingdom")
    tab.check("I have read the terms")
    # After an error the page can say that an earlier attempt has made this passport.
    tab.click("Get my passport", again=lambda: tab.click("OK", **PASSPORT), **PASSPORT)


@task
def an_atlas_of_many_pages(journey: Journey) -> None:
    tab, depth = journey.new_profile(), journey.rng.randint(6, 14)
    path = "/atlas/~journey:" + "/".join(name.lower() for name in CITIES)
    tab.open(path, heading=CITIES[3], at=path + ANY)
    headings = list(CITIES)
    for _ in range(depth - 4):
        headings.append(tab.titles[-1])
        tab.click_row(headings[-1], heading=headings[-1], at="/atlas/~journey:apia/.+")
    expect_page_number(tab, depth)
    tab.back(heading=headings[-2], at="/atlas/~journey:apia/.+")
    tab.back(heading=headings[-3], at="/atlas/~journey:apia/.+")
    tab.click("Back", heading=headings[-4], at="/atlas/~journey:apia/.+")
    expect_page_number(tab, depth - 3)
    tab.click("Cancel", heading="The World", at="/atlas" + ANY)


def expect_page_number(tab: PatientTab, number: int) -> None:
    shown = tab.page.get_by_text("This is page").inner_text()
    assert shown == f"This is page {number}", f"{tab.label}: {shown!r}, not {number}"


@task
def settings_behind_a_login(journey: Journey) -> None:
    tab, settings = journey.new_profile(), "/atlas/~settings(/login)?" + ANY
    tab.open("/atlas", heading="The World", at="/atlas")
    tab.click("Settings", heading="Who Is Travelling?", at=settings)
    say_name(tab, settings, again=lambda: say_name(tab, settings))
    tab.click_row("Distances", heading="Units", at="/atlas/~settings/units" + ANY)
    tab.click_row("Miles", heading="Settings", at=settings)
    tab.click("Cancel", heading="The World", at="/atlas" + ANY)
    tab.click_row("Tokyo", heading="Tokyo", at="/atlas/~journey:tokyo" + ANY)
    assert tab.page.get_by_text(" miles").count() == 6, f"{tab.label}: the setting is lost"
    tab.click("Cancel", heading="The World", at="/atlas" + ANY)
    tab.click("Settings", heading="Settings", at=settings)
    world = {"heading": "The World", "at": "/atlas" + ANY}
    tab.click("Sign out", again=lambda: tab.open("/atlas", **world), **world)
    tab.click("Settings", heading="Who Is Travelling?", at=settings)


def say_name(tab: PatientTab, settings: str, again=None) -> None:
    tab.fill("What are you called?", tab.journey.person)
    tab.click("Continue", again=again, heading="Settings", at=settings)


@task
def a_planet_and_its_moon_in_two_tabs(journey: Journey) -> None:
    one = journey.new_profile()
    one.open("/planets/system", heading="Planets", at="/planets/system" + ANY)
    two = one.new_tab()
    two.open("/planets/system/planet:saturn", heading="Saturn", at="/planets/system/planet:saturn" + ANY)
    one.click_row("Jupiter", heading="Jupiter", at="/planets/system/planet:jupiter" + ANY)
    two.click_row("Titan", heading="Titan", at="/planets/system/planet:saturn/moon:titan" + ANY)
    one.click_row("Europa", heading="Europa", at="/planets/system/planet:jupiter/moon:europa" + ANY)
    two.click("Back", heading="Saturn", at="/planets/system/planet:saturn" + ANY)
    one.back(heading="Jupiter", at="/planets/system/planet:jupiter" + ANY)
    one.forward(heading="Europa", at="/planets/system/planet:jupiter/moon:europa" + ANY)
    one.click("Back", heading="Jupiter", at="/planets/system/planet:jupiter" + ANY)
    one.click("Back", heading="Planets", at="/planets/system" + ANY)
    two.reload(heading="Saturn", at="/planets/system/planet:saturn" + ANY)
