"""Atlas: the map, the list of cities, journeys of a hundred pages, and settings behind a login."""

from browser import Tab
from keyboard import Keyboard

ANY = r"(\?at=\d+)?"
# Short names, so that a URL can contain many of them.
CITIES = ["Apia", "Baku", "Cebu", "Doha", "Kyiv", "Lima", "Oslo", "Riga", "Rome", "Suva"]


def city(page: int) -> str:
    """The city on a page of the journey. Pages count from 1."""
    return CITIES[(page - 1) % len(CITIES)]


def journey(pages: int) -> str:
    """The location of a journey with this number of pages."""
    return "/atlas/~journey:" + "/".join(city(page).lower() for page in range(1, pages + 1))


def walk(tab: Tab, person: str) -> None:
    maps(tab)
    search(tab)
    settings(tab, person)
    round_trip(tab)
    long_journey(tab)
    changed_journey(tab)


def round_trip(tab: Tab) -> None:
    """Bars stand in for the cities until the search has ended; it takes some seconds."""
    page = {"heading": "A Round Trip", "at": "/atlas/round-trip" + ANY}
    tab.open("/atlas/round-trip", **page)
    # Without checks of the page, which can take longer than the search.
    tab.click("Plan", **page)
    assert tab.page.locator(".skeleton [aria-hidden]").count() == 5, f"{tab.label}: the skeleton is missing"
    tab.click("Cancel the search", **page)
    tab.click("Plan", **page, name="round-trip-planned")


def maps(tab: Tab) -> None:
    tab.open("/atlas", heading="The World", at="/atlas", name="world")
    tab.click_row("Africa", heading="Africa", at="/atlas/continent:africa", name="continent")
    tab.click_row("Nairobi", heading="Nairobi", at="/atlas/continent:africa/~journey:nairobi", name="city")
    tab.click_row("Tokyo", heading="Tokyo", at="/atlas/continent:africa/~journey:nairobi/tokyo")
    tab.click("Back", heading="Nairobi", at="/atlas/continent:africa/~journey:nairobi" + ANY)
    tab.click("Cancel", heading="Africa", at="/atlas/continent:africa" + ANY)
    tab.click("Back", heading="The World", at="/atlas" + ANY)


def search(tab: Tab) -> None:
    cities = "/atlas/cities"
    tab.click_row("All cities, by name", heading="All Cities", at=cities + ANY, name="cities")
    # Pages and searches are links and GET forms: each has its own location.
    tab.click("Next page", heading="All Cities", at=cities + r"\?page=2", name="cities-next")
    tab.click("Previous page", heading="All Cities", at=cities)
    tab.fill("City or country", "sao paulo")
    tab.click("Search", heading="All Cities", at=cities + r"\?query=sao\+paulo", name="cities-found")
    assert tab.titles == ["São Paulo"], tab.titles
    tab.fill("City or country", "Atlantis")
    tab.click("Search", heading="All Cities", at=cities + r"\?query=Atlantis", name="cities-none")
    assert tab.titles == [], tab.titles


def settings(tab: Tab, person: str) -> None:
    at = "/atlas/~settings(/login)?" + ANY
    tab.open("/atlas", heading="The World", at="/atlas" + ANY)
    tab.click("Settings", heading="Who Is Travelling?", at=at, name="traveller")
    tab.fill("What are you called?", "   ")
    tab.click("Continue", heading="Who Is Travelling?", at=at, name="traveller-error", status=422)
    tab.fill("What are you called?", person)
    tab.click("Continue", heading="Settings", at=at, name="settings")
    tab.click_row("Distances", heading="Units", at="/atlas/~settings/units" + ANY, name="units")
    tab.click_row("Miles", heading="Settings", at=at)
    tab.click("Done", heading="The World", at="/atlas" + ANY)
    tab.click_row("Tokyo", heading="Tokyo", at="/atlas/~journey:tokyo" + ANY, name="city-miles")
    assert tab.page.get_by_text(" miles").count() == 6
    tab.click("Cancel", heading="The World", at="/atlas" + ANY)
    tab.click("Settings", heading="Settings", at=at)
    tab.click("Sign out", heading="The World", at="/atlas" + ANY)


