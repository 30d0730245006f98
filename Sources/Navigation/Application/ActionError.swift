import Responders

/// The reasons why an action was not performed.
package enum ActionError: Error, CustomStringConvertible {
    /// A class used so far handles the action, but the screen does not offer it, or not with these values.
    case notOffered(String)
    /// No class used so far handles the action.
    case unknown(String)
    /// No responder performed the action, usually because an override of `perform` returned false.
    case unhandled(String, [ChainTrace.Entry])

    /// The action; for ``unhandled(_:_:)`` also the responders that were tried.
    package var description: String {
        switch self {
        case .notOffered(let name): "The screen does not offer `\(name)` with these values."
        case .unknown(let name): "No class handles `\(name)`."
        case .unhandled(let name, let chain):
            "No responder performed `\(name)`; tried: \(chain.map(\.name).joined(separator: " → "))."
        }
    }
}

extension ActionError {
    /// No responder from `start` upwards performed the action, which was not traced.
    static func unhandled(_ name: String, _ action: any Action, from start: Responder) -> ActionError {
        let action = ObjectIdentifier(type(of: action))
        let asked = start.chain.map {
            ChainTrace.Entry(name: $0.table.typeName, disposition: .none, action: action)
        }
        return .unhandled(name, asked)
    }
}
