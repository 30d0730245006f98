import CairnTesting
import Sessions
import Testing

@testable import Cairn

@Suite("Data that is loaded before each page", .timeLimit(.minutes(2))) struct LoadingTests {
    private let database = ParcelDatabase(["Books", "Cups"])
    private let lines = LogLines()

    /// Serves the parcels while `body` runs.
    private func serve(
        _ carrier: any Carrier = PromptCarrier(), tracker: ParcelTracker? = nil, over transport: Transport = .memory,
        time: any TimeSource = SystemTime(), _ body: (Wire) async throws -> Void
    ) async throws {
        let app = Parcels.hosted(database, carrier, tracker ?? ParcelTracker(carrier))
        try await transport.serve([app], time: time, log: lines.log(), body)
    }

    @Test(arguments: Transport.allCases)
    func `a reload shows changed data, at the address of a version and at the clean one`(
        transport: Transport
    ) async throws {
        try await serve(over: transport) { wire in
            let visitor = Visitor(wire)
            try await visitor.visit("/parcels")
            try visitor.fill("Content", with: "Hats")
            let added = try await visitor.click("Add")
            #expect(added.rows.map(\.title) == ["Books", "Cups", "Hats"])
            #expect(added.url.contains("?at="))
            try await database.add("Pens")
            for _ in 1...2 {
                let reloaded = try await visitor.reload()
                #expect(reloaded.rows.map(\.title) == ["Books", "Cups", "Hats", "Pens"])
                #expect(reloaded.tabs.map(\.badge) == ["4", nil])
            }
            #expect(try await visitor.visit("/parcels").rows.count == 4)
            // Another browser, without a session.
            #expect(try await Visitor(wire).visit("/parcels").rows.count == 4)
        }
    }

    @Test func `the title can be what was loaded`() async throws {
        try await serve { wire in
            let visitor = Visitor(wire)
            try await visitor.visit("/parcels")
            let page = try await visitor.click("Cups")
            #expect(page.heading == "Cups" && page.details["Place"] == "Bremen")
        }
    }

    @Test(arguments: [
        (NavigationError.notFound as any Error, 404, "urn:cairn:problem:not-found"),
        (CarrierError(code: 502) as any Error, 409, "urn:cairn:problem:alert"),
        (Failure() as any Error, 500, "urn:cairn:problem:cannot-show"),
    ])
    func `an error of a load has the response of its kind, and no action is performed`(
        error: any Error, status: Int, type: String
    ) async throws {
        try await serve { wire in
            let visitor = Visitor(wire)
            let first = try await visitor.post("/parcels", "action=add-parcel&content=Hats")
            #expect(first.status == 303)
            await database.fail(with: error)
            let replies = [
                try await visitor.get("/parcels", accept: "application/json"),
                try await visitor.post("/parcels", "action=add-parcel&content=Pens"),
            ]
            for reply in replies {
                #expect(reply.status == status)
                #expect(try reply.problem.type == type)
            }
            await database.fail(with: nil)
            #expect(try await visitor.visit("/parcels").rows.map(\.title) == ["Books", "Cups", "Hats"])
        }
    }

    @Test func `a screen whose object does not exist is 404, found by its own load`() async throws {
        try await serve { wire in
            let reply = try await Visitor(wire).get("/parcels/parcels/parcel:3")
            #expect(reply.status == 404)
        }
    }

    @Test func `an action whose next screen does not load is performed once, and its address shows the error`()
        async throws
    {
        try await serve(PromptCarrier(failure: CarrierError(code: 502))) { wire in
            let visitor = Visitor(wire)
            let reply = try await visitor.post("/parcels", "action=open-parcel%3Fnumber%3D1")
            #expect(reply.status == 303)
            let location = try #require(reply["Location"])
            #expect(location == "/parcels/parcels/parcel:1")
            #expect(try await visitor.get(location).status == 409)
            #expect(try await visitor.visit("/parcels").rows.count == 2)
        }
    }

    @Test func `a page whose data takes too long gets 503, and the log names the class`() async throws {
        let (carrier, clock) = (SlowCarrier(), LatchedClock())
        try await serve(carrier, time: clock) { wire in
            async let page = Visitor(wire).get("/parcels/parcels/parcel:1", accept: "application/json")
            await carrier.latch.untilReached()
            clock.latch.open()
            let reply = try await page
            #expect(reply.status == 503 && reply["Retry-After"] == "5")
            #expect(try reply.problem.type == "urn:cairn:problem:took-too-long")
            await carrier.latch.untilCancelled()
        }
        #expect(
            lines.diagnostics.contains {
                $0.contains("/parcels: ParcelScreen did not load within --load-seconds; the loading was cancelled.")
            })
    }

    @Test func `a form whose page takes too long gets 503 and is not loaded again`() async throws {
        let (carrier, clock) = (SlowCarrier(), LatchedClock())
        try await serve(carrier, time: clock) { wire in
            async let page = Visitor(wire).post(
                "/parcels/parcels/parcel:1", "action=track-parcel%3Fnumber%3D1", accept: "text/html")
            await carrier.latch.untilReached()
            clock.latch.open()
            let reply = try await page
            #expect(reply.status == 503 && reply.text.contains("Go back to find what you typed."))
        }
        #expect(lines.diagnostics.count { $0.contains("did not load") } == 1)
    }

    @Test func `the load of a client that leaves is cancelled, and the log has no line about it`() async throws {
        let carrier = SlowCarrier()
        try await serve(carrier, over: .socket) { wire in
            guard case .socket(let port) = wire.kind else { return }
            do {
                let client = try await SocketClient(port: port)
                try await client.send("GET /parcels/parcels/parcel:1 HTTP/1.1\r\nHost: a\r\n\r\n")
                await carrier.latch.untilReached()
                client.breakOff()
            }
            await carrier.latch.untilCancelled()
            #expect(try await Visitor(wire).visit("/parcels").rows.count == 2)
        }
        #expect(!lines.diagnostics.contains { $0.contains("Cancel") || $0.contains("reference") })
    }

    @Test func `a page shows a placeholder until a slow source has answered`() async throws {
        let carrier = SlowCarrier()
        let tracker = ParcelTracker(carrier)
        try await serve(carrier, tracker: tracker) { wire in
            let visitor = Visitor(wire)
            let placeholder = try await visitor.visit("/parcels/parcels/tracking:2")
            #expect(placeholder.texts.last == "Reload this page in a moment.")
            carrier.latch.open()
            await tracker.untilAnswered(2)
            #expect(try await visitor.reload().details["Place"] == "Hamburg")
        }
    }

    @Test func `a server starts although the data of the first screen cannot be loaded`() async throws {
        await database.fail(with: Failure())
        try await serve { wire in
            let visitor = Visitor(wire)
            let refusal = try await visitor.get("/parcels")
            #expect(refusal.status == 500)
            await database.fail(with: nil)
            let page = try await visitor.visit("/parcels")
            #expect(page.rows.count == 2)
        }
        #expect(lines.diagnostics.contains { $0.contains("Warning: parcels: the first screen does not load") })
    }
}
