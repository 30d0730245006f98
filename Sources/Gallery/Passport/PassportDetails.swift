import Cairn

/// The data of a passport and its holder.
struct PassportDetails: Codable, Sendable, Equatable {
    /// The kind of passport.
    enum Kind: String, CaseIterable, Codable, Sendable {
        case ordinary, service, diplomatic

        var title: String {
            switch self {
            case .ordinary: localized("Ordinary")
            case .service: localized("Service")
            case .diplomatic: localized("Diplomatic")
            }
        }
    }

    var name = ""
    /// In the format of a date field: `1815-12-10`.
    var birthday = ""
    var country: Country.ID = ""
    /// In centimetres.
    var height = 170
    var kind = Kind.ordinary
    var cover = "#7a1f2b"
    var visits = 0
    /// The time of collection in the format of a `datetime-local` field: `2026-03-09T17:30`; `nil` if the passport is
    /// sent by post.
    var collection: String?
    var telephone = ""
    var website = ""
    var remarks = ""

    /// The details with a checked and normalised name.
    var checked: PassportDetails {
        get throws {
            var details = self
            details.name = try PersonName(name, field: "details.name", maximumLength: 60).text
            return details
        }
    }
}

/// The inputs for all details: with default values in a sign-up, filled in for corrections.
struct PassportDetailsForm: View {
    let details: PassportDetails

    var body: some View {
        Section(localized("The holder")) {
            TextField(
                localized("Name"), name: "details.name", text: details.name, isRequired: true, maximumLength: 60,
                autocomplete: .name)
            DatePicker(
                localized("Date of birth"), name: "details.birthday", selection: details.birthday,
                minimum: "1800-01-01",
                maximum: Today.text, isRequired: true, autocomplete: .birthday
            )
            .datePickerStyle(.components)
            Picker(
                localized("Country"), name: "details.country", data: Country.all,
                selection: details.country.isEmpty ? nil : details.country, autocomplete: .country, title: \.name)
            Slider(
                localized("Height"), name: "details.height", value: Double(details.height), in: 50...250, step: 1,
                unit: localized("cm"))
        }
        Section(localized("The booklet")) {
            Picker(localized("Kind"), name: "details.kind", selection: details.kind, style: .radioGroup, title: \.title)
            ColorPicker(localized("Cover"), name: "details.cover", selection: details.cover)
            Stepper(localized("Countries visited so far"), name: "details.visits", value: details.visits, in: 0...195)
            DatePicker(
                localized("Collect it on"), name: "details.collection", selection: details.collection,
                displayedComponents: [.date, .hourAndMinute], help: localized("Leave it empty, and it is sent to you."))
            TextEditor(
                localized("Remarks"), name: "details.remarks", text: details.remarks, maximumLength: 300,
                showsLength: true)
        }
        Section(localized("In an emergency")) {
            TextField(
                localized("Telephone"), name: "details.telephone", text: details.telephone, kind: .tel,
                maximumLength: 30,
                pattern: Pattern("\\+[0-9 ]+", localized("a plus and digits, as +44 20 7946 0000")),
                autocomplete: .telephone)
            TextField(
                localized("Website"), name: "details.website", text: details.website, kind: .url, maximumLength: 200,
                placeholder: "https://example.org", autocomplete: .url)
        }
    }
}
