/// The tags of integers above 64 bits (RFC 8949 §3.4.3).
enum Tag {
    static let unsignedBignum: UInt64 = 2
    static let negativeBignum: UInt64 = 3
}
