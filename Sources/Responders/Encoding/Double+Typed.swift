extension Double {
    /// Parses a finite decimal number, such as number inputs send; `nil` for any other text.
    package init?(typed text: String) {
        let digits = UInt8(ascii: "0")...UInt8(ascii: "9")
        guard text.utf8.allSatisfy({ digits ~= $0 || "+-.eE".utf8.contains($0) }), let number = Double(text),
            number.isFinite
        else { return nil }
        self = number
    }
}
