import Hypermedia
import NavigationKit

/// Fuzzes form bodies, JSON bodies, bodies of stacks and action tokens: the number of values of a body is limited, and a
/// form that is encoded again parses to the same values.
struct FormTarget: Target {
    var seeds: [[UInt8]] {
        [
            "action=select-friend%3Ffriend%3D7&_at=6-k3q&_once=abc", "a=b&a=b&c&=d&%41=%C3%A4+x", "action=x?a=%26&b",
            #"{"action":"send","text":"\u00e4\ud83d\ude00\n","n":-1.5e3,"t":true,"f":null}"#, "{ \"a\" : [1] }", "{}",
            #"{"x":[{},[null,{"y":-1}]],"routes":["list","friend:7"]}"#,
            #"{"class":["stack"],"entities":[{"rel":[],"properties":{"index":1,"route":"a"},"links":[{"href":""}]}]}"#,
        ].map { Array($0.utf8) }
    }

    func look(at input: [UInt8]) {
        if let values = try? FormBody.parse(input) {
            if values.count > 256 { broken("\(values.count) fields") }
            let written = values.map { encoded($0.name) + "=" + encoded($0.text) }.joined(separator: "&")
            guard let again = try? FormBody.parse(Array(written.utf8)), again == values else {
                broken("\(values) is not read as written: \(written)")
            }
            submit(values)
        }
        if let values = try? JSONBody.parse(input) {
            if values.count > 256 { broken("\(values.count) members") }
            submit(values)
        }
        if let routes = try? StackBody.parse(input, limit: 4), routes.count > 5 { broken("\(routes.count) routes") }
        if let submission = try? FormSubmission(token: String(decoding: input, as: UTF8.self)) {
            _ = submission.text(of: "friend")
        }
    }

    private func submit(_ values: [FormSubmission.Value]) {
        guard let token = values.first(where: { $0.name == "action" })?.text else { return }
        _ = try? FormSubmission(token: token, values: values.filter { $0.name != "action" })
    }

    private func encoded(_ text: String) -> String {
        text.utf8.map { byte in
            let digits = String(byte, radix: 16)
            return "%" + (digits.count == 1 ? "0" : "") + digits
        }.joined()
    }
}
