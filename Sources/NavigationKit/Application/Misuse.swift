/// A diagnostic: a programming error found at run time. It is logged once and never shown to a visitor.
public enum Misuse: Hashable, Sendable, CustomStringConvertible {
    /// A screen has a button for an action that no responder in its chain performs; the action is not offered.
    case nobodyPerforms(String, chain: String)
    /// A program sent an action that no responder in the chain performs.
    case unhandled(String, last: String, chain: String)
    /// An action whose values cannot be encoded as words.
    case unwritableAction(String, chain: String)
    /// Two fields of one screen have the same name.
    case repeatedField(String, chain: String)
    /// A field that no action of its form uses: its text is lost.
    case unusedField(String, chain: String)
    /// A pattern that is not a regular expression, or that uses syntax which the server does not support: no text
    /// matches it.
    case unreadablePattern(String, field: String, chain: String)
    /// Two views with responders of their own offer the same encoded action; only the first one is offered.
    case repeatedOffer(String, chain: String)
    /// Two handlers of one class are declared for the same action.
    case repeatedHandler(String, type: String)
    /// A route whose segment does not parse back to it.
    case ambiguousSegment(String, route: String)
    /// A controller that was added to a screen that already contains it.
    case repeatedChild(String, chain: String)
    /// A controller that cannot be embedded in a screen.
    case misplacedChild(String, chain: String)
    /// The chain of `next` contains a cycle.
    case cycle(chain: String)
    /// A location that a guard permitted later could not be opened.
    case unopenedLocation(String, error: String, container: String)

    /// The error, the class or responder chain where it occurs, and the correction.
    public var description: String {
        switch self {
        case .nobodyPerforms(let action, let chain):
            "Not offered: nobody performs \(action) in the chain \(chain). Add a handler to one of them."
        case .unhandled(let action, let last, let chain):
            "Unhandled action: \(action), last responder: \(last). It was sent by \(chain); add a handler to one of them."
        case .unwritableAction(let action, let chain):
            "Not offered: the values of \(action) cannot be written as words (\(chain)). Use numbers, texts and structs of them."
        case .repeatedField(let name, let chain):
            "Two fields are called \(name) on one screen (\(chain)). Give each its own name."
        case .unusedField(let name, let chain):
            "No action of the form takes the field \(name) (\(chain)). Name it as the property that it fills."
        case .unreadablePattern(let pattern, let field, let chain):
            "The pattern \"\(pattern)\" of the field \(field) cannot be read (\(chain)), so no text matches it. See Pattern for what can."
        case .repeatedOffer(let action, let chain):
            "\(action) is offered twice on one screen, to different responders (\(chain)). Give the action a value that tells them apart."
        case .repeatedHandler(let action, let type):
            "\(type) has two handlers for \(action); the first one wins. Remove the other."
        case .ambiguousSegment(let segment, let route):
            "The segment \"\(segment)\" of \(route) is read as another route or as none. Print one for each route that init(segment:) reads back."
        case .repeatedChild(let child, let chain):
            "\(child) was added twice to the same controller (\(chain)); the second time did nothing. Add it once, where the controller is built."
        case .misplacedChild(let child, let chain):
            "\(child) cannot be a child here (\(chain)): it is a container, stands elsewhere by its route, or is too deep. Give it a route."
        case .unopenedLocation(let path, let error, let container):
            "\(container) cannot show \(path), which its guard has permitted: \(error)"
        case .cycle(let chain):
            "The responder chain does not end: \(chain). An override of `next` leads back into it."
        }
    }
}
