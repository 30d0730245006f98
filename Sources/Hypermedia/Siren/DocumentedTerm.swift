/// A link relation (RFC 8288 §2.1.2) or a problem type (RFC 9457 §3.1.1) of Cairn's own, and its meaning.
///
/// Documents name it by its URN; a page at ``path`` is about it.
package struct DocumentedTerm: Sendable {
    /// The name in documents, such as `urn:cairn:tab` or `urn:cairn:problem:stale-offer`.
    package let urn: String
    /// The root-relative URL of the page about it, such as `/cairn/rels/tab`.
    package let path: String
    /// The meaning in a sentence.
    package let meaning: String

    private static func relation(_ name: String, _ meaning: String) -> DocumentedTerm {
        DocumentedTerm(urn: "urn:cairn:" + name, path: "/cairn/rels/" + name, meaning: meaning)
    }

    private static func problem(_ name: String, _ meaning: String) -> DocumentedTerm {
        DocumentedTerm(urn: problemURN + name, path: problemPath + name, meaning: meaning)
    }

    private static let problemURN = "urn:cairn:problem:"
    private static let problemPath = "/cairn/problems/"

    /// Returns the root-relative URL of the page about a problem type; `nil` for a type that is not Cairn's own.
    package static func path(ofProblem type: String) -> String? {
        type.hasPrefix(problemURN) ? problemPath + type.dropFirst(problemURN.count) : nil
    }

    /// Returns the term whose page has this path.
    package static func at(_ path: String) -> DocumentedTerm? { byPath[path] }

    private static let byPath = Dictionary((relations + problems).map { ($0.path, $0) }) { first, _ in first }

    /// The link relations, by name.
    package static let relations: [DocumentedTerm] = [
        relation("app", "The first screen of the app."),
        relation("button", "An action that shares its name with another one of the entity; its title differs."),
        relation("discard", "The same request, which then also removes typed text."),
        relation("element", "An element of the app's own, with its name and its values."),
        relation("gauge", "A value within a known range: value, min, max, its unit, and its text for people."),
        relation("image", "A picture that is a part of the content, with its text alternative as the title."),
        relation("index", "The list of the apps of this server."),
        relation(
            "instead", "The screen that a guard shows in place of the one that was asked for, such as a login."),
        relation("link", "Another page: a screen of the app, or a page of another site."),
        relation("map", "A part of the globe, by its edges in degrees; the rows that follow are its places."),
        relation("nearest", "The screen of the longest part of the address that exists."),
        relation("onward", "The screen to continue with after a flow has ended."),
        relation("pager", "The current page of a list, with its neighbours as next and prev."),
        relation("pane", "One of several parts of the screen side by side, with its own content and actions."),
        relation("present", "The screen as it is now, after a request that was refused or ended in an alert."),
        relation("progress", "The progress of a task: value, if it is known, and max."),
        relation("query", "The same screen with another query, such as another order or filter."),
        relation("route", "A resource of the app that is no screen, such as a download."),
        relation("screen", "The screen at the top of the stack."),
        relation("stack", "The routes of the stack that the screen is on, which can be replaced."),
        relation("tab", "A tab of the app; its action selects it."),
        relation("table", "A table: columns, rows of texts, and typedRows with the values for programs."),
    ]

    /// The problem types, by name.
    package static let problems: [DocumentedTerm] = [
        problem(
            "alert",
            "The action or the screen ended in an alert: the title and detail are its texts, and a link leads to the page."
        ),
        problem("alert-shown", "The stack cannot be changed while the screen shows an alert; dismiss it first."),
        problem("busy", "Too many actions wait for this session. Nothing was done; send the request again later."),
        problem("cannot-keep", "The session cannot be stored. Send the request again later."),
        problem("cannot-load", "The session or a file cannot be read now. Send the request again later."),
        problem("cannot-show", "An unexpected error; the reference is also in the log of the server."),
        problem(
            "changed-meanwhile",
            "The condition of the request, such as If-Match, does not hold; the ETag field has the present tag."),
        problem("coded-body", "The body has a content coding; send it without compression."),
        problem("cross-site", "A page of another origin sent the request; nothing was done."),
        problem("empty-stack", "A stack has at least one route."),
        problem("ended-flow", "The flow of this address has ended, as after a payment; a link leads onward."),
        problem("invalid-input", "Some fields are not valid: errors has the name and the message of each."),
        problem("invalid-request", "The route cannot use this request; the detail has the reason."),
        problem("malformed-body", "The body cannot be parsed; the detail has the place."),
        problem("malformed-dry-run", "The value of Cairn-Dry-Run is not valid."),
        problem("method-not-allowed", "The resource has no such method; the Allow field lists those that it has."),
        problem("no-action", "The body of a POST names no action."),
        problem("no-dry-run", "This server does not explain actions to this client."),
        problem("no-entry", "The stack has no route with this number."),
        problem("no-room", "There is no room for the file or the session now. Send the request again later."),
        problem("no-stack", "The screen at this address is on no stack."),
        problem(
            "no-such-route",
            "A route of the stack does not exist, or an address cannot show it: index is its number."),
        problem("no-such-screen", "The address names no screen: longestValidPrefix is the part of it that does."),
        problem("not-found", "There is no such page or item."),
        problem(
            "outcome-unknown",
            "An earlier request of the same press was interrupted, so it may have been done; look before sending it again."
        ),
        problem(
            "refused-route",
            "A guard refuses a route of the stack: index is its number, and a link leads to the screen in its place."),
        problem("root-stays", "The root of a stack cannot be removed."),
        problem("route-refused", "The guards of the location that the route requires refuse this session."),
        problem(
            "stale-offer",
            "The screen does not offer the action, or not with these values: offered has the actions that it offers."),
        problem("stale-stack", "The version of the stack is not kept, or its history policy refuses the change."),
        problem("too-deep", "The stack would have more routes than its limit."),
        problem("too-large", "The body is larger than the limit."),
        problem("too-many-requests", "The app accepts no more requests now; Retry-After has the seconds to wait."),
        problem("too-many-streams", "Too many event streams are open; Retry-After has the seconds to wait."),
        problem(
            "took-too-long",
            "A handler or the data of a page took too long; the detail says whether something was changed."),
        problem("unhandled-action", "No responder handles the action now. Nothing was changed."),
        problem("unknown-action", "The app has no such action: offered has those of the screen."),
        problem("unknown-host", "The server does not serve this host."),
        problem(
            "unsaved-changes",
            "The change would remove typed text: indices has the routes, and a link removes it all the same."),
        problem("unsupported-body", "The media type of the body is not supported."),
    ]
}
