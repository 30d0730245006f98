public import Topics

/// A value that sessions on all nodes share. It changes only by the events of a ``SharedLog``.
///
/// ```swift
/// struct Guestbook: SharedState, Codable {
///     enum Event: Codable, Sendable { case signed(String) }
///
///     var names: [String] = []
///
///     mutating func apply(_ event: Event) {
///         switch event {
///         case .signed(let name): names = (names + [name]).suffix(1_000)
///         }
///     }
/// }
/// ```
///
/// All nodes apply the same events in the same order, so ``apply(_:)`` must depend on nothing but the value and the
/// event: no clock, no random numbers, no hash order. Put such input into the event. Bound the value, as above: its
/// checkpoint can have at most 16 MiB.
///
/// Later versions of a program read earlier events and checkpoints. Add cases and optional properties, but do not remove
/// or rename any.
public protocol SharedState: Sendable {
    /// A change. Encoded, the events of one update can have at most 64 KiB.
    associatedtype Event: Codable & Sendable
    /// The whole stored value, which replaces its events in the log now and then. By default the value itself.
    associatedtype Checkpoint: Codable & Sendable = Self

    /// Makes the change. It cannot fail: a change that is not allowed is refused before it becomes an event.
    mutating func apply(_ event: Event)

    /// The topics that the event has changed, for the open pages that watch them; none by default. Called after
    /// ``apply(_:)``, on each node.
    func topics(changedBy event: Event) -> [Topic]

    /// The stored parts of the value.
    var checkpoint: Checkpoint { get }

    /// Replaces the stored parts of the value, and what is derived from them.
    mutating func restore(_ checkpoint: Checkpoint)
}

extension SharedState {
    /// None.
    public func topics(changedBy event: Event) -> [Topic] { [] }
}

extension SharedState where Checkpoint == Self {
    /// The value itself.
    public var checkpoint: Self { self }

    /// Replaces the value.
    public mutating func restore(_ checkpoint: Self) { self = checkpoint }
}
