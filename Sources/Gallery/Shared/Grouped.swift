extension Int {
    /// The number with a comma between groups of three digits: `37,393,000`.
    var grouped: String {
        var text = ""
        for (index, digit) in String(magnitude).reversed().enumerated() {
            if index > 0, index.isMultiple(of: 3) { text.append(",") }
            text.append(digit)
        }
        return (self < 0 ? "-" : "") + String(text.reversed())
    }
}

extension Double {
    /// The number with grouped digits, and without a fraction of zero: `10,759.22`, `60,189`.
    var grouped: String {
        let parts = "\(magnitude)".split(separator: ".")
        guard let first = parts.first, let whole = Int(first) else { return "\(self)" }
        let fraction = parts.count == 2 && parts[1] != "0" ? ".\(parts[1])" : ""
        return (self < 0 ? "-" : "") + whole.grouped + fraction
    }
}
