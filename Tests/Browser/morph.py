"""The state that the script of live pages keeps while it makes a page equal to a newer one, in Chromium.

    morph.py

A case is a page, an act of the visitor on it, the newer page, and a condition that must be true afterwards. The pages, the events
and the script are answered here, without a server.
"""

import pathlib

from browser import chromium
from playwright.sync_api import Page, Route, sync_playwright

SCRIPT = (pathlib.Path(__file__).resolve().parents[2] / "Sources/Cairn/Assets/cairn.js").read_text()
ORIGIN = "http://cairn.test"
FIELD = '<div class="field"><label for="field-{0}">{0}</label><input id="field-{0}" name="{0}"></div>'
RADIO = '<div class="choice"><input type="radio" id="field-r{0}" name="r" value="{1}"><label>{1}</label></div>'
ROWS = '<ul>{}</ul>'
ROW = '<li><button class="row" name="action" value="{0}">{0}</button></li>'

LENGTH = ('<div class="field"><textarea id="field-t" name="t" maxlength="9"></textarea>'
          '<p>At most 9. <output for="field-t"></output></p></div>')
SLIDER = '<div class="field"><input type="range" id="field-v" name="v" value="{0}"><output for="field-v">{0}</output></div>'
PASSWORD = '<div class="field"><input type="password" id="field-w" name="w" data-show="Show it"></div>'


def field(*names: str) -> str:
    return "".join(map(FIELD.format, names))


def radios(*values: str) -> str:
    return '<fieldset class="field">' + "".join(
        RADIO.format(f"-{index}" if index else "", value) for index, value in enumerate(values)) + "</fieldset>"


def options(*values: str) -> str:
    return '<select id="field-s" name="s">' + "".join(f'<option value="{value}">{value}</option>' for value in values) + "</select>"


def rows(*names: str) -> str:
    return ROWS.format("".join(map(ROW.format, names)))


# The name, the page, a script that acts as the visitor, the newer page, and an expression that must be true.
CASES = [
    ("texts, rows and attributes change", "<p class=a>1</p>" + rows("x", "y"), "", "<p class=b>2</p>" + rows("z", "y"),
     "document.body.innerHTML.trim() == NEW"),
    ("typed text stays when a field appears above", field("a", "b"), "q('#field-a').value = 'A'; q('#field-b').value = 'B'",
     "<div>new</div>" + field("n", "a", "b"), "q('#field-a').value == 'A' && q('#field-b').value == 'B' && q('#field-n')"),
    ("the focus and the caret stay when a field appears above", field("a"),
     "q('#field-a').value = 'abc'; q('#field-a').focus(); q('#field-a').setSelectionRange(1, 2)", field("n", "a"),
     "document.activeElement.id == 'field-a' && document.activeElement.selectionStart == 1 && all('#field-a').length == 1"),
    ("a field with the focus stays although the newer page has none", field("a") + "<p>1</p>", "q('#field-a').focus()",
     "<p>2</p>", "q('#field-a') == document.activeElement && q('p').innerText == '2'"),
    ("a chosen radio button stays chosen when one before it goes", radios("A", "B", "C"), "q('[value=B]').checked = true",
     radios("B", "C"), "q(':checked').value == 'B' && q(':checked').id == 'field-r'"),
    ("a chosen option stays chosen when one before it goes", options("A", "B", "C"), "q('select').value = 'B'",
     options("B", "C"), "q('select').value == 'B'"),
    ("a button with the focus keeps its meaning when a row appears above", rows("x", "y"), "q('[value=y]').focus()",
     rows("new", "x", "y"), "document.activeElement.value == 'y' && all('li').length == 3"),
    ("a row with the focus that moves up keeps it", rows("x", "y", "z"), "q('[value=z]').focus()", rows("z", "x", "y"),
     "document.activeElement.value == 'z' && [...all('button')].map(b => b.value).join() == 'z,x,y'"),
    ("open details stay open", "<details><summary>a</summary>1</details>", "q('details').open = true",
     "<details><summary>a</summary>2</details>", "q('details').open && q('details').innerText.includes('2')"),
    ("a selection in a text that stays is kept", "<p>stays</p><p>1</p>", "getSelection().selectAllChildren(q('p'))",
     "<p>stays</p><p>2</p>", "String(getSelection()) == 'stays'"),
    ("a message that is shown once stays", '<p class="flash">Done</p><form id="screen"><p>1</p></form>', "",
     '<form id="screen"><p>2</p></form>', "q('.flash').innerText == 'Done' && all('p')[1].innerText == '2'"),
    ("a typed text keeps its length, and a moved slider its value", LENGTH + SLIDER.format(5),
     "type('textarea', 'abc'); type('[type=range]', 7)", "<p>2</p>" + LENGTH + SLIDER.format(6),
     "q('textarea + p output').value == '3/9' && q('[type=range] + output').value == '7' && q('p').innerText == '2'"),
    ("a password that is shown is hidden again", PASSWORD + "<p>1</p>", "q('.reveal input').click(); type('#field-w', 'x')",
     PASSWORD + "<p>2</p>",
     "SHOWN == 'text' && q('#field-w').value == 'x' && q('#field-w').type == 'password' && all('.reveal').length == 1"),
    ("fields can have the names of properties",
     "<form id=screen><input name=contains><input name=remove><input name=attributes><input name=matches><p>1</p></form>",
     "q('[name=remove]').value = 'typed'",
     "<form id=screen class=x><input name=contains><input name=remove><input name=attributes><input name=matches><p>2</p></form>",
     "q('p').innerText == '2' && q('[name=remove]').value == 'typed' && q('.x')"),
]


