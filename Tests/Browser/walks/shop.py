"""Shop: from the login to a basket and through the checkout, which cannot be reopened."""

from browser import Tab
from keyboard import Keyboard

ANY = r"(\?at=\d+)?"
ATLAS, ATLAS_AT = "The Night Atlas", "/shop/products/(found:.+/)?product:night-atlas" + ANY
PRODUCTS, BASKET, CHECKOUT = "/shop/products" + ANY, "/shop/basket" + ANY, "/shop/basket/~checkout"
ADDRESS, DELIVERY, REVIEW = "Where Does It Go?", "How Does It Get There?", "Is This Right?"


def walk(tab: Tab, person: str) -> None:
    login(tab, person)
    products(tab)
    author(tab)
    basket(tab)
    checkout(tab)
    payment(tab)


def login(tab: Tab, person: str) -> None:
    welcome = {"heading": "Welcome to the Shop", "at": "/shop(/login)?" + ANY}
    tab.open("/shop", **welcome, name="shop-login")
    tab.fill("Name", "   ")
    tab.fill("Password", "open sesame")
    tab.click("Log in", **welcome, name="shop-login-error", status=422)
    forgotten = {"heading": "Forgot Your Password?", "at": "/shop/login/forgotten" + ANY}
    tab.click("I forgot my password", **forgotten, name="forgotten")
    tab.fill("E-mail", "ida@example.org")
    tab.click("Send it", heading="Look into Your Mail", at="/shop/login/.*sent" + ANY, name="sent")
    tab.click("Back to the login", **welcome)
    new = {"heading": "New Customer", "at": "/shop/login/account" + ANY}
    tab.click("I am new here", **new, name="new-customer")
    tab.fill("Name", "   ")
    tab.fill("E-mail", "ida@example.org")
    tab.fill("Choose a password", "long enough")
    tab.check("I know that nothing here can be bought")
    tab.click("Become a customer", **new, name="new-customer-error", status=422)
    tab.fill("Name", person)
    tab.fill("Choose a password", "long enough")
    tab.click("Become a customer", heading="Books and Maps", at=PRODUCTS, name="products")


def products(tab: Tab) -> None:
    found = {"heading": "Found", "at": "/shop/products/found:.+"}
    tab.fill("Title or author", "one street")
    tab.page.get_by_label("Shelf").select_option("Folding maps")
    tab.click("Search", **found, name="products-found")
    assert tab.titles[0] == "One Street, Both Sides", tab.titles
    tab.fill("Title or author", "the moon's telephone book")
    tab.click("Search", **found, name="products-none")
    tab.click("Back", heading="Books and Maps", at=PRODUCTS)


def author(tab: Tab) -> None:
    tab.click_row(ATLAS, heading=ATLAS, at=ATLAS_AT, name="product")
    expect_beside(tab, ATLAS)
    tab.click_row("Leïla Benmrad", heading="Leïla Benmrad", at=".+/author:leila-benmrad" + ANY, name="author")
    lives = {"heading": "Where Leïla Benmrad Lives", "at": ".+/author:leila-benmrad/map" + ANY}
    tab.click("Show on a map", **lives, name="author-map")
    tab.click("Back to the products", heading=ATLAS, at=ATLAS_AT)


def expect_beside(tab: Tab, title: str) -> None:
    """A wide page shows the list beside the product, with the product's row marked; a narrow page only the product."""
    row = tab.page.locator(".pane.primary .row[aria-current=page]").filter(has=tab.page.locator(f".title:text-is({title!r})"))
    assert row.count() == 1, f"{tab.label}: {row.count()} rows are marked as {title!r}"
    assert row.is_visible() == tab.label.startswith("wide"), f"{tab.label}: the list is visible: {row.is_visible()}"


def basket(tab: Tab) -> None:
    """A summary of the basket is shown below the product until the basket is empty."""
    product = {"heading": ATLAS, "at": ATLAS_AT}
    tab.click("Put into the basket", **product, name="product-taken")
    tab.click("Take this out again", **product)
    assert tab.page.get_by_text("Your basket", exact=True).count() == 0, f"{tab.label}: the empty basket is shown"
    tab.fill("How many", "9")
    tab.click("Put into the basket", **product)
    tab.click("Put into the basket", **product, name="not-so-many")
    tab.click("OK", **product)
    tab.click("Go to the basket", heading="Basket", at=BASKET)
    tab.click("Put everything back", heading="Basket", at=BASKET, name="basket-question")
    tab.click_in_alert("Put everything back", heading="Basket", at=BASKET, name="basket-empty")
    tab.click("Look at the products", **product)
    tab.click("Put into the basket", **product)
    tab.click("All products", heading="Books and Maps", at=PRODUCTS, name="products-recent")
    tab.click_row("Headwind", heading="Headwind", at="/shop/products/product:headwind" + ANY)
    tab.click("Put into the basket", heading="Headwind", at="/shop/products/product:headwind" + ANY)
    tab.click("Basket", heading="Basket", at=BASKET, name="basket")


