// Keeps a page up to date that watches topics. While it is visible, a stream of events says that the page would look
// different; then the page is requested again, and this document is made equal to it. What the visitor has typed,
// selected or opened stays, as do the focus and the position. It is served without comments and needless spaces.
{
    // A form has its fields as properties, and they can be called like its own. So take its functions from their class.
    let d = document, P = Element.prototype, own = d.scripts[0], due = 0, once = ".flash,.notice", feed,
    get = (n, name) => P.getAttribute.call(n, name),
    is = (n, selector) => n.nodeType == 1 && P.matches.call(n, selector),
    has = (n, e) => P.contains.call(n, e),
    // The key of a node among its siblings: the name of its field, its id, or the action of its first button. The ids of
    // radio buttons are only their positions.
    key = n => n.nodeType == 1 && (
        is(n, ".field") ? n.querySelector("[id^=field-]")?.name
        : is(n, ":not([type=radio])") && get(n, "id")
        || (n = is(n, "li,tr") ? n.querySelector("a,button") : is(n, ".choice") ? n.querySelector("input") : is(n, "a,button,option,[type=radio]") && n) && (n.value || n.href)),
    // Makes `a` equal to `b`, from which it takes new nodes.
    set = (a, b, n, m, e = d.activeElement, x = a.firstChild) => {
        // The visitor opens and closes details.
        for (n of [...P.getAttributeNames.call(a), ...P.getAttributeNames.call(b)])
            n == "open" || (m = get(b, n)) == get(a, n) || (m == null ? P.removeAttribute.call(a, n) : P.setAttribute.call(a, n, m))
        for (let y of [...b.childNodes]) {
            let k = key(y)
            // A message that is shown once stays until the visitor leaves.
            while (x && is(x, once) && !is(y, once)) x = x.nextSibling
            for (m = x; m && (m.nodeName != y.nodeName || key(m) != k);) m = m.nextSibling
            // A node that moves loses the focus, so move those before it.
            while (m && m != x && has(m, e)) n = x.nextSibling, a.insertBefore(x, m.nextSibling), x = n
            m && m == x ? x = x.nextSibling : a.insertBefore(m || y, x)
            m && (m.nodeType == 1 ? set(m, y) : m.data != y.data && (m.data = y.data))
        }
        // A field stays while it has the focus.
        for (; x; x = n) n = x.nextSibling, has(x, e) && (e.select || e.options) || is(x, once) || a.removeChild(x)
    },
    load = async (r, n, s) => {
        // A change during the request needs another one.
        if (due++) return
        try {
            r = await fetch(location, {cache: "no-store", headers: {"Cairn-Live": 1}})
            // The policy of this page would report a style of another one, though the head is not used.
            n = new DOMParser().parseFromString((await r.text()).replace(/<style[^]*?\/style>/, ""), "text/html")
            s = n.scripts[0]
            // Without a stream, the visitor has left, or has sent a form whose answer comes.
            if (feed) if (s) {
                [own, s] = [s, own]
                d.title = n.title
                set(d.body, n.body)
                // The page watches other topics now.
                s.id == own.id || open(close())
            } else r.status > 428 ? later() : location.reload()
        } catch {
            later()
        }
        n = due
        due = 0
        n > 1 && load()
    },
    close = () => feed = feed?.close(),
    // The answer to a form can be a download, and a server can be too busy for a stream.
    later = () => setTimeout(() => d.hidden || open(close()), 2e4 + Math.random() * 2e4),
    open = () => {
        feed = new EventSource("?shown=" + own.dataset.shown + location.search.replace("?", "&"))
        feed.addEventListener("change", load)
        feed.addEventListener("bye", close)
        feed.onerror = n => n.target == feed && feed.readyState > 1 && later()
    }
    d.onvisibilitychange = onpageshow = () => d.hidden ? close() : feed || open()
    onpagehide = close
    onsubmit = () => later(close())
}
