import NavigationKit

extension HostedApplication {
    /// What somebody may type who tries the app out: the app's own examples, what the field holds already, or what its kind
    /// takes.
    func exampleSubmission(of offer: Offer, on screen: Screen) throws -> Submission {
        var files: [String: UploadedFile] = [:]
        let values = offer.fields.map { field in
            guard field.kind != .file else {
                let file = Self.exampleFile
                files[file.token] = file
                return Submission.Value(name: field.name, text: file.token)
            }
            var held = ""
            for case .field(let element) in screen.elements where element.field.name == field.name {
                held = element.value
            }
            return Submission.Value(name: field.name, text: example(for: field, holding: held))
        }
        return try Submission(token: offer.offered.words.token, values: values, files: files)
    }

    /// An empty file that is always there.
    private static var exampleFile: UploadedFile {
        UploadedFile(
            id: String(repeating: "0", count: UploadedFile.idLength), name: "example.png", contentType: "image/png",
            byteCount: 0, path: "/dev/null")
    }

    private func example(for field: Field, holding text: String) -> String {
        if let own = examples[field.name] { return own }
        guard text.isEmpty else { return text }
        let example =
            switch field.kind {
            case .email: "ada@example.org"
            case .number, .range: field.minimum ?? "1"
            case .url: "https://example.org"
            case .tel: "+44 20 7946 0000"
            case .date: field.minimum ?? "2026-03-09"
            case .time: field.minimum ?? "12:00"
            case .dateTime: field.minimum ?? "2026-03-09T12:00"
            case .month: field.minimum ?? "2026-03"
            case .week: field.minimum ?? "2026-W11"
            case .color: "#0f6b66"
            case .checkbox: Field.Kind.ticked
            case .select, .radio: field.choices.first { !$0.value.isEmpty }?.value ?? ""
            case .text, .textarea, .search, .password, .file: "Example"
            }
        return String(example.prefix(max(0, field.maximumLength)))
    }
}
