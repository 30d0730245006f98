/// A change of one session's file, and the callback for its outcome.
struct FileChange: Sendable {
    /// The change of the file.
    enum Content: Sendable {
        /// Appends a change.
        case append(LogElement)
        /// Replaces the file by a checkpoint.
        case replace(LogElement)
        /// Replaces the file by a checkpoint under a new name.
        case rekey(LogElement, to: SessionFile)
        /// Writes the file once more, because it is not known to be durable.
        case rewrite
        /// Removes the file.
        case remove
    }

    enum Outcome: Sendable {
        /// The change was made, and the file, or that under the new name, has this state. With an error, it was made
        /// but is perhaps not durable.
        case made(FileState, StoreError?)
        /// The change was not made. The file has this state; `nil`: the state before.
        case failed(StoreError, FileState?)
        /// There is no file to append to.
        case missing

        var error: StoreError? {
            switch self {
            case .made(_, let error): error
            case .failed(let error, _): error
            case .missing: nil
            }
        }
    }

    let content: Content
    let file: SessionFile
    /// The state of the file before the change.
    let state: FileState
    /// The network of the session; `nil`: that of the file.
    let network: UInt64?
    let admission: StoreSpace.Admission
    let answer: @Sendable (Outcome) -> Void

    init(
        _ content: Content, of file: SessionFile, in state: FileState, from network: UInt64? = nil,
        admission: StoreSpace.Admission, answer: @escaping @Sendable (Outcome) -> Void
    ) {
        self.content = content
        self.file = file
        self.state = state
        self.network = network ?? state.network
        self.admission = admission
        self.answer = answer
    }
}
