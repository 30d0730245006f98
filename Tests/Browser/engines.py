"""One interface to Chromium, Firefox and WebKit, so that a journey is written once.

A `Browser` is one engine with scripts on or off. It has one profile, which `forget()` clears between journeys.
"""

import base64
import contextlib
import glob
import json
import os
import pathlib
import shutil
import socket
import subprocess
import tempfile
import urllib.parse

from webdriver import HTTPSession, MarionetteSession, WebDriverError, end_process, poll, start_process

SIZE = (1280, 900)
# The time limit of a navigation, in seconds; test machines can be busy.
PATIENCE = 20
PAGE_LOAD = {"pageLoad": 20_000, "script": 5_000, "implicit": 0}
WEBKIT = ("/usr/lib/*/webkit2gtk-4.1/MiniBrowser", "/usr/lib/*/webkit2gtk-4.0/MiniBrowser", "/usr/libexec/webkit2gtk-4.*/MiniBrowser")


def free_port() -> int:
    """Returns a free port. The drivers cannot choose a port themselves."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


def listens(port: int):
    with contextlib.suppress(OSError), socket.create_connection(("127.0.0.1", port), timeout=1):
        return port


class Browser:
    """A running browser. Each subclass starts one engine."""

    name = ""
    needs: tuple = ()
    second_tab = "tab"

    @classmethod
    def missing(cls) -> list:
        """The programs that this engine needs and that are not installed."""
        return [program for program in cls.needs if not shutil.which(program)]

    def __init__(self, script: bool, **options):
        self.script, self.options = script, options
        self.folder = pathlib.Path(tempfile.mkdtemp(prefix=f"cairn-{self.name}-"))
        self.processes: list = []
        self.session = None
        try:
            self.launch()
            with contextlib.suppress(WebDriverError):
                self.session.command("SetWindowRect", width=SIZE[0], height=SIZE[1])
            self.first_handle = self.session.command("GetWindowHandle")
        except BaseException:
            self.close()
            raise

    def launch(self) -> None:
        raise NotImplementedError

    def run(self, *arguments, **environment) -> None:
        self.processes.append(start_process(list(map(str, arguments)), self.folder / "log", environment))

    def tab(self, origin: str) -> "Tab":
        """Returns the first tab."""
        return Tab(self, self.first_handle, origin)

    def reset(self) -> None:
        """Closes all tabs except the first and removes all cookies, so the next visitor is new."""
        for handle in self.session.command("GetWindowHandles"):
            if handle != self.first_handle:
                self.session.command("SwitchToWindow", handle=handle)
                self.session.command("CloseWindow")
        self.session.command("SwitchToWindow", handle=self.first_handle)
        self.delete_cookies()

    def delete_cookies(self) -> None:
        """Deletes the cookies of the selected tab's site and waits until they are deleted.

        WebKit acknowledges the command before it deletes the cookies (WebKit bug 323158), so a navigation right after
        it can still send them.
        """
        self.session.command("DeleteAllCookies")
        poll(lambda: None if self.session.command("GetCookies") else True, "the cookies are deleted")

    def close(self) -> None:
        if self.session:
            self.session.close()
        for process in reversed(self.processes):
            end_process(process)
        shutil.rmtree(self.folder, ignore_errors=True)


class Chromium(Browser):
    name = "chromium"
    needs = ("chromium", "chromedriver")

    def launch(self) -> None:
        port = free_port()
        self.run("chromedriver", f"--port={port}")
        poll(lambda: listens(port), "chromedriver listens")
        arguments = [
            "--headless=new", "--no-sandbox", "--disable-gpu", "--force-prefers-reduced-motion",
            f"--user-data-dir={self.folder / 'profile'}", f"--window-size={SIZE[0]},{SIZE[1]}",
            *self.options.get("arguments", [])]
        settings = {"binary": shutil.which("chromium"), "args": arguments,
                    "excludeSwitches": self.options.get("exclude", [])}
        if not self.script:
            settings["prefs"] = {"profile.managed_default_content_settings.javascript": 2}
        self.session = HTTPSession(
            port, {"browserName": "chrome", "goog:chromeOptions": settings, "timeouts": PAGE_LOAD})


class Firefox(Browser):
    name = "firefox"
    needs = ("firefox-esr",)

    def launch(self) -> None:
        profile = self.folder / "profile"
        profile.mkdir()
        settings = {
            "marionette.port": 0, "javascript.enabled": self.script, "ui.prefersReducedMotion": 1,
            "browser.shell.checkDefaultBrowser": False, "datareporting.policy.dataSubmissionEnabled": False,
            "app.update.disabledForTesting": True, "toolkit.telemetry.reportingpolicy.firstRun": False,
            "browser.startup.page": 0, "remote.prefs.recommended": False,
            "dom.file.createInChild": True, "network.captive-portal-service.enabled": False,
            "network.connectivity-service.enabled": False, "browser.startup.homepage_override.mstone": "ignore",
            **self.options.get("settings", {})}
        (profile / "user.js").write_text(
            "".join(f"user_pref({json.dumps(key)}, {json.dumps(value)});\n" for key, value in settings.items()))
        self.run("firefox-esr", "--headless", "--marionette", "--no-remote", "--profile", profile,
                 HOME=str(self.folder), MOZ_HEADLESS_WIDTH=str(SIZE[0]), MOZ_HEADLESS_HEIGHT=str(SIZE[1]))
        written = profile / "MarionetteActivePort"
        port = poll(lambda: written.exists() and int(written.read_text() or 0) or None, "Firefox listens")
        self.session = MarionetteSession(port, {"timeouts": PAGE_LOAD})


class WebKit(Browser):
    name = "webkit"
    # A background tab of WebKit responds slowly, so use windows.
    second_tab = "window"
    needs = ("WebKitWebDriver", "Xvfb")

    @classmethod
    def program(cls) -> str | None:
        return next((path for pattern in WEBKIT for path in sorted(glob.glob(pattern))), None)

    @classmethod
    def missing(cls) -> list:
        return super().missing() + ([] if cls.program() else ["MiniBrowser"])

    def launch(self) -> None:
        display = self.display()
        settings = self.folder / "config" / "gtk-3.0"
        settings.mkdir(parents=True)
        (settings / "settings.ini").write_text("[Settings]\ngtk-enable-animations=0\n")
        port = free_port()
        self.run(
            "WebKitWebDriver", f"--port={port}", DISPLAY=display, HOME=str(self.folder), GDK_BACKEND="x11",
            XDG_CONFIG_HOME=str(self.folder / "config"), XDG_DATA_HOME=str(self.folder / "data"),
            XDG_CACHE_HOME=str(self.folder / "cache"), WEBKIT_DISABLE_SANDBOX_THIS_IS_DANGEROUS="1",
            LIBGL_ALWAYS_SOFTWARE="1", WEBKIT_DISABLE_COMPOSITING_MODE="1", GIO_USE_VFS="local", NO_AT_BRIDGE="1")
        poll(lambda: listens(port), "WebKitWebDriver listens")
        arguments = ["--automation", f"--geometry={SIZE[0]}x{SIZE[1]}"]
        if not self.script:
            arguments.append("--enable-javascript-markup=false")
        arguments += self.options.get("arguments", [])
        self.session = HTTPSession(port, {
            "browserName": "MiniBrowser", "timeouts": PAGE_LOAD,
            "webkitgtk:browserOptions": {"binary": self.program(), "args": arguments}})

    def display(self) -> str:
        """Starts an X server and returns its display; the server chooses a free number."""
        read, write = os.pipe()
        os.set_inheritable(write, True)
        self.processes.append(subprocess.Popen(
            ["Xvfb", "-displayfd", str(write), "-screen", "0", f"{SIZE[0]}x{SIZE[1]}x24", "-nolisten", "tcp"],
            pass_fds=[write], start_new_session=True, stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL))
        os.close(write)
        with os.fdopen(read) as pipe:
            return f":{pipe.readline().strip()}"


ENGINES = {engine.name: engine for engine in (Chromium, Firefox, WebKit)}


class Tab:
    """A tab. Controls are found by their visible names, without a script in the page."""

    def __init__(self, browser: Browser, handle: str, origin: str, label: str = ""):
        self.browser, self.handle, self.origin, self.label = browser, handle, origin, label

    def command(self, name: str, /, **parameters):
        return self.browser.session.command(name, **parameters)

    def select(self) -> None:
        """Makes this the tab that receives commands."""
        self.command("SwitchToWindow", handle=self.handle)

    def new_tab(self) -> "Tab":
        """Opens a second tab of the same visitor and makes it the tab that receives commands."""
        handle = self.command("NewWindow", type=self.browser.second_tab)["handle"]
        tab = Tab(self.browser, handle, self.origin, self.label + ", second tab")
        tab.select()
        return tab

    # MARK: Reading the page

    @property
    def path(self) -> str:
        url = urllib.parse.urlsplit(self.command("GetCurrentURL"))
        return urllib.parse.unquote(url.path) + ("?" + url.query[:40] if url.query else "")

    def find(self, xpath: str) -> list:
        return self.command("FindElements", using="xpath", value=xpath)

    def texts(self, xpath: str) -> list:
        return [self.command("GetElementText", element=element) for element in self.find(xpath)]

    @property
    def heading(self) -> str:
        return " ".join(self.texts("//h1"))

    @property
    def text(self) -> str:
        texts = self.texts("//body")
        if self.browser.name == "webkit":
            # Its driver leaves out texts with a limited number of lines.
            previews = self.find("//*[contains(@class, 'subtitle')]")
            texts += [self.command("GetElementProperty", element=preview, name="textContent") for preview in previews]
        return "\n".join(texts)

    def rect(self, xpath: str) -> dict:
        """The position and size of the only element with this path, in CSS pixels."""
        return self.command("GetElementRect", element=self.find_one(xpath))

    @property
    def focused(self) -> dict:
        """The name and the attributes `id`, `class` and `role` of the element that has the focus."""
        element = self.command("GetActiveElement")
        found = {"tag": self.command("GetElementTagName", element=element).lower()}
        for name in ("id", "class", "role"):
            found[name] = self.command("GetElementAttribute", element=element, name=name) or ""
        return found

    def value(self, label: str) -> str:
        """The value of a field."""
        return self.command("GetElementProperty", element=self.find_one(field_xpath(label)), name="value")

    def is_checked(self, label: str) -> bool:
        return self.command("GetElementProperty", element=self.find_one(field_xpath(label)), name="checked")

    def screenshot(self, path: pathlib.Path) -> None:
        path.write_bytes(base64.b64decode(self.command("TakeScreenshot")))

    def find_one(self, xpath: str) -> str:
        found = self.find(xpath)
        assert len(found) == 1, f"{self.label}: {len(found)} elements match {xpath} at {self.path} ({self.heading})"
        return found[0]

    # MARK: Acting

    def goto(self, path: str, heading: str | None = None) -> None:
        self.command("Navigate", url=self.origin + path)
        self.expect(heading)

    def click(self, name: str, heading: str | None = None) -> None:
        """Clicks the only link or button with this name and waits for the next page."""
        self.wait_for_navigation(
            lambda: self.command("ElementClick", element=self.find_one(control_xpath(name))), f"click {name!r}")
        self.expect(heading)

    def fill(self, label: str, text: str) -> None:
        element = self.find_one(field_xpath(label))
        self.command("ElementClear", element=element)
        self.command("ElementSendKeys", element=element, text=text)

    def check(self, label: str) -> None:
        self.command("ElementClick", element=self.find_one(field_xpath(label)))

    def choose_file(self, label: str, path: pathlib.Path) -> None:
        self.command("ElementSendKeys", element=self.find_one(field_xpath(label)), text=str(path))

    def back(self, heading: str | None = None) -> None:
        self.travel("Back", heading)

    def forward(self, heading: str | None = None) -> None:
        self.travel("Forward", heading)

    def reload(self, heading: str | None = None) -> None:
        self.wait_for_navigation(lambda: self.command("Refresh"), "reload")
        self.expect(heading)

    def travel(self, way: str, heading: str | None) -> None:
        before = self.command("GetCurrentURL")
        self.command(way)
        poll(lambda: self.command("GetCurrentURL") != before or None, f"{self.label}: {way} from {before}", PATIENCE)
        self.expect(heading)

    def wait_for_navigation(self, act, what: str) -> None:
        """Runs `act` and waits until the document is replaced."""
        old = self.find("/html")[0]
        act()
        poll(lambda: self.is_stale(old) or None, f"{self.label}: {what} at {self.path} opens no page", PATIENCE)

    def is_stale(self, element: str) -> bool:
        try:
            self.command("GetElementTagName", element=element)
        except WebDriverError as error:
            return error.kind in ("stale element reference", "no such element")
        return False

    def expect(self, heading: str | None) -> None:
        """Waits for a page and, if given, for its heading."""
        def is_there():
            with contextlib.suppress(WebDriverError):
                shown = self.heading
                return shown if shown and (heading is None or shown == heading) else None

        try:
            poll(is_there, "", PATIENCE)
        except AssertionError:
            raise AssertionError(
                f"{self.label}: expected heading {heading!r}, found {self.heading!r} at {self.path}: "
                f"{self.text[:200]!r}") from None


def xpath_literal(text: str) -> str:
    """Returns an XPath 1.0 string literal; XPath 1.0 has no escapes."""
    return "concat(" + ", '\"', ".join(f'"{part}"' for part in text.split('"')) + ", '')"


def control_xpath(name: str) -> str:
    """The XPath of the link or button whose text or title is the name; that of Back is before its destination."""
    name, back = xpath_literal(name), xpath_literal(name + ":")
    shown = f"normalize-space() = {name} or .//*[contains(@class, 'title') and normalize-space() = {name}]"
    shown += f" or contains(@class, 'back') and span[normalize-space() = {back}]"
    return f"//*[self::a[@href] or self::button][not(ancestor::*[@inert])][not(contains(@class, 'default-action'))][{shown}]"


def field_xpath(label: str) -> str:
    """The XPath of the field with this label."""
    label, marked = xpath_literal(label), xpath_literal(label + " (optional)")
    found = f"normalize-space() = {label} or normalize-space() = {marked}"
    return f"//*[self::input or self::textarea or self::select][@id = //label[{found}]/@for]"