def checkout(tab: Tab) -> None:
    address = {"heading": ADDRESS, "at": CHECKOUT + ANY}
    tab.click("Check out", **address, name="address")
    tab.click("Cancel", heading="Basket", at=BASKET, name="basket-again")
    tab.click_in_row("Headwind", "Remove", heading="Basket", at=BASKET)
    tab.click("Check out", **address)
    for label, text in {
        "Name": "Ida Byron", "E-mail": "ida@example.org", "Street and number": "   ", "Postcode": "1165",
        "Town": "Copenhagen", "Note for who brings it": "Ring twice",
    }.items():
        tab.fill(label, text)
    tab.check("Wrap it as a gift")
    tab.click("Continue", **address, name="address-error", status=422)
    tab.fill("Street and number", "Nørregade 10")
    tab.click("Continue", heading=DELIVERY, at=CHECKOUT + "/delivery" + ANY, name="delivery")
    tab.check("By courier, 12.50 EUR")
    tab.fill("Not before", "2027-01-04")
    tab.click("Continue", heading=REVIEW, at=CHECKOUT + "/delivery/review" + ANY, name="review")
    tab.click("Go on to payment", heading="Payment", at=CHECKOUT + ".*/payment" + ANY, name="payment")


def payment(tab: Tab) -> None:
    paying = {"heading": "Payment", "at": CHECKOUT + ".*/payment" + ANY}
    card(tab, "   ", "123")
    tab.click("Pay 71.50 EUR", **paying, name="payment-error", status=422)
    card(tab, "Ida Byron", "000")
    tab.click("Pay 71.50 EUR", **paying, name="declined")
    tab.click("OK", **paying)
    card(tab, "Ida Byron", "123")
    tab.click("Pay 71.50 EUR", heading="Receipt 1", at="/shop/basket/receipt:1" + ANY, name="receipt")
    tab.back(**paying | {"heading": "This step is already complete"}, name="paid", status=410)
    tab.navigate(
        tab.page.get_by_role("link", name="Go on").click, heading="Receipt 1", at="/shop/basket/receipt:1" + ANY)
    tab.click("Back", heading="Basket", at=BASKET, name="basket-orders")
    tab.click("Products", heading="Headwind", at=".+/product:headwind" + ANY)
    tab.click("All products", heading="Books and Maps", at=PRODUCTS)
    tab.click("Log out", heading="Welcome to the Shop", at="/shop/login" + ANY)


def card(tab: Tab, holder: str, code: str) -> None:
    tab.fill("Name on the card", holder)
    tab.fill("Security code", code)


def use_keyboard(keys: Keyboard, person: str) -> None:
    keys.open("/shop", heading="Welcome to the Shop", at="/shop")
    keys.skip_to_content()
    keys.fill("Name", person)
    keys.fill("Password", "open sesame")
    keys.press_to_navigate(heading="Books and Maps", at=PRODUCTS)
    if keys.tab.page.viewport_size["width"] > 900:
        keys.expect_navigation_first()
    keys.fill("Title or author", "night")
    keys.focus("Shelf")
    keys.press("A")
    keys.expect("Shelf", "Atlases")
    keys.activate("Search", key="Space", heading="Found", at="/shop/products/found:night:Atlases" + ANY)
    keys.activate(ATLAS, heading=ATLAS, at=ATLAS_AT)
    keys.focus("How many")
    keys.press("ArrowUp")
    keys.expect("How many", "2")
    keys.activate("Put into the basket", heading=ATLAS, at=ATLAS_AT)
    keys.activate("Go to the basket", heading="Basket", at=BASKET)
    keys.activate("Put everything back", heading="Basket", at=BASKET)
    # The cancel button of the alert has the focus, and no control below the alert can get it.
    keys.expect_focus_trap("Keep it", "Put everything back")
    keys.press_to_navigate(heading="Basket", at=BASKET)
    keys.activate("Check out", heading=ADDRESS, at=CHECKOUT + ANY)
    fill_address_by_keyboard(keys)
    keys.activate("Continue", heading=DELIVERY, at=CHECKOUT + "/delivery" + ANY)
    keys.focus("By post, 4.90 EUR")
    keys.press("ArrowDown", "ArrowDown")
    keys.expect("By pigeon, free", "pigeon")
    keys.focus("Not before")
    keys.tab.page.keyboard.type("01042027")
    keys.expect("Not before", "2027-01-04")
    keys.activate("Continue", heading=REVIEW, at=CHECKOUT + "/delivery/review" + ANY)
    keys.activate("Go on to payment", heading="Payment", at=CHECKOUT + ".*/payment" + ANY)
    keys.fill("Name on the card", person)
    keys.fill("Security code", "123")
    keys.press_to_navigate(heading="Receipt 1", at="/shop/basket/receipt:1" + ANY)
    assert keys.tab.page.get_by_text("Hungary").is_visible() and keys.tab.page.get_by_text("As a gift").is_visible()


def fill_address_by_keyboard(keys: Keyboard) -> None:
    for label, text in {
        "Name": "Ida Byron", "E-mail": "ida@example.org", "Street and number": "Nørregade 10", "Postcode": "1165",
        "Town": "Copenhagen",
    }.items():
        keys.fill(label, text)
    keys.focus("Country")
    keys.tab.page.keyboard.type("Hu")
    keys.expect("Country", "hungary")
    # Skips a field on purpose, and then goes back with Shift+Tab.
    keys.focus("Wrap it as a gift")
    keys.press("Space")
    keys.focus("Note for who brings it", backwards=True)
    keys.tab.page.keyboard.type("Ring twice")
