extension FormSubmission {
    /// Returns the message if the body was too large and its largest file is that of `field`; otherwise `nil`.
    func problem(withFileOf field: Field) -> String? {
        guard field.kind == .file, let oversizedFile, oversizedFile.field == field.name else { return nil }
        return
            "“\(field.label)” is too large: at most \(oversizedFile.limit) can be sent. Please choose a smaller file."
    }
}

extension FormSubmission.OversizedFile {
    /// The limit in the largest unit that fits, rounded down.
    fileprivate var limit: String {
        for (unit, bytes) in [("GB", 1 << 30), ("MB", 1 << 20), ("kB", 1 << 10)] where byteLimit >= bytes {
            return "\(byteLimit / bytes) \(unit)"
        }
        return "\(byteLimit) bytes"
    }
}
