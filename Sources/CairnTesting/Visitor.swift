public import Cairn
import Hypermedia

/// A simulated visitor with a browser: keeps cookies, follows 303 redirects, and clicks only rendered elements.
///
/// ```swift
/// try await Visitor.each(apps: { [HostedApplication("letters", title: "Letters") { Letters() }] }) { visitor in
///     try await visitor.visit("/letters")
///     try visitor.fill("What are you called?", with: "Ada")
///     try await visitor.pressEnter()
/// }
/// ```
public final class Visitor {
    /// Additional header fields of each request; tests can add to them.
    public var fields: [(name: String, value: String)] = []
    /// The stored cookies by name, without their attributes.
    public internal(set) var cookies: [String: String] = [:]
    /// The responses to the last request and its redirects, in order, except those of ``send(_:)``.
    public private(set) var replies: [Reply] = []
    package let line: Line
    private var shown: RenderedPage?
    private var earlier: [RenderedPage] = []
    /// Edited values of fields; `nil` for a checkbox that was unchecked.
    private var typed: [String: String?] = [:]
    private var chosen: [String: MultipartEncoding.File] = [:]

    /// - Parameter wire: the transport to the site.
    public init(_ wire: Wire) { line = Line(wire) }

    /// Runs `body` twice with a visitor and new apps: in memory, then over a socket.
    ///
    /// - Throws: an error of the server, or any error of `body`.
    public static func each(
        apps: () -> [HostedApplication], intercepting interceptors: [Interceptor] = [],
        _ body: (Visitor) async throws -> Void
    ) async throws {
        for transport in Transport.allCases {
            try await transport.serve(apps(), intercepting: interceptors) { try await body(Visitor($0)) }
        }
    }

    /// The current page.
    ///
    /// - Throws: ``VisitorError`` before the first visit.
    public var page: RenderedPage {
        get throws {
            guard let shown else { throw VisitorError("No page is open; visit one first.") }
            return shown
        }
    }

    // MARK: - Navigation

    /// Opens a path of the site, as if typed into the address bar.
    @discardableResult
    public func visit(_ url: String) async throws -> RenderedPage {
        try await open(Call("GET", url), site: "none")
    }

    /// Follows the link with this title.
    @discardableResult
    public func follow(_ title: String) async throws -> RenderedPage {
        let page = try self.page
        guard let link = page.links.first(where: { $0.title == title }) else {
            throw VisitorError("No link “\(title)” on \(page.url). The links are \(page.links.map(\.title)).")
        }
        return try await open(Call("GET", link.target), site: "same-origin")
    }

    /// Follows the link with this title to a download, as a browser does that saves it: the page stays open.
    ///
    /// - Throws: ``VisitorError`` if there is no such link, or if the final status is not 200.
    public func download(_ title: String) async throws -> Reply {
        let page = try self.page
        guard let link = page.links.first(where: { $0.title == title }) else {
            throw VisitorError("No link “\(title)” on \(page.url). The links are \(page.links.map(\.title)).")
        }
        let accept = (name: "Accept", value: "text/html,application/xhtml+xml;q=0.9,*/*;q=0.8")
        let reply = try await send(Call("GET", link.target, fields: [accept, ("Sec-Fetch-Site", "same-origin")]))
        guard reply.status == 200 else { throw VisitorError("\(link.target) responded with status \(reply.status).") }
        return reply
    }

    /// Returns to the previous page without a request, like a browser's back-forward cache, but without typed text.
    @discardableResult
    public func back() throws -> RenderedPage {
        guard let page = earlier.popLast() else { throw VisitorError("There is no page to go back to.") }
        shown = page
        (typed, chosen) = ([:], [:])
        return page
    }

    /// Reloads the page with a GET of its URL; typed text is lost.
    @discardableResult
    public func reload() async throws -> RenderedPage {
        let url = try page.url
        earlier.append(try page)
        defer { _ = earlier.popLast() }
        let page = try await open(Call("GET", url), site: "none")
        _ = earlier.popLast()
        return page
    }

