import Cairn

/// The holder wants to see all that the passport says.
struct ShowDataPage: Action {}
/// The holder wants to correct it.
struct CorrectPassport: Action {}
/// It is corrected.
struct SaveCorrections: Action { var details = PassportDetails() }
/// The holder has arrived somewhere.
struct GetStamp: Action {}
/// The sheet has been read.
struct CloseSheet: Action {}

enum PassportMainRoute: Route {
    case cover, dataPage, corrections, countries

    var transition: Transition {
        switch self {
        case .cover: .push
        case .dataPage, .corrections, .countries: .modal
        }
    }

    var detents: [PresentationDetent] {
        switch self {
        case .dataPage: [.medium, .large]
        case .cover, .corrections, .countries: [.large]
        }
    }
}

/// A passport and the sheets over it: it presents them, and what it presented it takes away.
final class PassportMainFlow: NavigationController<PassportMainRoute>, PassportPages {
    let office: PassportOffice

    init(office: PassportOffice) {
        self.office = office
        super.init(root: .cover)
    }

    override class var actions: [Handler] {
        [
            .on(showDataPage), .on(correct), .on(save), .on(getStamp), .on(closeSheet),
            .answer(of: CountryPicker.self, stamp),
        ]
    }

    func showDataPage(_ action: ShowDataPage) { show(.dataPage) }
    func correct(_ action: CorrectPassport) { show(.corrections) }
    func getStamp(_ action: GetStamp) { show(.countries) }
    func closeSheet(_ action: CloseSheet) { dismiss() }

    func save(_ action: SaveCorrections) throws {
        try office.correct(action.details, of: email)
        dismiss()
    }

    func stamp(_ country: Country) throws { try office.stamp(country, into: email) }

    var record: PassportRecord? { office.record(of: email) }

    private var email: String { nearest((any PassportHolder).self)?.email ?? "" }

    override func provide(_ environment: inout EnvironmentValues) { environment.passportPages = self }

    override func destination(for route: PassportMainRoute) throws -> ViewController {
        switch route {
        case .cover:
            let cover = PassportCover().titled("Passport")
            cover.navigationItem.rightBarButtonItems = [
                BarButtonItem("Log out", role: .cancel, action: ClosePassport())
            ]
            return cover
        case .dataPage: return PassportDataPage().titled("Data Page")
        case .corrections: return PassportCorrections().titled("Corrections")
        case .countries: return CountryPicker()
        }
    }
}

/// What the pages of a passport ask of the flow they are part of, without having been given it (feature A45).
protocol PassportPages: AnyObject {
    var record: PassportRecord? { get }
}

extension EnvironmentValues {
    private enum PassportPagesKey: EnvironmentKey {
        static var defaultValue: (any PassportPages)? { nil }
    }

    /// The flow around a page of a passport.
    var passportPages: (any PassportPages)? {
        get { self[PassportPagesKey.self] }
        set { self[PassportPagesKey.self] = newValue }
    }
}
