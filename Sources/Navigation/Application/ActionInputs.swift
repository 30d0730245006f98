import SystemCalls

/// The inputs of one action that are neither in its submission nor in the state.
package protocol ActionInputs: AnyObject {
    /// Computes ``Responder/idempotencyKey``.
    func idempotencyKey() -> String?

    /// Returns the time of the action in nanoseconds since 1970; `nil` for that of the server's clock.
    func wallClock() -> UInt64?

    /// Returns the next of the action's random numbers.
    func randomNumber() -> UInt64
}

extension Responder {
    /// The time since the beginning of 1970 (UTC).
    ///
    /// If the application records its actions, it is the time at which the current action began, and a replay of the
    /// action gets the same time. Otherwise, and outside of an action, it is that of the server's clock: the machine's,
    /// or the clock that a test has given to the server.
    public final var wallClock: Duration {
        let application = nearest(Application.self)
        return .nanoseconds(
            application?.actionInputs?.wallClock() ?? application?.time?.wallClock ?? SystemClock.wall)
    }

    /// A generator of random numbers.
    ///
    /// ```swift
    /// var numbers = randomNumbers
    /// score = Int.random(in: 1...6, using: &numbers)
    /// ```
    /// If the application records its actions, the numbers derive from a random seed that is recorded with the current
    /// action, and a replay of the action gets the same numbers. So they are no secret for a reader of the store.
    /// Otherwise, and outside of an action, they are the system's.
    public final var randomNumbers: RandomNumbers {
        RandomNumbers(inputs: nearest(Application.self)?.actionInputs)
    }
}

/// The random numbers of an action, see ``Responder/randomNumbers``. Copies continue the same sequence.
public struct RandomNumbers: RandomNumberGenerator {
    let inputs: (any ActionInputs)?

    /// Returns 64 random bits.
    public mutating func next() -> UInt64 {
        if let inputs { return inputs.randomNumber() }
        var generator = SystemRandomNumberGenerator()
        return generator.next()
    }
}
