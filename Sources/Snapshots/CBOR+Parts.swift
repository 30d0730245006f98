extension CBOR {
    /// Returns the scalar values in an item, each with its path, such as `.lines[0].count`: for comparing two values
    /// and showing where they differ. The members of a map are in the order of their names.
    ///
    /// - Throws: ``SnapshotError`` if the bytes are not an item that ``encode(_:limit:)`` returned.
    package static func parts(of bytes: [UInt8], limit: Int = maxLength) throws -> [(path: String, value: String)] {
        var parts: [(path: String, value: String)] = []
        try CBORItem(bytes, limit: limit).collect(into: &parts, at: "")
        return parts
    }
}

extension CBORItem {
    fileprivate func collect(into parts: inout [(path: String, value: String)], at path: String) {
        switch content {
        case .array where items.isEmpty: parts.append((path, "[]"))
        case .array:
            for (index, item) in items.enumerated() { item.collect(into: &parts, at: "\(path)[\(index)]") }
        case .map where items.isEmpty: parts.append((path, "[:]"))
        case .map:
            for item in items.sorted(by: { $0.name < $1.name }) {
                item.collect(into: &parts, at: "\(path).\(item.name)")
            }
        default: parts.append((path, scalarText))
        }
    }

    private var scalarText: String {
        switch content {
        case .null: "nil"
        case .boolean(let value): "\(value)"
        case .unsigned(let number): "\(number)"
        case .negative(let number): "-\(UInt128(number) + 1)"
        case .bignum(let isNegative, let bytes):
            (isNegative ? "-1 - " : "") + "\(bytes.reduce(UInt128(0)) { $0 << 8 | UInt128($1) })"
        case .single(let number): "\(number)"
        case .double(let number): "\(number)"
        case .text(let text): text.debugDescription
        case .array, .map: ""
        }
    }
}
