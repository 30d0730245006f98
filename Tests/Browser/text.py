"""The gallery in a text browser: sends keys to lynx and reads its screen, for each app.

    text.py ORIGIN
"""

import os
import re
import sys
import tempfile
import time

import pexpect
import pyte

COLUMNS, LINES = 160, 200
UP, DOWN, HOME = "\x1bOA", "\x1bOB", "\x01"
PATIENCE = 10


class Lynx:
    """lynx shows a page at a time. Links and fields have numbers, in the order in which the arrow keys reach them."""

    def __init__(self, url: str, home: str):
        self.screen = pyte.Screen(COLUMNS, LINES)
        self.stream = pyte.ByteStream(self.screen)
        self.process = pexpect.spawn(
            "lynx", ["-accept_all_cookies", "-number_fields", "-nopause", url], dimensions=(LINES, COLUMNS),
            env={"TERM": "vt100", "LANG": "C.UTF-8", "HOME": home, "PATH": os.environ["PATH"]})
        self.number = 1
        self.wait("[1]")

    @property
    def text(self) -> str:
        return "\n".join(line.rstrip() for line in self.screen.display if line.strip())

    def read(self, quiet: float) -> None:
        """Reads lynx's output until there is none for `quiet` seconds."""
        while True:
            try:
                self.stream.feed(self.process.read_nonblocking(65536, timeout=quiet))
            except pexpect.TIMEOUT:
                return

    def wait(self, shown: str, instead_of: str = "") -> None:
        deadline = time.monotonic() + PATIENCE
        while True:
            self.read(quiet=0.2)
            if shown in self.text and self.text != instead_of:
                return
            assert time.monotonic() < deadline, f"not on the screen: {shown!r}\n{self.text}"

    def go(self, number: int) -> None:
        for _ in range(abs(number - self.number)):
            self.process.send(DOWN if number > self.number else UP)
            self.read(quiet=0.03)
        self.number = number

    def press(self, label: str, shown: str) -> None:
        """Presses the last control with this label and waits for a page that shows a text."""
        found = re.findall(r"(?:\(\[(\d+)\][^)]*\)\s*|\[(\d+)\])" + re.escape(label), self.text)
        assert found, f"no control labelled {label!r}\n{self.text}"
        self.go(int(found[-1][0] or found[-1][1]))
        before = self.text
        self.process.send("\r")
        self.wait(shown, instead_of=before)
        # After Back and actions that stay on their page, the cursor is at the place that the fragment names.
        self.process.send(HOME)
        self.read(quiet=0.2)
        self.number = 1

    def fill(self, label: str, text: str) -> None:
        # A line of help can be between the label and the field.
        found = re.search(re.escape(label) + r"(?: \(optional\))?(?:\n[^\[\n]*)?\s*\[(\d+)\]", self.text)
        assert found, f"no field {label!r}\n{self.text}"
        self.go(int(found[1]))
        self.process.send(text)
        self.read(quiet=0.2)

    def quit(self) -> None:
        self.process.terminate(force=True)


def letters(lynx: Lynx) -> None:
    lynx.fill("What are you called?", "Text Browser")
    lynx.press("Continue", "Hello, Text Browser")
    lynx.press("Open my letters", "Friends")
    lynx.press("Messages", "New")
    lynx.press("New", "Select Recipient")
    lynx.press("Eve O'Malley", "New Message")
    lynx.fill("Message", "Hello from a text browser")
    lynx.press("Send", "Hello from a text browser")


def planets(lynx: Lynx) -> None:
    lynx.press("Show the planets", "million km from the sun")
    lynx.press("Jupiter", "142,984 km")
    lynx.press("Europa", "Discovered")
    lynx.press("Back", "142,984 km")


def atlas(lynx: Lynx) -> None:
    lynx.press("Tokyo", "Where next?")
    lynx.press("Pages so far", "1. Tokyo")


def shop(lynx: Lynx) -> None:
    lynx.fill("Name", "Text Browser")
    lynx.fill("Password", "open sesame")
    lynx.press("Log in", "Books and Maps")
    lynx.press("The Night Atlas", "Put into the basket")
    lynx.press("Put into the basket", "1 piece")
    lynx.press("Basket", "Check out")
    lynx.press("Check out", "Where Does It Go?")


def passport(lynx: Lynx) -> None:
    lynx.fill("E-mail", "specimen@example.org")
    lynx.fill("Password", "12345678")
    lynx.press("Open my passport", "Show the data page")
    lynx.press("Show the data page", "specimen@example.org")


def main() -> None:
    origin = sys.argv[1]
    apps = (letters, planets, atlas, shop, passport)
    for app in apps:
        with tempfile.TemporaryDirectory() as home:
            lynx = Lynx(f"{origin}/{app.__name__}", home)
            try:
                app(lynx)
            finally:
                lynx.quit()
        print(app.__name__)
    print(f"{len(apps)} apps work in a text browser")


if __name__ == "__main__":
    main()
