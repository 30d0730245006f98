import SessionStores
import Testing

@testable import Sessions

@Suite("The index of sessions by id")
struct SessionIndexTests {
    @Test("after thousands of insertions and removals exactly the remaining ids are found")
    func comingAndGoing() throws {
        var entries = SessionShard.Entries()
        var expected: [SessionID: UInt64] = [:]
        for step in 0..<20_000 {
            if step % 3 != 2 || expected.isEmpty {
                let id = SessionID.random()
                entries.set(place(UInt64(step)), as: id)
                expected[id] = UInt64(step)
            } else if let id = expected.keys.first {
                #expect(entries.remove(id)?.lastUse == expected.removeValue(forKey: id))
                #expect(entries[id] == nil)
                #expect(entries.remove(id) == nil)
            }
        }
        #expect(entries.all.count == expected.count)
        for (id, step) in expected { #expect(entries[id]?.lastUse == step) }
    }

    @Test("ids with equal hash bits are distinguished, also after some of them are removed")
    func equalHashes() throws {
        let ids = (0..<40).map { number in
            SessionID(String(repeating: "0", count: number < 10 ? 15 : 14) + "\(number)0000000000000007")
        }.compactMap(\.self)
        try #require(Set(ids).count == 40)
        var entries = SessionShard.Entries()
        for (number, id) in ids.enumerated() { entries.set(place(UInt64(number)), as: id) }
        for number in stride(from: 0, to: 40, by: 3) { entries.remove(ids[number]) }
        for (number, id) in ids.enumerated() {
            #expect(entries[id]?.lastUse == (number % 3 == 0 ? nil : UInt64(number)))
        }
    }

    @Test("inserting an id again replaces its entry")
    func replacing() throws {
        let id = SessionID.random()
        var entries = SessionShard.Entries()
        entries.set(place(1), as: id)
        entries.set(place(2), as: id)
        #expect(entries[id]?.lastUse == 2)
        #expect(entries.all.count == 1)
    }

    private func place(_ lastUse: UInt64) -> SessionShard.Place {
        .hibernated(HibernatedSession(bytes: [], lastUse: lastUse))
    }
}
