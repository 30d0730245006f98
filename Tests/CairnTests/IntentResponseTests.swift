import Cairn
import CairnTesting
import SessionStores
import Synchronization
import Testing

@Suite("The response to a press that may have been performed") struct IntentResponseTests {
    /// A store that loses each commit that ends a lease, after ``isCut`` is set.
    private struct LosesResults: WrappingStore {
        let base = MemoryStore(sharing: MemoryStore.Data())
        let isCut = Box(false)

        func commit(_ change: SessionChange, under lease: Lease) async throws -> CommitResult {
            if !change.keepsLease, isCut.value.withLock(\.self) {
                throw StoreError(.unavailable, operation: "commit", path: "the store")
            }
            return try await base.commit(change, under: lease)
        }
    }

    /// Runs `body` with a visitor whose press of "Book 1" was interrupted.
    private func afterInterruption(_ body: (Visitor) async throws -> Void) async throws {
        let store = LosesResults()
        try await serve(Books.hosted(policy: .once), in: store) { wire in
            let visitor = Visitor(wire)
            #expect(try await visitor.put("/books/shelf/~stack", stackBody(["list", "book:5"])).status == 303)
            store.isCut.value.withLock { $0 = true }
            let lost = try await visitor.post("/books/shelf/book:5", "action=take-book&book=6&_at=2")
            #expect(lost.status == 503)
            store.isCut.value.withLock { $0 = false }
            try await body(visitor)
        }
    }

    @Test func `a browser gets 409 with a notice, and the button of that page acts`() async throws {
        try await afterInterruption { visitor in
            let press = "action=take-book&book=6&_at=2"
            let reply = try await visitor.post("/books/shelf/book:5", press, accept: "text/html")
            #expect(reply.status == 409)
            #expect(reply.text.contains("so this may have been done. Please check before you press it again."))
            #expect(reply.text.contains("name=\"_at\" value=\"3"))
            #expect(reply["Set-Cookie"]?.contains("cairn-books=") == true)
            let done = try await visitor.post(
                "/books/shelf/book:5", "action=take-book&book=6&_at=3", accept: "text/html")
            #expect(done.status == 303 && done["Location"] == "/books/shelf/book:5/book:6")
        }
    }

    @Test func `a script gets the problem outcome-unknown with the version to act on`() async throws {
        try await afterInterruption { visitor in
            let reply = try await visitor.post("/books/shelf/book:5", "action=take-book&book=6&_at=2")
            #expect(reply.status == 409)
            #expect(try reply.problem.type == "urn:cairn:problem:outcome-unknown")
            #expect(reply.text.contains("\"_at\":\"3"))
            #expect(reply.text.contains("\"offered\":[\"take-book?book=6\""))
        }
    }
}
