/// A diagnostic: a programming error found at run time. It is logged at most once and never shown to a visitor.
/// Later versions can add cases, so a `switch` needs an `@unknown default`.
public enum Diagnostic: Hashable, Sendable, CustomStringConvertible {
    /// A screen contains an action that no responder in its chain has a handler for; it is not offered.
    case unhandledAction(String, chain: String)
    /// A program sent an action that no responder in the chain performs.
    case unhandled(String, last: String, chain: String)
    /// An action whose values cannot be encoded as text.
    case unwritableAction(String, chain: String)
    /// A button with a confirmation whose action has a password or a file: neither is kept until the answer.
    case unconfirmableAction(String, chain: String)
    /// Two fields of one screen have the same name.
    case repeatedField(String, chain: String)
    /// A field that no action of its form uses: its text is lost.
    case unusedField(String, chain: String)
    /// A pattern that is not a regular expression, that uses syntax which the server does not support, or that is too
    /// large: no text matches it.
    case unreadablePattern(String, field: String, chain: String)
    /// Two views send the same encoded action to different responders; only the first view's action is offered.
    case repeatedOffer(String, chain: String)
    /// Two handlers of one class are declared for the same action.
    case repeatedHandler(String, type: String)
    /// A route whose segment does not parse back to it.
    case ambiguousSegment(String, route: String)
    /// A controller that was added to a screen that already contains it.
    case repeatedChild(String, chain: String)
    /// A controller that cannot be embedded in a screen.
    case misplacedChild(String, chain: String)
    /// The chain of `next` contains a cycle or is too long.
    case cycle(chain: String)
    /// A location was refused by a guard; when the guard permitted it later, opening it threw an unexpected error.
    case unopenedLocation(String, error: String, container: String)
    /// A value of a ``Saved`` property that cannot be stored: when the session is restored, the property has its
    /// default value.
    case unstoredValue(String, error: String)
    /// A route beside the screens that no request can reach as it is declared.
    case invalidRoute(String, reason: String)
    /// Two routes of an app have the same method and path; only the first is used.
    case repeatedRoute(String)
    /// A route beside the screens has the path of a location, whose screen visitors cannot open.
    case routeHidesLocation(String, location: String)
    /// The handler of a route changed a ``Saved`` value of the application. Routes only read the session, so the change
    /// is lost.
    case savedByRoute(String)
    /// A name in the query of a location that several ``Query`` values of one screen have, or that is the server's own.
    case ambiguousQuery(String, isReserved: Bool, chain: String)
    /// An element of the app's own wrote markup that is not allowed; that part of it is left out.
    case invalidMarkup(String, element: String, chain: String)
    /// A background task was started or cancelled outside of a handler, such as in a view or while a controller loads;
    /// nothing was started or cancelled.
    case misplacedTask(String, chain: String)

    /// The error, the place where it occurs, and usually the correction.
    public var description: String {
        switch self {
        case .unhandledAction(let action, let chain):
            "Not offered: no responder handles \(action) in the chain \(chain). Add a handler to one of them."
        case .unhandled(let action, let last, let chain):
            "Unhandled action: \(action), last responder: \(last). Add a handler to a responder of the chain \(chain)."
        case .unwritableAction(let action, let chain):
            "Not offered: the values of \(action) cannot be encoded as text (\(chain)). Use numbers, strings and structs of them."
        case .unconfirmableAction(let action, let chain):
            "\(action) cannot be confirmed, because it has a password or a file (\(chain)). Ask on a screen of its own instead."
        case .repeatedField(let name, let chain):
            "Two fields of one screen have the name \(name) (\(chain)). Give each field its own name."
        case .unusedField(let name, let chain):
            "No action of the form uses the field \(name) (\(chain)). Give it the name of the property that it fills."
        case .unreadablePattern(let pattern, let field, let chain):
            "The pattern \"\(pattern)\" of the field \(field) cannot be parsed (\(chain)), so no text matches it. See Pattern for the supported syntax."
        case .repeatedOffer(let action, let chain):
            "\(action) is offered twice on one screen, to different responders (\(chain)). Add a value to the action that distinguishes the two."
        case .repeatedHandler(let action, let type):
            "\(type) has two handlers for \(action); only the first is used. Remove the other."
        case .ambiguousSegment(let segment, let route):
            "The segment \"\(segment)\" of \(route) is parsed as another route or as none. Return a segment that init(segment:) parses as the same route."
        case .repeatedChild(let child, let chain):
            "\(child) was added twice to the same controller (\(chain)); the second call had no effect. Add it once, where the controller is built."
        case .misplacedChild(let child, let chain):
            "\(child) cannot be a child here (\(chain)): it is a container, already has a place by its route, or is nested too deeply. Give it a route here."
        case .unopenedLocation(let path, let error, let container):
            "\(container) cannot show \(path), which its guard permitted: \(error)"
        case .unstoredValue(let name, let error):
            "The value of @Saved \(name) is lost when its session is stored. \(error)"
        case .invalidRoute(let route, let reason): "The route \(route) is not usable. \(reason)"
        case .repeatedRoute(let route):
            "The route \(route) was added twice; only the first is used. Remove the other, or give it another path."
        case .routeHidesLocation(let route, let location):
            "The route \(route) hides the screen at \(location). Give the route another path."
        case .savedByRoute(let route):
            "The route \(route) changed a @Saved value of the application, which is lost. Change it in the handler of an action."
        case .ambiguousQuery(let name, let isReserved, let chain):
            isReserved
                ? "The query name \(name) is the server's own (\(chain)). Rename the property."
                : "Two values of one screen have the query name \(name) (\(chain)). Rename one of the properties."
        case .invalidMarkup(let problem, let element, let chain):
            "The HTML of \(element) is incomplete: \(problem) (\(chain)). Write only permitted elements, attributes and nesting."
        case .misplacedTask(let function, let chain):
            "\(function) was called outside of a handler and had no effect (\(chain)). Call it in the handler of an action."
        case .cycle(let chain):
            "The responder chain has a cycle: \(chain). An override of `next` returns an earlier responder."
        }
    }
}

/// A responder that reports the diagnostics of its chain: the window, and the application for responders outside of the
/// window.
package protocol DiagnosticReporter: Responder {
    /// Keeps a diagnostic until it can be reported.
    func note(_ diagnostic: Diagnostic)
}
