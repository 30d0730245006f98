import Cairn

/// Identifies a session's passport. An e-mail alone is not enough: after an eviction, or after a restart without
/// `--state`, another visitor can get a passport for the same e-mail.
struct PassportID: Codable, Sendable, Equatable {
    var email: String
    /// A random number that cannot be guessed; 0 for the specimen.
    var number: UInt64

    /// The session identity of the holder; `nil` for the specimen, which many visitors hold at once.
    var user: String? { self == PassportRecord.specimen.id ? nil : "\(email) \(number)" }
}

/// One passport and the data for its holder's login.
struct PassportRecord: Codable, Sendable, Equatable {
    var email: String
    var number = UInt64.random(in: 1 ... .max)
    /// The number of characters; the password itself is not stored.
    var passwordLength: Int
    var details: PassportDetails
    var stamps: [PassportStamp] = []

    var id: PassportID { PassportID(email: email, number: number) }

    /// The example passport for visitors who only look around. It cannot be changed, and it is the same after a
    /// restart.
    static let specimen = PassportRecord(
        email: "specimen@example.org", number: 0, passwordLength: 8,
        details: PassportDetails(name: "Specimen", birthday: "1970-01-01", country: "IS"))
}

/// One stamp; each fills a page.
struct PassportStamp: Codable, Sendable, Equatable {
    var page: Int
    var country: Country
}

/// All passports. Only the newest ones are kept.
struct PassportRegister: SharedState {
    enum Event: Codable, Sendable {
        case issued(PassportRecord)
        case corrected(PassportID, PassportDetails)
        case stamped(PassportID, Country)
    }

    private var records = [Self.key(of: PassportRecord.specimen.email): PassportRecord.specimen]
    /// The keys, oldest first, without the specimen's.
    private var issued: [String] = []
    private let capacity: Int

    /// - Parameter capacity: the maximum number of issued passports; the specimen does not count.
    init(capacity: Int) { self.capacity = capacity }

    func record(of email: String) -> PassportRecord? { records[Self.key(of: email)] }

    mutating func apply(_ event: Event) {
        switch event {
        case .issued(let record):
            let key = Self.key(of: record.email)
            guard records.updateValue(record, forKey: key) == nil else { return }
            issued.append(key)
            if issued.count > capacity { records[issued.removeFirst()] = nil }
        case .corrected(let passport, let details):
            records[Self.key(of: passport.email)]?.details = details
        case .stamped(let passport, let country):
            let key = Self.key(of: passport.email)
            guard let page = records[key]?.stamps.count else { return }
            records[key]?.stamps.append(PassportStamp(page: page + 1, country: country))
        }
    }

    func topics(changedBy event: Event) -> [Topic] {
        switch event {
        case .issued(let record): [.passport(of: record.email)]
        case .corrected(let passport, _), .stamped(let passport, _): [.passport(of: passport.email)]
        }
    }

    /// The issued passports, oldest first.
    var checkpoint: [PassportRecord] { issued.compactMap { records[$0] } }

    mutating func restore(_ checkpoint: [PassportRecord]) {
        self = PassportRegister(capacity: capacity)
        for record in checkpoint { apply(.issued(record)) }
    }

    /// Returns the record of `passport` if it can be changed.
    ///
    /// - Throws: ``PassportGone`` or ``PassportIsSpecimen``.
    func changeable(_ passport: PassportID) throws -> PassportRecord {
        guard let record = record(of: passport.email), record.id == passport else { throw PassportGone() }
        guard record.email != PassportRecord.specimen.email else { throw PassportIsSpecimen() }
        return record
    }

    /// The case of an e-mail address is ignored, because holders do not type it the same way each time.
    private static func key(of email: String) -> String { email.lowercased() }
}

extension Topic {
    /// The passport of the holder with this e-mail address.
    static func passport(of email: String) -> Topic { Topic("passport", email.lowercased()) }
}

/// All passports of all visitors, shared by their sessions on all nodes.
final class PassportOffice: Sendable {
    let register: SharedLog<PassportRegister>
    static let pageCount = 32

    /// - Parameter capacity: the maximum number of issued passports.
    init(capacity: Int = 5_000) { register = SharedLog("passport", PassportRegister(capacity: capacity)) }

    func record(of email: String) -> PassportRecord? { register.read { $0.record(of: email) } }

    func record(of passport: PassportID) -> PassportRecord? {
        record(of: passport.email).flatMap { $0.id == passport ? $0 : nil }
    }

    func checkIsFree(_ email: String) throws {
        guard record(of: email) == nil else { throw PassportExists(email: email) }
    }

    func issue(_ record: PassportRecord) async throws {
        try await register.update { register in
            guard register.record(of: record.email) == nil else { throw PassportExists(email: record.email) }
            return [.issued(record)]
        }
    }

    func correct(_ details: PassportDetails, of passport: PassportID) async throws {
        try await register.update { register in
            try register.changeable(passport).details == details ? [] : [.corrected(passport, details)]
        }
    }

    func stamp(_ country: Country, into passport: PassportID) async throws {
        try await register.update { register in
            guard try register.changeable(passport).stamps.count < Self.pageCount else { throw PassportFull() }
            return [.stamped(passport, country)]
        }
    }
}
