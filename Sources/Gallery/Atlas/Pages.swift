import Cairn

/// Opens the alternatives to the city on a page.
struct ChangePage: Action { var page: Int }

enum PagesRoute: Route { case list, change(Int) }

/// The list of the journey's pages, presented over the journey. It forwards replacements and removals to the journey,
/// which owns the pages.
final class PagesNavigation: NavigationController<PagesRoute> {
    let gazetteer: Gazetteer

    init(gazetteer: Gazetteer) {
        self.gazetteer = gazetteer
        super.init(root: .list)
    }

    override class var actions: [Handler] { [.on(change), .on(replace), .on(skip)] }

    func change(_ action: ChangePage) { show(.change(action.page)) }

    func replace(_ action: ReplacePage) async throws {
        try await forward(action)
        pop()
    }

    func skip(_ action: SkipPage) async throws {
        try await forward(action)
        pop()
    }

    override func destination(for route: PagesRoute) throws -> ViewController {
        switch route {
        case .list: return PageList().titled("Pages so far")
        case .change(let page):
            let cities = try required((any Itinerary).self).cities
            guard page > 0, page <= cities.count else { throw NavigationError.notFound }
            let city = cities[page - 1]
            let others = gazetteer.neighbours(of: city).map(\.city)
            return PageChange(page, city: city, others: others).titled("Page \(page)")
        }
    }
}

/// All pages of the journey; selecting one returns to it.
final class PageList: ViewController {
    @Saved var listing = ListState()

    override class var actions: [Handler] { [.on(startAgain), .on(show)] }

    func startAgain(_ action: StartAgain) { environment.journey?.start() }
    func show(_ action: ShowPage) { listing.show(action) }

    @ViewBuilder override var view: any View {
        let cities = nearest((any Itinerary).self)?.cities ?? []
        PagedList("Pages so far", Array(cities.enumerated()), at: listing, size: 50) { index, city in
            Row(
                "\(index + 1). \(city.name)", subtitle: city.country, action: GoToPage(page: index + 1),
                secondary: Button("Change", action: ChangePage(page: index + 1)))
        }
        if cities.count > 1 { Button("Start again", role: .destructive, action: StartAgain()) }
    }
}

/// The cities that can replace the city on a page.
final class PageChange: ViewController {
    let page: Int
    let city: City
    let others: [City]

    init(_ page: Int, city: City, others: [City]) {
        self.page = page
        self.city = city
        self.others = others
        super.init()
    }

    @ViewBuilder override var view: any View {
        Text("Go to another city instead of \(city.name), or leave the page out.")
        List("Instead of \(city.name)") {
            ForEach(others) { Row($0.name, subtitle: $0.country, action: ReplacePage(page: page, city: $0.id)) }
        }
        Button("Skip \(city.name)", role: .destructive, action: SkipPage(page: page))
    }
}
