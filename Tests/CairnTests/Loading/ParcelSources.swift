import Cairn

/// A parcel, as the database knows it.
struct Parcel: Sendable {
    var number: Int
    var content: String
}

/// The database of the parcels. An actor, so that one statement at a time uses the connection.
actor ParcelDatabase {
    private var rows: [Parcel] = []
    private var failure: (any Error)?

    init(_ contents: [String]) {
        rows = contents.enumerated().map { Parcel(number: $0 + 1, content: $1) }
    }

    var parcels: [Parcel] { get throws { try connected } }
    var count: Int { get throws { try connected.count } }

    func parcel(_ number: Int) throws -> Parcel? { try connected.first { $0.number == number } }
    func add(_ content: String) throws { rows = try connected + [Parcel(number: rows.count + 1, content: content)] }

    /// Makes each statement fail; `nil` repairs the database.
    func fail(with error: (any Error)?) { failure = error }

    private var connected: [Parcel] {
        get throws {
            if let failure { throw failure }
            return rows
        }
    }
}

/// The HTTP API of the company that carries the parcels.
protocol Carrier: Sendable {
    /// - Throws: ``CarrierError`` if the carrier refuses to answer.
    func place(of parcel: Int) async throws -> String
}

/// The carrier answered with this status code.
struct CarrierError: PresentableError {
    let code: Int

    var alert: Alert {
        Alert(title: "The carrier does not answer", message: "Its service is down (\(code)). Please try again later.")
    }
}

/// Asks the carrier once for all pages that show a parcel. No page waits for the answer.
actor ParcelTracker {
    private let carrier: any Carrier
    private var answers: [Int: Result<String, any Error>] = [:]
    private var requests: [Int: Task<Void, Never>] = [:]

    init(_ carrier: any Carrier) { self.carrier = carrier }

    /// Returns the place of a parcel, or `nil` while the carrier has not answered.
    ///
    /// - Throws: the error of the request, once; the next call asks again.
    func place(of parcel: Int) throws -> String? {
        if let answer = answers[parcel] {
            if case .failure = answer { answers[parcel] = nil }
            return try answer.get()
        }
        // A task of its own: the request continues when the page is rendered or its visitor has left.
        if requests[parcel] == nil { requests[parcel] = Task { await ask(parcel) } }
        return nil
    }

    private func ask(_ parcel: Int) async {
        do {
            answers[parcel] = .success(try await carrier.place(of: parcel))
        } catch {
            answers[parcel] = .failure(error)
        }
        requests[parcel] = nil
    }

    /// Returns when the request for a parcel, if there is one, has ended.
    func untilAnswered(_ parcel: Int) async { await requests[parcel]?.value }
}