def long_journey(tab: Tab) -> None:
    """Goes from page 61 to 18, and from page 99 to the map, each with one click."""
    # A location has at most 64 steps; the pages after that are reached by clicks.
    tab.open(journey(60), heading=city(60), at=journey(60))
    go_on(tab, 61)
    pages(tab)
    tab.click_row(f"18. {city(18)}", heading=city(18), at=journey(18) + ANY)
    expect_page(tab, 18)
    tab.click("Back", heading=city(17), at=journey(17) + ANY)

    tab.open(journey(60), heading=city(60), at=journey(60))
    for page in range(61, 99):
        go_on(tab, page)
    go_on(tab, 99, name="page-99")
    ninety_ninth = tab.page.locator("h1").inner_text()
    go_on(tab, 100)
    pages(tab, name="pages")
    assert len(tab.titles) == 50, f"{tab.label}: {len(tab.titles)} rows on the first list page"
    tab.click("Next page", heading="Pages so far", at=".+/~pages" + ANY)
    assert len(tab.titles) == 50, f"{tab.label}: {len(tab.titles)} rows on the second list page"
    tab.click_row(f"99. {ninety_ninth}", heading=ninety_ninth, at="/atlas/~journey:apia/.+")
    expect_page(tab, 99)
    tab.click("Cancel", heading="The World", at="/atlas" + ANY)


def changed_journey(tab: Tab) -> None:
    tab.open(journey(3), heading="Cebu", at=journey(3) + ANY)
    pages(tab)
    change = {"heading": "Page 2", "at": journey(3) + "/~pages/change:2" + ANY}
    tab.click_in_row("2. Baku", "Change", **change, name="page-change")
    tab.click("Skip Baku", heading="Pages so far", at=".+/~pages" + ANY)
    assert tab.titles == ["1. Apia", "2. Cebu"], tab.titles
    tab.click("Cancel", heading="Cebu", at="/atlas/~journey:apia/cebu" + ANY)


def pages(tab: Tab, **expected) -> None:
    tab.click_row("Pages so far", heading="Pages so far", at=".+/~pages" + ANY, **expected)


def go_on(tab: Tab, page: int, **expected) -> None:
    next_city = tab.titles[-1]
    # The URL of a deeper stack leaves out its middle.
    tab.click_row(next_city, heading=next_city, at="/atlas/~journey:apia/.+", **expected)
    expect_page(tab, page)


def expect_page(tab: Tab, page: int) -> None:
    shown = tab.page.get_by_text("This is page").inner_text()
    assert shown == f"This is page {page}", f"{tab.label}: {shown!r}, not {page}"


def use_keyboard(keys: Keyboard, person: str) -> None:
    keys.open("/atlas", heading="The World", at="/atlas")
    keys.activate("Settings", heading="Who Is Travelling?", at="/atlas/~settings/login" + ANY)
    keys.fill("What are you called?", "   ")
    keys.press_to_navigate(heading="Who Is Travelling?", at="/atlas/~settings/login" + ANY, status=422)
    # The error summary links to the field with the error.
    keys.follow_error_link("What are you called?")
    keys.tab.page.keyboard.type(person)
    keys.press_to_navigate(heading="Settings", at="/atlas/~settings" + ANY)
    keys.activate("Distances", key="Space", heading="Units", at="/atlas/~settings/units" + ANY)
    keys.activate("Miles", heading="Settings", at="/atlas/~settings" + ANY)
    keys.activate("Done", heading="The World", at="/atlas" + ANY)
    keys.activate("All cities, by name", heading="All Cities", at="/atlas/cities" + ANY)
    keys.activate("Next page", heading="All Cities", at=r"/atlas/cities\?page=2")
    keys.activate("Previous page", heading="All Cities", at="/atlas/cities")
    keys.fill("City or country", "kenya")
    keys.press_to_navigate(heading="All Cities", at=r"/atlas/cities\?query=kenya")
    keys.activate("Nairobi", heading="Nairobi", at="/atlas/cities/~journey:nairobi" + ANY)
    keys.activate("Tokyo", heading="Tokyo", at="/atlas/cities/~journey:nairobi/tokyo" + ANY)
    keys.activate("Pages so far", heading="Pages so far", at=".+/~pages" + ANY)
    keys.activate("1. Nairobi", heading="Nairobi", at="/atlas/cities/~journey:nairobi" + ANY)
    keys.activate("Cancel", heading="All Cities", at=r"/atlas/cities\?query=kenya")
