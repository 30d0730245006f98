"""Planets: the list, a planet beside it if the width allows, its moons, and an external page."""

from browser import Tab
from keyboard import Keyboard

NASA = "https://science.nasa.gov/jupiter/"


def walk(tab: Tab, person: str) -> None:
    tab.open("/planets", heading="Planets", at="/planets", name="planets")
    tab.click_row("Jupiter", heading="Jupiter", at="/planets/planet:jupiter", name="planet")
    tab.leave_site(lambda: tab.page.get_by_role("button", name="Read more at NASA").click(), NASA)
    tab.open("/planets/planet:jupiter", heading="Jupiter", at="/planets/planet:jupiter")
    tab.click_row("Europa", heading="Europa", at="/planets/planet:jupiter/moon:europa", name="moon")
    tab.click("Back", heading="Jupiter", at="/planets/planet:jupiter")
    tab.click("Back", heading="Planets", at="/planets")
    pluto = "/planets/planet:pluto"
    tab.open(pluto, heading="There is no such screen", at=pluto, name="no-planet", status=404)


def use_keyboard(keys: Keyboard, person: str) -> None:
    keys.open("/planets", heading="Planets", at="/planets")
    keys.skip_to_content()
    keys.activate("Saturn", heading="Saturn", at="/planets/planet:saturn")
    keys.activate("Titan", heading="Titan", at="/planets/planet:saturn/moon:titan")
    keys.activate("Back", heading="Saturn", at="/planets/planet:saturn")
    keys.focus("Read more at NASA")
    keys.tab.leave_site(lambda: keys.press("Enter"), "https://science.nasa.gov/saturn/")