    // MARK: - Forms and clicks

    /// Types `text` into the field with this label.
    public func fill(_ label: String, with text: String) throws {
        let page = try self.page
        let field = try page.field(label)
        guard field.options.isEmpty, field.kind != "checkbox" else {
            throw VisitorError("“\(label)” on \(page.url) is not a text field; use select or check.")
        }
        typed[field.name] = text
    }

    /// Selects the choice with the title `option` in the menu or radio group with this label.
    public func select(_ option: String, in label: String) throws {
        let field = try page.field(label)
        guard let found = field.options.first(where: { $0.title == option }) else {
            throw VisitorError("No choice “\(option)” in “\(label)”. The choices are \(field.options.map(\.title)).")
        }
        typed[field.name] = found.value
    }

    /// Checks or unchecks the checkbox with this label.
    public func check(_ label: String, _ isTicked: Bool = true) throws {
        let field = try page.field(label)
        guard field.kind == "checkbox" else { throw VisitorError("“\(label)” is not a checkbox.") }
        typed[field.name] = .some(isTicked ? field.value : nil)
    }

    /// Chooses a file for the file input with this label.
    public func attach(_ name: String, type: String = "image/png", _ content: [UInt8], to label: String) throws {
        let page = try self.page
        guard let field = page.fields.first(where: { $0.label == label && $0.kind == "file" }) else {
            throw VisitorError("No file field “\(label)” on \(page.url). The fields are \(page.fields.map(\.label)).")
        }
        typed[field.name] = name
        chosen[field.name] = MultipartEncoding.File(name: name, type: type, content: content)
    }

    /// Clicks the element with this label: a button, a row, a tab or an item of the bar.
    ///
    /// - Throws: ``VisitorError`` if no button or several with different actions or forms match, if a required field is
    ///   empty and the button validates, or if a typed text is too long.
    @discardableResult
    public func click(
        _ label: String, in row: String? = nil, at place: RenderedPage.Place? = nil
    ) async throws -> RenderedPage {
        try await click(try page.button(label, in: row, at: place))
    }

    /// Clicks the button that sends the form; equivalent to ``click(_:in:at:)``.
    @discardableResult
    public func submit(_ label: String) async throws -> RenderedPage { try await click(label) }

    /// Presses Enter in the page's first field, which activates its form's first button (HTML §4.10.22.2).
    @discardableResult
    public func pressEnter() async throws -> RenderedPage {
        let page = try self.page
        guard let field = page.fields.first, let button = page.buttons.first(where: { $0.form == field.form }) else {
            throw VisitorError("Enter does nothing on \(page.url): \(page.described).")
        }
        return try await click(button)
    }

    /// Clicks a button of the current page.
    @discardableResult
    public func click(_ button: RenderedPage.Button) async throws -> RenderedPage {
        try await open(try call(for: button), site: "same-origin")
    }

    /// The request that a click on `button` would send.
    ///
    /// - Throws: ``VisitorError`` if a required field is empty and `button` validates, or if a typed text is too long.
    public func call(for button: RenderedPage.Button) throws -> Call {
        let page = try self.page
        if let target = button.target { return Call("GET", target) }
        let form = page.forms[button.form]
        var values = form.hidden
        var files: [(name: String, file: MultipartEncoding.File?)] = []
        for field in page.fields where field.form == button.form {
            let sent = typed[field.name] ?? (field.isSent ? field.value : nil)
            if button.validates, field.isRequired, sent?.isEmpty ?? true {
                throw VisitorError("“\(field.label)” is required but empty.")
            }
            guard let value = sent else { continue }
            if let most = field.maximumLength, typed[field.name] != nil, value.utf16.count > most {
                throw VisitorError("“\(field.label)” accepts at most \(most) characters.")
            }
            if form.isMultipart, field.kind == "file" {
                files.append((field.name, chosen[field.name]))
            } else if !field.parts.isEmpty {
                let parts = DateParts(value)
                for (part, _) in field.parts.compactMap(DateParts.Part.named) {
                    values.append((part.name(in: field.name), parts[part]))
                }
            } else {
                values.append((field.name, value))
            }
        }
        if form.isQuery {
            return Call("GET", "\(form.target)?\(String(decoding: FormEncoding.bytes(of: values), as: UTF8.self))")
        }
        values.append((WireName.action, button.action))
        if form.isMultipart {
            let type = (name: "Content-Type", value: MultipartEncoding.type)
            return Call("POST", form.target, fields: [type], body: MultipartEncoding.bytes(of: values, files: files))
        }
        let type = (name: "Content-Type", value: "application/x-www-form-urlencoded")
        return Call("POST", form.target, fields: [type], body: FormEncoding.bytes(of: values))
    }