def page_of(content: str, shown: str) -> str:
    return (f'<!doctype html><html lang="en"><head><title>{shown}</title>'
            f'<script src="/cairn.js" id="topics-1" data-shown="{shown}" defer></script></head><body>{content}</body></html>')


def check(page: Page, name: str, before: str, act: str, after: str, expected: str) -> None:
    asked = []

    def answer(route: Route) -> None:
        request = route.request
        if request.url.endswith("/cairn.js"):
            route.fulfill(body=SCRIPT, content_type="text/javascript")
        elif "shown=" in request.url:
            # The first stream waits until the visitor has acted; a later one is silent.
            asked.append(route)
        elif request.headers.get("cairn-live"):
            route.fulfill(body=page_of(after, "new"), content_type="text/html")
        elif request.url == ORIGIN + "/page":
            route.fulfill(body=page_of(before, "old"), content_type="text/html")
        else:
            route.fulfill(status=404)

    page.unroute_all()
    page.route("**/*", answer)
    page.goto(ORIGIN + "/page")
    page.evaluate("window.q = s => document.querySelector(s); window.all = s => document.querySelectorAll(s);"
                  "window.type = (s, v) => { q(s).value = v; q(s).dispatchEvent(new Event('input', {bubbles: true})) }; 1")
    page.evaluate(act or "1")
    page.evaluate("window.SHOWN = q('#field-w')?.type")
    page.wait_for_function("1")
    deadline = 100
    while not asked and deadline:
        page.wait_for_timeout(20)
        deadline -= 1
    assert asked, f"{name}: the script opened no stream"
    asked[0].fulfill(body="event: change\ndata:\n\n", content_type="text/event-stream")
    page.wait_for_function("document.title == 'new'", timeout=5_000)
    wanted = after.replace('"', '\\"').replace("class=b", 'class=\\"b\\"')
    result = page.evaluate(f"(() => {{ const NEW = \"{wanted}\"; return !!({expected}) }})()")
    assert result, f"{name}: {page.inner_html('body')}"


def main() -> None:
    with sync_playwright() as playwright:
        browser = chromium(playwright)
        for case in CASES:
            context = browser.new_context()
            errors: list[str] = []
            page = context.new_page()
            page.on("pageerror", lambda error: errors.append(str(error)))
            check(page, *case)
            assert not errors, f"{case[0]}: {errors}"
            context.close()
        browser.close()
    print(f"{len(CASES)} changes of a page keep what the visitor has done")


if __name__ == "__main__":
    main()
