"""Layout of alerts, errors and fields, in which engines differ."""

import urllib.error
import urllib.parse
import urllib.request

from engines import field_xpath
from everywhere import journey

# The window is 1280 pixels wide and 900 high, minus the browser's own parts.
MAX_ALERT_HEIGHT = 320


@journey
def an_alert_fits_its_text_and_is_centered(visit):
    tab = visit.start_server()
    tab.goto("/letters", "Welcome to Letters")
    sign_in(tab, "Ida")
    tab.goto("/letters/messages/~compose/=13", "New Message")
    tab.fill("Message", "Is there room?")
    tab.click("Send", "New Message")
    alert, page = tab.rect("//section[@role='alertdialog']"), tab.rect("/html")
    assert 100 < alert["height"] < MAX_ALERT_HEIGHT, f"{tab.label}: the alert is {alert['height']} pixels high"
    middle = alert["x"] + alert["width"] / 2
    assert abs(middle - page["width"] / 2) < 20, f"{tab.label}: the alert's middle is at {middle} of {page['width']}"
    assert tab.focused["tag"] == "button", f"{tab.label}: {tab.focused} has the focus"
    tab.click("OK", "New Message")
    assert tab.value("Message") == "Is there room?", f"{tab.label}: the draft is lost after the alert"


@journey
def the_label_of_a_checkbox_with_an_error_stays_on_one_line(visit):
    public = visit.folder / "public"
    public.mkdir()
    tab = visit.start_server(f"--public={public}")
    # A browser does not submit the form with the checkbox empty, so a script fetches the page and the browser shows it.
    form = {"action": "open-account", "name": "Wei", "email": "wei@example.org", "password": "12345678",
            "_shown.agrees": "", "_at": "path"}
    request = urllib.request.Request(
        tab.origin + "/shop/login/account", urllib.parse.urlencode(form).encode(), {"Accept": "text/html"})
    try:
        with urllib.request.urlopen(request) as response:
            raise AssertionError(f"{tab.label}: the form without the checked box got status {response.status}")
    except urllib.error.HTTPError as error:
        assert error.code == 422, f"{tab.label}: the form without the checked box got status {error.code}"
        (public / "page.html").write_bytes(error.read())
    visit.server.restart()
    tab.goto("/page.html", "New Customer")
    main = tab.rect("//main")
    assert main["width"] < 800, f"{tab.label}: the style sheet is not applied, the page is {main['width']} wide"
    label = tab.rect("//label[@for='field-agrees']")
    assert label["height"] < 60, f"{tab.label}: the label is {label['height']} pixels high, {label['width']} wide"
    error = tab.rect("//p[@id='error-agrees']")
    assert error["y"] >= label["y"] + label["height"] - 1, f"{tab.label}: the error is not below the label"


@journey
def a_week_and_a_month_can_be_typed_in_engines_without_a_date_picker(visit):
    tab = visit.start_server()
    enter_shop(tab)
    tab.goto("/shop/account", "Account")
    assert "for example 2026-W11" in tab.text, f"{tab.label}: the format of a week is not explained"
    typed = {"I am away in this week": ("31 2027", "2027-W31"), "My card is valid until": ("March 2027", "2027-03")}
    for label, (text, value) in typed.items():
        if tab.command("GetElementProperty", element=tab.find_one(field_xpath(label)), name="type") != "text":
            typed[label] = ("", "")
            continue
        tab.fill(label, text)
    tab.click("Save", "Account")
    for label, (text, value) in typed.items():
        assert tab.value(label) == value, f"{tab.label}: {text!r} became {tab.value(label)!r}, not {value!r}"


def sign_in(tab, person: str, heading: str = "Friends") -> None:
    """Signs in to Letters on the page that asks for a name."""
    tab.fill("What are you called?", person)
    tab.click("Continue", f"Hello, {person}")
    tab.click("Open my letters", heading)


def enter_shop(tab, heading: str = "Books and Maps") -> None:
    tab.goto("/shop")
    tab.fill("Name", "Wei")
    tab.fill("Password", "open sesame")
    tab.click("Log in", heading)
