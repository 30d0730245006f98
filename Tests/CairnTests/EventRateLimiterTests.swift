import Testing

@testable import Cairn

@Suite("Rate limit of security events") struct EventRateLimiterTests {
    @Test func `ten events of a kind are written per second, and the others are counted`() {
        var limiter = EventRateLimiter()
        let admitted = (1...13).count { _ in limiter.admits(.sessionEvicted, at: 5) }
        #expect(admitted == 10)
        let isOtherAdmitted = limiter.admits(.limitReached, at: 5)
        #expect(isOtherAdmitted)
        let early = limiter.takeSummaries(at: 1_000_000_004)
        #expect(early.isEmpty)
        let summaries = limiter.takeSummaries(at: 1_000_000_005)
        #expect(summaries == [.init(kind: .sessionEvicted, count: 3)])
        let isAdmittedAgain = limiter.admits(.sessionEvicted, at: 1_000_000_005)
        #expect(isAdmittedAgain)
    }
}
