import Synchronization

/// One passport and how its holder comes in.
struct PassportRecord: Sendable, Equatable {
    var email: String
    /// All that is known of the password.
    var passwordLength: Int
    var details: PassportDetails
    var stamps: [PassportStamp] = []

    /// For who only looks around; nobody can change it.
    static let specimen = PassportRecord(
        email: "specimen@example.org", passwordLength: 8,
        details: PassportDetails(name: "Specimen", birthday: "1970-01-01", country: "IS"))
}

/// One stamp, a page each.
struct PassportStamp: Sendable, Equatable {
    var page: Int
    var country: Country
}

/// All passports of all visitors, shared by their sessions. It keeps the newest ones.
final class PassportOffice: Sendable {
    private struct Store {
        var records = [PassportOffice.key(of: PassportRecord.specimen.email): PassportRecord.specimen]
        /// The keys, oldest first, without the specimen's.
        var issued: [String] = []
    }

    private let store = Mutex(Store())
    private let capacity: Int
    static let pageCount = 32

    /// - Parameter capacity: the most passports that are kept.
    init(capacity: Int = 5_000) { self.capacity = capacity }

    func record(of email: String) -> PassportRecord? { store.withLock { $0.records[Self.key(of: email)] } }

    func checkIsFree(_ email: String) throws {
        guard record(of: email) == nil else { throw PassportExists(email: email) }
    }

    func issue(_ record: PassportRecord) throws {
        let key = Self.key(of: record.email)
        try store.withLock { store in
            guard store.records[key] == nil else { throw PassportExists(email: record.email) }
            store.records[key] = record
            store.issued.append(key)
            if store.issued.count > capacity { store.records[store.issued.removeFirst()] = nil }
        }
    }

    func correct(_ details: PassportDetails, of email: String) throws {
        try change(email) { $0.details = details }
    }

    func stamp(_ country: Country, into email: String) throws {
        try change(email) { record in
            guard record.stamps.count < Self.pageCount else { throw PassportFull() }
            record.stamps.append(PassportStamp(page: record.stamps.count + 1, country: country))
        }
    }

    private func change(_ email: String, _ body: (inout PassportRecord) throws -> Void) throws {
        try store.withLock { store in
            guard var record = store.records[Self.key(of: email)] else { throw PassportGone() }
            guard record.email != PassportRecord.specimen.email else { throw PassportIsSpecimen() }
            try body(&record)
            store.records[Self.key(of: email)] = record
        }
    }

    /// Nobody knows how they wrote their address last time.
    private static func key(of email: String) -> String { email.lowercased() }
}
