"""Sends SIGKILL between a page and the click on it, in Passport: the click works, and no passport or stamp is lost.

    remembered.py CAIRN [--kills N] [--seed N]

Each round creates a passport and kills the server: in some rounds while a page waits for a click, in the others while
the click that creates the passport is in flight. After the restart the same form is sent again from the same page.
"""

import argparse
import html
import http.client
import pathlib
import random
import re
import sys
import tempfile
import threading
import time
import urllib.parse

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "Browser"))
from server import Server

FIELDS = {
    "details.name": "Ada Lovelace", "details.birthday": "1815-12-10", "details.country": "GB", "details.height": "168",
    "details.kind": "ordinary", "details.cover": "#0f6b66", "details.visits": "3", "acceptsTerms": "true",
}


class Browser:
    """One visitor: a cookie and the current page."""

    def __init__(self, server: Server):
        self.server, self.cookie, self.path, self.text, self.status = server, "", "", "", 0

    def visit(self, path: str) -> None:
        self.follow("GET", path)

    def form_request(self, action: str, **values: str) -> tuple[str, dict[str, str]]:
        """Returns the request that a click on the current page sends."""
        hidden = {name: html.unescape(value) for name, value in
                  re.findall(r'<input type="hidden" name="(_\w+)" value="([^"]*)"', self.text)}
        # A button also submits the hidden values of its action.
        button = re.search(rf'name="action" value="({re.escape(action)}(?:\?[^"]*)?)"', self.text)
        action_field = {"action": html.unescape(button[1]) if button else action}
        return self.path.partition("?")[0], hidden | action_field | values

    def click(self, action: str, **values: str) -> None:
        self.send(self.form_request(action, **values))

    def send(self, form: tuple[str, dict[str, str]]) -> None:
        self.follow("POST", form[0], urllib.parse.urlencode(form[1]))

    def follow(self, method: str, path: str, body: str | None = None) -> None:
        for _ in range(5):
            connection = http.client.HTTPConnection("127.0.0.1", self.server.port, timeout=20)
            fields = {"Accept": "text/html"} | ({"Cookie": self.cookie} if self.cookie else {})
            if body is not None:
                fields["Content-Type"] = "application/x-www-form-urlencoded"
            connection.request(method, path, body, fields)
            response = connection.getresponse()
            text = response.read().decode()
            connection.close()
            for cookie in response.headers.get_all("Set-Cookie") or []:
                # Another cookie announces the message of an action.
                if ".flash=" not in cookie:
                    self.cookie = cookie.partition(";")[0]
            if response.status != 303:
                self.path, self.text, self.status = path, text, response.status
                return
            method, path, body = "GET", response.getheader("Location", "").partition("#")[0], None

    @property
    def heading(self) -> str:
        found = re.search(r"<h1[^>]*>([^<]*)</h1>", self.text)
        return html.unescape(found[1]) if found else ""

    def expect(self, heading: str, *texts: str) -> None:
        assert (self.status, self.heading) == (200, heading), f"{self.path}: {self.status} {self.heading!r}, not {heading!r}"
        for text in texts:
            assert text in self.text, f"{self.path} does not contain {text!r}"


def open_last_step(browser: Browser, email: str) -> None:
    """Opens the page whose form creates the passport."""
    browser.visit("/passport")
    browser.click("apply-for-passport")
    browser.click("choose-account", **{"account.email": email, "account.password": "12345678"})
    browser.expect("Account Details", email)


def kill_between_page_and_click(server: Server, email: str) -> None:
    browser = Browser(server)
    open_last_step(browser, email)
    browser.click("enter-account-details", **FIELDS)
    browser.expect("Passport", "Ada Lovelace")
    browser.click("get-stamp")
    server.restart()
    browser.click("select-initial?initial=j")
    browser.expect("Countries: J")
    server.restart()
    browser.click("select-country?country=JP")
    browser.expect("Passport", "Ada Lovelace", "Japan")


def kill_during_click(server: Server, email: str, delay: float) -> bool:
    """Returns true if the click without a response created the passport."""
    browser = Browser(server)
    open_last_step(browser, email)
    form = browser.form_request("enter-account-details", **FIELDS)
    other = Browser(server)
    other.cookie = browser.cookie

    def send() -> None:
        try:
            other.send(form)
        except (OSError, http.client.HTTPException):
            pass

    sending = threading.Thread(target=send)
    sending.start()
    time.sleep(delay)
    server.restart()
    sending.join()
    if other.status == 200:
        other.expect("Passport", "Ada Lovelace")
        return False
    browser.send(form)
    if browser.status == 409:
        # The login re-keyed the session, and the response with the new id was lost, so the form needs all values again.
        browser.click(
            "enter-account-details", **FIELDS, **{"account.email": email, "account.password": "12345678"})
    was_created = "was made already" in browser.text
    if was_created:
        browser.click("dismiss-alert")
    browser.expect("Passport", "Ada Lovelace")
    return was_created


def check_passports(server: Server, emails: list[str]) -> None:
    """Checks that every passport can be opened."""
    for email in emails:
        browser = Browser(server)
        browser.visit("/passport")
        browser.click("open-passport", email=email, password="12345678")
        browser.expect("Passport", "Ada Lovelace")


def main() -> None:
    arguments = argparse.ArgumentParser()
    arguments.add_argument("cairn", type=pathlib.Path)
    arguments.add_argument("--kills", type=int, default=12)
    arguments.add_argument("--seed", type=int, default=random.randrange(1_000_000))
    options = arguments.parse_args()
    rng = random.Random(options.seed)
    errors, emails, created_count = [], [], 0
    began = time.monotonic()
    with tempfile.TemporaryDirectory() as folder:
        directory = pathlib.Path(folder)
        server = Server(options.cairn.resolve(), directory, "--access-log=off", f"--state={directory / 'state'}")
        try:
            for number in range(options.kills):
                email = f"ada-{number}@example.org"
                try:
                    if number % 3 == 0:
                        kill_between_page_and_click(server, email)
                    else:
                        created_count += kill_during_click(server, email, rng.uniform(0, 0.02))
                    emails.append(email)
                except AssertionError as error:
                    errors.append(f"{email}: {error}")
            check_passports(server, emails)
            server.stop()
        except AssertionError as error:
            errors.append(str(error))
        finally:
            if server.is_running:
                server.kill()
    for line in errors:
        print(f"FAILED {line}")
    print(
        f"{options.kills} kills between page and click, {len(emails)} passports kept, {created_count} created by "
        f"a click without a response, {len(errors)} errors; {time.monotonic() - began:.0f} s, seed {options.seed}")
    sys.exit(1 if errors else 0)


if __name__ == "__main__":
    main()
