/// Admits one action of a session after another, in the order they came (DESIGN D4). Part of the session's isolation.
struct Turn {
    private var isTaken = false
    private var waiting: [Waiter] = []
    private var lastNumber = 0

    private struct Waiter {
        let number: Int
        let continuation: CheckedContinuation<Bool, Never>
    }

    var isFree: Bool { !isTaken }
    var waitingCount: Int { waiting.count }

    mutating func takeIfFree() -> Bool {
        guard !isTaken else { return false }
        isTaken = true
        return true
    }

    mutating func nextNumber() -> Int {
        lastNumber += 1
        return lastNumber
    }

    mutating func wait(_ number: Int, _ continuation: CheckedContinuation<Bool, Never>) {
        waiting.append(Waiter(number: number, continuation: continuation))
    }

    /// Sends a waiter away; nothing happens if its turn came meanwhile.
    mutating func giveUp(_ number: Int) {
        guard let index = waiting.firstIndex(where: { $0.number == number }) else { return }
        waiting.remove(at: index).continuation.resume(returning: false)
    }

    /// Hands the turn to who has waited longest, or leaves it free.
    mutating func release() {
        if waiting.isEmpty { isTaken = false } else { waiting.removeFirst().continuation.resume(returning: true) }
    }
}
