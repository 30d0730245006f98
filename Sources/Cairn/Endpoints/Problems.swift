import Hypermedia
import NavigationKit
import Sessions

/// Problem details (RFC 9457) of the server's errors.
extension ProblemDetails {
    static func cairn(
        _ name: String, _ status: Int, _ title: String, _ detail: String, _ extensions: [(String, JSONValue)] = []
    ) -> ProblemDetails {
        ProblemDetails(
            type: "urn:cairn:problem:" + name, title: title, status: status, detail: detail, instance: nil,
            extensions: extensions)
    }

    /// A problem whose texts are not translated: usually only the author of a client or of the app can act on them.
    static func ofClient(
        _ name: String, _ status: Int, _ title: String, _ detail: String, _ extensions: [(String, JSONValue)] = []
    ) -> ProblemDetails {
        var problem = cairn(name, status, title, detail, extensions)
        problem.isEnglish = true
        return problem
    }

    /// - Parameter path: the URL path of the longest valid prefix of the location.
    static func noScreen(nearest path: String) -> ProblemDetails {
        cairn("no-such-screen", 404, noPage.title, noPage.advice, [("longestValidPrefix", .string(path))])
    }

    /// No app and no file of the site has this path.
    static var noApp: ProblemDetails { cairn("not-found", 404, noPage.title, noPage.advice) }

    private static var noPage: (title: String, advice: String) {
        (
            localized("This page does not exist"),
            localized("The address may be mistyped, or what it showed is gone.")
        )
    }

    static func methodNotAllowed(_ method: String) -> ProblemDetails {
        ofClient(
            "method-not-allowed", 405, "This method is not supported here",
            "\(method) is not supported here; the Allow field lists the supported methods.")
    }

    static func endedFlow(path: String) -> ProblemDetails {
        cairn(
            "ended-flow", 410, localized("This step is already complete"),
            localized("You have finished this step, so it cannot be opened again. Go on from where you are now."),
            [("onward", .string(path))])
    }

    static var busy: ProblemDetails {
        cairn(
            "busy", 503, localized("Please wait a moment"),
            localized("Your earlier actions are still being processed. Try again in a second."))
    }

    static var cannotKeep: ProblemDetails {
        cairn(
            "cannot-keep", 503, localized("This cannot be saved now"),
            localized(
                """
                Your last action could not be saved, so you are back where you were. Messages that it sent to \
                others may have arrived. Try again later.
                """)
        )
    }

    static var cannotLoad: ProblemDetails {
        cairn(
            "cannot-load", 503, localized("Your session cannot be loaded now"),
            localized("The server could not read your session. Nothing was changed. Try again in a few seconds."))
    }

    static var cannotLoadFile: ProblemDetails {
        cairn(
            "cannot-load", 503, localized("Your file cannot be read now"),
            localized(
                """
                The server could not read the file that you sent before. Nothing was changed. Go back, and try \
                again in a few seconds.
                """))
    }

    static var noRoomForSession: ProblemDetails {
        cairn(
            "no-room", 503, localized("There is no space for your session"),
            localized(
                "Your network already uses all of its space for sessions, so your session is unchanged. Try again later."
            ))
    }

    static var tooManyStreams: ProblemDetails {
        ofClient(
            "too-many-streams", 503, "Too many pages are watched now", "Request the page itself, or try again later.")
    }

    static var noRoom: ProblemDetails {
        cairn(
            "no-room", 503, localized("The file cannot be stored now"),
            localized("There is no space for your file. Nothing was changed. Try again later, or with a smaller file."))
    }

    static var changedMeanwhile: ProblemDetails {
        ofClient(
            "changed-meanwhile", 412, "The page has changed",
            "The current page does not meet the If-Match or If-None-Match condition. "
                + "Fetch it again, then repeat the request.")
    }

    static var tookTooLong: ProblemDetails {
        cairn(
            "took-too-long", 503, localized("This took too long"),
            localized(
                "The request did not finish in time and was stopped. Check whether it took effect before you try again."
            ))
    }

    static var loadTookTooLong: ProblemDetails {
        cairn(
            "took-too-long", 503, localized("This takes too long at the moment"),
            localized("The data of this page did not arrive in time. Nothing was changed. Try again in a few seconds."))
    }

    /// - Parameter reference: the reference of the log line.
    static func cannotShow(_ reference: Reference) -> ProblemDetails {
        cairn(
            "cannot-show", 500, localized("Something went wrong on our side"),
            localized(
                "Nothing was changed. Please try again; if it happens again, quote the reference \(reference.description)."
            ),
            [("reference", .string(reference.description))])
    }

    /// - Parameter reference: the reference of the log line.
    static func performedButTooLarge(_ reference: Reference) -> ProblemDetails {
        cairn(
            "cannot-show", 500, localized("Something went wrong on our side"),
            localized(
                """
                Your action was performed, but the page after it is too large to show. Do not repeat the action; \
                quote the reference \(reference.description).
                """),
            [("reference", .string(reference.description))])
    }

    /// Adds diagnostics for a failed responder look-up: the responder type that was not found, and the responder chain.
    /// Both name types and contain no data of visitors.
    static func cannotShow(because error: any Error, _ reference: Reference) -> ProblemDetails {
        guard case ResponderError.notFound(let type, let chain)? = error as? ResponderError else {
            return cannotShow(reference)
        }
        let responders = chain.split(separator: " → ").map { JSONValue.string(String($0)) }
        return cairn(
            "cannot-show", 500, localized("Something went wrong on our side"),
            "\(error) The log entry has the reference \(reference).",
            [
                ("reference", .string(reference.description)), ("missing", .string(type)),
                ("chain", .array(responders)),
            ])
    }

