import Synchronization
import Testing

@testable import Cairn
@testable import CairnTesting

private enum ProxyUser: RequestValueKey { static var defaultValue: String? { nil } }
private enum Number: RequestValueKey { static var defaultValue: Int { 7 } }

@Suite("Interceptors", .timeLimit(.minutes(3))) struct InterceptorTests {
    /// Adds the name to the response's field `X-Order`, outermost last.
    private static func marking(_ name: String) -> Interceptor {
        { request, next in
            var response = await next(request)
            response.fields.add("X-Order", name)
            return response
        }
    }

    @Test func `they surround screens, routes, files and errors, the first one outermost`() async throws {
        let apps = { [Office.hosted().get("report.txt", behind: nil, handler: officeReport)] }
        try await Visitor.each(apps: apps, intercepting: [Self.marking("a"), Self.marking("b")]) { visitor in
            for path in [
                "/office", "/office/report.txt", "/cairn.css", "/", "/healthz", "/nothing", "/office/nothing",
            ] {
                #expect(try await visitor.get(path).values(of: "x-order") == ["b", "a"], "\(path)")
            }
            let reply = try await visitor.post("/office", "action=log-into-office&user=Ada")
            #expect(reply.status == 303 && reply.values(of: "x-order") == ["b", "a"])
        }
    }

    @Test func `a final response has a final status`() async throws {
        let early: Interceptor = { request, next in
            request.path == "/early" ? Response(Status(code: 103) ?? .ok) : await next(request)
        }
        let apps = {
            [
                Office.hosted().get("early.txt", behind: nil) { (_: Office, _) in
                    RouteResponse.text("x").status(Status(code: 102) ?? .ok)
                }
            ]
        }
        try await Visitor.each(apps: apps, intercepting: [early]) { visitor in
            let first = try await visitor.get("/early")
            let second = try await visitor.get("/office/early.txt")
            #expect(first.status == 500 && second.status == 500)
        }
    }

    @Test func `an interceptor can change the request, and respond itself`() async throws {
        let calls = Atomic(0)
        let rewriting: Interceptor = { request, next in
            guard request.path != "/closed" else { return Response(.gone) }
            return await next(Request(method: .get, target: "/healthz", fields: [("Host", "cairn.test")]))
        }
        let counting: Interceptor = { request, next in
            calls.add(1, ordering: .relaxed)
            return await next(request)
        }
        try await Visitor.each(apps: { [] }, intercepting: [rewriting, counting]) { visitor in
            let closed = try await visitor.get("/closed")
            #expect(closed.status == 410)
            #expect(try await visitor.get("/anything").text == "ok\n")
        }
        #expect(calls.load(ordering: .relaxed) == 2)
    }

    private struct Refused: PresentableError {
        var alert: Alert { Alert(title: "Not today", message: "Closed.") }
    }

    @Test func `an error is answered as that of a route, and the outer interceptors see the response`() async throws {
        let lines = LogLines()
        let failing: Interceptor = { request, next in
            switch request.path {
            case "/limit": throw RouteError.tooManyRequests(retryAfter: 9)
            case "/refused": throw Refused()
            case "/missing": throw NavigationError.notFound
            case "/broken": throw Failure()
            default: return await next(request)
            }
        }
        for transport in Transport.allCases {
            try await transport.serve([], log: lines.log(), intercepting: [Self.marking("a"), failing]) { wire in
                let visitor = Visitor(wire)
                for (path, status) in [
                    ("/limit", 429), ("/refused", 409), ("/missing", 404), ("/broken", 500), ("/healthz", 200),
                ] {
                    let reply = try await visitor.get(path)
                    #expect(reply.status == status && reply["x-order"] == "a", "\(path)")
                }
            }
        }
        #expect(lines.diagnostics.count { $0.contains("GET /broken: an interceptor failed: Failure()") } == 2)
    }

    // MARK: - Values

    @Test func `a value reaches handlers, views and routes, and only this request`() async throws {
        let authenticating: Interceptor = { request, next in
            guard let user = request.fields["X-User"] else { return await next(request) }
            return await next(request) { $0[ProxyUser.self] = user }
        }
        let numbering: Interceptor = { request, next in
            let number = next.values[ProxyUser.self] == nil ? 1 : 2
            return await next(request) { $0[Number.self] = number }
        }
        let app = {
            [
                HostedApplication("values", title: "Values") { ValueApp() }
                    .get("user.txt") { (app: ValueApp, request) in
                        .text("\(request.values[ProxyUser.self] ?? "none") \(app.requestValues[Number.self])")
                    }
            ]
        }
        try await Visitor.each(apps: app, intercepting: [authenticating, numbering]) { visitor in
            let ada = ("X-User", "Ada")
            let known = try await visitor.get("/values/user.txt", [ada])
            #expect(known.text == "Ada 2")
            #expect(try await visitor.get("/values/user.txt").text == "none 1")
            visitor.fields = [(name: "X-User", value: "Ada")]
            #expect(try await visitor.visit("/values").texts == ["User Ada, kept nobody"])
            #expect(try await visitor.click("Keep").texts == ["User Ada, kept Ada"])
            visitor.fields = []
            #expect(try await visitor.reload().texts == ["User nobody, kept Ada"])
        }
        #expect(RequestValues()[Number.self] == 7)
    }

    // MARK: - Uploads and networks

    @Test func `an upload is passed on, once`() async throws {
        let app = {
            [
                Office.hosted().post("import", behind: nil) { (_: Office, request) in
                    .text("\(request.file("file")?.byteCount ?? -1)")
                }
            ]
        }
        let retrying: Interceptor = { request, next in
            let first = await next(request)
            guard request.fields.contains("X-Retry") else { return first }
            return await next(request)
        }
        let files: [(name: String, file: MultipartEncoding.File?)] = [
            // Longer than what is read together with the head, so it arrives as a stream.
            ("file", .init(name: "a", type: "text/plain", content: [UInt8](repeating: 1, count: 300_000)))
        ]
        try await Transport.socket.serve(app(), intercepting: [retrying]) { wire in
            let visitor = Visitor(wire)
            var call = Call(
                "POST", "/office/import", fields: [("Content-Type", MultipartEncoding.type)],
                body: MultipartEncoding.bytes(of: [], files: files))
            let first = try await visitor.send(call)
            #expect(first.text == "300000")
            call.fields.append(("X-Retry", "1"))
            let second = try await visitor.send(call)
            #expect(second.status == 400, "\(second.text)")
        }
    }

    @Test func `a rate limit sees the client's network behind a trusted proxy`() async throws {
        var configuration = Transport.configuration
        let isTrusted = configuration.trustProxies("127.0.0.1")
        #expect(isTrusted)
        let seen = Mutex<[ClientNetwork: Int]>([:])
        let limiting: Interceptor = { request, next in
            guard let network = next.network else { return await next(request) }
            let count = seen.withLock { seen in
                seen[network, default: 0] += 1
                return seen[network, default: 0]
            }
            guard count <= 2 else { throw RouteError.tooManyRequests(retryAfter: 60) }
            return await next(request)
        }
        try await Transport.socket.serve([], configuration: configuration, intercepting: [limiting]) { wire in
            let visitor = Visitor(wire)
            for (client, status) in [
                ("192.0.2.1", 200), ("192.0.2.1", 200), ("192.0.2.1", 429), ("192.0.2.2", 200),
                ("2001:db8::1", 200), ("2001:db8::2", 200), ("2001:db8::3", 429),
            ] {
                let reply = try await visitor.get("/healthz", [("X-Forwarded-For", client)])
                #expect(reply.status == status, "\(client)")
            }
        }
        #expect(
            seen.withLock { seen in seen.keys.map(\.description).sorted() } == [
                "192.0.2.1", "192.0.2.2", "2001:db8::/64",
            ])
    }

    @Test func `a slow interceptor is ended by the time limit of handlers`() async throws {
        var configuration = Transport.configuration
        configuration.handlerTimeout = .milliseconds(50)
        let gate = Gate()
        let waiting: Interceptor = { request, next in
            if request.path == "/wait" { await gate.pass() }
            return await next(request)
        }
        try await Transport.socket.serve([], configuration: configuration, intercepting: [waiting]) { wire in
            let ended = try await Visitor(wire).get("/wait")
            #expect(ended.status == 503)
            #expect(try await Visitor(wire).get("/healthz").status == 200)
            gate.open()
        }
    }
}

private struct KeepUser: Action {}

private final class ValueApp: Application {
    @Saved var kept = "nobody"
    override func makeRootViewController() -> ViewController { ValueScreen() }
    override class var actions: [Handler] { [.on(keep)] }
    func keep(_ action: KeepUser) { kept = requestValues[ProxyUser.self] ?? "nobody" }
}

private final class ValueScreen: ViewController {
    @ViewBuilder override var view: any View {
        Text("User \(requestValues[ProxyUser.self] ?? "nobody"), kept \(nearest(ValueApp.self)?.kept ?? "")")
        Button("Keep", action: KeepUser())
    }
}
