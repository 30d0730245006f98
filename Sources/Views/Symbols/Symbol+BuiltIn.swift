extension Symbol {
    /// All symbols of the kit, for example to show them on a page.
    public static let builtIn: [Symbol] = [
        .house, .shop, .person, .people, .globe, .map, .pin, .compass, .flag,
        .envelope, .paperPlane, .tray, .speechBubble, .bell, .phone, .paperclip,
        .basket, .cart, .bag, .box, .truck, .creditCard, .receipt, .tag, .heart, .star, .bookmark,
        .suitcase, .passport, .stamp, .book, .ticket,
        .mountain, .tree, .cloud, .drop, .bolt, .sun, .moon, .planet, .rocket,
        .calendar, .clock, .camera, .picture, .play, .pause,
        .document, .folder, .list, .grid, .table, .chart, .link,
        .plus, .minus, .check, .cross, .pencil, .trash, .magnifier, .filter, .sliders, .gear, .share, .upload,
        .download, .refresh, .more, .lock, .key, .eye,
        .information, .warning, .question,
        .undo, .redo, .enter, .exit, .chevronBackward, .chevronForward, .chevronUp, .chevronDown, .arrowBackward,
        .arrowForward, .arrowUp, .arrowDown,
    ]
}
