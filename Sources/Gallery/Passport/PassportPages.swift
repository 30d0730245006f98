import Cairn

/// Hosts the same inputs as the sign-up, filled in; what was typed into them is not left without a question (feature
/// A52). To save them it asks the flow that it finds around it, whichever that is.
final class PassportCorrections: HostingController<CorrectionsView> {
    override var isModalInPresentation: Bool { hasDraft }

    override class var actions: [Handler] { [.on(save)] }

    func save(_ action: SaveCorrections) async throws {
        try await environment.passportPages?.correct(action.details)
    }
}

/// Who it is and where they have been. It presents sheets without knowing any.
struct CoverView: View {
    @Environment(\.passportPages) var pages

    var body: some View {
        if let record = pages?.record {
            LabeledContent("Holder", value: record.details.name)
            LabeledContent("Country", value: record.details.countryName)
            if record.stamps.isEmpty {
                Text("No stamps yet.", style: .placeholder)
            } else {
                Table("Stamps", record.stamps) {
                    TableColumn("Country") { $0.country.name }
                    TableColumn("Page", alignment: .trailing) { String($0.page) }
                }
            }
            Button("Get a stamp", role: .primary, action: GetStamp())
            Button("Show the data page", action: ShowDataPage())
            Button("Correct it", action: CorrectPassport())
        } else {
            PassportGoneLine()
        }
    }
}

/// A sheet that closes itself, by saying that it was read.
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

/// What the passport says, to be changed.
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

/// What stands on a page that was open when its passport made room for another one.
struct PassportGoneLine: View {
    var body: some View {
        Text("This passport is not kept any more. Go back, and apply for another one.", style: .placeholder)
    }
}

extension PassportDetails {
    fileprivate var countryName: String { (try? Country.coded(country))?.name ?? "" }
}
