"""A tab that is used by keyboard only. Each focus stop is checked."""

from browser import Tab

# The maximum number of focus stops to the next control.
MAX_STOPS = 40
# The maximum number of focus stops from the beginning of a wide page to its tabs and the buttons of its bar.
MAX_STOPS_TO_NAVIGATION = 12

# JavaScript that returns the focused element and the visibility of its focus ring.
FOCUSED = """() => {
    const element = document.activeElement;
    if (!element || element === document.body || element === document.documentElement) return null;
    const style = getComputedStyle(element), box = element.getBoundingClientRect();
    const numbers = color => [...color.matchAll(/[\\d.]+/g)].map(Number);
    const isSolid = color => { const [, , , alpha] = numbers(color); return alpha === undefined || alpha > .5 };
    const luminance = color => numbers(color).slice(0, 3).map(value => value / 255)
        .map(value => value <= .04045 ? value / 12.92 : ((value + .055) / 1.055) ** 2.4)
        .reduce((sum, value, index) => sum + value * [.2126, .7152, .0722][index], 0);
    let around = parseFloat(style.outlineOffset) < 0 ? element : element.parentElement;
    while (around.parentElement && !isSolid(getComputedStyle(around).backgroundColor)) around = around.parentElement;
    const [dark, light] = [style.outlineColor, getComputedStyle(around).backgroundColor]
        .map(luminance).sort((one, other) => one - other);
    const hasRing = style.outlineStyle !== 'none' && parseFloat(style.outlineWidth) >= 2;
    const [left, right] = [Math.max(box.left, 0), Math.min(box.right, innerWidth)];
    const [top, bottom] = [Math.max(box.top, 0), Math.min(box.bottom, innerHeight)];
    const isOnTop = [.1, .5, .9].some(x => [.1, .5, .9].some(y =>
        element.contains(document.elementFromPoint(left + (right - left) * x, top + (bottom - top) * y))));
    const title = element.querySelector('.title, .back > span');
    return {
        name: (title ?? element.labels?.[0] ?? element).textContent.trim().replace(/ \\(optional\\)$|:$/, ''), value: element.value ?? '',
        isNavigation: element.matches('.tabs *, .bar *'), isHidden: element.ariaHidden === 'true', isOnTop, contrast: hasRing ? (light + .05) / (dark + .05) : 0,
        left: box.left, right: box.right, top: box.top + scrollY + (element.closest('.page')?.scrollTop ?? 0),
    };
}"""


class Keyboard:
    def __init__(self, tab: Tab):
        self.tab = tab
        self.stop_count = 0
        self.last: dict | None = None

    def open(self, path: str, **expected) -> None:
        """Opens a page as if its URL were typed."""
        self.tab.open(path, **expected)
        self.last = None

    @property
    def focused(self) -> dict | None:
        return self.tab.page.evaluate(FOCUSED)

    def press(self, *keys: str) -> None:
        for key in keys:
            self.tab.page.keyboard.press(key)

    def focus(self, name: str, backwards: bool = False) -> None:
        """Presses Tab until the control with this name or label has the focus."""
        where = f"{self.tab.label}, at {self.tab.path}"
        passed = []
        # After an action, the focus begins at the place of its control or in the only field of a sheet, and the order of the
        # page after its end.
        begins_within = self.tab.page.url.endswith("#here")
        if self.last is None and (focused := self.focused):
            if focused["name"] == name:
                self.check_focus(focused, backwards, where)
                return
            begins_within = True
        while len(passed) < MAX_STOPS:
            self.press("Shift+Tab" if backwards else "Tab")
            focused = self.focused
            if not focused and begins_within:
                begins_within, self.last = False, None
                continue
            assert focused, f"{where}: the focus leaves the page before {name!r}, after {passed}"
            self.check_focus(focused, backwards, where)
            if focused["name"] == name:
                return
            passed.append(focused["name"][:20])
        raise AssertionError(f"{where}: {name!r} is not among the next {MAX_STOPS} focus stops: {passed}")

    def check_focus(self, focused: dict, backwards: bool, where: str) -> None:
        """Checks that the focus is visible, on a visible element, and moves in reading order."""
        self.stop_count += 1
        name = focused["name"][:40]
        assert not focused["isHidden"], f"{where}: a hidden element has the focus: {name!r}"
        assert focused["contrast"] >= 3, f"{where}: the focus ring of {name!r} has too little contrast"
        assert focused["isOnTop"], f"{where}: {name!r} has the focus and is covered"
        if self.last and self.last["left"] < focused["right"] and focused["left"] < self.last["right"]:
            upper, lower = (focused, self.last) if backwards else (self.last, focused)
            assert upper["top"] <= lower["top"] + 2, f"{where}: the focus jumps from {self.last['name']!r} to {name!r}"
        self.last = focused

    def skip_to_content(self) -> None:
        """Follows the link that skips to the content."""
        self.focus("Skip to content")
        self.press("Enter")
        self.last = None

    def expect_navigation_first(self) -> None:
        """Checks that all tabs and buttons of the bar are among the first focus stops of a wide page."""
        where = f"{self.tab.label}, at {self.tab.path}"
        missing = self.tab.page.locator(":is(.tabs, .bar) :is(a, button)").count()
        assert missing, f"{where}: there is no tab and no button in the bar"
        for _ in range(MAX_STOPS_TO_NAVIGATION):
            self.press("Tab")
            focused = self.focused
            assert focused, f"{where}: the focus leaves the page"
            self.check_focus(focused, False, where)
            missing -= focused["isNavigation"]
            if not missing:
                return
        raise AssertionError(f"{where}: {missing} tabs and buttons are not among {MAX_STOPS_TO_NAVIGATION} focus stops")

    def follow_error_link(self, label: str) -> None:
        """Follows the link from the error summary to the field with the error."""
        link = self.tab.page.locator(".errors a").inner_text()
        self.focus(link)
        self.press("Enter")
        self.last = None
        self.expect(label)

    def fill(self, label: str, text: str) -> None:
        """Types into a field. Tab selects its old value, so the text replaces it."""
        self.focus(label)
        self.tab.page.keyboard.type(text)

    def expect(self, name: str, value: str | None = None) -> None:
        """Checks that this control has the focus and this value."""
        focused = self.focused or {"name": "nothing", "value": ""}
        assert focused["name"] == name, f"{self.tab.label}, at {self.tab.path}: {focused['name']!r} has the focus"
        found = focused["value"]
        assert value in (None, found), (
            f"{self.tab.label}, at {self.tab.path}: {name!r} contains {found!r}, not {value!r}")

    def expect_focus_trap(self, *names: str) -> None:
        """Checks that only these controls can get the focus, and that the first one has it before and after."""
        reached = []
        # The browser moves the focus to the first control after the page has loaded.
        self.tab.page.wait_for_function("document.activeElement !== document.body")
        while (focused := self.focused) and focused["name"] not in reached and len(reached) < MAX_STOPS:
            reached.append(focused["name"])
            self.press("Tab")
        assert reached == list(names), f"{self.tab.label}, at {self.tab.path}: {reached} can get the focus, not {names}"
        if not focused:
            self.press("Tab")
        self.expect(names[0])

    def press_to_navigate(self, key: str = "Enter", **expected) -> None:
        self.tab.navigate(lambda: self.press(key), **expected)
        self.last = None

    def activate(self, name: str, key: str = "Enter", backwards: bool = False, **expected) -> None:
        """Moves the focus to a control and presses it."""
        self.focus(name, backwards)
        self.press_to_navigate(key, **expected)
