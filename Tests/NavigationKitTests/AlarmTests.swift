@testable import Navigation
import SystemCalls
import Testing

@Suite("Sleeping by the machine's clock", .timeLimit(.minutes(1))) struct AlarmTests {
    private let alarm = Alarm { SystemClock.sinceBoot }

    private func end(after milliseconds: UInt64) -> UInt64 { SystemClock.sinceBoot + milliseconds * 1_000_000 }

    @Test func `each sleep ends, and none too early`() async throws {
        let ended = try await withThrowingTaskGroup(of: UInt64.self) { group in
            for milliseconds: UInt64 in [30, 1, 20, 10] {
                let end = end(after: milliseconds)
                group.addImmediateTask {
                    try await alarm.sleep(until: end)
                    #expect(SystemClock.sinceBoot >= end)
                    return milliseconds
                }
            }
            return try await group.reduce(into: []) { $0.append($1) }
        }
        #expect(ended.sorted() == [1, 10, 20, 30])
        #expect(alarm.timerCount == 0)
    }

    @Test func `a thousand cancelled sleeps leave one timer behind`() async throws {
        for _ in 0..<1_000 {
            let end = end(after: 60_000)
            await withThrowingTaskGroup(of: Void.self) { group in
                group.addImmediateTask { try await alarm.sleep(until: end) }
                group.cancelAll()
                await #expect(throws: CancellationError.self) { try await group.next() }
            }
        }
        #expect(alarm.timerCount == 1)
    }

    @Test func `a shorter sleep gets a timer of its own, which ends with it`() async throws {
        let (long, short) = (end(after: 60_000), end(after: 1))
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addImmediateTask { try await alarm.sleep(until: long) }
            group.addImmediateTask { try await alarm.sleep(until: short) }
            #expect(alarm.timerCount == 2)
            try await group.next()
            #expect(alarm.timerCount == 1)
            group.cancelAll()
        }
    }

    @Test func `a sleep in a cancelled task, and one past the end of time, wait for nothing`() async throws {
        for duration in [Duration.seconds(Int64.max), .seconds(60), .zero, .seconds(-1)] {
            let task = Task {
                withUnsafeCurrentTask { $0?.cancel() }
                try await SystemTime().sleep(for: duration)
            }
            await #expect(throws: CancellationError.self) { try await task.value }
        }
        try await SystemTime().sleep(for: .zero)
        try await SystemTime().sleep(for: .seconds(-1))
    }

    @Test func `a sleep past the end of time lasts until it is cancelled`() async throws {
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addImmediateTask { try await alarm.sleep(until: .max) }
            let short = end(after: 5)
            group.addImmediateTask { try await alarm.sleep(until: short) }
            try await group.next()
            #expect(SystemClock.sinceBoot >= short)
            group.cancelAll()
            await #expect(throws: CancellationError.self) { try await group.next() }
        }
    }
}
