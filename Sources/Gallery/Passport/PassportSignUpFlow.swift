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
    var details = PassportDetails()
    var acceptsTerms = false
}

enum PassportSignUpRoute: Route { case account, details }

/// Two steps to a passport. What the first one brought is kept for as long as the flow lasts, and goes with it (feature A26).
final class PassportSignUpFlow: NavigationController<PassportSignUpRoute>, PassportApplicant {
    let office: PassportOffice
    @Saved var email = ""
    @Saved var passwordLength = 0

    init(office: PassportOffice) {
        self.office = office
        super.init(root: .account)
    }

    override class var actions: [Handler] { [.on(choose), .on(enter)] }

    /// Of the password nothing is kept but how long it is.
    func choose(_ action: ChooseAccount) throws {
        try office.checkIsFree(action.account.email)
        email = action.account.email
        passwordLength = action.account.password.count
        show(.details)
    }

    func enter(_ action: EnterAccountDetails) async throws {
        let record = PassportRecord(email: email, passwordLength: passwordLength, details: try action.details.checked)
        try office.issue(record)
        try await send(PassportOpened(passport: record.id))
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
        TextField(
            "E-mail", name: "account.email", kind: .email, isRequired: true, maximumLength: 254,
            help: "Nothing is sent to it.", autocomplete: "email")
        SecureField(
            "Password", name: "account.password", minimumLength: 8, autocomplete: "new-password",
            help: "At least 8 characters, of which only the number is kept.")
        Text("Whoever knows e-mail and length can look into the passport, so it need not be true.", style: .secondary)
        Button("Continue", role: .primary, action: ChooseAccount())
    }
}

/// Asks for all that a passport says, and is not left half filled without a question.
final class AccountDetailsScreen: ViewController {
    override var isModalInPresentation: Bool { hasDraft }

    @ViewBuilder override var view: any View {
        if let applicant = nearest((any PassportApplicant).self), !applicant.email.isEmpty {
            Text("For \(applicant.email), with a password of \(applicant.passwordLength) characters.")
            PassportDetailsForm(details: PassportDetails())
            Section("Terms") {
                Text("A passport opens no border. It is forgotten when there is no room for it any more.")
                Toggle("I have read the terms", name: "acceptsTerms", isRequired: true)
            }
            Button("Get my passport", role: .primary, action: EnterAccountDetails())
        } else {
            Text("No e-mail was given yet. Back leads to where one is.", style: .placeholder)
        }
    }
}
