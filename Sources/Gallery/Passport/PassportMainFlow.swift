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
            .on(showDataPage), .on(showCorrections), .on(getStamp), .on(closeSheet),
            .answer(of: CountryPicker.self, stamp),
        ]
    }

    func showDataPage(_ action: ShowDataPage) { show(.dataPage) }
    func showCorrections(_ action: CorrectPassport) { show(.corrections) }
    func getStamp(_ action: GetStamp) { show(.countries) }
    func closeSheet(_ action: CloseSheet) { dismiss() }

    func stamp(_ country: Country) async throws { try await office.stamp(country, into: passport) }

    var record: PassportRecord? { (try? passport).flatMap { office.record(of: $0) } }

    func correct(_ details: PassportDetails) async throws {
        try await office.correct(details.checked, of: passport)
        dismiss()
    }

    private var passport: PassportID {
        get throws {
            guard let passport = nearest((any PassportHolder).self)?.passport else { throw PassportGone() }
            return passport
        }
    }

    override func provide(_ environment: inout EnvironmentValues) { environment.passportPages = self }

    override func destination(for route: PassportMainRoute) throws -> ViewController {
        switch route {
        case .cover:
            let cover = HostingController(rootView: CoverView()).titled("Passport")
            cover.navigationItem.rightBarButtonItems = [
                BarButtonItem("Log out", role: .cancel, action: ClosePassport())
            ]
            return cover
        case .dataPage: return HostingController(rootView: DataPageView()).titled("Data Page")
        case .corrections: return PassportCorrections(rootView: CorrectionsView()).titled("Corrections")
        case .countries: return CountryPicker()
        }
    }
}

/// What the pages of a passport ask of the flow they are part of, without having been given it (feature A45).
protocol PassportPages: AnyObject {
    var record: PassportRecord? { get }
    /// Changes what the passport says, and leads away from where it was changed.
    func correct(_ details: PassportDetails) async throws
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
