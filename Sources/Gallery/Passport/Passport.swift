import Cairn

/// A passport app: a login or a sign-up, and then a passport that collects stamps. The flows send their results up the
/// responder chain.
final class Passport: Application, PassportHolder {
    @Saved var passport: PassportID?
    @Saved var language: String?
    let office: PassportOffice

    init(office: PassportOffice) {
        self.office = office
        super.init()
    }

    override class var actions: [Handler] { [.on(choose)] }

    override var preferredLanguage: String? { language }

    func choose(_ action: ChooseLanguage) { language = action.language }

    override func makeRootViewController() -> ViewController { PassportFlow(office: office) }
}

/// Shows the app in the language with this tag.
struct ChooseLanguage: Action { var language: String }

/// The passport that is open in this session. The flows find it through the responder chain.
protocol PassportHolder: AnyObject {
    var passport: PassportID? { get set }
}

/// Opens a passport after a login or a sign-up.
struct PassportOpened: Action { var passport: PassportID }
/// Closes the passport: the holder logs out.
struct ClosePassport: Action {}

enum PassportRoute: Route { case main, login }

/// Shows the passport to its holder and the login to everybody else. The two flows are independent of each other.
final class PassportFlow: FlowController<PassportRoute> {
    let office: PassportOffice

    init(office: PassportOffice) {
        self.office = office
        super.init(root: .main)
    }

    override class var actions: [Handler] { [.on(opened), .on(close)] }

    func opened(_ action: PassportOpened) throws {
        try required((any PassportHolder).self).passport = action.passport
        changeIdentity(to: action.passport.user)
        show(.main)
    }

    func close(_ action: ClosePassport) throws {
        try required((any PassportHolder).self).passport = nil
        changeIdentity(clearsCache: true)
        show(.login)
    }

    override func guardResult(for route: PassportRoute) -> GuardResult {
        // The office evicts old passports, so a session can outlive its passport.
        let hasPassport = nearest((any PassportHolder).self)?.passport.flatMap { office.record(of: $0) } != nil
        return switch route {
        case .main: .allowed(if: hasPassport, otherwise: .login)
        case .login: .allowed(if: !hasPassport, otherwise: .main)
        }
    }

    /// Logging out is a backward transition, so the page animation is reversed.
    override func isBackwardTransition(to route: PassportRoute) -> Bool { route == .login }

    override func destination(for route: PassportRoute) throws -> ViewController {
        switch route {
        case .main: PassportMainFlow(office: office)
        case .login: PassportLoginFlow(office: office)
        }
    }
}