    // MARK: - Requests

    /// Sends one request with this visitor's cookies, without following redirects.
    public func send(_ call: Call) async throws -> Reply {
        let reply = try await line.reply(to: withOwnFields(call))
        for cookie in reply.values(of: "set-cookie") { keep(cookie) }
        return reply
    }

    /// Adds the visitor's own fields and cookies to a request.
    func withOwnFields(_ call: Call) -> Call {
        var call = call
        // A client does not send the fragment (RFC 9110 §7.1).
        call.target = String(call.target.prefix { $0 != "#" })
        call.fields = fields + call.fields
        if !cookies.isEmpty {
            let pairs = cookies.sorted { $0.key < $1.key }.map { $0.key + "=" + $0.value }
            call.fields.append(("Cookie", pairs.joined(separator: "; ")))
        }
        return call
    }

    /// Sends a request and follows its 303 redirects, each with a GET.
    func follow(_ call: Call) async throws -> (reply: Reply, url: String) {
        var call = call
        replies = []
        for _ in 0..<10 {
            let reply = try await send(call)
            replies.append(reply)
            guard reply.status == 303 else { return (reply, call.target) }
            guard let location = reply["location"] else { throw VisitorError("The 303 response has no Location.") }
            let accepted = call.fields.filter { $0.name == "Accept" || $0.name == "Sec-Fetch-Site" }
            call = Call("GET", try path(of: location), fields: accepted)
        }
        throw VisitorError("Redirected ten times, last to \(call.target).")
    }

    /// The path and query of a URL of this site.
    func path(of url: String) throws -> String {
        let url = String(url.prefix { $0 != "#" })
        if url.hasPrefix("/"), !url.hasPrefix("//") { return url }
        let origin = line.wire.origin
        let path = url.dropFirst(origin.count)
        guard url.hasPrefix(origin), path.isEmpty || path.hasPrefix("/") else {
            throw VisitorError("\(url) is not on this site.")
        }
        return path.isEmpty ? "/" : String(path)
    }

    private func open(_ call: Call, site: String) async throws -> RenderedPage {
        var call = call
        call.fields += [("Accept", "text/html,application/xhtml+xml;q=0.9,*/*;q=0.8"), ("Sec-Fetch-Site", site)]
        let (reply, url) = try await follow(call)
        let page = try RenderedPage(reply, url: url)
        if let shown { earlier.append(shown) }
        shown = page
        (typed, chosen) = ([:], [:])
        return page
    }

    private func keep(_ cookie: String) {
        let parts = cookie.split(separator: ";").map { $0.drop { $0 == " " } }
        guard let pair = parts.first?.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false),
            pair.count == 2
        else { return }
        let isDeleted = parts.dropFirst().contains { $0.lowercased() == "max-age=0" }
        cookies[String(pair[0])] = isDeleted ? nil : String(pair[1])
    }

    /// Deletes all cookies, like a different browser.
    public func forgetCookies() { cookies = [:] }

    /// Copies the cookies of another visitor, like a second tab of the same browser.
    public func shareCookies(of other: Visitor) { cookies = other.cookies }
}
