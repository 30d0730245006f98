import Cairn

/// Seed 003's app: by a login or a sign-up to a passport, and stamps into it. The flows are joined by the chain alone.
final class Passport: Application, PassportHolder {
    @Saved var passport: PassportID?
    let office: PassportOffice

    init(office: PassportOffice) {
        self.office = office
        super.init()
    }

    override func makeRootViewController() -> ViewController { PassportFlow(office: office) }
}

/// Who has come in, found through the chain by whoever needs to know.
protocol PassportHolder: AnyObject {
    var passport: PassportID? { get set }
}

/// Somebody has come in, by whichever way.
struct PassportOpened: Action { var passport: PassportID }
/// The holder leaves.
struct ClosePassport: Action {}

enum PassportRoute: Route { case main, login }

/// Decides which of the two flows is active; neither of them knows that there is another.
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

    override func permits(_ route: PassportRoute) -> Permission {
        // The office keeps only so many passports, so that a session may outlive the one it was opened for.
        let hasPassport = nearest((any PassportHolder).self)?.passport.flatMap { office.record(of: $0) } != nil
        return switch route {
        case .main: .allowed(if: hasPassport, otherwise: .login)
        case .login: .allowed(if: !hasPassport, otherwise: .main)
        }
    }

    /// Pages come and go the other way round where the holder leaves (feature A44).
    override func comesBack(to route: PassportRoute) -> Bool { route == .login }

    override func destination(for route: PassportRoute) throws -> ViewController {
        switch route {
        case .main: PassportMainFlow(office: office)
        case .login: PassportLoginFlow(office: office)
        }
    }
}
