import Cairn

/// The form for corrections: the inputs for the details, filled in. Leaving it with a draft asks for confirmation. It
/// saves through the flow in its environment.
final class PassportCorrections: HostingController<CorrectionsView> {
    override var isModalInPresentation: Bool { hasDraft }

    override class var actions: [Handler] { [.on(save)] }

    func save(_ action: SaveCorrections) async throws {
        try await environment.passportPages?.correct(action.details)
    }
}

/// The holder and the stamps. It sends actions that open sheets, so it does not depend on the sheets' controllers.
struct CoverView: View {
    @Environment(\.passportPages) var pages

    var body: some View {
        if let record = pages?.record {
            LabeledContent(localized("Holder"), value: record.details.name)
            LabeledContent(localized("Country"), value: record.details.countryName)
            if record.stamps.isEmpty {
                EmptyState(localized("No stamps yet."), icon: .stamp)
            } else {
                Table(localized("Stamps"), record.stamps) {
                    TableColumn(localized("Country")) { $0.country.name }
                    TableColumn(localized("Page"), alignment: .trailing) { String($0.page) }
                }
            }
            Gauge(
                localized("Pages with a stamp"), value: Double(record.stamps.count),
                in: 0...Double(PassportOffice.pageCount),
                text: localized("\(record.stamps.count) of \(PassportOffice.pageCount)"))
            Button(localized("Get a stamp"), icon: .stamp, role: .primary, action: GetStamp())
            Button(localized("Show the data page"), icon: .passport, action: ShowDataPage())
            Button(localized("Correct it"), icon: .pencil, action: CorrectPassport())
        } else {
            PassportGoneLine()
        }
    }
}

/// The content of a sheet: the holder's data, without the stamps.
struct DataPageView: View {
    @Environment(\.passportPages) var pages

    var body: some View {
        if let record = pages?.record {
            let details = record.details
            LabeledContent(localized("Name"), value: details.name)
            LabeledContent(
                localized("Date of birth"), value: localized("\(date: details.birthday)"),
                typed: .date(details.birthday))
            LabeledContent(localized("Country"), value: details.countryName)
            LabeledContent(
                localized("Height"), value: localized("\(details.height) cm"),
                typed: .number(details.height, unit: "cm"))
            LabeledContent(localized("Kind"), value: details.kind.title)
            LabeledContent(localized("Cover"), value: details.cover, typed: .color(details.cover))
            LabeledContent(
                localized("Visited before"), value: String(details.visits), typed: .number(details.visits))
            LabeledContent(localized("E-mail"), value: record.email)
            LabeledContent(localized("Password"), value: localized("\(record.passwordLength) characters"))
            if let collection = details.collection {
                LabeledContent(
                    localized("To be collected on"), value: localized("\(date: collection)"),
                    typed: .localDateTime(collection))
            }
            if !details.telephone.isEmpty { LabeledContent(localized("Telephone"), value: details.telephone) }
            if !details.remarks.isEmpty { LabeledContent(localized("Remarks"), value: details.remarks) }
            if !details.website.isEmpty { Link(details.website, target: details.website) }
        } else {
            PassportGoneLine()
        }
    }
}

/// The form that changes the passport's data.
struct CorrectionsView: View {
    @Environment(\.passportPages) var pages

    var body: some View {
        if let record = pages?.record {
            PassportDetailsForm(details: record.details)
            Button(localized("Save"), role: .primary, action: SaveCorrections())
        } else {
            PassportGoneLine()
        }
    }
}

/// The text of a page that was open when its passport was evicted.
struct PassportGoneLine: View {
    var body: some View {
        Text(localized("This passport is not kept any more. Go back, and apply for another one."), style: .placeholder)
    }
}

extension PassportDetails {
    fileprivate var countryName: String { (try? Country.coded(country))?.name ?? "" }
}
