"""Atlas: the map, the list of cities, journeys of a hundred pages, and settings behind a login."""

from browser import Tab
from keyboard import Keyboard

ANY = r"(\?at=\d+)?"
# Short names, so that many of them fit a URL.
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
    long_journey(tab)
    changed_journey(tab)


def maps(tab: Tab) -> None:
    tab.open("/atlas", heading="The World", at="/atlas", name="world")
    tab.row("Africa", heading="Africa", at="/atlas/continent:africa", name="continent")
    tab.row("Nairobi", heading="Nairobi", at="/atlas/continent:africa/~journey:nairobi", name="city")
    tab.row("Tokyo", heading="Tokyo", at="/atlas/continent:africa/~journey:nairobi/tokyo")
    tab.press("Back", heading="Nairobi", at="/atlas/continent:africa/~journey:nairobi" + ANY)
    tab.press("Cancel", heading="Africa", at="/atlas/continent:africa" + ANY)
    tab.press("Back", heading="The World", at="/atlas" + ANY)


def search(tab: Tab) -> None:
    found = "/atlas/cities" + ANY
    tab.row("All cities, by name", heading="All Cities", at=found, name="cities")
    tab.press("Next page", heading="All Cities", at=found, name="cities-next")
    tab.press("Previous page", heading="All Cities", at=found)
    tab.write("City or country", "sao paulo")
    tab.press("Search", heading="All Cities", at=found, name="cities-found")
    assert tab.titles == ["São Paulo"], tab.titles
    tab.write("City or country", "Atlantis")
    tab.press("Search", heading="All Cities", at=found, name="cities-none")
    assert tab.titles == [], tab.titles


def settings(tab: Tab, person: str) -> None:
    at = "/atlas/~settings(/login)?" + ANY
    tab.open("/atlas", heading="The World", at="/atlas" + ANY)
    tab.press("Settings", heading="Who Is Travelling?", at=at, name="traveller")
    tab.write("What are you called?", "   ")
    tab.press("Continue", heading="Who Is Travelling?", at=at, name="traveller-error", status=422)
    tab.write("What are you called?", person)
    tab.press("Continue", heading="Settings", at=at, name="settings")
    tab.row("Distances", heading="Units", at="/atlas/~settings/units" + ANY, name="units")
    tab.row("Miles", heading="Settings", at=at)
    tab.press("Cancel", heading="The World", at="/atlas" + ANY)
    tab.row("Tokyo", heading="Tokyo", at="/atlas/~journey:tokyo" + ANY, name="city-miles")
    assert tab.page.get_by_text(" miles").count() == 6
    tab.press("Cancel", heading="The World", at="/atlas" + ANY)
    tab.press("Settings", heading="Settings", at=at)
    tab.press("Sign out", heading="The World", at="/atlas" + ANY)


def long_journey(tab: Tab) -> None:
    """From page 61 back to 18, and from page 99 back to the map, each in one step."""
    # A location has at most 64 steps; the pages after that are reached by clicks.
    tab.open(journey(60), heading=city(60), at=journey(60))
    go_on(tab, 61)
    pages(tab)
    tab.row(f"18. {city(18)}", heading=city(18), at=journey(18) + ANY)
    expect_page(tab, 18)
    tab.press("Back", heading=city(17), at=journey(17) + ANY)

    tab.open(journey(60), heading=city(60), at=journey(60))
    for page in range(61, 99):
        go_on(tab, page)
    go_on(tab, 99, name="page-99")
    ninety_ninth = tab.page.locator("h1").inner_text()
    go_on(tab, 100)
    pages(tab, name="pages")
    assert len(tab.titles) == 50, f"{tab.label}: {len(tab.titles)} pages on the first page of them"
    tab.press("Next page", heading="Pages so far", at=".+/~pages" + ANY)
    assert len(tab.titles) == 50, f"{tab.label}: {len(tab.titles)} pages on the second page of them"
    tab.row(f"99. {ninety_ninth}", heading=ninety_ninth, at="/atlas/~journey:apia/.+")
    expect_page(tab, 99)
    tab.press("Cancel", heading="The World", at="/atlas" + ANY)


def changed_journey(tab: Tab) -> None:
    tab.open(journey(3), heading="Cebu", at=journey(3) + ANY)
    pages(tab)
    change = {"heading": "Page 2", "at": journey(3) + "/~pages/change:2" + ANY}
    tab.press_in_row("2. Baku", "Change", **change, name="page-change")
    tab.press("Skip Baku", heading="Pages so far", at=".+/~pages" + ANY)
    assert tab.titles == ["1. Apia", "2. Cebu"], tab.titles
    tab.press("Cancel", heading="Cebu", at="/atlas/~journey:apia/cebu" + ANY)


def pages(tab: Tab, **expected) -> None:
    tab.row("Pages so far", heading="Pages so far", at=".+/~pages" + ANY, **expected)


def go_on(tab: Tab, page: int, **expected) -> None:
    next_city = tab.titles[-1]
    # The URL of a deeper stack leaves out its middle.
    tab.row(next_city, heading=next_city, at="/atlas/~journey:apia/.+", **expected)
    expect_page(tab, page)


def expect_page(tab: Tab, page: int) -> None:
    shown = tab.page.get_by_text("This is page").inner_text()
    assert shown == f"This is page {page}", f"{tab.label}: {shown!r}, not {page}"


def by_keys(keys: Keyboard, person: str) -> None:
    keys.open("/atlas", heading="The World", at="/atlas")
    keys.choose("Settings", heading="Who Is Travelling?", at="/atlas/~settings/login" + ANY)
    keys.write("What are you called?", "   ")
    keys.enter(heading="Who Is Travelling?", at="/atlas/~settings/login" + ANY, status=422)
    # The error summary links to the field with the error.
    keys.reach_error("What are you called?")
    keys.tab.page.keyboard.type(person)
    keys.enter(heading="Settings", at="/atlas/~settings" + ANY)
    keys.choose("Distances", key="Space", heading="Units", at="/atlas/~settings/units" + ANY)
    keys.choose("Miles", heading="Settings", at="/atlas/~settings" + ANY)
    keys.choose("Cancel", heading="The World", at="/atlas" + ANY)
    keys.choose("All cities, by name", heading="All Cities", at="/atlas/cities" + ANY)
    keys.choose("Next page", heading="All Cities", at="/atlas/cities" + ANY)
    keys.choose("Previous page", heading="All Cities", at="/atlas/cities" + ANY)
    keys.write("City or country", "kenya")
    keys.enter(heading="All Cities", at="/atlas/cities" + ANY)
    keys.choose("Nairobi", heading="Nairobi", at="/atlas/cities/~journey:nairobi" + ANY)
    keys.choose("Tokyo", heading="Tokyo", at="/atlas/cities/~journey:nairobi/tokyo" + ANY)
    keys.choose("Pages so far", heading="Pages so far", at=".+/~pages" + ANY)
    keys.choose("1. Nairobi", heading="Nairobi", at="/atlas/cities/~journey:nairobi" + ANY)
    keys.choose("Cancel", heading="All Cities", at="/atlas/cities" + ANY)
