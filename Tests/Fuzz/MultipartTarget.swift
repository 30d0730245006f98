import Hypermedia

/// Fuzzes multipart bodies: the parts are the same for all divisions of the input into pieces,
/// and no piece of a part is empty.
struct MultipartTarget: Target {
    private static let part = "--b\r\nContent-Disposition: form-data; name=\"a\"; filename=\"x\"\r\n\r\n1\r\n--b\r\n"
    var seeds: [[UInt8]] {
        [
            Self.part + "content-disposition:form-data;name=c\r\nContent-Type: a/b\r\n\r\n\r\n--b--\r\n",
            Self.part + "\r\n\r\n--b--", "--b--", "--b\r\n",
            Self.part + "Content-Disposition: form-data; name=\"\\\"%22\"\r\n\r\n\r\r\n--\r\n--b--",
        ].map { Array($0.utf8) }
    }

    private struct Recorder: MultipartConsumer {
        var told: [String] = []
        var content: [UInt8] = []

        mutating func beginPart(_ part: MultipartPart) {
            told.append("\(part)")
            content = []
        }
        mutating func appendToPart(_ bytes: Span<UInt8>) {
            if bytes.isEmpty { broken("an empty piece") }
            content += bytes.withUnsafeBytes { Array($0) }
        }
        mutating func endPart() { told.append("\(content)") }
    }

    func look(at input: [UInt8]) {
        let whole = told(input, in: max(1, input.count))
        for size in [1, 1 + Int(input.first ?? 0) % 50] where told(input, in: size) != whole {
            broken("in pieces of \(size): \(told(input, in: size) ?? []), whole: \(whole ?? [])")
        }
    }

    private func told(_ input: [UInt8], in size: Int) -> [String]? {
        guard var parser = try? MultipartParser(contentType: "multipart/form-data; boundary=b") else {
            broken("no parser")
        }
        var recorder = Recorder()
        do {
            for start in stride(from: 0, to: input.count, by: size) {
                let piece = Array(input[start..<min(start + size, input.count)])
                try parser.parse(piece.span, into: &recorder)
            }
            try parser.finish()
            return recorder.told
        } catch {
            // Return `nil`: the number of events before an error depends on how the input is split.
            return nil
        }
    }
}
