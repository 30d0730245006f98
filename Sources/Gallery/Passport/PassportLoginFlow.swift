import Cairn

/// Opens an existing passport.
struct OpenPassport: Action {
    var email = ""
    var password = ""
}
/// Starts a sign-up.
struct ApplyForPassport: Action {}

enum PassportLoginRoute: Route {
    case form, signUp

    var transition: Transition {
        switch self {
        case .form: .push
        case .signUp: .fullScreen
        }
    }
}

/// Logs a passport holder in, and offers the sign-up to other visitors.
final class PassportLoginFlow: NavigationController<PassportLoginRoute> {
    let office: PassportOffice

    init(office: PassportOffice) {
        self.office = office
        super.init(root: .form)
    }

    override class var actions: [Handler] { [.on(open), .on(apply)] }

    func open(_ action: OpenPassport) async throws {
        guard let record = office.record(of: action.email) else {
            throw InvalidInput(field: "email", localized("There is no passport for this e-mail."))
        }
        guard record.passwordLength == action.password.count else {
            throw InvalidInput(field: "password", localized("That is not the password; it has another length."))
        }
        try await send(PassportOpened(passport: record.id))
    }

    func apply(_ action: ApplyForPassport) { show(.signUp) }

    override func destination(for route: PassportLoginRoute) throws -> ViewController {
        switch route {
        case .form: PassportLoginScreen().titled(localized("Open Your Passport"))
        case .signUp: PassportSignUpFlow(office: office)
        }
    }
}

/// Asks for e-mail and password.
final class PassportLoginScreen: ViewController {
    @ViewBuilder override var view: any View {
        let specimen = PassportRecord.specimen
        TextField(
            localized("E-mail"), name: "email", kind: .email, isRequired: true, maximumLength: 254,
            autocomplete: .username)
        SecureField(localized("Password"), name: "password")
        Text(
            localized("To look around, open \(specimen.email) with any \(specimen.passwordLength) characters."),
            style: .secondary)
        Button(localized("Open my passport"), icon: .passport, role: .primary, action: OpenPassport())
        Button(localized("Apply for a passport"), action: ApplyForPassport())
        Menu(localized("Language"), icon: .globe) {
            ForEach(Passport.languages.map(\.language)) { Button($0.name, action: ChooseLanguage(language: $0.tag)) }
        }
    }
}
