import Testing

@testable import SessionStores

@Suite("Reading the sessions of a directory without its lock") struct SessionFilesTests {
    let directory: TemporaryDirectory

    init() throws { directory = try TemporaryDirectory() }

    @Test func `the sessions of an open store can be read`() async throws {
        let store = try directory.openInline()
        let ids = [SessionID.random(), .random()]
        for id in ids { try await store.save([1, 2], for: id) }
        try await store.append([3], to: ids[0])
        let files = try SessionFiles(at: directory.path)
        #expect(try files.names() == ids.map(SessionFiles.name).sorted())
        #expect(try files.log(of: SessionFiles.name(of: ids[0])).map(\.bytes) == [[1, 2], [3]])
        #expect(try files.log(of: SessionFiles.name(of: ids[1])).map(\.bytes) == [[1, 2]])
        await store.close()
    }

    @Test func `an incomplete change is left out, and the file stays as it is`() async throws {
        let store = try directory.openInline()
        let id = SessionID.random()
        try await store.save([1, 2], for: id)
        try await store.append([3], to: id)
        await store.close()
        let torn = Array(try directory.bytes(of: id).dropLast())
        try directory.write(torn, to: directory.file(of: id))
        let files = try SessionFiles(at: directory.path)
        #expect(try files.log(of: SessionFiles.name(of: id)).map(\.bytes) == [[1, 2]])
        #expect(try directory.bytes(of: id) == torn)
    }

    @Test func `damaged and missing files are errors`() async throws {
        let store = try directory.openInline()
        let id = SessionID.random()
        try await store.save([1, 2], for: id)
        await store.close()
        try directory.write(Array(try directory.bytes(of: id).dropLast()), to: directory.file(of: id))
        let files = try SessionFiles(at: directory.path)
        var error = #expect(throws: StoreError.self) { try files.log(of: SessionFiles.name(of: id)) }
        #expect(error?.code == .damaged && error?.description.contains("checkpoint") == true)
        error = #expect(throws: StoreError.self) { try files.log(of: SessionFiles.name(of: .random())) }
        #expect(error?.code == .missing)
        error = #expect(throws: StoreError.self) { try files.log(of: "../lock") }
        #expect(error?.code == .missing)
        error = #expect(throws: StoreError.self) { try SessionFiles(at: directory.path + "/none") }
        #expect(error?.code == .missing)
    }
}