    /// The problem for an error that has an alert.
    ///
    /// - Parameter url: the URL of the page with the alert; `nil` if there is no such page.
    static func presented(_ error: any PresentableError, at url: String?) -> ProblemDetails {
        let alert = error.alert
        let link = url.map { url in
            JSONValue.object([("rel", .array([.string("urn:cairn:present")])), ("href", .string(url))])
        }
        return cairn(
            "alert", error.clientErrorCode, alert.title, alert.message,
            link.map { [("links", .array([$0]))] } ?? [])
    }

    static var nothingThere: ProblemDetails {
        cairn(
            "not-found", 404, localized("There is no such page"),
            localized("The page or item that you asked for does not exist, or no longer exists."))
    }

    static var crossSite: ProblemDetails {
        cairn(
            "cross-site", 403, localized("This form was sent by another site"),
            localized("It was not accepted, to protect you. Open the page on this site and press the button there."))
    }

    static var noAction: ProblemDetails {
        ofClient(
            "no-action", 400, "The request has no action",
            "Send action=NAME in the body, as the page's buttons and the Siren actions do.")
    }

    static func malformedBody(_ detail: String) -> ProblemDetails {
        ofClient("malformed-body", 400, "The form cannot be read", detail)
    }

    static func tooLarge(_ error: BodyError) -> ProblemDetails {
        cairn(
            "too-large", 413, localized("That is too large to send"),
            localized("Go back, choose a smaller file or shorten the text, and send it again."),
            [("reason", .string(error.description))])
    }

    static func unsupportedBody(_ type: String) -> ProblemDetails {
        ofClient(
            "unsupported-body", 415, "The form cannot be read",
            "The media type \"\(type)\" is not supported; send application/x-www-form-urlencoded, application/json, or "
                + "multipart/form-data with files.")
    }

    static var codedBody: ProblemDetails {
        ofClient(
            "coded-body", 415, "The form cannot be read",
            "Compressed bodies are not supported; send the body without Content-Encoding.")
    }

    /// - Parameter page: the page with the form. The problem also lists its uploaded files.
    static func invalidInput(_ input: InvalidInput, on page: Page) -> ProblemDetails {
        let errors = input.problems.map { problem in
            JSONValue.object([("name", .string(problem.field)), ("detail", .string(problem.message))])
        }
        return cairn(
            "invalid-input", 422, localized("Please check what you typed"),
            input.problems.map(\.message).joined(separator: " "), [("errors", .array(errors))] + page.kept)
    }

    static func staleOffer(_ action: String, _ page: Page) -> ProblemDetails {
        cairn(
            "stale-offer", 409, localized("The page has changed"),
            localized("What you chose is not available here, or not with these values. Nothing was done."),
            [(WireName.action, .string(action)), ("offered", page.offered), (WireName.at, page.atValue)] + page.kept)
    }

    static func mayBeDone(_ action: String, _ page: Page) -> ProblemDetails {
        cairn(
            "outcome-unknown", 409, localized("This may have been done"),
            localized(
                """
                Your earlier request was interrupted, so this may have been done. Check before you send it again \
                from the linked page.
                """),
            [(WireName.action, .string(action)), ("offered", page.offered), (WireName.at, page.atValue)] + page.kept)
    }

    static func unknownAction(_ action: String, _ page: Page) -> ProblemDetails {
        cairn(
            "unknown-action", 404, localized("There is no such action"),
            localized("This app does not know what you asked for. Nothing was done; this is the page as it is now."),
            [(WireName.action, .string(action)), ("offered", page.offered)])
    }

    /// - Parameter chain: the responders of the chain, for diagnostics; `nil` leaves them out.
    static func unhandledAction(_ action: String, _ chain: [ActionOutcome.Step]?) -> ProblemDetails {
        let responders = chain.map { [("chain", JSONValue.array($0.map { .string($0.name) }))] } ?? []
        return cairn(
            "unhandled-action", 409, localized("That did not work"),
            localized("This button does not work here at the moment. Nothing was changed."),
            [(WireName.action, .string(action))] + responders)
    }
}

extension ProblemDetails {
    /// Returns the problem with `sentence` appended to its detail.
    func adding(_ sentence: String) -> ProblemDetails {
        var problem = self
        problem.detail = detail.map { $0 + " " + sentence } ?? sentence
        return problem
    }
}

extension Page {
    /// The tokens of the actions that the page offers.
    fileprivate var offered: JSONValue { .array(screen.actions.map { .string($0.words.token) }) }

    fileprivate var atValue: JSONValue { .string(atText) }

    /// The earlier uploads in the form: each field's name, and the value to send in place of the file.
    fileprivate var kept: [(String, JSONValue)] {
        let files = screen.keptFiles.map { file in
            JSONValue.object([("name", .string(file.name)), ("value", .string(file.value))])
        }
        return files.isEmpty ? [] : [("kept", .array(files))]
    }
}

extension Notice {
    static var stateGone: String {
        localized("This is the page as it is now; the earlier one is no longer kept.")
    }

    static var forgotten: String { localized("Your earlier session has ended. You can continue from here.") }
}
