// Keeps a page up to date that watches topics. While it is visible, a stream of events says that the page would look
// different; then the page is requested again, and this document is made equal to it. What the visitor has typed,
// selected or opened stays, as do the focus and the position. It is served without comments and needless spaces.
{
    let d = document, q = "a,button", own = d.scripts[0], due = 0, feed,
    // What identifies a node among its siblings: its id, or what it does, or what the first button of a row does.
    // A form has its fields as properties, which can be called like any of its own.
    key = n => n.matches && (n.getAttribute("id") || (n = n.matches("li,tr") ? n.querySelector(q) : n.matches(q) && n) && (n.value || n.href)),
    // Makes `a` equal to `b`, from which it takes new nodes.
    set = (a, b, n, m, e = d.activeElement, x = a.firstChild) => {
        // The visitor opens and closes details.
        for ({name: n} of [...a.attributes, ...b.attributes])
            n == "open" || (m = b.getAttribute(n)) == a.getAttribute(n) || (m == null ? a.removeAttribute(n) : a.setAttribute(n, m))
        for (let y of [...b.childNodes]) {
            let k = key(y)
            for (m = x; m && (m.nodeName != y.nodeName || key(m) != k);) m = m.nextSibling
            // A node that moves loses the focus, so move those before it.
            while (m?.contains(e) && m != x) n = x.nextSibling, m.after(x), x = n
            m && m == x ? x = x.nextSibling : a.insertBefore(m || y, x)
            m && (m.matches ? set(m, y) : m.data != y.data && (m.data = y.data))
        }
        // A field stays while it has the focus.
        for (; x; x = n) n = x.nextSibling, x.contains(e) && e.select || x.remove()
    },
    get = async (r, n, s) => {
        // A change during the request needs another one.
        if (due++) return
        try {
            r = await fetch(location)
            n = new DOMParser().parseFromString(await r.text(), "text/html")
            s = n.scripts[0]
            if (s) {
                [own, s] = [s, own]
                d.title = n.title
                set(d.body, n.body)
                // The page watches other topics now.
                s.id == own.id || open(close())
            } else r.status < 500 && location.reload()
        } catch {}
        n = due
        due = 0
        n > 1 && get()
    },
    close = () => feed = feed?.close(),
    open = () => {
        feed = new EventSource("?shown=" + own.dataset.shown + location.search.replace("?", "&"))
        feed.addEventListener("change", get)
        feed.addEventListener("bye", close)
    }
    d.onvisibilitychange = onpageshow = () => d.hidden ? close() : feed || open()
    onpagehide = close
}
