"""Buyers of the app Shop: each orders in one session after another, and counts its payments.

A payment is performed at most once, whatever happens: its flow has the history policy `.once`, and its intent is stored
before the handler runs. So a buyer may press "Pay" as often as it likes, at any node and after any time.
"""

import asyncio
import json
import random
import time
import urllib.parse

from client import SIREN, Client, Response, Unanswered
from history import BuyerRecord, Payment
from pages import PRODUCTS, problem
from visitor import RunContext, identifier, new_nonce

ADDRESS = {
    "email": "ida@example.org", "street": "Street 1", "postcode": "1050", "town": "Town", "country": "denmark"}
# A payment is repeated for this time, which is longer than a node that is cut off stays so.
REPEAT_SECONDS = 12.0
# The steps before it are repeated only while a node knows that it is a repeat, ten seconds after the first press was
# performed. Later another piece would be put into the basket.
STEP_REPEAT_SECONDS = 6.0
# The shop has 200 pieces of each product a day.
MAX_PAYMENTS = 190 * len(PRODUCTS)


class NotBought(Exception):
    """A step before the payment was refused, so there is nothing to pay."""


class Buyer:
    def __init__(self, number: int, context: RunContext, think: float):
        self.number, self.context, self.think = number, context, think
        self.random = random.Random(f"{context.random.random()}/buyer {number}")
        self.client, self.cookie = Client(), ""
        self.session_count = 0

    async def run(self) -> None:
        while not self.context.is_stopping and self.context.payment_count < MAX_PAYMENTS:
            self.session_count += 1
            record = BuyerRecord(f"Bo {self.number}-{self.session_count}")
            try:
                await self.log_in(record.marker)
                self.context.record.buyers.append(record)
                for _ in range(self.random.randint(1, 3)):
                    await asyncio.sleep(self.think * self.random.uniform(1, 4))
                    if self.context.is_stopping:
                        break
                    await self.order(record)
                record.orders = await self.count_orders(record.marker)
            except NotBought as error:
                self.context.note_error(f"buyer: {error}")
        self.client.close()

    async def log_in(self, marker: str) -> None:
        self.cookie = ""
        response = await self.send("/shop", {"_at": "path", "action": "enter-shop", "name": marker, "password": "x"})
        if response is None or response.status != 303:
            await asyncio.sleep(0.3)
            raise NotBought("login")
        self.cookie = response.cookie

    async def order(self, record: BuyerRecord) -> None:
        product = list(PRODUCTS)[self.context.payment_count % len(PRODUCTS)]
        await self.step(
            f"/shop/products/product:{product}", {"_at": "path", "action": f"add-to-basket?product={product}", "count": "1"})
        location = await self.step("/shop/basket", {"_at": "path", "action": "check-out"})
        for body in (
                ADDRESS | {"action": "give-address", "name": record.marker},
                {"action": "choose-delivery", "delivery": "post"}, {"action": "go-to-payment"}):
            location = await self.step(location, body)
        await self.pay(record, location, await self.payment_form(location))

    async def step(self, location: str, body: dict) -> str:
        """Performs an action before the payment; its repeats have one nonce. - Returns: the location that it leads to."""
        path, _, version = location.partition("?at=")
        body, began = body | {"_once": new_nonce(self.random)} | ({"_at": version} if version else {}), time.monotonic()
        while (response := await self.send(path, body)) is None or response.status != 303:
            if response is not None and response.status in (404, 409, 410, 422):
                raise NotBought(f"{body['action'].partition('?')[0]}: {response.status} {problem(response)}")
            if time.monotonic() > began + STEP_REPEAT_SECONDS:
                raise NotBought(f"{body['action'].partition('?')[0]}: no response")
            await asyncio.sleep(0.2)
        return response.location

    async def payment_form(self, location: str) -> dict:
        began = time.monotonic()
        while time.monotonic() < began + REPEAT_SECONDS:
            page = await self.page(location)
            for action in page.get("actions", []) if page else []:
                if action["name"] == "pay":
                    hidden = {field["name"]: field["value"] for field in action["fields"] if field["type"] == "hidden"}
                    return hidden | {"holder": "Ida", "code": "123", "_once": new_nonce(self.random)}
            await asyncio.sleep(0.3)
        raise NotBought("there is no payment page")

    async def pay(self, record: BuyerRecord, location: str, body: dict) -> None:
        path = location.partition("?")[0]
        payment = Payment(record.marker, time.monotonic())
        record.payments.append(payment)
        self.context.payment_count += 1
        while time.monotonic() < payment.sent + REPEAT_SECONDS:
            payment.attempts += 1
            responses = [await self.send(path, body)]
            if payment.attempts == 1 and self.random.random() < 0.3:
                responses += await asyncio.gather(*(
                    self.send(path, body, node) for node in self.random.sample(self.context.nodes, 2)))
            for response in responses:
                if response is not None and response.status == 303 and "receipt" in response.location:
                    payment.receipts.append(response.location)
                elif response is not None and problem(response) == "may-be-done":
                    payment.is_unknown = True
            if payment.receipts or payment.is_unknown:
                break
            if any(response is not None and response.status == 303 for response in responses):
                # An alert: the product is sold out.
                payment.is_refused = payment.attempts == 1
                break
            await asyncio.sleep(self.random.uniform(0.1, 0.5))
        payment.ended = time.monotonic()
        if payment.receipts:
            self.context.counts["payments"] += 1
        else:
            self.context.counts["payments that may have been done"] += 1
            raise NotBought("the payment has no receipt")

    async def count_orders(self, marker: str) -> int | None:
        """Returns the number of orders on the account page; `None` if no page is shown."""
        for _ in range(40):
            page = await self.page("/shop/account")
            details = {item["title"]: item["value"] for item in (page or {}).get("properties", {}).get("details", [])}
            if details.get("Name") == marker:
                return int(details["Orders"])
            await asyncio.sleep(0.5)
        return None

    async def page(self, path: str) -> dict | None:
        try:
            response = await self.client.request(self.context.balancer, "GET", path, self.cookie)
        except Unanswered:
            return None
        return json.loads(response.body) if response.status == 200 else None

    async def send(self, path: str, body: dict, node=None) -> Response | None:
        client = Client() if node else self.client
        try:
            response = await client.request(
                node or self.context.balancer, "POST", path, self.cookie, urllib.parse.urlencode(body), accept=SIREN)
        except Unanswered:
            return None
        finally:
            if node:
                client.close()
        if response.cookie and identifier(response.cookie) == identifier(self.cookie):
            self.cookie = response.cookie
        return response
