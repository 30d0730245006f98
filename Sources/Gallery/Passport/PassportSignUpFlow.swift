import Cairn

/// The login data of a new holder.
struct PassportAccount: Codable, Sendable {
    var email = ""
    var password = ""
}

/// Chooses e-mail and password.
struct ChooseAccount: Action { var account = PassportAccount() }
/// Completes the sign-up.
struct EnterAccountDetails: Action {
    /// Filled in only if the first step was skipped.
    var account = PassportAccount()
    var details = PassportDetails()
    var acceptsTerms = false
}

enum PassportSignUpRoute: Route { case account, details }

/// The sign-up, in two steps. The flow saves the e-mail and the password's length until it ends.
final class PassportSignUpFlow: NavigationController<PassportSignUpRoute>, PassportApplicant {
    let office: PassportOffice
    @Saved var email = ""
    @Saved var passwordLength = 0
    /// The number of the new passport, saved with the session, so that submitting again after a crash does not issue a
    /// second one.
    @Saved var number: UInt64 = 0

    init(office: PassportOffice) {
        self.office = office
        super.init(root: .account)
    }

    override class var actions: [Handler] { [.on(choose), .on(enter)] }

    /// Stores the length of the password, not the password itself.
    func choose(_ action: ChooseAccount) throws {
        try note(action.account)
        show(.details)
    }

    func enter(_ action: EnterAccountDetails) async throws {
        let details = try action.details.checked
        if email.isEmpty {
            let account = action.account
            if let made = office.record(of: account.email), made.passwordLength == account.password.count,
                made.details == details
            {
                // The session has lost the passport's number, too. Open the passport: the e-mail and the password
                // length match, which is all that a login needs.
                return try await open(made.id)
            }
            try note(account)
        }
        let record = PassportRecord(email: email, number: number, passwordLength: passwordLength, details: details)
        if office.record(of: record.id) != nil {
            try await office.correct(details, of: record.id)
            return try await open(record.id)
        }
        try await office.issue(record)
        try await send(PassportOpened(passport: record.id))
    }

    /// Opens a passport that was issued by an earlier submission, for example one whose response was lost when the
    /// server stopped.
    private func open(_ passport: PassportID) async throws {
        try required(Window.self).present(.passportMadeBefore)
        try await send(PassportOpened(passport: passport))
    }

    private func note(_ account: PassportAccount) throws {
        try office.checkIsFree(account.email)
        (email, passwordLength) = (account.email, account.password.count)
        var numbers = randomNumbers
        number = .random(in: 1 ... .max, using: &numbers)
    }

    override func destination(for route: PassportSignUpRoute) throws -> ViewController {
        switch route {
        case .account: PassportAccountScreen().titled(localized("Apply for a Passport"))
        case .details: AccountDetailsScreen().titled(localized("Account Details"))
        }
    }
}

/// The first step's data. Screens find it through the responder chain.
protocol PassportApplicant: AnyObject {
    var email: String { get }
    var passwordLength: Int { get }
}

/// Asks for e-mail and password.
final class PassportAccountScreen: ViewController {
    @ViewBuilder override var view: any View {
        PassportAccountFields()
        Text(
            localized("Whoever knows e-mail and length can look into the passport, so it need not be true."),
            style: .secondary)
        Button(localized("Continue"), role: .primary, action: ChooseAccount())
    }
}

/// Asks for all details. Leaving it half filled asks for confirmation.
final class AccountDetailsScreen: ViewController {
    override var isModalInPresentation: Bool { hasDraft }

    @ViewBuilder override var view: any View {
        let applicant = nearest((any PassportApplicant).self)
        let email = applicant?.email ?? ""
        if email.isEmpty {
            // A deep link or an expired session skips the first step, so ask for its data here.
            PassportAccountFields()
        } else {
            let length = applicant?.passwordLength ?? 0
            Text(localized("For \(email), with a password of \(length) characters."))
        }
        PassportDetailsForm(details: PassportDetails())
        Section(localized("Terms")) {
            Text(localized("A passport opens no border. It is forgotten when there is no room for it any more."))
            Toggle(localized("I have read the terms"), name: "acceptsTerms", isRequired: true)
        }
        Button(localized("Get my passport"), role: .primary, action: EnterAccountDetails())
    }
}

/// The inputs for e-mail and password.
struct PassportAccountFields: View {
    var body: some View {
        TextField(
            localized("E-mail"), name: "account.email", kind: .email, isRequired: true, maximumLength: 254,
            help: localized("Nothing is sent to it."), autocomplete: .username)
        SecureField(
            localized("Password"), name: "account.password", minimumLength: 8, autocomplete: .newPassword,
            help: localized("At least 8 characters, of which only the number is kept."))
    }
}

extension Alert {
    fileprivate static var passportMadeBefore: Alert {
        Alert(
            title: localized("Your passport was made already"),
            message: localized("Your first click had come through. The passport says what you have typed now."))
    }
}
