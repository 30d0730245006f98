"""The apps Planets, Atlas, Shop and Passport in a real browser, without a script and by keyboard.

    gallery.py ORIGIN FOLDER SCHEMA FILTERS             screenshots and pages are written to FOLDER
    gallery.py ORIGIN FOLDER SCHEMA FILTERS APP ...     only these apps
"""

import pathlib
import sys
import time

from browser import SCHEMES, SIZES, Tab, chromium, new_page
from checks import Accessibility, Mirror, Nu, Siren
from keyboard import Keyboard
from playwright.sync_api import Browser, sync_playwright
from walks import atlas, desk, inspector, passport, planets, shop

# The apps of the gallery; Desk, which is a program of its own; and the inspector of `measurements mistake`.
GALLERY = ["planets", "atlas", "shop", "passport"]
APPS = {"planets": planets, "atlas": atlas, "shop": shop, "passport": passport, "desk": desk, "inspector": inspector}
# The only external host that the apps link to. Chromium must not resolve it, so that no request leaves the machine.
BLOCKED_HOSTS = "--host-resolver-rules=MAP science.nasa.gov ~NOTFOUND"


def walk(
    browser: Browser, names: list, origin: str, size: str, scheme: str, folder: pathlib.Path, checks: dict
) -> None:
    """Walks through the apps without a script. axe, which needs one, checks a copy of each page in a second context."""
    label = f"{size} {scheme} script-off"
    with new_page(browser, size, scheme, script=True, moves=False) as axe_page:
        page_checks = checks | {"axe": Mirror(checks["axe"], axe_page, origin)}
        for name in names:
            print(name, label)
            with new_page(browser, size, scheme, moves=False) as page:
                APPS[name].walk(Tab(page, origin, label, folder, page_checks), f"Ida {label}")


def walk_by_keyboard(browser: Browser, names: list, origin: str, size: str, script: bool) -> int:
    """Walks through the apps by keyboard. Returns the number of focus stops."""
    label = f"{size} keyboard script-{'on' if script else 'off'}"
    stops = 0
    for name in names:
        print(name, label)
        with new_page(browser, size, script=script, moves=False) as page:
            keys = Keyboard(Tab(page, origin, label, None, {}))
            APPS[name].use_keyboard(keys, f"Ida {label}")
            stops += keys.stop_count
    return stops


def main() -> None:
    origin, folder, schema, filters = sys.argv[1], *map(pathlib.Path, sys.argv[2:5])
    folder.mkdir(parents=True, exist_ok=True)
    checks = {"nu": Nu(folder / "pages", filters), "siren": Siren(schema), "axe": Accessibility()}
    names = sys.argv[5:] or GALLERY
    started = time.monotonic()
    with sync_playwright() as playwright:
        browser = chromium(playwright, args=[BLOCKED_HOSTS])
        for size in SIZES:
            for scheme in SCHEMES:
                walk(browser, names, origin, size, scheme, folder, checks)
        walked = time.monotonic()
        stops = walk_by_keyboard(browser, names, origin, "phone", script=False)
        stops += walk_by_keyboard(browser, names, origin, "wide", script=True)
        browser.close()
    print(f"{walked - started:.0f} s with the pointer, {time.monotonic() - walked:.0f} s by keyboard")
    print(
        f"{checks['nu'].check()} pages are valid HTML (Nu), {checks['axe'].count} pages have no violation (axe), "
        f"{checks['siren'].count} representations are Siren, {stops} focus stops are visible; "
        f"{time.monotonic() - started:.0f} s")


if __name__ == "__main__":
    main()
