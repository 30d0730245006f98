import Cairn

/// Shows the data page of the passport.
struct ShowDataPage: Action {}
/// Opens the form for corrections.
struct CorrectPassport: Action {}
struct SaveCorrections: Action { var details = PassportDetails() }
/// Starts choosing a country to get a stamp.
struct GetStamp: Action {}

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

/// A passport and the sheets over it. It presents the sheets, and dismisses all except the country picker.
final class PassportMainFlow: NavigationController<PassportMainRoute>, PassportPages {
    let office: PassportOffice

    init(office: PassportOffice) {
        self.office = office
        super.init(root: .cover)
    }

    override class var actions: [Handler] {
        [
            .on(showDataPage), .on(showCorrections), .on(getStamp), .onResult(of: CountryPicker.self, stamp),
        ]
    }

    override var topics: [Topic] { (try? passport).map { [.passport(of: $0.email)] } ?? [] }

    func showDataPage(_ action: ShowDataPage) { show(.dataPage) }
    func showCorrections(_ action: CorrectPassport) { show(.corrections) }
    func getStamp(_ action: GetStamp) { show(.countries) }

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
            let cover = HostingController(rootView: CoverView()).titled(localized("Passport"))
            cover.navigationItem.rightBarButtonItems = [
                BarButtonItem(localized("Log out"), role: .cancel, action: ClosePassport())
            ]
            return cover
        case .dataPage:
            let page = HostingController(rootView: DataPageView()).titled(localized("Data Page"))
            page.navigationItem.dismissButton = .done
            return page
        case .corrections: return PassportCorrections(rootView: CorrectionsView()).titled(localized("Corrections"))
        case .countries: return CountryPicker()
        }
    }
}

/// The interface that the pages of a passport use. They read it from the environment; it is not passed to them.
protocol PassportPages: AnyObject {
    var record: PassportRecord? { get }
    /// Changes the passport's data and dismisses the sheet.
    func correct(_ details: PassportDetails) async throws
}

extension EnvironmentValues {
    private enum PassportPagesKey: EnvironmentKey {
        static var defaultValue: (any PassportPages)? { nil }
    }

    /// The flow that contains a page of a passport.
    var passportPages: (any PassportPages)? {
        get { self[PassportPagesKey.self] }
        set { self[PassportPagesKey.self] = newValue }
    }
}
