// MARK: - Places and people

extension Symbol {
    /// A house.
    public static let house = Symbol(drawn: "house", "M4 11l8-7 8 7v9h-5v-6H9v6H4z")
    /// A shop with an awning.
    public static let shop = Symbol(drawn: "shop", "M4 11v9h16v-9M3 10l2-6h14l2 6zm7 10v-5h4v5")
    /// One person.
    public static let person = Symbol(drawn: "person", "M12 11a4 4 0 1 0 0-8 4 4 0 0 0 0 8zM4 21a8 6 0 0 1 16 0")
    /// Two people, such as friends or a group.
    public static let people = Symbol(
        drawn: "people",
        "M9 11a4 4 0 1 0 0-8 4 4 0 0 0 0 8zm-7 9a7 6 0 0 1 14 0M16 3a4 4 0 0 1 0 8m3 3c2 1 3 3 3 6")
    /// A globe with meridians: the web, or a language.
    public static let globe = Symbol(
        drawn: "globe",
        "M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18zA4 9 0 0 1 12 3a4 9 0 0 1 0 18zM3 12h18")
    /// A folded map.
    public static let map = Symbol(drawn: "map", "M3 6l6-2 6 2 6-2v14l-6 2-6-2-6 2zM9 4v14m6-12v14")
    /// A marker on a map.
    public static let pin = Symbol(drawn: "pin", "M12 21 6.5 14a7 7 0 1 1 11 0zm0-9a2 2 0 1 0 0-4 2 2 0 0 0 0 4z")
    /// A compass.
    public static let compass = Symbol(
        drawn: "compass",
        "M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18zM16 8l-2.5 5.5L8 16l2.5-5.5z")
    /// A flag.
    public static let flag = Symbol(drawn: "flag", "M5 21V4h14l-3 5 3 5H5")
}

// MARK: - Messages

extension Symbol {
    /// A closed letter.
    public static let envelope = Symbol(drawn: "envelope", "M3 6h18v13H3zl9 7 9-7")
    /// A paper plane: send.
    public static let paperPlane = Symbol(drawn: "paper-plane", "M21 3 3 10l7 3 3 8zL10 13")
    /// An inbox.
    public static let tray = Symbol(drawn: "tray", "M3 13l3-8h12l3 8v6H3zh5a4 4 0 0 0 8 0h5")
    /// A speech bubble: a comment or a conversation.
    public static let speechBubble = Symbol(drawn: "speech-bubble", "M4 4h16v12h-8l-5 4v-4H4z")
    /// A bell: notifications.
    public static let bell = Symbol(drawn: "bell", "M6 16v-5a6 6 0 0 1 12 0v5l2 2H4zm4 5h4")
    /// A telephone receiver.
    public static let phone = Symbol(
        drawn: "phone",
        "M5 3h4l2 5-3 2a12 12 0 0 0 6 6l2-3 5 2v4a2 2 0 0 1-2 2A17 17 0 0 1 3 5a2 2 0 0 1 2-2z")
    /// A paper clip: an attachment.
    public static let paperclip = Symbol(
        drawn: "paperclip",
        "M20 11l-8 8a5 5 0 0 1-7-7l8-8a3.3 3.3 0 0 1 5 5l-8 8a1.7 1.7 0 0 1-2.5-2.5l7-7")
}

// MARK: - Shopping

extension Symbol {
    /// A shopping basket.
    public static let basket = Symbol(drawn: "basket", "M3 10h18l-2 10H5zM8 10l3-6m5 6-3-6")
    /// A shopping cart.
    public static let cart = Symbol(drawn: "cart", "M2 4h3l3 12h11l2-9H6m2 13h1m8 0h1")
    /// A shopping bag.
    public static let bag = Symbol(drawn: "bag", "M5 8h14l1 13H4zM8.5 11V7a3.5 3.5 0 0 1 7 0v4")
    /// A parcel.
    public static let box = Symbol(drawn: "box", "M4 7l8-4 8 4v10l-8 4-8-4zl8 4 8-4m-8 4v10")
    /// A delivery van.
    public static let truck = Symbol(
        drawn: "truck",
        "M5 17H2V5h12v12H9m5-8h4l4 4v4h-2m-4 0h-2M7 19a2 2 0 1 0 0-4 2 2 0 0 0 0 4z"
            + "m11 0a2 2 0 1 0 0-4 2 2 0 0 0 0 4z")
    /// A bank card: payment.
    public static let creditCard = Symbol(drawn: "credit-card", "M3 5h18v14H3zm0 5h18M7 15h4")
    /// A receipt.
    public static let receipt = Symbol(drawn: "receipt", "M5 3h14v18l-3.5-2-3.5 2-3.5-2L5 21zm4 5h6m-6 4h6")
    /// A price tag.
    public static let tag = Symbol(drawn: "tag", "M3 11V3h8l10 10-8 8zm4.5-3.5h.01")
    /// A heart: a favourite or a wish.
    public static let heart = Symbol(drawn: "heart", "M12 20l-8-8a5 5 0 0 1 8-6 5 5 0 0 1 8 6z")
    /// A star: a rating or a favourite.
    public static let star = Symbol(
        drawn: "star",
        "M12 3l2.7 5.7 6.3.8-4.6 4.3 1.2 6.2-5.6-3-5.6 3 1.2-6.2L3 9.5l6.3-.8z")
    /// A bookmark.
    public static let bookmark = Symbol(drawn: "bookmark", "M6 4h12v17l-6-5-6 5z")
}

