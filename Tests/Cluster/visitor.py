"""Visitors of the app Shop: each has two browser tabs in one session, and records what it sends and receives.

The account page shows the visitor's name, the newest saved setting and the number of pieces in the basket. All three
belong to the session, not to a version, so each page shows how far the session has come.
"""

import asyncio
import collections
import json
import random
import string
import time
import urllib.parse

from client import SIREN, Client, Response, Unanswered
from history import ADD, SAVE, Audit, End, Press, Record, RetiredID, SessionRecord
from pages import PRODUCTS, basket_lines, form_of, problem, setting, settings, shown, version_of, version_on

MAX_PIECES = 9
# A session keeps fifty versions and recognizes sixteen repeats for ten seconds; the visitors stay below.
KEPT_VERSIONS = 40
REPEATS = 11
REPEAT_SECONDS = 5.0
# A request that no node has responded to can wait in the socket of one that is stopped, for this time in seconds.
MAX_PAUSE = 8.0
ALPHABET = string.ascii_lowercase + string.digits


class RunContext:
    """The addresses of the balancer and the nodes, and the record that all visitors share."""

    def __init__(self, balancer: tuple[str, int], nodes: list[tuple[str, int]], seed: int):
        self.balancer, self.nodes = balancer, nodes
        self.random = random.Random(seed)
        self.record = Record()
        self.acknowledgement_times: list[float] = []
        self.errors: list[tuple[float, str]] = []
        self.retired: list[tuple[RetiredID, str]] = []
        self.counts: collections.Counter = collections.Counter()
        self.latencies: list[float] = []
        self.failures: list[str] = []
        self.payment_count = 0
        self.is_stopping = False

    def note_error(self, kind: str) -> None:
        self.counts[kind] += 1
        self.errors.append((time.monotonic(), kind))


class Lost(Exception):
    """The session cannot go on: the server does not know it, or gave no usable response for a long time."""


class Visitor:
    def __init__(self, number: int, context: RunContext, presses: int, think: float, follows_pages: bool):
        self.number, self.context, self.think = number, context, think
        self.random = random.Random(f"{context.random.random()}/{number}")
        self.presses = presses
        self.session_count = 0
        self.cookie = ""
        # Half of the visitors have a browser, which asks for HTML.
        self.accept = "text/html" if number % 2 else SIREN
        # True to press again from the page with 503, which has the text that was sent; false to repeat the request.
        self.follows_pages = follows_pages and self.accept == "text/html"
        self.clients = [Client(), Client()]

    async def run(self) -> None:
        while not self.context.is_stopping:
            session = await self.log_in()
            if session is None:
                await asyncio.sleep(self.random.uniform(0.1, 0.4))
                continue
            visit = Visit(self, session)
            self.context.record.sessions.append(session)
            try:
                if await visit.open():
                    async with asyncio.TaskGroup() as tabs:
                        for client in self.clients:
                            tabs.create_task(visit.use_tab(client))
                    await visit.end()
            except* Lost as errors:
                self.cookie = ""
                self.context.counts[f"visit ended: {errors.exceptions[0]}"] += 1
            session.ended = time.monotonic()
            if session.forgotten:
                self.cookie = ""
        for client in self.clients:
            client.close()

    async def send(
        self, client: Client, address, method: str, path: str, body: dict | None = None, **options
    ) -> Response:
        """Sends a request with the cookie, and keeps the one of the response, which names the newest revision."""
        encoded = None if body is None else urllib.parse.urlencode(body)
        response = await client.request(address, method, path, options.pop("cookie", self.cookie), encoded, **options)
        if response.cookie and identifier(response.cookie) == identifier(self.cookie):
            self.cookie = response.cookie
        return response

    async def log_in(self) -> SessionRecord | None:
        """Logs in, at times from a session of a guest, whose id must be unknown afterwards."""
        client, context = self.clients[0], self.context
        self.session_count += 1
        marker = f"Ida {self.number}-{self.session_count}"
        began = time.monotonic()
        try:
            if not self.cookie and self.random.random() < 0.5:
                response = await self.send(
                    client, context.balancer, "POST", "/shop", {"_at": "path", "action": "password-forgotten"})
                self.cookie = response.cookie if response.status == 303 else ""
            old = self.cookie
            response = await self.send(client, context.balancer, "POST", "/shop", {
                "_at": "path", "action": "enter-shop", "name": marker, "password": "x", "_once": self.nonce()})
        except Unanswered as error:
            context.note_error(f"login: {error}")
            self.cookie = ""
            return None
        if response.status != 303 or not response.cookie:
            context.note_error(f"login: {response.status} {problem(response)}")
            self.cookie = ""
            return None
        self.cookie = response.cookie
        if old:
            self.retire(old, marker)
        return SessionRecord(marker, self.number, began)

    def retire(self, cookie: str, marker: str) -> None:
        retired = RetiredID(marker, time.monotonic())
        self.context.record.retired.append(retired)
        self.context.retired.append((retired, cookie))

    def nonce(self) -> str:
        return new_nonce(self.random)


