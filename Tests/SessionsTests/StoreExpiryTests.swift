import Dispatch
import Foundation
import NavigationKit
import SessionStores
import Synchronization
import Testing

@testable import Sessions

@Suite("Removing expired sessions from a store") struct StoreExpiryTests {
    @Test func `a store that was closed meanwhile, because the server stops, is no error`() async throws {
        let path = FileManager.default.temporaryDirectory.appending(path: "cairn-\(UUID().uuidString)").path
        defer { try? FileManager.default.removeItem(atPath: path) }
        let store = try DirectoryStore(at: path) { DispatchQueue.global().async(execute: $0) }
        let lines = Mutex<[String]>([])
        let hosted = HostedApplication("kept", title: "Kept") { Application() }
        let table = SessionTable(hosted, time: StandingClock(), store: store) { line in
            lines.withLock { $0.append(line) }
        }
        await store.close()
        await table.expireStored()
        #expect(lines.withLock(\.self) == [])
    }
}
