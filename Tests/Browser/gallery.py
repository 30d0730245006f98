"""The other apps of the gallery in a real browser: Planets, Atlas, Shop and Passport, without a script and by keys alone.

    gallery.py ORIGIN FOLDER SCHEMA FILTERS             pictures and pages go to FOLDER
    gallery.py ORIGIN FOLDER SCHEMA FILTERS APP ...     only these apps
"""

import pathlib
import sys
import time

from browser import SCHEMES, SIZES, Tab, chromium, new_page
from checks import Accessibility, Mirror, Nu, Siren
from keyboard import Keyboard
from playwright.sync_api import Browser, sync_playwright
from walks import atlas, passport, planets, shop

APPS = {"planets": planets, "atlas": atlas, "shop": shop, "passport": passport}
# Where apps may lead is named by them; none of it is asked while they are tested.
NOWHERE = "--host-resolver-rules=MAP science.nasa.gov ~NOTFOUND"


def walk(browser: Browser, app, origin: str, size: str, scheme: str, folder: pathlib.Path, checks: dict) -> None:
    """Without a script; the same pages are looked at beside it by axe, which needs one."""
    label = f"{size} {scheme} script-off"
    with (
        new_page(browser, size, scheme, moves=False) as page,
        new_page(browser, size, scheme, script=True, moves=False) as other,
    ):
        looked = checks | {"axe": Mirror(checks["axe"], other, origin)}
        app.walk(Tab(page, origin, label, folder, looked), f"Ida {label}")


def walk_by_keys(browser: Browser, app, origin: str, size: str, script: bool) -> int:
    label = f"{size} keyboard script-{'on' if script else 'off'}"
    with new_page(browser, size, script=script, moves=False) as page:
        keys = Keyboard(Tab(page, origin, label, None, {}))
        app.by_keys(keys, f"Ida {label}")
        return keys.stops


def main() -> None:
    origin, folder, schema, filters = sys.argv[1], *map(pathlib.Path, sys.argv[2:5])
    folder.mkdir(parents=True, exist_ok=True)
    checks = {"nu": Nu(folder / "pages", filters), "siren": Siren(schema), "axe": Accessibility()}
    stops = 0
    started = time.monotonic()
    with sync_playwright() as playwright:
        browser = chromium(playwright, args=[NOWHERE])
        for name in sys.argv[5:] or APPS:
            for size in SIZES:
                for scheme in SCHEMES:
                    print(f"{name} {size} {scheme} ({time.monotonic() - started:.0f} s)")
                    walk(browser, APPS[name], origin, size, scheme, folder, checks)
            for size, script in (("phone", False), ("wide", True)):
                print(f"{name} {size} by keys, script {'on' if script else 'off'} ({time.monotonic() - started:.0f} s)")
                stops += walk_by_keys(browser, APPS[name], origin, size, script)
        browser.close()
    print(
        f"{checks['nu'].check()} pages are valid HTML (Nu), {checks['axe'].count} pages have no violation (axe), "
        f"{checks['siren'].count} representations are Siren, {stops} stops of the focus are seen; "
        f"{time.monotonic() - started:.0f} s")


if __name__ == "__main__":
    main()
