import Synchronization

/// Which passport a session is for. An e-mail alone does not say: once a passport is forgotten, at a restart or for
/// want of room, somebody else may get one for the same e-mail.
struct PassportID: Codable, Sendable, Equatable {
    var email: String
    /// Nobody can guess it.
    var number: UInt64
}

/// One passport and how its holder comes in.
struct PassportRecord: Sendable, Equatable {
    var email: String
    var number = UInt64.random(in: 1 ... .max)
    /// All that is known of the password.
    var passwordLength: Int
    var details: PassportDetails
    var stamps: [PassportStamp] = []

    var id: PassportID { PassportID(email: email, number: number) }

    /// For who only looks around; nobody can change it, and it is the same after a restart.
    static let specimen = PassportRecord(
        email: "specimen@example.org", number: 0, passwordLength: 8,
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

    func record(of passport: PassportID) -> PassportRecord? {
        record(of: passport.email).flatMap { $0.id == passport ? $0 : nil }
    }

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

    func correct(_ details: PassportDetails, of passport: PassportID) throws {
        try change(passport) { $0.details = details }
    }

    func stamp(_ country: Country, into passport: PassportID) throws {
        try change(passport) { record in
            guard record.stamps.count < Self.pageCount else { throw PassportFull() }
            record.stamps.append(PassportStamp(page: record.stamps.count + 1, country: country))
        }
    }

    private func change(_ passport: PassportID, _ body: (inout PassportRecord) throws -> Void) throws {
        try store.withLock { store in
            guard var record = store.records[Self.key(of: passport.email)], record.id == passport
            else { throw PassportGone() }
            guard record.email != PassportRecord.specimen.email else { throw PassportIsSpecimen() }
            try body(&record)
            store.records[Self.key(of: passport.email)] = record
        }
    }

    /// Nobody knows how they wrote their address last time.
    private static func key(of email: String) -> String { email.lowercased() }
}
