import Digests
import SessionStores

/// The name of a session in the store: `cairn:gallery:{AbC9}k3J-0aZ_q81LmNo2`.
///
/// The first 24 bits of the id are the hash tag, so that the old and the new id of a session share a hash slot. The rest
/// is the beginning of a hash of the id: a reader of the store cannot use it to open the session.
struct SessionKey {
    let octets: [UInt8]
    /// The hash slot, from 0 to 16383.
    let slot: UInt16

    init(of id: SessionID, prefix: [UInt8]) {
        var octets = prefix
        octets.reserveCapacity(prefix.count + 22)
        octets.append(UInt8(ascii: "{"))
        let tag = octets.count
        Self.appendBase64(id.placement, to: &octets)
        slot = Self.slot(of: octets[tag...])
        octets.append(UInt8(ascii: "}"))
        let digest = id.digest
        for start in stride(from: 0, to: 12, by: 3) {
            Self.appendBase64(digest[start..<start + 3].reduce(0) { $0 << 8 | UInt32($1) }, to: &octets)
        }
        self.octets = octets
    }

    /// Appends 24 bits as four characters of the alphabet of RFC 4648 §5.
    private static func appendBase64(_ bits: UInt32, to octets: inout [UInt8]) {
        for shift: UInt32 in [18, 12, 6, 0] { octets.append(alphabet[Int(bits >> shift & 63)]) }
    }

    private static let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_".utf8)

    /// Returns the hash slot of a hash tag: CRC-16/XMODEM modulo 16384, as the cluster specification says.
    static func slot(of tag: some Sequence<UInt8>) -> UInt16 {
        tag.reduce(UInt16(0)) { crc, octet in
            (0..<8).reduce(crc ^ UInt16(octet) << 8) { crc, _ in
                crc & 0x8000 == 0 ? crc << 1 : crc << 1 ^ 0x1021
            }
        } & 16_383
    }
}
