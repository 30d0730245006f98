/// The major type of a CBOR item: the highest three bits of its first byte (RFC 8949 §3.1).
package enum MajorType: UInt8 {
    case unsignedInteger, negativeInteger, byteString, textString, array, map, tag, simpleOrFloat
}
