import CairnTesting
import Foundation
import Glibc
import HTTPProtocol
import NavigationKit
import SessionStores
import Synchronization
import Testing

@testable import Cairn
@testable import Sessions

/// Uploads to several servers on one session store, which share a folder if they have the same secret.
extension UploadTests {
    static let secret = SharedSecret(Array(0..<32))

    /// Two servers; the visitor of each has the same cookies only after ``Visitor/shareCookies(of:)``.
    private final class Nodes {
        let seen = Seen()
        var servers: [Server] = []
        private let data = MemoryStore.Data()
        /// Retained, because it removes the folder when it is freed.
        private let folder: Folder

        init(
            in folder: Folder, secrets: [SharedSecret?] = [UploadTests.secret, UploadTests.secret],
            time: any TimeSource = SystemTime(), _ change: (inout Configuration) -> Void = { _ in }
        ) throws {
            self.folder = folder
            var configuration = Transport.configuration
            (configuration.host, configuration.port, configuration.uploadFolder) = ("127.0.0.1", 0, folder.path)
            change(&configuration)
            for secret in secrets {
                configuration.secret = secret
                let hosted = HostedApplication("album", title: "Album") { [seen] in Album(seen) }
                servers.append(
                    try Server(
                        configuration, apps: [hosted], stores: ["album": MemoryStore(sharing: data)], time: time,
                        log: Log(isQuiet: true)))
            }
        }

        var sites: [Site] { servers.map(\.site) }
        func visitor(at index: Int) -> Visitor { Visitor(.memory(sites[index])) }
    }

    /// The names in the folder that the nodes share.
    private func names(in folder: Folder) -> [String] {
        let shared = SharedUploadFolder(in: folder.path, for: Self.secret).path
        return (try? FileManager.default.contentsOfDirectory(atPath: shared)) ?? []
    }

    /// Sets the file times of the names with this suffix back.
    private func age(_ suffix: String, bySeconds seconds: Int, in folder: Folder) {
        let shared = SharedUploadFolder(in: folder.path, for: Self.secret).path
        for name in names(in: folder) where name.hasSuffix(suffix) {
            let time = timespec(tv_sec: Foundation.time(nil) - seconds, tv_nsec: 0)
            utimensat(AT_FDCWD, shared + "/" + name, [time, time], 0)
        }
    }

    /// A visitor with a session.
    private func signedIn(_ nodes: Nodes, at index: Int = 0) async throws -> Visitor {
        let visitor = nodes.visitor(at: index)
        #expect(try await visitor.send(hang("First", file: ("first.png", [1]))).status == 303)
        #expect(!visitor.cookies.isEmpty)
        return visitor
    }

    private func isLost(_ reply: Reply, _ name: String) throws -> Bool {
        let page = try reply.page()
        let error = "“\(name)” is not kept any more. Please choose the file for “Picture” again."
        return reply.status == 422 && page.fields.map(\.error) == [nil, error] && !reply.text.contains("is kept.")
    }

