/// The error for an application that is used before it was started.
enum ApplicationError: Error, CustomStringConvertible {
    case notStarted

    var description: String { "The application was not started; call start() first." }
}
