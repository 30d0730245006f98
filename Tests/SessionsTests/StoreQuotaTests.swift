import Foundation
import NavigationKit
import SessionStores
import Synchronization
import Testing

@testable import Sessions

@Suite("Sessions without space in the store") struct StoreQuotaTests {
    @Test func `a network without space gets no new session, and the action is not performed`() async throws {
        let path = FileManager.default.temporaryDirectory.appending(path: "cairn-quota-\(SessionID.random())").path
        defer { try? FileManager.default.removeItem(atPath: path) }
        let store = try DirectoryStore(at: path, space: StoreSpace(limit: 64 * 4_096)) {
            DispatchQueue.global().async(execute: $0)
        }
        let branch = Branch(store: store)
        @Sendable func sing(from network: UInt64, for id: SessionID? = nil) async throws -> SessionID? {
            let request = ActionRequest(
                location: Location("/old"), at: nil, submission: try FormSubmission(token: "sing"), network: network)
            return try await branch.table.act(request, for: id).done?.newID
        }
        var ids: [SessionID] = []
        for _ in 1...7 { ids.append(try #require(try await sing(from: 1))) }
        let error = await #expect(throws: StoreError.self) { try await sing(from: 1) }
        #expect(error?.code == .overQuota)
        #expect(branch.hummed == 7 && branch.table.count == 7)
        for id in ids { _ = try await sing(from: 1, for: id) }
        #expect(try await sing(from: 2) != nil)
        let ada = try #require(try await branch.act("log-in?user=ada", for: ids[0]).done?.newID)
        _ = try #require(try await branch.act("leave", for: ada).done?.newID)
    }

    @Test func `a saved session that grows beyond the quota is a security event, which is logged`() async throws {
        let shelf = Shelf()
        let noted = Mutex<[SecurityEvent]>([])
        let branch = Branch(store: shelf, noteSecurity: { event in noted.withLock { $0.append(event) } })
        let id = try await branch.session()
        shelf.fault.withLock { $0 = .overQuota }
        let error = await #expect(throws: StoreError.self) { _ = try await branch.act("stamp", for: id) }
        #expect(error?.code == .overQuota)
        #expect(
            noted.withLock(\.self) == [
                SecurityEvent(.limitReached, "library: no room for a saved session that has grown")
            ])
    }
}
