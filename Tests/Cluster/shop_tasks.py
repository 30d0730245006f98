"""Tasks in Shop: exactly these products, exactly one order, nothing private after the logout."""

import re

from pages import PRODUCTS, basket_lines
from people import ANY, Journey, PatientTab, task

SHOP_LOGIN = {"heading": "Welcome to the Shop", "at": "/shop(/login)?" + ANY}
BASKET, CHECKOUT = "/shop/basket" + ANY, "/shop/basket/~checkout"


def enter_shop(journey: Journey) -> PatientTab:
    tab = journey.new_profile()
    tab.open("/shop", **SHOP_LOGIN)
    log_in(tab, again=lambda: log_in(tab))
    return tab


def log_in(tab: PatientTab, again=None) -> None:
    tab.fill("Name", tab.journey.person)
    tab.fill("Password", "open sesame")
    tab.click("Log in", again=again, heading="Books and Maps", at="/shop/products" + ANY)


def open_product(tab: PatientTab, product: str) -> dict[str, str]:
    """Opens the page of a product. - Returns: what to expect of it."""
    page = {"heading": PRODUCTS[product], "at": f"/shop/products/product:{product}" + ANY}
    tab.open(f"/shop/products/product:{product}", **page)
    return page


def put(tab: PatientTab, product: str, count: int) -> None:
    page = open_product(tab, product)
    tab.fill("How many", str(count))
    tab.click("Put into the basket", **page)


def expect_basket(tab: PatientTab, wanted: dict[str, int]) -> None:
    found = dict(basket_lines(tab.read("/shop/basket")))
    expected = {PRODUCTS[product]: str(count) for product, count in wanted.items()}
    assert found == expected, f"{tab.label}: the basket is {found}, not {expected}"


@task
def a_basket_of_three_products(journey: Journey) -> None:
    tab, wanted = enter_shop(journey), {}
    for product in journey.rng.sample(["night-atlas", "headwind", "fold", "slow-ferries"], 3):
        wanted[product] = journey.rng.randint(1, 3)
        put(tab, product, wanted[product])
    tab.click("Basket", heading="Basket", at=BASKET)
    expect_basket(tab, wanted)
    removed = next(iter(wanted))
    tab.click_in_row(PRODUCTS[removed], "Remove", heading="Basket", at=BASKET)
    del wanted[removed]
    tab.reload(heading="Basket", at=BASKET)
    expect_basket(tab, wanted)


@task
def back_and_the_same_product_again(journey: Journey) -> None:
    tab = enter_shop(journey)
    put(tab, "fold", 1)
    page = {"heading": "Fold", "at": "/shop/products/product:fold" + ANY}
    tab.back(**page)
    tab.fill("How many", "2")
    tab.click("Put into the basket", **page)
    expect_basket(tab, {"fold": 3})
    tab.click("Go to the basket", heading="Basket", at=BASKET)
    tab.back(**page)
    tab.forward(heading="Basket", at=BASKET)
    expect_basket(tab, {"fold": 3})


@task
def double_clicks_on_put(journey: Journey) -> None:
    tab = enter_shop(journey)
    page = open_product(tab, "headwind")
    for pieces in (1, 2):
        tab.click_twice("Put into the basket", **page)
        expect_basket(tab, {"headwind": pieces})
    tab.click("Put into the basket", **page)
    expect_basket(tab, {"headwind": 3})


@task
def two_tabs_fill_one_basket(journey: Journey) -> None:
    one = enter_shop(journey)
    two = one.new_tab()
    first, second = open_product(one, "night-atlas"), open_product(two, "headwind")
    one.click("Put into the basket", **first)
    two.click("Put into the basket", **second)
    one.click("Put into the basket", **first)
    two.click("Go to the basket", heading="Basket", at=BASKET)
    expect_basket(two, {"night-atlas": 2, "headwind": 1})
    one.reload(**first)
    expect_basket(one, {"night-atlas": 2, "headwind": 1})


@task
def an_order_with_a_double_click_on_pay(journey: Journey) -> None:
    tab = enter_shop(journey)
    put(tab, "night-atlas", 1)
    tab.click("Go to the basket", heading="Basket", at=BASKET)
    go_to_payment(tab)
    receipt = {"heading": "Receipt 1", "at": "/shop/basket/receipt:1" + ANY}
    fill_card(tab)
    tab.click_twice(re.compile("^Pay "), again=lambda: pay_again(tab, receipt), **receipt)
    tab.back(heading="This step is already complete", at=CHECKOUT + ".*/payment" + ANY, status=410)
    tab.navigate(tab.page.get_by_role("link", name="Go on").click, **receipt)
    tab.click("Back", heading="Basket", at=BASKET)
    expect_basket(tab, {})
    assert tab.titles == ["Order 1"], f"{tab.label}: the basket page lists {tab.titles}, not one order"


def fill_card(tab: PatientTab) -> None:
    tab.fill("Name on the card", "Ida Byron")
    tab.fill("Security code", "123")


def pay_again(tab: PatientTab, receipt: dict[str, str]) -> None:
    """Pays on the page that says that the payment may have been made. It is not made twice."""
    assert tab.notices, f"{tab.label}: no notice says that the payment may have been made"
    fill_card(tab)
    button = tab.page.get_by_role("button", name=re.compile("^Pay "))
    tab.navigate(button.click, again=lambda: pay_again(tab, receipt), **receipt)


def go_to_payment(tab: PatientTab) -> None:
    tab.click("Check out", heading="Where Does It Go?", at=CHECKOUT + ANY)
    for label, text in {
        "Name": "Ida Byron", "E-mail": "ida@example.org", "Street and number": "Nørregade 10", "Postcode": "1165",
        "Town": "Copenhagen",
    }.items():
        tab.fill(label, text)
    tab.click("Continue", heading="How Does It Get There?", at=CHECKOUT + "/delivery" + ANY)
    tab.check("By courier, 12.50 EUR")
    tab.click("Continue", heading="Is This Right?", at=CHECKOUT + "/delivery/review" + ANY)
    tab.click("Go on to payment", heading="Payment", at=CHECKOUT + ".*/payment" + ANY)


@task
def the_shop_after_log_out(journey: Journey) -> None:
    tab = enter_shop(journey)
    put(tab, "fold", 2)
    tab.click("All products", heading="Books and Maps", at="/shop/products" + ANY)
    tab.click("Log out", again=lambda: tab.open("/shop", **SHOP_LOGIN), **SHOP_LOGIN)
    count = tab.back_through_history({"Welcome to the Shop"}, "Your basket")
    assert count >= 4, f"{tab.label}: the history has only {count} pages"
    tab.open("/shop/basket", heading="Welcome to the Shop", at="/shop/basket" + ANY)
