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
            LabeledContent("Holder", value: record.details.name)
            LabeledContent("Country", value: record.details.countryName)
            if record.stamps.isEmpty {
                EmptyState("No stamps yet.")
            } else {
                Table("Stamps", record.stamps) {
                    TableColumn("Country") { $0.country.name }
                    TableColumn("Page", alignment: .trailing) { String($0.page) }
                }
            }
            Gauge(
                "Pages with a stamp", value: Double(record.stamps.count), in: 0...Double(PassportOffice.pageCount),
                text: "\(record.stamps.count) of \(PassportOffice.pageCount)")
            Button("Get a stamp", role: .primary, action: GetStamp())
            Button("Show the data page", action: ShowDataPage())
            Button("Correct it", action: CorrectPassport())
        } else {
            PassportGoneLine()
        }
    }
}

/// The content of a sheet: the holder's data, without the stamps. The button sends `CloseSheet`.
struct DataPageView: View {
    @Environment(\.passportPages) var pages

    var body: some View {
        if let record = pages?.record {
            let details = record.details
            LabeledContent("Name", value: details.name)
            LabeledContent("Date of birth", value: details.birthday)
            LabeledContent("Country", value: details.countryName)
            LabeledContent("Height", value: "\(details.height) cm")
            LabeledContent("Kind", value: details.kind.rawValue)
            LabeledContent("Cover", value: details.cover)
            LabeledContent("Visited before", value: String(details.visits))
            LabeledContent("E-mail", value: record.email)
            LabeledContent("Password", value: "\(record.passwordLength) characters")
            if let collection = details.collection {
                LabeledContent("To be collected on", value: collection.replacing("T", with: " at "))
            }
            if !details.telephone.isEmpty { LabeledContent("Telephone", value: details.telephone) }
            if !details.remarks.isEmpty { LabeledContent("Remarks", value: details.remarks) }
            if !details.website.isEmpty { Link(details.website, target: details.website) }
            Button("Close", role: .primary, action: CloseSheet())
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
            Button("Save", role: .primary, action: SaveCorrections())
        } else {
            PassportGoneLine()
        }
    }
}

/// The text of a page that was open when its passport was evicted.
struct PassportGoneLine: View {
    var body: some View {
        Text("This passport is not kept any more. Go back, and apply for another one.", style: .placeholder)
    }
}

extension PassportDetails {
    fileprivate var countryName: String { (try? Country.coded(country))?.name ?? "" }
}
