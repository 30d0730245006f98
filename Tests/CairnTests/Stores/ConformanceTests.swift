import CairnTesting
import SessionStores
import Synchronization
import Testing

@Suite("The conformance of a store") struct ConformanceTests {
    @Test func `a store of one process conforms`() async {
        let conformance = StoreConformance { MemoryStore() }
        #expect(await conformance.violations() == [])
    }

    @Test func `a store of two processes conforms`() async {
        let clock = TestClock()
        let conformance = StoreConformance(keepsData: true, advancing: { clock.advance(by: $0) }) {
            let data = MemoryStore.Data(now: { clock.now })
            return { MemoryStore(sharing: data) }
        }
        var rules: [String] = []
        #expect(await conformance.violations { rules.append($0) } == [])
        #expect(Set(rules).count == rules.count)
        #expect(rules.allSatisfy { $0.hasSuffix(".") })
    }

    @Test func `the rules depend on what the store and its author provide`() async {
        let alone = await sentences(of: StoreConformance { MemoryStore() })
        let reopening = "A store that is opened again has every session."
        let process = "A session is busy while another process has its lease."
        let clock = "A renewed lease has its full duration."
        #expect(alone.isDisjoint(with: [reopening, process, clock]))

        let shared = await sentences(
            of: StoreConformance(keepsData: false) {
                let data = MemoryStore.Data()
                return { MemoryStore(sharing: data) }
            })
        #expect(shared.isSuperset(of: alone.union([process])))
        #expect(shared.isDisjoint(with: [reopening, clock]))

        let kept = await sentences(
            of: StoreConformance(keepsData: true, advancing: { _ in }) {
                let store = MemoryStore()
                return { store }
            })
        #expect(kept.isSuperset(of: alone.union([reopening])))
        #expect(kept.isDisjoint(with: [process, clock]))
    }

    private func sentences(of conformance: StoreConformance) async -> Set<String> {
        var sentences: Set<String> = []
        _ = await conformance.violations { sentences.insert($0) }
        return sentences
    }

    @Test func `a shared store needs the check with two processes`() async {
        let conformance = StoreConformance { MemoryStore(sharing: MemoryStore.Data()) }
        let violations = await conformance.violations()
        #expect(violations.map(\.rule) == ["A shared store is checked with two processes."])
    }

    @Test func `a store that cannot be opened violates one rule`() async {
        let conformance = StoreConformance { throw MemoryStore.Unreadable() }
        let violations = await conformance.violations()
        #expect(violations.map(\.rule) == ["A store on new data can be opened."])
        #expect(violations.first?.actual == "opening threw Unreadable()")
    }

    @Test func `an error of the store is a violation`() async {
        let conformance = StoreConformance {
            let store = MemoryStore()
            store.isUnreadable.store(true, ordering: .relaxed)
            return store
        }
        let rule = "A session that was never committed is missing."
        let missing = await conformance.violations().first { $0.rule == rule }
        #expect(missing?.expected == "no error")
        #expect(missing?.actual == "load threw Unreadable()")
    }

    @Test func `a violation describes the expected and the actual result`() async {
        let conformance = StoreConformance { KnowsEveryCopy(base: MemoryStore()) }
        let rule = "A copy with an older revision of the log gets the elements after it."
        let violation = await conformance.violations().first { $0.rule == rule }
        #expect(violation?.actual == "unchanged")
        let description = violation?.description ?? ""
        #expect(description.hasPrefix("\(rule) Expected: the tail [2-000000ff ("))
        #expect(description.hasSuffix("from load since 1-000000fe. Actual: unchanged."))
    }

    @Test(arguments: Fault.ofOneProcess) func `a faulty store violates the rule`(_ fault: Fault) async {
        let violations = await StoreConformance { fault.store(MemoryStore()) }.violations()
        #expect(violations.map(\.rule).contains(fault.rule), "\(violations)")
    }

    @Test(arguments: Fault.all) func `a faulty store of two processes violates the rule`(_ fault: Fault) async {
        let violations = await conformance(with: fault).violations()
        #expect(violations.map(\.rule).contains(fault.rule), "\(violations)")
    }

    @Test func `each rule is violated by a faulty store`() async {
        var (rules, violated): (Set<String>, Set<String>) = ([], [])
        // The ids of a session are random, and so is what the store with mixed ids violates.
        for fault in Fault.all where fault.testDescription != "mixes similar ids" {
            let violations = await conformance(with: fault).violations { rules.insert($0) }
            violated.formUnion(violations.map(\.rule))
        }
        #expect(rules.subtracting(violated) == [])
        #expect(rules.count > 60)
    }

    private func conformance(with fault: Fault) -> StoreConformance {
        let clock = TestClock()
        return StoreConformance(keepsData: true, advancing: { clock.advance(by: $0) }) {
            let data = MemoryStore.Data(now: { clock.now })
            return { fault.store(MemoryStore(sharing: data)) }
        }
    }
}
