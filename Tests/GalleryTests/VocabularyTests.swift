import CairnCommands
import Hypermedia
import Testing

@testable import Gallery
@testable import Navigation
@testable import Responders
@testable import Views
@testable import Sessions

@Suite("Elements of screens") struct VocabularyTests {
    /// The kinds of elements. The exhaustive `switch` makes a new element a compile error here.
    private enum Kind: String, CaseIterable {
        case heading, text, list, row, button, field, link, routeLink, image, table, progress, pager, labeledContent,
            section, map, skeleton
        case form, split, pane, custom, badge, label, gauge, group, cells, query

        init(_ element: Screen.Element) {
            self =
                switch element {
                case .heading: .heading
                case .text, .time, .lines: .text
                case .badge: .badge
                case .label: .label
                case .gauge: .gauge
                case .beginGroup, .endGroup: .group
                case .beginTable, .tableRow, .tableCell, .endTable: .cells
                case .beginList, .endList: .list
                case .row, .writtenRows: .row
                case .button: .button
                case .field: .field
                case .link: .link
                case .queryLink, .beginQueryForm: .query
                case .routeLink: .routeLink
                case .image: .image
                case .table: .table
                case .progress: .progress
                case .skeleton: .skeleton
                case .pager: .pager
                case .labeledContent, .typedContent: .labeledContent
                case .beginSection, .endSection: .section
                case .map: .map
                case .beginForm, .endForm: .form
                case .custom, .beginCustom, .endCustom: .custom
                case .beginSplit, .endSplit: .split
                case .beginPane, .endPane: .pane
                }
        }
    }

    @Test func `each element and each kind of field is used by some app, on a reachable screen`()
        async throws
    {
        var kinds: Set<Kind> = []
        var fields: Set<Field.Kind> = []
        for screen in try await VocabularyTests.explored.value.screens {
            kinds.formUnion(screen.elements.map(Kind.init))
            for case .field(let element) in screen.elements { fields.insert(element.field.kind) }
        }
        // No background task runs without a server, so no screen waits for one; the tests of the round trip see it.
        #expect(Set(Kind.allCases).subtracting(kinds) == [.skeleton])
        #expect(Set(Field.Kind.allCases).subtracting(fields).isEmpty)
    }

    @Test func `rows that are written while a screen is built have the HTML of rows that are elements`() async throws {
        let found = try await VocabularyTests.explored.value
        #expect(found.differences == [])
        // Most rows of the gallery have a symbol, a time or a button, and are elements.
        #expect(found.writtenCount >= 5)
    }

    /// The screens of all apps, found once for all tests.
    private static let explored = Task {
        var found = Found()
        for app in Gallery.apps() { try await explore(app, &found) }
        return found
    }

    private struct Found: Sendable {
        var screens: [Screen] = []
        /// The titles of the screens whose HTML differs if rows are written while it is built.
        var differences: [String] = []
        /// The number of screens with written rows.
        var writtenCount = 0

        mutating func compare(_ application: Application, of app: HostedApplication) throws {
            let mountPath = MountPath(appName: app.name)
            let context = PageContext(
                appTitle: app.title, mountPath: mountPath, location: mountPath.url(of: try application.location),
                origin: "", at: "1", nonce: "2", sessionFingerprint: nil, notice: nil)
            var request = RenderRequest(for: .looking, coder: app.coder) { _ in }
            let kept = try application.screen(request).screen
            request.rowFormat = HTMLRowFormat(mountPath: mountPath)
            let written = try application.screen(request).screen
            if !written.writtenRows.isEmpty { writtenCount += 1 }
            var pages: ([UInt8], [UInt8]) = ([], [])
            HTMLRenderer.render(kept, in: context, into: &pages.0)
            HTMLRenderer.render(written, in: context, into: &pages.1)
            if pages.0 != pages.1 { differences.append("\(app.name): \(kept.title)") }
        }
    }

    /// The maximum number of actions with one name on one screen that are all performed.
    private static let maxPerName = 8

    /// Adds at most 400 screens that differ in class, container, route case or actions, found by performing offers.
    /// If more than ``maxPerName`` actions have the same name, as in a long list, only the first is performed.
    private static func explore(_ app: HostedApplication, _ found: inout Found) async throws {
        let end = found.screens.count + 400
        var met: Set<[String]> = []
        var waiting: [(state: WindowState?, saved: SavedValues?)] = [(nil, nil)]
        var next = 0
        while next < waiting.count, found.screens.count < end {
            let (state, saved) = waiting[next]
            next += 1
            let application = try app.makeApplication(state: state, saved: saved)
            try await application.load()
            let seen = try app.inspect(application) { _ in }
            let names = seen.offers.map(\.offered.words.name)
            let place = try application.visiblePlaces.map { "\($0.type) \($0.route ?? "")" }
            guard met.insert(place.suffix(2) + Set(names).sorted()).inserted else { continue }
            found.screens.append(seen.screen)
            try found.compare(application, of: app)
            for (index, offer) in seen.offers.enumerated() {
                let isFirst = names.firstIndex(of: names[index]) == index
                guard isFirst || names.count(where: { $0 == names[index] }) <= maxPerName else { continue }
                let application = try app.makeApplication(state: state, saved: saved)
                try await application.load()
                let offers = try app.inspect(application) { _ in }.offers
                let submission = try app.exampleSubmission(of: offer, on: seen.screen)
                // Skip an offer that fails with its example input; other offers can lead to the same screen.
                guard (try? await application.perform(submission, offers: offers)) != nil else { continue }
                try await application.settle()
                waiting.append((try application.state, application.savedValues))
            }
        }
    }
}
