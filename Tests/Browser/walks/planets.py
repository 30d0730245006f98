"""Planets: the list, a planet beside it if the width allows, its moons, and an external page."""

from browser import Tab
from keyboard import Keyboard

NASA = "https://science.nasa.gov/jupiter/"


def walk(tab: Tab, person: str) -> None:
    tab.open("/planets", heading="Planets", at="/planets", name="planets")
    tab.row("Jupiter", heading="Jupiter", at="/planets/planet:jupiter", name="planet")
    tab.leave(lambda: tab.page.get_by_role("button", name="Read more at NASA").click(), NASA)
    tab.open("/planets/planet:jupiter", heading="Jupiter", at="/planets/planet:jupiter")
    tab.row("Europa", heading="Europa", at="/planets/planet:jupiter/moon:europa", name="moon")
    tab.press("Back", heading="Jupiter", at="/planets/planet:jupiter")
    tab.press("Back", heading="Planets", at="/planets")
    pluto = "/planets/planet:pluto"
    tab.open(pluto, heading="There is no such screen", at=pluto, name="no-planet", status=404)


def by_keys(keys: Keyboard, person: str) -> None:
    keys.open("/planets", heading="Planets", at="/planets")
    keys.skip()
    keys.choose("Saturn", heading="Saturn", at="/planets/planet:saturn")
    keys.choose("Titan", heading="Titan", at="/planets/planet:saturn/moon:titan")
    keys.choose("Back", heading="Saturn", at="/planets/planet:saturn")
    keys.reach("Read more at NASA")
    keys.tab.leave(lambda: keys.press("Enter"), "https://science.nasa.gov/saturn/")
