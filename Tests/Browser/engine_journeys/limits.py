"""Exceeded limits and a full store: the visitor sees a page of the site and keeps their input."""

import pathlib

from engine_journeys.look import sign_in
from engines import control_xpath
from everywhere import journey
from webdriver import poll


def upload(tab, name: str, text: str) -> None:
    """Clicks a button that sends a file, and waits for the text. With a script, the answer opens no new page."""
    tab.command("ElementClick", element=tab.find_one(control_xpath(name)))
    poll(lambda: text in tab.text or None, f"{tab.label}: {text!r} on the page after {name!r}", 20)


# Notes the greatest value that a progress bar shows, because a bar disappears with the page.
WATCH_PROGRESS = """
const bar = document.querySelector("progress.upload");
window.progress = [];
new MutationObserver(() => bar.hidden || progress.push(bar.value)).observe(bar, {attributes: true});
"""


@journey
def a_large_file_shows_its_progress_and_arrives(visit):
    tab = visit.start_server()
    tab.goto("/letters", "Welcome to Letters")
    sign_in(tab, "Ida")
    tab.goto("/letters/messages/~compose/=7/~attachment", "Attach a File")
    large = visit.folder / "large.png"
    large.write_bytes(bytes(6_000_000))
    tab.choose_file("File", large)
    tab.fill("Caption", "The harbour")
    if visit.browser.script:
        tab.command("ExecuteScript", script=WATCH_PROGRESS, args=[])
    upload(tab, "Continue", "Describe It")
    assert tab.path.startswith("/letters/messages/~compose/=7/~attachment/"), f"{tab.label}: at {tab.path}"
    if not visit.browser.script:
        return
    shown = tab.command("ExecuteScript", script="return window.progress", args=[])
    assert shown and shown == sorted(shown) and shown[-1] == 1, f"{tab.label}: the bar showed {shown}"
    tab.back("Attach a File")


@journey
def a_file_above_the_limit_is_a_field_error_and_the_caption_is_kept(visit):
    tab = visit.start_server("--max-upload-bytes=2000000")
    tab.goto("/letters", "Welcome to Letters")
    sign_in(tab, "Ida")
    tab.goto("/letters/messages/~compose/=7/~attachment", "Attach a File")
    large, small = visit.folder / "large.png", visit.folder / "small.png"
    large.write_bytes(bytes(12_000_000))
    small.write_bytes(bytes(1_000))
    tab.choose_file("File", large)
    tab.fill("Caption", "The harbour")
    upload(tab, "Continue", "“File” is too large: at most 1 MB can be sent.")
    assert tab.value("Caption") == "The harbour", f"{tab.label}: the caption is not kept"
    assert "errors" in tab.focused["class"], f"{tab.label}: {tab.focused} has the focus"
    tab.choose_file("File", small)
    tab.click("Continue", "Describe It")


@journey
def a_url_that_is_too_long_gets_an_error_page_of_the_site(visit):
    tab = visit.start_server()
    tab.goto("/letters?" + "x" * 9_000, "This address is too long")
    # With the style sheet the page has a maximum width.
    assert tab.rect("//main")["width"] < 800, f"{tab.label}: the style sheet is not applied"
    tab.click("Start again", "Cairn")


@journey
def too_many_cookies_get_an_error_page_with_the_reason(visit):
    tab = visit.start_server()
    tab.goto("/", "Cairn")
    for number in range(10):
        tab.command("AddCookie", cookie={"name": f"c{number}", "value": "x" * 3_800, "path": "/"})
    tab.goto("/letters", "Your browser sends too much")
    visit.browser.delete_cookies()
    tab.goto("/letters", "Welcome to Letters")


def block_folders(state: pathlib.Path) -> list:
    """Replaces the folders of the sessions with files. Returns pairs of each folder and its temporary path."""
    moved = [(folder, state.with_name(f"{state.name}-{folder.name}")) for folder in state.iterdir() if folder.is_dir()]
    for folder, away in moved:
        folder.rename(away)
        folder.write_text("in the way")
    return moved


@journey
def a_form_that_cannot_be_stored_is_shown_again_with_its_text(visit):
    tab = visit.start_server(f"--state={visit.state}")
    tab.goto("/letters", "Welcome to Letters")
    sign_in(tab, "Ida")
    tab.goto("/letters/messages/~compose/=7", "New Message")
    tab.fill("Message", "Kept through it all")
    blocked = block_folders(visit.state / "letters")
    tab.click("Send", "New Message")
    assert "What you typed is still here." in tab.text, f"{tab.label}: the error text is missing: {tab.text[:300]}"
    assert tab.value("Message") == "Kept through it all", f"{tab.label}: the draft is not kept"
    for folder, away in blocked:
        folder.unlink()
        away.rename(folder)
    tab.click("Send", "Messages")
    # The server logs the failure for the operator, so skip the check of an empty log.
    visit.server.kill()
