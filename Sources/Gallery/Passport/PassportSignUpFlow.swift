import Cairn

/// What a new holder comes in by.
struct PassportAccount: Codable, Sendable {
    var email = ""
    var password = ""
}

/// E-mail and password are chosen.
struct ChooseAccount: Action { var account = PassportAccount() }
/// All that a passport says is known.
struct EnterAccountDetails: Action {
    /// Asked for only if it is not known from the first step.
    var account = PassportAccount()
    var details = PassportDetails()
    var acceptsTerms = false
}

enum PassportSignUpRoute: Route { case account, details }

/// Two steps to a passport. What the first one brought is kept for as long as the flow lasts, and goes with it (feature A26).
final class PassportSignUpFlow: NavigationController<PassportSignUpRoute>, PassportApplicant {
    let office: PassportOffice
    @Saved var email = ""
    @Saved var passwordLength = 0
    /// The number of the passport that this sign-up ends with, so that it is made once even if the session forgets that.
    @Saved var number: UInt64 = 0

    init(office: PassportOffice) {
        self.office = office
        super.init(root: .account)
    }

    override class var actions: [Handler] { [.on(choose), .on(enter)] }

    /// Of the password nothing is kept but how long it is.
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
                // The session is gone too, and with it the number. Who knows this much may come in by the login as well.
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

    /// Goes on with a passport that was made before: the server stopped before the visitor was told so.
    private func open(_ passport: PassportID) async throws {
        try required(Window.self).present(.passportMadeBefore)
        try await send(PassportOpened(passport: passport))
    }

    private func note(_ account: PassportAccount) throws {
        try office.checkIsFree(account.email)
        (email, passwordLength) = (account.email, account.password.count)
        number = .random(in: 1 ... .max)
    }

    override func destination(for route: PassportSignUpRoute) throws -> ViewController {
        switch route {
        case .account: PassportAccountScreen().titled("Apply for a Passport")
        case .details: AccountDetailsScreen().titled("Account Details")
        }
    }
}

/// What is known so far of who signs up, found through the chain.
protocol PassportApplicant: AnyObject {
    var email: String { get }
    var passwordLength: Int { get }
}

/// Asks for what one comes in by later.
final class PassportAccountScreen: ViewController {
    @ViewBuilder override var view: any View {
        PassportAccountFields()
        Text("Whoever knows e-mail and length can look into the passport, so it need not be true.", style: .secondary)
        Button("Continue", role: .primary, action: ChooseAccount())
    }
}

/// Asks for all that a passport says, and is not left half filled without a question.
final class AccountDetailsScreen: ViewController {
    override var isModalInPresentation: Bool { hasDraft }

    @ViewBuilder override var view: any View {
        let applicant = nearest((any PassportApplicant).self)
        let email = applicant?.email ?? ""
        if email.isEmpty {
            // A link leads here without the first step, and so does a session that has expired: what was typed stays.
            PassportAccountFields()
        } else {
            Text("For \(email), with a password of \(applicant?.passwordLength ?? 0) characters.")
        }
        PassportDetailsForm(details: PassportDetails())
        Section("Terms") {
            Text("A passport opens no border. It is forgotten when there is no room for it any more.")
            Toggle("I have read the terms", name: "acceptsTerms", isRequired: true)
        }
        Button("Get my passport", role: .primary, action: EnterAccountDetails())
    }
}

/// What a holder comes in by later.
struct PassportAccountFields: View {
    var body: some View {
        TextField(
            "E-mail", name: "account.email", kind: .email, isRequired: true, maximumLength: 254,
            help: "Nothing is sent to it.", autocomplete: "email")
        SecureField(
            "Password", name: "account.password", minimumLength: 8, autocomplete: "new-password",
            help: "At least 8 characters, of which only the number is kept.")
    }
}

extension Alert {
    fileprivate static let passportMadeBefore = Alert(
        title: "Your passport was made already",
        message: "Your first click had come through. The passport says what you have typed now.")
}
