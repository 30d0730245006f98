// Keeps a page up to date that watches topics. While it is visible, a stream of events says that the page would look
// different; then the page is requested again, and this document is made equal to it. What the visitor has typed,
// selected or opened stays, as do the focus and the position. Large files are sent with a progress bar.
// The page shows how long a typed text is, the value of a slider, a picture before it is sent and, if wanted, a password.
// Back goes back in the browser's history, and Escape dismisses an alert.
//
// The script is served without comments and needless spaces, but with its names, so they are short. Parameters beyond
// those that a caller gives are local variables.
{
    // A form has its fields as properties, and they can be called like its own. So take its functions from their class.
    let d = document, P = Element.prototype, own = d.scripts[0], due = 0, once = "p.flash,.notice", feed, sent, wait,
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
    all = selector => d.querySelectorAll(selector),
    tell = (n, f) => {
        for (n of all(".field output")) f = d.getElementById(n.htmlFor), n.value = f.type == "range" ? f.value : f.value.length + "/" + f.maxLength
        for (let i of all("[data-show]:not(:has(+.reveal))")) {
            let b = d.createElement("input"), n = d.createElement("label")
            b.type = "checkbox"
            b.oninput = () => i.type = b.checked ? "text" : "password"
            n.className = "reveal"
            n.append(b, i.dataset.show)
            i.after(n)
        }
    },
    parse = text => new DOMParser().parseFromString(text, "text/html"),
    show = (n, s = own) => {
        own = n.scripts[0]
        d.title = n.title
        set(d.body, n.body)
        tell()
        // The page watches other topics now.
        own?.id == s.id || open(close())
    },
    load = async (r, n) => {
        // A change during the request needs another one.
        if (due++) return
        try {
            r = await fetch(location, {cache: "no-store", headers: {"Cairn-Live": 1}})
            n = parse(await r.text())
            // Without a stream, the visitor has left, or has sent a form whose answer comes.
            // A page of 404 or 410 says that this one is gone; 429 and 5xx say that the server is busy.
            if (feed) n.scripts[0] ? show(n) : r.status > 428 ? later() : location.reload()
        } catch {
            later()
        }
        n = due
        due = 0
        n > 1 && load()
    },
    close = () => feed = feed?.close(),
    // The answer to a form can be a download, and a server can be too busy for a stream.
    later = () => {
        clearTimeout(wait)
        wait = setTimeout(() => d.hidden || open(close()), 2e4 + Math.random() * 2e4)
    },
    open = () => {
        if (!own?.id) return
        feed = new EventSource("?shown=" + own.dataset.shown + location.search.replace("?", "&"))
        feed.addEventListener("change", load)
        feed.addEventListener("bye", close)
        feed.onerror = n => n.target == feed && feed.readyState > 1 && later()
    }
    d.onvisibilitychange = onpageshow = () => tell(d.hidden ? close() : feed || sent || open())
    onpagehide = close
    // Back goes back in the browser's history if that leads to the same place, so that the history does not grow.
    onclick = (e, a = e.target.closest("a.back"), n = window.navigation) => {
        if (a && !(e.metaKey || e.ctrlKey || e.shiftKey) && n?.entries()[n.currentEntry.index - 1]?.url == a.href) {
            e.preventDefault()
            history.back()
        }
    }
    // The button that has the focus at first dismisses an alert. By default, Escape stops the request that its click begins.
    // The handler returns nothing, because one that returns false cancels the key, whichever it is.
    onkeydown = e => {
        e.key == "Escape" && d.querySelector(".alert>[autofocus]")?.click(e.preventDefault())
    }
    oninput = (e, f = e.target, c = f.type == "file" && f.parentNode.querySelector("canvas")) => {
        tell()
        if (!c) return
        c.hidden = 1
        createImageBitmap(f.files[0], {resizeHeight: 480}).then(b => {
            c.width = b.width
            c.height = b.height
            c.getContext("bitmaprenderer").transferFromImageBitmap(b)
            c.hidden = 0
        }, n => n)
    }
    // Sends a form whose files take a while to send. If the answer is not a page of this site, the browser sends the form
    // again, which performs its action once.
    let send = (e, f = e.target, b = e.submitter, i = [...all("[type=file]")].find(i => i.form == f && i.files[0]?.size > 1e5)) => {
        // A browser would keep a password that is shown as a text.
        for (let n of all(".reveal>:checked")) n.click()
        if (sent) return sent == f || e.preventDefault()
        if (!i) return later(close())
        e.preventDefault()
        close()
        let r = sent = new XMLHttpRequest, bar = i.nextElementSibling, data = new FormData(f),
        again = () => {
            bar.hidden = 1
            sent = f
            HTMLFormElement.prototype.requestSubmit.call(f, b)
            sent = 0
        }
        b && data.append(b.name, b.value)
        bar.hidden = 0
        r.upload.onprogress = n => bar.value = n.loaded / n.total
        r.onerror = again
        r.onload = n => {
            if (!/^text.html/.test(r.getResponseHeader("content-type"))) return again()
            sent = 0
            n = r.responseURL
            if (n != location) {
                history.pushState(0, "", n)
                onpopstate = () => location.hash || location.reload()
            }
            show(parse(r.responseText), {})
            scrollTo(0, 0)
            d.querySelector("[autofocus]")?.focus()
        }
        r.open("POST", get(f, "action"))
        r.setRequestHeader("Accept", "text/html")
        r.send(data)
    }
    onsubmit = send
}
