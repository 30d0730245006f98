import CairnTesting
import Foundation
import SessionStores
import Testing

@Suite("The conformance of a store in a directory") struct DirectoryConformanceTests {
    @Test func `a store in a directory conforms, also after it is opened again`() async throws {
        let root = FileManager.default.temporaryDirectory.appending(path: "cairn-conformance-\(UUID())")
        try FileManager.default.createDirectory(at: root, withIntermediateDirectories: false)
        defer { try? FileManager.default.removeItem(at: root) }
        let conformance = StoreConformance(keepsData: true) {
            let path = root.appending(path: UUID().uuidString).path
            return {
                try DirectoryStore(at: path, idle: .seconds(3_600)) { DispatchQueue.global().async(execute: $0) }
            }
        }
        let violations = await conformance.violations()
        #expect(violations.isEmpty, "\(violations)")
    }
}
