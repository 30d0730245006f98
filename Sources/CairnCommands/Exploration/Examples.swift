import Glibc
import NavigationKit
package import Sessions

extension HostedApplication {
    /// Returns example input for `offer`: for each field the app's example, otherwise the field's current value or a
    /// value that its kind accepts; for a file, an empty one.
    package func exampleSubmission(of offer: Offer, on screen: Screen) throws -> FormSubmission {
        var files: [String: UploadedFile] = [:]
        let values = offer.fields.map { field in
            guard field.kind != .file else {
                let file = Self.exampleFile
                files[file.token] = file
                return FormSubmission.Value(name: field.name, text: file.token)
            }
            var held = ""
            for case .field(let element) in screen.elements where element.field.name == field.name {
                held = element.value
            }
            return FormSubmission.Value(name: field.name, text: examples[field.name] ?? field.example(holding: held))
        }
        return try FormSubmission(token: offer.offered.words.token, values: values, files: files)
    }

    private static var exampleFile: UploadedFile {
        UploadedFile(
            id: String(repeating: "0", count: UploadedFile.idLength), name: "example.png", contentType: "image/png",
            byteCount: 0, path: exampleFilePath)
    }

    /// An empty regular file without a name, which needs no clean-up. Foundation refuses to read `/dev/null`.
    private static let exampleFilePath: String = {
        guard let file = tmpfile() else { return "/dev/null" }
        return "/proc/self/fd/\(fileno(file))"
    }()
}
