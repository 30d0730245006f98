import Digests
import Testing

/// Octets as hexadecimal digits.
private func octets(_ digits: String) -> [UInt8] {
    let values = digits.compactMap(\.hexDigitValue)
    return stride(from: 0, to: values.count, by: 2).map { UInt8(values[$0] << 4 | values[$0 + 1]) }
}

private func octets(_ range: ClosedRange<UInt8>) -> [UInt8] { Array(range) }

@Suite("RFC 5869: HKDF with SHA-256") struct HKDFTests {
    struct Vector: Sendable {
        var secret: [UInt8]
        var salt: [UInt8]
        var purpose: [UInt8]
        var key: String
        var output: String
    }

    @Test(arguments: [
        Vector(
            secret: [UInt8](repeating: 0x0B, count: 22), salt: octets(0x00...0x0C), purpose: octets(0xF0...0xF9),
            key: "077709362c2e32df0ddc3f0dc47bba6390b6c73bb50f9c3122ec844ad7c2b3e5",
            output: "3cb25f25faacd57a90434f64d0362f2a2d2d0a90cf1a5a4c5db02d56ecc4c5bf34007208d5b887185865"),
        Vector(
            secret: octets(0x00...0x4F), salt: octets(0x60...0xAF), purpose: octets(0xB0...0xFF),
            key: "06a6b88c5853361a06104c9ceb35b45cef760014904671014a193f40c15fc244",
            output: "b11e398dc80327a1c8e7f78c596a49344f012eda2d4efad8a050cc4c19afa97c59045a99cac7827271cb41c65e590e09"
                + "da3275600c2f09b8367793a9aca3db71cc30c58179ec3e87c14c01d5c1f3434f1d87"),
        Vector(
            secret: [UInt8](repeating: 0x0B, count: 22), salt: [], purpose: [],
            key: "19ef24a32c717b167f33a91d6f648bdf96596776afdb6377ac434c1c293ccb04",
            output: "8da4e775a563c18f715f802a063c5a31b8a11f5c5ee1879ec3454e5f3c738d2d9d201395faa4b61a96c8"),
    ]) func `the keys equal those of appendix A`(vector: Vector) {
        let key = HKDF.extract(from: vector.secret, salt: vector.salt)
        #expect(key == octets(vector.key))
        let output = octets(vector.output)
        #expect(HKDF.expand(key, purpose: vector.purpose, count: output.count) == output)
    }

    @Test func `RFC 4231 §4.7: a key longer than a block is hashed first`() {
        let message = Array("Test Using Larger Than Block-Size Key - Hash Key First".utf8)
        let digest = octets("60e431591ee0b67f0d8a26aacbf5b77f8e0bc6213728c5140546040f0ee37f54")
        #expect(HKDF.authenticate(message, key: [UInt8](repeating: 0xAA, count: 131)) == digest)
    }
}
