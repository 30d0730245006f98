import Cairn

/// Shows the countries with an initial letter.
struct SelectInitial: Action { var initial: String }
/// Selects a country, which becomes the result of the picker.
struct SelectCountry: Action { var country: Country.ID }

enum CountryPickerRoute: Route { case initials, countries(String) }

/// Selects a country in two steps, by initial letter and by name, and returns it to the presenter.
final class CountryPicker: NavigationController<CountryPickerRoute>, ResultProviding {
    typealias FlowResult = Country

    init() { super.init(root: .initials) }

    override class var actions: [Handler] { [.on(selectInitial), .on(select)] }

    func selectInitial(_ action: SelectInitial) { show(.countries(action.initial)) }
    func select(_ action: SelectCountry) async throws { try await complete(with: Country.coded(action.country)) }

    override func destination(for route: CountryPickerRoute) throws -> ViewController {
        switch route {
        case .initials: return InitialList(Country.initials).titled(localized("Where Are You?"))
        case .countries(let initial):
            let countries = Country.all.filter { $0.initial == initial }
            guard !countries.isEmpty else { throw NavigationError.notFound }
            return CountryList(countries).titled(localized("Countries: \(initial.uppercased())"))
        }
    }
}

/// The initial letters of the countries.
final class InitialList: ViewController {
    let initials: [String]

    init(_ initials: [String]) {
        self.initials = initials
        super.init()
    }

    @ViewBuilder override var view: any View {
        List(localized("Initials")) { ForEach(initials) { Row($0.uppercased(), action: SelectInitial(initial: $0)) } }
    }
}

/// The countries with one initial letter.
final class CountryList: ViewController {
    let countries: [Country]

    init(_ countries: [Country]) {
        self.countries = countries
        super.init()
    }

    @ViewBuilder override var view: any View {
        List(localized("Countries")) { ForEach(countries) { Row($0.name, action: SelectCountry(country: $0.id)) } }
    }
}

extension Country {
    /// The initial letter in lower case, the form that the location contains.
    fileprivate var initial: String { name.prefix(1).lowercased() }

    /// The initial letters in order, without duplicates.
    fileprivate static let initials: [String] = all.map(\.initial).reduce(into: []) { initials, initial in
        if initials.last != initial { initials.append(initial) }
    }
}
