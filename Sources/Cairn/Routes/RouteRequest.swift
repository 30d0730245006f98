public import HTTPProtocol
import Hypermedia
public import NavigationKit

/// A request to a route of an app, with the parameters of its path and the values of its form.
public struct RouteRequest: Sendable {
    /// The request as the server received it: method, target, fields and body.
    public let request: Request
    /// The network of the client; `nil` if it is unknown, such as for a Unix-domain socket without a trusted proxy.
    public let network: ClientNetwork?
    /// The values that interceptors have set for the request.
    public let values: RequestValues
    private let parameters: [String: String]
    private let form: RouteForm

    init(_ request: Request, parameters: [String: String], form: RouteForm, network: UInt64?) {
        self.request = request
        self.parameters = parameters
        self.form = form
        self.network = network.map { ClientNetwork(number: $0) }
        values = .current
    }

    /// The content. It is empty for `multipart/form-data`, of which ``formValue(_:)`` and ``file(_:)`` have the parts.
    public var body: [UInt8] { request.body }

    /// Returns the value of the parameter `:name` of the route's path, such as `try request.parameter("id", as:
    /// Int.self)`.
    ///
    /// A text is percent-decoded; it is not empty, `.` or `..`, and contains no slash, backslash or control character.
    /// - Throws: ``NavigationError/notFound``, which is answered with 404, if the text is no such value, or if the path
    ///   has no parameter of this name.
    public func parameter<Value: LosslessStringConvertible>(
        _ name: String, as type: Value.Type = String.self
    ) throws -> Value {
        guard let value = parameters[name].flatMap(Value.init) else { throw NavigationError.notFound }
        return value
    }

    /// Returns the first value of this name in the query; `nil` if there is none, or if the query is malformed.
    public func queryValue(_ name: String) -> String? {
        guard let query = request.query else { return nil }
        return (try? FormBody.parse(Array(query.utf8)))?.first { $0.name == name }?.text
    }

    /// Returns the first value of this name in the form that a POST has sent (`application/x-www-form-urlencoded` or
    /// `multipart/form-data`); `nil` if there is none.
    public func formValue(_ name: String) -> String? {
        form.values.first { $0.name == name && form.files[$0.text] == nil }?.text
    }

    /// Returns the file that a POST has sent in the field of this name; `nil` if there is none. It is deleted when the
    /// handler returns, so move or copy a file that is needed for longer.
    public func file(_ name: String) -> UploadedFile? {
        form.values.lazy.filter { $0.name == name }.compactMap { form.files[$0.text] }.first
    }
}

/// The parsed form of a POST to a route.
struct RouteForm: Sendable {
    var values: [FormSubmission.Value] = []
    /// The received files by token.
    var files: [String: UploadedFile] = [:]
}