    @Test(arguments: [true, false])
    func `a file that one node refused is sent with the form to another one`(hasSession: Bool) async throws {
        let folder = try Folder()
        let nodes = try Nodes(in: folder)
        let running = nodes.servers.map { server in Task { try await server.run() } }
        var visitors: [Visitor] = []
        for server in nodes.servers {
            visitors.append(Visitor(.socket(port: try #require(await server.waitUntilListening()?.port))))
        }
        if hasSession { #expect(try await visitors[0].send(hang("First", file: ("first.png", [1]))).status == 303) }
        let refused = try await visitors[0].send(hang("wrong", file: ("a b.png", content)))
        #expect(refused.status == 422)
        visitors[1].shareCookies(of: visitors[0])
        // The first node stops, and its file stays.
        nodes.servers[0].stop()
        try await running[0].value
        let kept = try kept(in: refused)
        #expect(try await visitors[1].send(hang("wrong", file: nil, kept: kept)).status == 422)
        #expect(try await visitors[1].send(hang("Dawn", file: nil, kept: kept)).status == 303)
        #expect(nodes.seen.all.last?.name == "a b.png" && nodes.seen.all.last?.type == "image/png")
        #expect(nodes.seen.all.last?.content == Data(content))
        nodes.servers[1].stop()
        try await running[1].value
    }

    /// A store that cannot be reached at times.
    private struct UnsteadyStore: WrappingStore {
        let base = MemoryStore()
        let isAway = Box(false)

        func begin(_ id: SessionID, since known: Revision?) async throws -> LeaseResult {
            guard !isAway.value.withLock(\.self) else {
                throw StoreError(.unavailable, operation: "reach", path: "the store")
            }
            return try await base.begin(id, since: known)
        }
    }

    @Test func `the file of a form is kept when the store cannot be reached`() async throws {
        let (folder, seen, store) = (try Folder(), Seen(), UnsteadyStore())
        var configuration = Transport.configuration
        configuration.uploadFolder = folder.path
        let hosted = HostedApplication("album", title: "Album") { Album(seen) }
        let server = try Server(configuration, apps: [hosted], stores: ["album": store], log: Log(isQuiet: true))
        let visitor = Visitor(.memory(server.site))
        #expect(try await visitor.send(hang("First", file: ("first.png", [1]))).status == 303)
        store.isAway.value.withLock { $0 = true }
        let refused = try await visitor.send(hang("Dawn", file: ("a.png", content)))
        #expect(refused.status == 503 && refused.text.contains("a.png is kept."))
        store.isAway.value.withLock { $0 = false }
        #expect(try await visitor.send(hang("Dawn", file: nil, kept: kept(in: refused))).status == 303)
        #expect(seen.all.last?.name == "a.png" && seen.all.last?.content == Data(content))
    }

    @Test(arguments: [true, false])
    func `no other session can refer to a kept file`(isShared: Bool) async throws {
        let nodes = try Nodes(in: try Folder(), secrets: isShared ? [Self.secret, Self.secret] : [nil])
        let owner = try await signedIn(nodes)
        let kept = try kept(in: try await owner.send(hang("wrong", file: ("a.png", [7]))))
        for index in nodes.servers.indices {
            let other = try await signedIn(nodes, at: index)
            #expect(try isLost(try await other.send(hang("Theft", file: nil, kept: kept)), "a.png"))
            let stranger = nodes.visitor(at: index)
            #expect(try isLost(try await stranger.send(hang("Theft", file: nil, kept: kept)), "a.png"))
        }
        #expect(try await owner.send(hang("Dawn", file: nil, kept: kept)).status == 303)
        #expect(nodes.seen.all.count { $0.title == "Theft" } == 0)
    }

    @Test(arguments: [[nil, nil], [secret, SharedSecret(Array(1..<33))]])
    func `without a common secret the other node asks for the file again, and keeps the texts`(
        secrets: [SharedSecret?]
    ) async throws {
        let nodes = try Nodes(in: try Folder(), secrets: secrets)
        let visitor = try await signedIn(nodes)
        let kept = try kept(in: try await visitor.send(hang("wrong", file: ("a.png", [7]))))
        let other = nodes.visitor(at: 1)
        other.shareCookies(of: visitor)
        let reply = try await other.send(hang("Dawn", file: nil, kept: kept))
        #expect(try isLost(reply, "a.png"))
        #expect(try reply.page().fields.map(\.value) == ["Dawn", ""])
        #expect(try await other.send(hang("Dawn", file: ("a.png", [7]))).status == 303)
    }

    @Test func `an upload that is sent to two nodes at once is performed once`() async throws {
        let nodes = try Nodes(in: try Folder())
        let visitor = try await signedIn(nodes)
        let html = try await visitor.get("/album", accept: "text/html").text
        let once = try #require(html.firstMatch(of: #/name="_once" value="([^"]*)"/#)).1
        let texts = [("action", "hang-picture"), ("title", "Twice"), ("_once", String(once))]
        let other = nodes.visitor(at: 1)
        other.shareCookies(of: visitor)
        func call(_ octets: [UInt8]) -> Call {
            Call("POST", "/album", fields: [("Content-Type", Self.type)], body: body(texts, file: ("a.png", octets)))
        }
        let first = try await visitor.send(call(content))
        let second = try await other.send(call(content))
        #expect(first.status == 303 && second["Location"] == first["Location"])
        #expect(nodes.seen.all.count { $0.title == "Twice" } == 1)
        #expect(try await other.send(call([1])).status == 303)
        #expect(nodes.seen.all.count { $0.title == "Twice" } == 2)
    }

    @Test(arguments: [true, false])
    func `a form of a session that has ended keeps its file`(isShared: Bool) async throws {
        let nodes = try Nodes(in: try Folder(), secrets: isShared ? [Self.secret, Self.secret] : [nil])
        let visitor = try await signedIn(nodes)
        let kept = try kept(in: try await visitor.send(hang("wrong", file: ("a.png", [7]))))
        let id = try #require(visitor.cookies.values.first.flatMap { SessionID(String($0.prefix(32))) })
        for site in nodes.sites { await site.sessions(of: "album")?.end(id) }
        let stale = try await visitor.send(hang("Dawn", file: nil, kept: kept))
        #expect(stale.status == 409 && visitor.cookies.isEmpty)
        #expect(try self.kept(in: stale) == kept)
        let last = nodes.visitor(at: nodes.servers.count - 1)
        #expect(try await last.send(hang("Dawn", file: nil, kept: kept)).status == 303)
        #expect(nodes.seen.all.last?.content == Data([7]))
    }

    @Test func `any node removes files that no form refers to any more, and no others`() async throws {
        let folder = try Folder()
        let nodes = try Nodes(in: folder)
        let visitor = try await signedIn(nodes)
        let kept = try kept(in: try await visitor.send(hang("wrong", file: ("a.png", [7]))))
        let idle = Int(nodes.servers[0].site.configuration.sessionIdleTimeout.components.seconds)
        nodes.sites[1].uploads.count()
        #expect(names(in: folder).count == 4)
        // A reference at the other node makes the record young.
        age(".kept", bySeconds: idle + 60, in: folder)
        let other = nodes.visitor(at: 1)
        other.shareCookies(of: visitor)
        #expect(try await other.send(hang("wrong", file: nil, kept: kept)).status == 422)
        for site in nodes.sites { site.uploads.count() }
        #expect(names(in: folder).count == 4)
        // The file of an upload that is under way or was performed has no record, and is older than that.
        age("", bySeconds: idle + 60, in: folder)
        nodes.sites[1].uploads.count()
        #expect(names(in: folder).count == 2 && !names(in: folder).contains(String(kept.prefix(32))))
        #expect(try isLost(try await visitor.send(hang("Dawn", file: nil, kept: kept)), "a.png"))
        // A killed node left it, or a node that was killed while it removed an old file.
        age("", bySeconds: 2 * idle + 10_000, in: folder)
        nodes.sites[1].uploads.count()
        #expect(names(in: folder) == ["clock"])
    }

    @Test(arguments: [(5_000, false), (0, true)])
    func `a removal that a killed node has begun is finished, or undone if the file is in use`(
        seconds: Int, isUndone: Bool
    ) async throws {
        let folder = try Folder()
        let shared = SharedUploadFolder(in: folder.path, for: Self.secret)
        try shared.create()
        let id = SessionID.random().description
        let file = UploadedFile(
            id: id, name: "a.png", contentType: nil, byteCount: 0, path: shared.path + "/" + id)
        try Data().write(to: URL(filePath: file.path))
        try shared.record(file, for: nil)
        #expect(try shared.find(file.token, for: nil)?.path == file.path)
        rename(file.path + ".kept", file.path + ".old")
        age(".old", bySeconds: seconds, in: folder)
        #expect(try shared.find(file.token, for: nil) == nil)
        // The node could still be at it.
        #expect(try shared.removeOld(idle: 1_000_000_000_000, orphaned: .max).count == 1)
        #expect(names(in: folder).contains(id + ".old"))
        #expect(
            try shared.removeOld(idle: 1_000_000_000_000, orphaned: .max, abandoned: 0).count == (isUndone ? 1 : 0))
        #expect(try shared.find(file.token, for: nil) == (isUndone ? file : nil))
        #expect(names(in: folder).count == (isUndone ? 3 : 1))
    }

    @Test func `files of other nodes take space, and free it when they are removed`() async throws {
        let folder = try Folder()
        let nodes = try Nodes(in: folder) { $0.uploadSpace = 3 * 4_096 }
        let kept = try kept(in: try await nodes.visitor(at: 0).send(hang("wrong", file: ("a.png", [7]))))
        for file in ["b.png", "c.png"] {
            #expect(try await nodes.visitor(at: 1).send(hang("wrong", file: (file, []))).status == 422)
        }
        for site in nodes.sites { site.uploads.count() }
        #expect(try await nodes.visitor(at: 1).send(hang("wrong", file: ("d.png", []))).status == 503)
        age("", bySeconds: 1_000_000, in: folder)
        for site in nodes.sites { site.uploads.count() }
        #expect(names(in: folder) == ["clock"])
        for index in [0, 1] {
            #expect(try await nodes.visitor(at: index).send(hang("wrong", file: ("e.png", [1]))).status == 422)
        }
        #expect(try isLost(try await nodes.visitor(at: 0).send(hang("Dawn", file: nil, kept: kept)), "a.png"))
    }

    @Test func `a folder that cannot be read now is not mistaken for a lost file`() async throws {
        let folder = try Folder()
        let nodes = try Nodes(in: folder)
        let visitor = try await signedIn(nodes)
        let kept = try kept(in: try await visitor.send(hang("wrong", file: ("a.png", [7]))))
        let shared = SharedUploadFolder(in: folder.path, for: Self.secret).path
        rename(shared, shared + "-away")
        try Data().write(to: URL(filePath: shared))
        let reply = try await visitor.send(hang("Dawn", file: nil, kept: kept))
        #expect(reply.status == 503 && reply["Retry-After"] == "5")
        unlink(shared)
        rename(shared + "-away", shared)
        #expect(try await visitor.send(hang("Dawn", file: nil, kept: kept)).status == 303)
    }

    @Test func `a shared folder that other users can open is refused`() async throws {
        let folder = try Folder()
        let shared = SharedUploadFolder(in: folder.path, for: Self.secret)
        mkdir(shared.path, 0o755)
        #expect(throws: UploadStore.Failure.self) { try shared.create() }
        chmod(shared.path, 0o700)
        try shared.create()
    }

    @Test func `a record that is damaged is not read`() throws {
        for type in [nil, "", "image/png"] {
            let file = UploadedFile(
                id: SessionID.random().description, name: "ä.png", contentType: type, byteCount: 70_000, path: "",
                digest: .max)
            for session in [nil, SessionID.random()] {
                let record = KeptFileRecord(file, for: session)
                let octets = record.octets
                #expect(KeptFileRecord(octets) == record)
                #expect(record.isOpen(to: session) && record.isOpen(to: .random()) == (session == nil))
                for index in octets.indices {
                    var damaged = octets
                    damaged[index] ^= 1
                    #expect(KeptFileRecord(damaged) == nil && KeptFileRecord(Array(octets[..<index])) == nil)
                }
            }
        }
    }
}
