/// A type whose values are encoded as one item directly, without its `Codable` conformance.
protocol CBORScalar {
    var content: CBORItem.Content { get }

    init?(_ content: CBORItem.Content)
}

extension Bool: CBORScalar {
    var content: CBORItem.Content { .boolean(self) }
    init?(_ content: CBORItem.Content) {
        if case .boolean(let value) = content { self = value } else { return nil }
    }
}

extension String: CBORScalar {
    var content: CBORItem.Content { .text(self) }
    init?(_ content: CBORItem.Content) {
        if case .text(let text) = content { self = text } else { return nil }
    }
}

extension Float: CBORScalar { var content: CBORItem.Content { .single(self) } }
extension Double: CBORScalar { var content: CBORItem.Content { .double(self) } }

extension CBORScalar where Self: BinaryFloatingPoint {
    init?(_ content: CBORItem.Content) {
        switch content {
        case .single(let value): self.init(value)
        case .double(let value):
            self.init(value)
            // Refuse a number that is too large for this type.
            if isInfinite, value.isFinite { return nil }
        default: return nil
        }
    }
}

extension CBORScalar where Self: FixedWidthInteger {
    var content: CBORItem.Content {
        let magnitude = self < 0 ? ~self : self
        if let number = UInt64(exactly: magnitude) { return self < 0 ? .negative(number) : .unsigned(number) }
        let bytes = withUnsafeBytes(of: magnitude.bigEndian) { Array($0.drop { $0 == 0 }) }
        return .bignum(isNegative: self < 0, bytes)
    }

    /// Converts between integer types: any width reads a number of another width if the number fits.
    init?(_ content: CBORItem.Content) {
        let (isNegative, number): (Bool, Self?) =
            switch content {
            case .unsigned(let number): (false, Self(exactly: number))
            case .negative(let number): (true, Self(exactly: number))
            case .bignum(let isNegative, let bytes):
                (isNegative, Self(exactly: bytes.reduce(UInt128(0)) { $0 << 8 | UInt128($1) }))
            default: (false, nil)
            }
        guard let number, Self.isSigned || !isNegative else { return nil }
        self = isNegative ? ~number : number
    }
}

extension Int: CBORScalar {}
extension Int8: CBORScalar {}
extension Int16: CBORScalar {}
extension Int32: CBORScalar {}
extension Int64: CBORScalar {}
extension Int128: CBORScalar {}
extension UInt: CBORScalar {}
extension UInt8: CBORScalar {}
extension UInt16: CBORScalar {}
extension UInt32: CBORScalar {}
extension UInt64: CBORScalar {}
extension UInt128: CBORScalar {}
