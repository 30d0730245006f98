"""The other apps of the gallery in a real browser, without a script: Planets, Atlas, Shop and Passport.

    gallery.py ORIGIN FOLDER SCHEMA FILTERS    pictures and pages go to FOLDER
"""

import os
import pathlib
import sys
import time

from browser import Tab
from checks import Accessibility, Nu, Siren
from playwright.sync_api import sync_playwright

CHROMIUM = os.environ.get("CHROMIUM", "/usr/bin/chromium")
SIZES = {"phone": (390, 844), "wide": (1280, 800)}
ANY = r"(\?at=\d+)?"


def planets(tab: Tab, person: str) -> None:
    tab.open("/planets", heading="Planets", at="/planets", name="planets")
    tab.row("Jupiter", heading="Jupiter", at="/planets/planet:jupiter", name="planet")
    tab.row("Europa", heading="Europa", at="/planets/planet:jupiter/moon:europa", name="moon")
    tab.press("Back", heading="Jupiter", at="/planets/planet:jupiter")


def atlas(tab: Tab, person: str) -> None:
    tab.open("/atlas", heading="The World", at="/atlas", name="world")
    tab.open("/atlas/cities", heading="All Cities", at="/atlas/cities", name="cities")
    tab.open("/atlas/~journey:paris/london/rome", heading="Rome", at="/atlas/~journey:paris/london/rome", name="city")
    tab.press("Back", heading="London", at="/atlas/~journey:paris/london")


def shop(tab: Tab, person: str) -> None:
    tab.open("/shop", heading="Welcome to the Shop", at="/shop", name="shop-login")
    tab.write("Name", person)
    tab.write("Password", "open sesame")
    tab.press("Log in", heading="Books and Maps", at="/shop/products", name="products")
    tab.row("The Night Atlas", heading="The Night Atlas", at="/shop/products/product:night-atlas", name="product")
    tab.press("Put into the basket", heading="The Night Atlas", at="/shop/products/product:night-atlas" + ANY, name="child")
    tab.open("/shop/basket", heading="Basket", at="/shop/basket" + ANY, name="basket")
    tab.press("Check out", heading="Where Does It Go?", at="/shop/basket/~checkout" + ANY, name="address")
    tab.press("Cancel", heading="Basket", at="/shop/basket" + ANY)


def passport(tab: Tab, person: str) -> None:
    tab.open("/passport", heading="Open Your Passport", at="/passport", name="passport-login")
    tab.open("/passport/login/~sign-up", heading="Apply for a Passport", at="/passport/login/~sign-up", name="sign-up")
    tab.open("/passport", heading="Open Your Passport", at="/passport" + ANY)
    tab.write("E-mail", "specimen@example.org")
    tab.write("Password", "12345678")
    tab.press("Open my passport", heading="Passport", at="/passport" + ANY, name="passport")


def main() -> None:
    origin, folder, schema, filters = sys.argv[1], *map(pathlib.Path, sys.argv[2:5])
    folder.mkdir(parents=True, exist_ok=True)
    checks = {"nu": Nu(folder / "pages", filters), "siren": Siren(schema)}
    axe = Accessibility()
    started = time.monotonic()
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM)
        for script in (False, True):
            for size, (width, height) in SIZES.items():
                for scheme in ("light", "dark"):
                    label = f"{size} {scheme} script-{'on' if script else 'off'}"
                    print(label)
                    for app in (planets, atlas, shop, passport):
                        context = browser.new_context(
                            viewport={"width": width, "height": height}, color_scheme=scheme, java_script_enabled=script,
                            device_scale_factor=2 if size == "phone" else 1, is_mobile=size == "phone",
                            has_touch=size == "phone")
                        # What the accessibility is looked at with needs a script.
                        looked = checks | ({"axe": axe} if script else {})
                        app(Tab(context.new_page(), origin, label, None if script else folder, looked), f"Ida {label}")
                        context.close()
        browser.close()
    print(
        f"{checks['nu'].check()} pages are valid HTML (Nu), {axe.count} pages have no violation (axe), "
        f"{checks['siren'].count} representations are Siren; {time.monotonic() - started:.0f} s")


if __name__ == "__main__":
    main()
