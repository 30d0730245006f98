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
    tab.write("Name", "   ")
    tab.write("Password", "open sesame")
    tab.press("Log in", **welcome, name="shop-login-error", status=422)
    forgotten = {"heading": "Forgot Your Password?", "at": "/shop/login/forgotten" + ANY}
    tab.press("I forgot my password", **forgotten, name="forgotten")
    tab.write("E-mail", "ida@example.org")
    tab.press("Send it", heading="Look into Your Mail", at="/shop/login/.*sent" + ANY, name="sent")
    tab.press("Back to the login", **welcome)
    new = {"heading": "New Customer", "at": "/shop/login/account" + ANY}
    tab.press("I am new here", **new, name="new-customer")
    tab.write("Name", "   ")
    tab.write("E-mail", "ida@example.org")
    tab.write("Choose a password", "long enough")
    tab.tick("I know that nothing here can be bought")
    tab.press("Become a customer", **new, name="new-customer-error", status=422)
    tab.write("Name", person)
    tab.write("Choose a password", "long enough")
    tab.press("Become a customer", heading="Books and Maps", at=PRODUCTS, name="products")


def products(tab: Tab) -> None:
    found = {"heading": "Found", "at": "/shop/products/found:.+"}
    tab.write("Title or author", "one street")
    tab.page.get_by_label("Shelf").select_option("Folding maps")
    tab.press("Search", **found, name="products-found")
    assert tab.titles[0] == "One Street, Both Sides", tab.titles
    tab.write("Title or author", "the moon's telephone book")
    tab.press("Search", **found, name="products-none")
    tab.press("Back", heading="Books and Maps", at=PRODUCTS)


def author(tab: Tab) -> None:
    tab.row(ATLAS, heading=ATLAS, at=ATLAS_AT, name="product")
    tab.row("Leïla Benmrad", heading="Leïla Benmrad", at=".+/author:leila-benmrad" + ANY, name="author")
    lives = {"heading": "Where Leïla Benmrad Lives", "at": ".+/author:leila-benmrad/map" + ANY}
    tab.press("Show on a map", **lives, name="author-map")
    tab.press("Back to the products", heading=ATLAS, at=ATLAS_AT)


def basket(tab: Tab) -> None:
    """A summary of the basket is shown below the product until the basket is empty."""
    product = {"heading": ATLAS, "at": ATLAS_AT}
    tab.press("Put into the basket", **product, name="product-taken")
    tab.press("Take this out again", **product)
    assert tab.page.get_by_text("Your basket").count() == 0, f"{tab.label}: the basket is still below the product"
    tab.write("How many", "9")
    tab.press("Put into the basket", **product)
    tab.press("Put into the basket", **product, name="not-so-many")
    tab.press("OK", **product)
    tab.press("Go to the basket", heading="Basket", at=BASKET)
    tab.press("Put everything back", heading="Basket", at=BASKET, name="basket-question")
    tab.answer("Put everything back", heading="Basket", at=BASKET, name="basket-empty")
    tab.press("Look at the products", **product)
    tab.press("Put into the basket", **product)
    tab.press("All products", heading="Books and Maps", at=PRODUCTS, name="products-recent")
    tab.row("Headwind", heading="Headwind", at="/shop/products/product:headwind" + ANY)
    tab.press("Put into the basket", heading="Headwind", at="/shop/products/product:headwind" + ANY)
    tab.press("Basket", heading="Basket", at=BASKET, name="basket")


def checkout(tab: Tab) -> None:
    address = {"heading": ADDRESS, "at": CHECKOUT + ANY}
    tab.press("Check out", **address, name="address")
    tab.press("Cancel", heading="Basket", at=BASKET, name="basket-again")
    tab.press_in_row("Headwind", "Remove", heading="Basket", at=BASKET)
    tab.press("Check out", **address)
    for label, text in {
        "Name": "Ida Byron", "E-mail": "ida@example.org", "Street and number": "   ", "Postcode": "1165",
        "Town": "Copenhagen", "Note for who brings it": "Ring twice",
    }.items():
        tab.write(label, text)
    tab.tick("Wrap it as a gift")
    tab.press("Continue", **address, name="address-error", status=422)
    tab.write("Street and number", "Nørregade 10")
    tab.press("Continue", heading=DELIVERY, at=CHECKOUT + "/delivery" + ANY, name="delivery")
    tab.tick("By courier, 12.50 EUR")
    tab.write("Not before", "2027-01-04")
    tab.press("Continue", heading=REVIEW, at=CHECKOUT + "/delivery/review" + ANY, name="review")
    tab.press("Go on to payment", heading="Payment", at=CHECKOUT + ".*/payment" + ANY, name="payment")