class Visit:
    """A session from its first action after the login to its logout."""

    def __init__(self, visitor: Visitor, session: SessionRecord):
        self.visitor, self.session, self.context = visitor, session, visitor.context
        self.random = visitor.random
        self.newest = 0
        self.taken: collections.Counter = collections.Counter()
        self.acknowledged_count = 0
        self.is_over = False
        # The number of presses, also of those before the first acknowledged one, which the session does not list.
        self.press_count = 0

    # Presses

    def body(self, press: Press, nonce: str) -> tuple[str, dict]:
        fields = {"_at": "path" if press.at is None else str(press.at), "_once": nonce}
        if press.kind == ADD:
            return f"/shop/products/product:{press.product}", fields | {
                "action": f"add-to-basket?product={press.product}", "count": "1"}
        return "/shop/account", fields | {"action": "save-habits"} | settings(press.number, self.visitor.number)

    async def press(self, client: Client, kind: str, at: int | None, product: str = "") -> Press:
        """Presses a button until there is a response, as long as the server has to recognize the repeats."""
        self.press_count += 1
        press = Press(self.press_count, kind, product, at, time.monotonic())
        self.session.presses.append(press)
        path, body = self.body(press, self.visitor.nonce())
        others = self.acknowledged_count
        is_certain = True
        while True:
            press.attempts += 1
            is_double = press.attempts == 1 and self.random.random() < 0.1
            responses = await (self.send_twice if is_double else self.send_once)(client, path, body)
            press.ended = max(press.ended, time.monotonic() + (0 if all(map(is_of_node, responses)) else MAX_PAUSE))
            versions = [version_of(response) for response in responses]
            if is_double:
                press.double = versions
            if done := next((version for version in versions if version is not None), None):
                self.acknowledge(press, done)
                return press
            refusals = [response is not None and response.status == 409 for response in responses]
            is_certain = is_certain and all(refusals)
            if all(refusals):
                self.note(f"refused: {problem(responses[0])}" + (" at path" if at is None else ""))
                press.is_refused = is_certain
                return press
            if self.visitor.follows_pages:
                body |= next((form for response in responses if (form := form_of(response))), {})
            elapsed = time.monotonic() - press.sent
            if elapsed > REPEAT_SECONDS or self.acknowledged_count - others > REPEATS:
                self.context.counts["unresolved presses"] += 1
                return press
            await asyncio.sleep(self.random.uniform(0.05, 0.2) * min(press.attempts, 4))

    def acknowledge(self, press: Press, version: int) -> None:
        press.version, press.returned = version, time.monotonic()
        self.newest = max(self.newest, version)
        self.acknowledged_count += 1
        self.context.acknowledgement_times.append(press.returned)
        if press.attempts == 1:
            self.context.latencies.append(press.returned - press.sent)
        else:
            self.context.counts["acknowledged after a repeat"] += 1

    async def send_once(self, client: Client, path: str, body: dict) -> list[Response | None]:
        return [await self.post(client, self.context.balancer, path, body)]

    async def send_twice(self, client: Client, path: str, body: dict) -> list[Response | None]:
        """Sends the same press to two nodes at once."""
        self.context.counts["double presses"] += 1
        tasks = [
            asyncio.create_task(self.post(client, node, path, body, timeout=6))
            for node in self.random.sample(self.context.nodes, 2)]
        await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
        await asyncio.wait(tasks, timeout=6 if not any(map(is_done, tasks)) else 2)
        for task in tasks:
            task.cancel()
        responses = await asyncio.gather(*tasks, return_exceptions=True)
        return [response if isinstance(response, Response) else None for response in responses]

    async def post(self, client: Client, address, path: str, body: dict, **options) -> Response | None:
        try:
            response = await self.visitor.send(
                client, address, "POST", path, body, accept=self.visitor.accept, **options)
        except Unanswered as error:
            self.note(f"no response: {error}")
            return None
        if response.status not in (303, 409, 422):
            self.note(f"{response.status} {problem(response)}")
        return response

    def note(self, kind: str) -> None:
        self.context.note_error(kind)

    # A visit

    async def open(self) -> bool:
        """Saves a setting for the first time: the versions of the session are counted from this one."""
        for _ in range(4):
            press = await self.press(self.visitor.clients[0], SAVE, None)
            if press.version is not None:
                self.session.base = press.version - press.size
                self.session.presses = [press]
                return True
        self.session.presses = []
        self.visitor.cookie = ""
        return False

    async def use_tab(self, client: Client) -> None:
        at: dict[str, int] = {}
        while not self.is_over and not self.context.is_stopping:
            # At times several presses follow each other at once, which compete with those of the other tab.
            if self.random.random() < 0.8:
                await asyncio.sleep(self.visitor.think * self.random.uniform(0.6, 1.9))
            if len(self.session.presses) >= self.visitor.presses:
                self.is_over = True
            choice = self.random.random()
            open_products = [product for product in PRODUCTS if self.taken[product] < MAX_PIECES]
            if choice < 0.45 and open_products:
                product = self.random.choice(open_products)
                self.taken[product] += 1
                press = await self.press(client, ADD, self.kept(at.get(product)), product)
            else:
                product = ""
                if choice > 0.95:
                    await self.mistype(client, self.kept(at.get("")))
                press = await self.press(client, SAVE, self.kept(at.get("")))
            if press.version is None:
                at.pop(product, None)
                # The session can have fewer versions than expected, so look before the next press.
                await self.read(client, None)
            else:
                at[product] = press.version
            if press.version and press.kind == SAVE and self.random.random() < 0.5:
                await self.read(client, self.kept(press.version))
            if self.random.random() < 0.05:
                await self.probe(client)

    def kept(self, version: int | None) -> int | None:
        return version if version and version > self.newest - KEPT_VERSIONS else None

    async def mistype(self, client: Client, at: int | None) -> None:
        """Sends a value that is refused. The text must still be in the form afterwards."""
        if at is None:
            return
        text = f"mistyped-{self.visitor.nonce()}"
        body = {"_at": str(at), "action": "save-habits", "habits.away": text, "_once": self.visitor.nonce()}
        response = await self.post(client, self.context.balancer, "/shop/account", body)
        if response is None or response.status != 422 or (at := self.kept(at)) is None:
            return
        self.context.counts["drafts"] += 1
        page = await self.page(client, f"/shop/account?at={at}")
        if page and self.kept(at) and page.get("title") == "Account":
            kept = setting(page, "habits.away")
            self.session.audits.append(Audit(
                at, kept == text, f"the form of version {version_on(page)} shows {kept!r}, not {text!r}"))

    async def page(self, client: Client, path: str, address=None, cookie: str | None = None) -> dict | None:
        try:
            response = await self.visitor.send(
                client, address or self.context.balancer, "GET", path, cookie=cookie or self.visitor.cookie)
        except Unanswered as error:
            self.note(f"GET: no response: {error}")
            return None
        if response.status != 200:
            self.note(f"GET: {response.status} {problem(response)}")
            return None
        return json.loads(response.body)

    async def read(self, client: Client, version: int | None) -> None:
        sent = time.monotonic()
        page = await self.page(client, "/shop/account" + (f"?at={version}" if version else ""))
        if page is None:
            return
        read = shown(page, sent)
        if read is None:
            self.session.forgotten = f"GET /shop/account shows {page.get('title')!r}"
            raise Lost("the session is unknown")
        if version is None:
            # A form at the path can show typed text in place of the setting.
            read.saved = read.owner = None
        self.session.reads.append(read)
        self.context.counts["pages"] += 1

    async def probe(self, client: Client) -> None:
        """Sends an id that a login or logout has replaced to a node."""
        if self.context.retired:
            retired, cookie = self.random.choice(self.context.retired[-200:])
            await self.probe_at(client, self.random.choice(self.context.nodes), retired, cookie)

    async def probe_at(self, client: Client, node: tuple[str, int], retired: RetiredID, cookie: str) -> None:
        sent = time.monotonic()
        page = await self.page(client, "/shop/account", node, cookie)
        if page is None:
            return
        self.context.counts["probes of replaced ids"] += 1
        read = shown(page, sent)
        retired.probes.append((sent, f"{node[0]}:{node[1]}", f"a page of {read.marker}" if read else ""))

    # The end

    async def end(self) -> None:
        """Saves once more, compares the session with the record, and logs out."""
        client = self.visitor.clients[0]
        for _ in range(5):
            press = await self.press(client, SAVE, None)
            if press.version is not None:
                break
        else:
            self.visitor.cookie = ""
            raise Lost("no last action")
        for _ in range(20):
            if await self.compare(client, press.version):
                break
            await asyncio.sleep(0.5)
        await self.log_out(client, press.version)

    async def compare(self, client: Client, last: int) -> bool:
        sent = time.monotonic()
        account = await self.page(client, f"/shop/account?at={last}")
        basket = await self.page(client, "/shop/basket")
        if account is None or basket is None:
            return False
        read = shown(account, sent)
        if read is None:
            self.session.forgotten = f"after the last action, GET shows {account.get('title')!r}"
            raise Lost("the session is unknown")
        products = {title: int(count) for title, count in basket_lines(basket)}
        if not products and read.count:
            return False
        self.session.reads.append(read)
        self.session.end = End(
            last, read.count, read.saved, {name: products.get(title, 0) for name, title in PRODUCTS.items()})
        kept = [press for press in self.session.presses if press.version and press.version > last - KEPT_VERSIONS]
        for press in self.random.sample(kept, min(len(kept), 10)):
            path, _ = self.body(press, "")
            page = await self.page(client, f"{path}?at={press.version}")
            if page is not None:
                number = version_on(page)
                self.session.audits.append(Audit(
                    press.version, number == str(press.version), f"press {press.number}, the page has {number}"))
        return True

    async def log_out(self, client: Client, at: int) -> None:
        body = {"_at": str(at), "action": "leave-shop", "_once": self.visitor.nonce()}
        old = self.visitor.cookie
        response = await self.post(client, self.context.balancer, "/shop/account", body)
        if response is None or response.status != 303:
            # The outcome is unknown: begin anew without a session.
            self.visitor.cookie = ""
            return
        self.visitor.retire(old, self.session.marker)
        retired, cookie = self.context.retired[-1]
        self.visitor.cookie = response.cookie if self.random.random() < 0.5 else ""
        for node in self.context.nodes:
            await self.probe_at(client, node, retired, cookie)


def new_nonce(rng: random.Random) -> str:
    return "".join(rng.choices(ALPHABET, k=13))


def identifier(cookie: str) -> str:
    """The session id in a cookie, without the revision that follows it."""
    return cookie.partition(".")[0]


def is_of_node(response: Response | None) -> bool:
    """True if a node has responded, so that it does not perform the request later."""
    return response is not None and response.status not in (502, 504)


def is_done(task: asyncio.Task) -> bool:
    return task.done() and not task.exception() and version_of(task.result()) is not None
