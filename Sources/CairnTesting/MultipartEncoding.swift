/// Encodes forms as `multipart/form-data`, as browsers do (RFC 7578; HTML §4.10.22.8).
enum MultipartEncoding {
    /// A file that a visitor has chosen.
    struct File {
        var name: String
        var type: String
        var content: [UInt8]
    }

    private static let boundary = "----CairnTestingBoundary"

    static let type = "multipart/form-data; boundary=" + boundary

    /// - Parameter files: the file inputs; an input without a file is sent as a part with empty name and content.
    static func bytes(of values: [(name: String, value: String)], files: [(name: String, file: File?)]) -> [UInt8] {
        var bytes: [UInt8] = []
        for (name, value) in values {
            bytes += head(name) + Array("\r\n\r\n\(withLineBreaks(value))\r\n".utf8)
        }
        for (name, file) in files {
            bytes += head(name) + Array("; filename=\"\(escaped(file?.name ?? ""))\"\r\n".utf8)
            bytes += Array("Content-Type: \(file?.type ?? "application/octet-stream")\r\n\r\n".utf8)
            bytes += (file?.content ?? []) + [0x0D, 0x0A]
        }
        return bytes + Array("--\(boundary)--\r\n".utf8)
    }

    private static func head(_ name: String) -> [UInt8] {
        Array("--\(boundary)\r\nContent-Disposition: form-data; name=\"\(escaped(name))\"".utf8)
    }

    private static func escaped(_ text: String) -> String {
        text.replacing("\"", with: "%22").replacing("\r", with: "%0D").replacing("\n", with: "%0A")
    }

    /// A line feed alone is sent as CRLF (HTML §4.10.22.8).
    private static func withLineBreaks(_ text: String) -> String {
        text.replacing("\r\n", with: "\n").replacing("\n", with: "\r\n")
    }
}
