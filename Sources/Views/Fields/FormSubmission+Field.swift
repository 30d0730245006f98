extension FormSubmission {
    /// Returns the message if the body was too large and its largest file is that of `field`, or if `field` refers to a
    /// file that is not kept any more; otherwise `nil`.
    func problem(withFileOf field: Field) -> String? {
        guard field.kind == .file else { return nil }
        if let oversizedFile, oversizedFile.field == field.name {
            let limit = oversizedFile.limit
            return localized(
                "“\(field.label)” is too large: at most \(limit) can be sent. Please choose a smaller file.")
        }
        // Without this message an optional file would be missing without notice.
        guard let text = text(of: field.name), files[text] == nil, let name = UploadedFile.name(inToken: text) else {
            return nil
        }
        let file = String(name).shortened(to: Self.maxNameLength)
        return localized("“\(file)” is not kept any more. Please choose the file for “\(field.label)” again.")
    }

    /// The maximum number of characters of a file's name in a message.
    private static var maxNameLength: Int { 64 }
}

extension FormSubmission.OversizedFile {
    /// The limit in the largest unit that fits, rounded down.
    fileprivate var limit: String {
        for (unit, bytes) in [("GB", 1 << 30), ("MB", 1 << 20), ("kB", 1 << 10)] where byteLimit >= bytes {
            return "\(byteLimit / bytes) \(unit)"
        }
        return localized("\(byteLimit) bytes")
    }
}
