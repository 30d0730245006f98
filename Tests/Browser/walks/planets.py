"""Planets: the start, the list, a planet beside it if the width allows, its moons, and an external page."""

from browser import Tab
from keyboard import Keyboard

NASA = "https://science.nasa.gov/jupiter/"


def walk(tab: Tab, person: str) -> None:
    tab.open("/planets", heading="The solar system", at="/planets", name="start")
    tab.click("Show the planets", heading="Planets", at="/planets/system", name="planets")
    tab.click_row("Jupiter", heading="Jupiter", at="/planets/system/planet:jupiter", name="planet")
    tab.leave_site(lambda: tab.page.get_by_role("button", name="Read more at NASA").click(), NASA)
    tab.open("/planets/system/planet:jupiter", heading="Jupiter", at="/planets/system/planet:jupiter")
    tab.click_row("Europa", heading="Europa", at="/planets/system/planet:jupiter/moon:europa", name="moon")
    tab.click("Back", heading="Jupiter", at="/planets/system/planet:jupiter")
    tab.click("Back", heading="Planets", at="/planets/system")
    tab.click("Back", heading="The solar system", at="/planets")
    pluto = "/planets/system/planet:pluto"
    tab.open(pluto, heading="This page does not exist", at=pluto, name="no-planet", status=404)


def use_keyboard(keys: Keyboard, person: str) -> None:
    keys.open("/planets/system", heading="Planets", at="/planets/system")
    keys.skip_to_content()
    keys.activate("Saturn", heading="Saturn", at="/planets/system/planet:saturn")
    keys.activate("Titan", heading="Titan", at="/planets/system/planet:saturn/moon:titan")
    keys.activate("Back", heading="Saturn", at="/planets/system/planet:saturn")
    keys.focus("Read more at NASA")
    keys.tab.leave_site(lambda: keys.press("Enter"), "https://science.nasa.gov/saturn/")
