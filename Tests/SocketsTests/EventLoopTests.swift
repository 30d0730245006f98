import Dispatch
import Glibc
import SystemCalls
import Testing

@testable import Sockets

@Suite("The event loop", .timeLimit(.minutes(3))) struct EventLoopTests {
    private actor Counter {
        private var count = 0
        func next() -> Int {
            count += 1
            return count
        }
    }

    private func withLoop(_ body: (EventLoop) async throws -> Void) async throws {
        let loop = try EventLoop()
        loop.start()
        try await body(loop)
        loop.stop()
        loop.join()
    }

    @Test func `a task is on the loop's thread before, in and after an actor call`() async throws {
        try await withLoop { loop in
            let counter = Counter()
            let places = await Task(executorPreference: loop) {
                let before = loop.isCurrent
                _ = await counter.next()
                let between = loop.isCurrent
                await Task.yield()
                return [before, between, loop.isCurrent]
            }.value
            #expect(places == [true, true, true])
            #expect(!loop.isCurrent)
        }
    }

    @Test func `an immediate task begins at once and resumes on the loop after blocking work`() async throws {
        try await withLoop { loop in
            let pool = BlockingPool(threads: 1)
            let order = Shared<[String]>([])
            let gate = DispatchSemaphore(value: 0)
            let done = DispatchSemaphore(value: 0)
            loop.execute {
                Task.immediate(executorPreference: loop) {
                    order.change { $0.append("begun") }
                    try? await pool.run {
                        #expect(!loop.isCurrent)
                        try gate.waitBriefly()
                    }
                    #expect(loop.isCurrent)
                    order.change { $0.append("ended") }
                    done.signal()
                }
                order.change { $0.append("returned") }
                gate.signal()
            }
            try done.waitBriefly()
            #expect(order.value == ["begun", "returned", "ended"])
            pool.shutdown()
        }
    }

    @Test func `jobs of many tasks, on the loop and elsewhere, all run`() async throws {
        try await withLoop { loop in
            let counter = Counter()
            await withTaskGroup(of: Void.self) { group in
                for index in 0..<500 {
                    if index.isMultiple(of: 2) {
                        group.addTask(executorPreference: loop) { _ = await counter.next() }
                    } else {
                        group.addTask { _ = await counter.next() }
                    }
                }
            }
            #expect(await counter.next() == 501)
        }
    }

    @Test func `closures run in the order of submission, including those from before the start`() throws {
        let loop = try EventLoop()
        let order = Shared<[Int]>([])
        for index in 0..<5 { loop.execute { order.change { $0.append(index) } } }
        loop.start()
        loop.start()
        for index in 5..<10 { loop.execute { order.change { $0.append(index) } } }
        _ = try loop.ask { 0 }
        #expect(order.value == Array(0..<10))
        loop.stop()
        loop.join()
        loop.join()
    }

    @Test func `a task that outlives its event loop completes`() async throws {
        let loop = try EventLoop()
        loop.start()
        let pool = BlockingPool(threads: 1)
        let gate = DispatchSemaphore(value: 0)
        let begun = DispatchSemaphore(value: 0)
        let task = Task(executorPreference: loop) {
            try await pool.run {
                begun.signal()
                try gate.waitBriefly()
            }
            return "ended"
        }
        try wait(for: begun)
        loop.stop()
        loop.join()
        gate.signal()
        #expect(try await task.value == "ended")
        pool.shutdown()
    }

    private func wait(for semaphore: DispatchSemaphore) throws { try semaphore.waitBriefly() }

    @Test func `loops are released, started or not`() throws {
        weak var idle: EventLoop?
        weak var ran: EventLoop?
        do {
            let loop = try EventLoop()
            idle = loop
        }
        #expect(idle == nil)
        let threadGone = DispatchSemaphore(value: 0)
        do {
            let loop = try EventLoop()
            ran = loop
            let token = Deinit(threadGone)
            loop.schedule(after: .seconds(Int64.max)) { _ = token }
            loop.start()
            loop.stop()
            loop.join()
        }
        try threadGone.waitBriefly()
        // The thread releases the loop shortly after join() returns.
        for _ in 0..<1_000_000 where ran != nil { sched_yield() }
        #expect(ran == nil)
    }

    @Test func `timers fire in order of deadline, then of creation, and never early`() throws {
        let loop = try EventLoop()
        let order = Shared<[Int]>([])
        let done = DispatchSemaphore(value: 0)
        let begin = SystemClock.monotonic
        for (name, milliseconds) in [(3, 30), (1, 10), (4, 30), (2, 20), (0, 0)] as [(Int, UInt64)] {
            loop.schedule(after: .milliseconds(milliseconds)) {
                #expect(SystemClock.monotonic - begin >= milliseconds * 1_000_000)
                order.change { $0.append(name) }
                if name == 4 { done.signal() }
            }
        }
        loop.start()
        try done.waitBriefly()
        #expect(order.value == [0, 1, 2, 3, 4])
        loop.stop()
        loop.join()
    }

    @Test(arguments: [true, false])
    func `a cancelled timer does not fire and releases its closure`(onLoop: Bool) throws {
        let loop = try EventLoop()
        loop.start()
        let gone = DispatchSemaphore(value: 0)
        let fired = Shared(false)
        let timer = scheduleForLater(on: loop, gone: gone) { fired.change { $0 = true } }
        if onLoop { loop.execute { timer.cancel() } } else { timer.cancel() }
        try gone.waitBriefly()
        #expect(try loop.ask { loop.timers.next } == nil)
        #expect(!fired.value)
        loop.stop()
        loop.join()
    }

    private func scheduleForLater(
        on loop: EventLoop, gone: DispatchSemaphore, _ body: @escaping @Sendable () -> Void
    ) -> Timer {
        let token = Deinit(gone)
        return loop.schedule(after: .seconds(3_600)) {
            _ = token
            body()
        }
    }

    @Test(arguments: 1...20 as ClosedRange<UInt64>)
    func `the timer heap has the order of a sorted array, also after random removals`(seed: UInt64) throws {
        var random = Lehmer(state: seed)
        let loop = try EventLoop()
        var heap = TimerHeap()
        var timers = (0..<200).map { _ in Timer(deadline: random.next() % 50, loop: loop, body: {}) }
        for timer in timers { heap.insert(timer) }
        for _ in 0..<80 { heap.remove(timers.remove(at: Int(random.next() % UInt64(timers.count)))) }
        var popped: [UInt64] = []
        while let timer = heap.popDue(at: 60) { popped.append(timer.order) }
        // Many deadlines are equal; equal ones keep the order of insertion.
        #expect(popped == timers.sorted { ($0.deadline, $0.order) < ($1.deadline, $1.order) }.map(\.order))
        #expect(heap.next == nil)
    }
}

private final class Deinit: Sendable {
    private let signal: DispatchSemaphore
    init(_ signal: DispatchSemaphore) { self.signal = signal }
    deinit { signal.signal() }
}

private struct Lehmer {
    var state: UInt64
    mutating func next() -> UInt64 {
        state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        return state >> 33
    }
}