// MARK: - Travel

extension Symbol {
    /// A suitcase.
    public static let suitcase = Symbol(drawn: "suitcase", "M3 8h18v12H3zm6 0V4h6v4M8 8v12m8-12v12")
    /// A passport.
    public static let passport = Symbol(drawn: "passport", "M5 3h14v18H5zm7 10a3 3 0 1 0 0-6 3 3 0 0 0 0 6zm-3 4h6")
    /// A rubber stamp.
    public static let stamp = Symbol(drawn: "stamp", "M5 20h14M6 16h12v-3h-4V9a3 3 0 1 0-4 0v4H6z")
    /// An open book.
    public static let book = Symbol(drawn: "book", "M12 6 8 4H3v15h5l4 2 4-2h5V4h-5zv15")
    /// A ticket.
    public static let ticket = Symbol(
        drawn: "ticket",
        "M3 6h18v4a2 2 0 0 0 0 4v4H3v-4a2 2 0 0 0 0-4zm12 0v2m0 3v2m0 3v2")
}

// MARK: - Nature and space

extension Symbol {
    /// A mountain.
    public static let mountain = Symbol(drawn: "mountain", "M2 20 9 5l5 10 2-4 6 9z")
    /// A tree.
    public static let tree = Symbol(drawn: "tree", "M12 21v-5m0-13-6 7h3l-5 6h16l-5-6h3z")
    /// A cloud.
    public static let cloud = Symbol(drawn: "cloud", "M7 19a4.5 4.5 0 0 1-.5-9A6 6 0 0 1 18 11a4 4 0 0 1 0 8z")
    /// A drop of water.
    public static let drop = Symbol(drawn: "drop", "M12 3c4 5 6 8 6 11a6 6 0 0 1-12 0c0-3 2-6 6-11z")
    /// A flash of lightning: energy, or fast.
    public static let bolt = Symbol(drawn: "bolt", "M13 3 5 14h6l-1 7 9-11h-7z")
    /// The sun: the day, or a light appearance.
    public static let sun = Symbol(
        drawn: "sun",
        "M12 16a4 4 0 1 0 0-8 4 4 0 0 0 0 8z"
            + "m0-13.5v1m0 17v1M2.5 12h1m17 0h1M5.3 5.3l.7.7m12 12 .7.7m0-13.4-.7.7M6 18l-.7.7")
    /// A crescent: the night, or a dark appearance.
    public static let moon = Symbol(drawn: "moon", "M20 14.5A8.5 8.5 0 1 1 9.5 4 7 7 0 0 0 20 14.5z")
    /// A planet with a ring.
    public static let planet = Symbol(
        drawn: "planet",
        "M12 18a6 6 0 1 0 0-12 6 6 0 0 0 0 12zM6 11c-9 8-3 8 6 4s15-13 4-9")
    /// A rocket.
    public static let rocket = Symbol(
        drawn: "rocket",
        "M9 17h6c2-6 1-11-3-15-4 4-5 9-3 15zm-1-5-4 4v4l5-3m7-5 4 4v4l-5-3m-3-8h.01M12 20v2")
}

// MARK: - Time and media

extension Symbol {
    /// A calendar.
    public static let calendar = Symbol(drawn: "calendar", "M4 6h16v14H4zm0 5h16M8 3v3m8-3v3")
    /// A clock.
    public static let clock = Symbol(drawn: "clock", "M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18zm0-14v5l3 2")
    /// A camera.
    public static let camera = Symbol(
        drawn: "camera",
        "M3 8h4l2-3h6l2 3h4v11H3zm9 8.5a3.5 3.5 0 1 0 0-7 3.5 3.5 0 0 0 0 7z")
    /// A picture.
    public static let picture = Symbol(drawn: "picture", "M3 5h18v14H3zm0 11 5-5 8 8m-2-3 3-3 4 3m-6-7h.01")
    /// A triangle: play.
    public static let play = Symbol(drawn: "play", "M7 4v16l13-8z")
    /// Two bars: pause.
    public static let pause = Symbol(drawn: "pause", "M7 5h3v14H7zm7 0h3v14h-3z")
}

// MARK: - Documents and data

extension Symbol {
    /// A page of text.
    public static let document = Symbol(drawn: "document", "M6 3h8l4 4v14H6zm8 0v4h4M9 12h6m-6 4h6")
    /// A folder.
    public static let folder = Symbol(drawn: "folder", "M3 5h7l2 3h9v11H3z")
    /// A list.
    public static let list = Symbol(drawn: "list", "M9 6h12M9 12h12M9 18h12M4 6h.01M4 12h.01M4 18h.01")
    /// Four squares.
    public static let grid = Symbol(drawn: "grid", "M4 4h6v6H4zm10 0h6v6h-6zM4 14h6v6H4zm10 0h6v6h-6z")
    /// A table.
    public static let table = Symbol(drawn: "table", "M3 5h18v14H3zm0 5h18M3 14.5h18M9 5v14")
    /// A bar chart.
    public static let chart = Symbol(drawn: "chart", "M3 3v18h18M8 17v-5m5 5V7m5 10v-3")
    /// Two links of a chain.
    public static let link = Symbol(
        drawn: "link",
        "M10 14a4 4 0 0 0 6 0l3-3a4 4 0 0 0-6-6l-1 1m2 4a4 4 0 0 0-6 0l-3 3a4 4 0 0 0 6 6l1-1")
}
