import CLinux
import Glibc

/// An epoll instance and the eventfd that wakes it.
struct Poller: ~Copyable {
    /// The token of the eventfd. It is never the token of a source, because descriptors are not negative.
    static let wakeToken = UInt64.max

    private static let capacity = 256
    private let epoll: Int32
    private let wakeUp: Int32
    private let events: UnsafeMutablePointer<epoll_event>

    init() throws(SocketError) {
        let epoll = try require("epoll_create1") { epoll_create1(Int32(EPOLL_CLOEXEC)) }
        var wakeUp: Int32 = -1
        do {
            wakeUp = try require("eventfd") { eventfd(0, Int32(EFD_NONBLOCK | EFD_CLOEXEC)) }
            var event = epoll_event(events: Readiness.read.rawValue, data: epoll_data_t(u64: Self.wakeToken))
            try require("epoll_ctl") { epoll_ctl(epoll, EPOLL_CTL_ADD, wakeUp, &event) }
        } catch {
            close(epoll)
            if wakeUp >= 0 { close(wakeUp) }
            throw error
        }
        self.epoll = epoll
        self.wakeUp = wakeUp
        events = .allocate(capacity: Self.capacity)
    }

    deinit {
        events.deallocate()
        close(wakeUp)
        close(epoll)
    }

    func add(_ descriptor: Int32, token: UInt64, interest: Readiness) -> Bool {
        var event = epoll_event(events: interest.rawValue, data: epoll_data_t(u64: token))
        return epoll_ctl(epoll, EPOLL_CTL_ADD, descriptor, &event) == 0
    }

    func modify(_ descriptor: Int32, token: UInt64, interest: Readiness) -> Bool {
        var event = epoll_event(events: interest.rawValue, data: epoll_data_t(u64: token))
        return epoll_ctl(epoll, EPOLL_CTL_MOD, descriptor, &event) == 0
    }

    /// Removes a descriptor whose socket another descriptor or process can keep open: then its events would continue
    /// after it is closed.
    func remove(_ descriptor: Int32) {
        var ignored = epoll_event()
        _ = epoll_ctl(epoll, EPOLL_CTL_DEL, descriptor, &ignored)
    }

    /// Waits up to `milliseconds` (-1: forever) and returns the number of events; 0 on time-out, or if the
    /// wait failed, such as by a signal.
    func wait(milliseconds: Int32) -> Int {
        max(0, Int(epoll_wait(epoll, events, Int32(Self.capacity), milliseconds)))
    }

    /// Returns an event of the last `wait`. `index` must be below the number that it returned.
    @inline(__always)
    func event(at index: Int) -> (token: UInt64, readiness: Readiness) {
        (events[index].data.u64, Readiness(rawValue: events[index].events))
    }

    /// Wakes the waiting thread. Callable from any thread.
    func wake() {
        var one: UInt64 = 1
        _ = attempt { write(wakeUp, &one, MemoryLayout<UInt64>.size) }
    }

    func acknowledgeWake() {
        var number: UInt64 = 0
        _ = attempt { read(wakeUp, &number, MemoryLayout<UInt64>.size) }
    }
}

/// The readiness of a descriptor, or the interest in it.
struct Readiness: OptionSet {
    let rawValue: UInt32

    static let read = Readiness(rawValue: EPOLLIN.rawValue)
    static let write = Readiness(rawValue: EPOLLOUT.rawValue)
    /// Always reported, regardless of the interest.
    static let broken = Readiness(rawValue: EPOLLERR.rawValue | EPOLLHUP.rawValue)
}

/// An object with a descriptor that the loop polls.
protocol EventSource: AnyObject {
    func handle(_ readiness: Readiness)
    func close()
}
