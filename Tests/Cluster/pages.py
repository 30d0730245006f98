"""Reads the pages of the app Shop, in Siren."""

import json
import re
import time

from client import Response
from history import Read

PRODUCTS = {
    "slow-ferries": "Slow Ferries", "rain-by-bicycle": "Rain by Bicycle", "headwind": "Headwind", "fold": "Fold",
    "cities-after-ten": "Cities after Ten", "night-atlas": "The Night Atlas", "high-roads": "High Roads of the Andes",
    "snow-lines": "Snow Lines", "eight-worlds": "Eight Worlds and Their Company", "the-purser": "The Purser's Drawer",
    "hot-springs": "Where the Ground Is Warm", "footpaths-for-two": "Footpaths for Two"}


def shown(page: dict, sent: float) -> Read | None:
    """Returns the state of the session on an account page; `None` for another page."""
    marker = next((item["value"] for item in page["properties"].get("details", []) if item["title"] == "Name"), "")
    if page["title"] != "Account" or not marker:
        return None
    badge = next((
        entity["properties"].get("badge", "0") for entity in page["entities"]
        if entity["properties"].get("title") == "Basket"), "0")
    return Read(sent, time.monotonic(), marker, int(badge), *saved(page))


def settings(number: int, visitor: int) -> dict[str, str]:
    """The values of the form that tell this press and this visitor from all others: a week and a month."""
    year, week = divmod(number, 50)
    return {"habits.away": f"{1000 + year}-W{week + 1:02d}", "habits.expiry": f"{1000 + visitor}-01"}


def saved(page: dict) -> tuple[int | None, int | None]:
    """The press and the visitor that saved the settings on an account page."""
    away, expiry = setting(page, "habits.away"), setting(page, "habits.expiry")
    year, _, week = away.partition("-W")
    number = (int(year) - 1000) * 50 + int(week) - 1 if week.isdigit() else None
    return number, int(expiry[:4]) - 1000 if expiry else None


def version_of(response: Response | None) -> int | None:
    found = re.search(r"\?at=(\d+)$", response.location) if response and response.status == 303 else None
    return int(found[1]) if found else None


def form_of(response: Response | None) -> dict[str, str]:
    """The hidden fields of the form on a page with 503; empty if it has none."""
    if response is None or response.status != 503:
        return {}
    found = {name: re.search(f'name="{name}" value="([^"]*)"', response.body) for name in ("_at", "_once")}
    return {name: match[1] for name, match in found.items() if match}


def problem(response: Response) -> str:
    found = re.match(r'\{"type":"urn:cairn:problem:([^"]*)"', response.body)
    return found[1] if found else "page"


def version_on(page: dict) -> str | None:
    found = re.search(r'"_at", "type": "hidden", "value": "(\w+)', json.dumps(page))
    return found[1] if found else None


def setting(page: dict, name: str) -> str:
    for action in page.get("actions", []):
        for field in action["fields"]:
            if field["name"] == name:
                return field.get("value", "")
    return ""


def basket_lines(page: dict) -> list[tuple[str, str]]:
    """The titles of the products in the basket and the number of pieces of each."""
    rows = [entity["properties"] for entity in page["entities"] if "row" in entity["class"]]
    return [(row["title"], row["subtitle"].partition(" ")[0]) for row in rows if row.get("list") == "In the basket"]
