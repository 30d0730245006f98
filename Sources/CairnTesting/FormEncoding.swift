/// Encodes forms as `application/x-www-form-urlencoded`, as browsers do (URL Standard §5.2).
package enum FormEncoding {
    package static func bytes(of values: [(name: String, value: String)]) -> [UInt8] {
        Array(values.map { encode($0.name) + "=" + encode($0.value) }.joined(separator: "&").utf8)
    }

    private static func encode(_ text: String) -> String {
        var encoded = ""
        var isAfterReturn = false
        for byte in text.utf8 {
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "*"), UInt8(ascii: "-"), UInt8(ascii: "."),
                UInt8(ascii: "_"):
                encoded.unicodeScalars.append(Unicode.Scalar(byte))
            case UInt8(ascii: " "): encoded += "+"
            // A line feed alone is sent as CRLF (HTML §4.10.22.6).
            case UInt8(ascii: "\n"): encoded += isAfterReturn ? "%0A" : "%0D%0A"
            default: encoded += (byte < 16 ? "%0" : "%") + String(byte, radix: 16, uppercase: true)
            }
            isAfterReturn = byte == UInt8(ascii: "\r")
        }
        return encoded
    }
}
