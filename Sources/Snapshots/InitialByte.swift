/// The initial bytes of simple values and of floating-point numbers (RFC 8949 §3.3).
enum InitialByte {
    static let `false`: UInt8 = 0xF4
    static let `true`: UInt8 = 0xF5
    static let null: UInt8 = 0xF6
    static let half: UInt8 = 0xF9
    static let single: UInt8 = 0xFA
    static let double: UInt8 = 0xFB
}