def payment(tab: Tab) -> None:
    paying = {"heading": "Payment", "at": CHECKOUT + ".*/payment" + ANY}
    card(tab, "   ", "123")
    tab.press("Pay 71.50 EUR", **paying, name="payment-error", status=422)
    card(tab, "Ida Byron", "000")
    tab.press("Pay 71.50 EUR", **paying, name="declined")
    tab.press("OK", **paying)
    card(tab, "Ida Byron", "123")
    tab.press("Pay 71.50 EUR", heading="Receipt 1", at="/shop/basket/receipt:1" + ANY, name="receipt")
    tab.back(**paying | {"heading": "This step is already complete"}, name="paid", status=410)
    tab.arrive(tab.page.get_by_role("link", name="Go on").click, heading="Receipt 1", at="/shop/basket/receipt:1" + ANY)
    tab.press("Back", heading="Basket", at=BASKET, name="basket-orders")
    tab.press("Products", heading="Headwind", at=".+/product:headwind" + ANY)
    tab.press("All products", heading="Books and Maps", at=PRODUCTS)
    tab.press("Log out", heading="Welcome to the Shop", at="/shop/login" + ANY)


def card(tab: Tab, holder: str, code: str) -> None:
    tab.write("Name on the card", holder)
    tab.write("Security code", code)


def by_keys(keys: Keyboard, person: str) -> None:
    keys.open("/shop", heading="Welcome to the Shop", at="/shop")
    keys.skip()
    keys.write("Name", person)
    keys.write("Password", "open sesame")
    keys.enter(heading="Books and Maps", at=PRODUCTS)
    keys.write("Title or author", "night")
    keys.reach("Shelf")
    keys.press("A")
    keys.expect("Shelf", "Atlases")
    keys.choose("Search", key="Space", heading="Found", at="/shop/products/found:night:Atlases" + ANY)
    keys.choose(ATLAS, heading=ATLAS, at=ATLAS_AT)
    keys.reach("How many")
    keys.press("ArrowUp")
    keys.expect("How many", "2")
    keys.choose("Put into the basket", heading=ATLAS, at=ATLAS_AT)
    keys.choose("Go to the basket", heading="Basket", at=BASKET)
    keys.choose("Put everything back", heading="Basket", at=BASKET)
    # The alert's harmless button has the focus, and no control below the alert can get it.
    keys.expect_only("Keep it", "Put everything back")
    keys.enter(heading="Basket", at=BASKET)
    keys.choose("Check out", heading=ADDRESS, at=CHECKOUT + ANY)
    address_by_keys(keys)
    keys.choose("Continue", heading=DELIVERY, at=CHECKOUT + "/delivery" + ANY)
    keys.reach("By post, 4.90 EUR")
    keys.press("ArrowDown", "ArrowDown")
    keys.expect("By pigeon, free", "pigeon")
    keys.reach("Not before")
    keys.tab.page.keyboard.type("01042027")
    keys.expect("Not before", "2027-01-04")
    keys.choose("Continue", heading=REVIEW, at=CHECKOUT + "/delivery/review" + ANY)
    keys.choose("Go on to payment", heading="Payment", at=CHECKOUT + ".*/payment" + ANY)
    keys.write("Name on the card", person)
    keys.write("Security code", "123")
    keys.enter(heading="Receipt 1", at="/shop/basket/receipt:1" + ANY)
    assert keys.tab.page.get_by_text("Hungary").is_visible() and keys.tab.page.get_by_text("As a gift").is_visible()


def address_by_keys(keys: Keyboard) -> None:
    for label, text in {
        "Name": "Ida Byron", "E-mail": "ida@example.org", "Street and number": "Nørregade 10", "Postcode": "1165",
        "Town": "Copenhagen",
    }.items():
        keys.write(label, text)
    keys.reach("Country")
    keys.tab.page.keyboard.type("Hu")
    keys.expect("Country", "hungary")
    # Goes too far on purpose, and then back with Shift+Tab.
    keys.reach("Wrap it as a gift")
    keys.press("Space")
    keys.reach("Note for who brings it", backwards=True)
    keys.tab.page.keyboard.type("Ring twice")
