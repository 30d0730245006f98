"""How alerts, errors and fields look and where the focus goes: what differs between engines."""

from everywhere import journey

# The screens are 900 pixels high and 1280 wide, less what the browser itself needs.
LARGEST_ALERT = 320


@journey
def an_alert_is_as_high_as_its_text_and_in_the_middle(visit):
    tab = visit.serve()
    tab.goto("/letters", "Welcome to Letters")
    sign_in(tab, "Ida")
    tab.goto("/letters/messages/~compose/=13", "New Message")
    tab.fill("Message", "Is there room?")
    tab.click("Send", "New Message")
    alert, page = tab.rect("//section[@role='alertdialog']"), tab.rect("/html")
    assert 100 < alert["height"] < LARGEST_ALERT, f"{tab.label}: the alert is {alert['height']} pixels high"
    middle = alert["x"] + alert["width"] / 2
    assert abs(middle - page["width"] / 2) < 20, f"{tab.label}: the alert's middle is at {middle} of {page['width']}"
    assert tab.focused["tag"] == "button", f"{tab.label}: {tab.focused} has the focus"
    tab.click("OK", "New Message")
    assert tab.value("Message") == "Is there room?", f"{tab.label}: the letter is lost with the alert"


def sign_in(tab, person: str, heading: str = "Friends") -> None:
    """To Letters, from the page that asks for a name."""
    tab.fill("What are you called?", person)
    tab.click("Continue", f"Hello, {person}")
    tab.click("Open my letters", heading)
