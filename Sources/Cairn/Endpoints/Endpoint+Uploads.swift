import NavigationKit
import SessionStores
import Sessions

/// Files that were uploaded with a form that is shown again.
extension Endpoint {
    /// The maximum number of files that a form can refer to; more references are treated as lost.
    private static let maxReferences = 16

    /// Adds the files in the folder of all nodes that the form refers to.
    func addKeptFiles(to form: inout ParsedForm, in context: RequestContext) async throws {
        let submission = form.submission
        let tokens = submission.values.lazy.map(\.text).filter {
            UploadedFile.name(inToken: $0) != nil && submission.files[$0] == nil
        }.prefix(Self.maxReferences)
        guard !tokens.isEmpty else { return }
        let found = try await uploads.find(Array(tokens), for: context.sessionID, from: context.network)
        form.submission = try FormSubmission(
            token: submission.token, values: submission.values,
            files: submission.files.merging(found) { received, _ in received },
            oversizedFile: submission.oversizedFile)
    }

    /// Keeps the files of the form, because the page shows it again: those that were received, and, if the page belongs
    /// to another session than the request, such as a new one after the old one has expired, also earlier ones.
    func keepFiles(
        of form: ParsedForm, _ upload: UploadedForm?, shownOn page: Page, in context: RequestContext
    ) async {
        let session = page.newID ?? (page.isOfUnknownSession ? nil : context.sessionID)
        var files = upload?.keep(for: session, where: page.screen.hasFileField) ?? []
        if session != context.sessionID {
            files += form.submission.files.values.filter { upload?.files[$0.token] == nil }
        }
        do throws(UploadStore.Failure) {
            try await uploads.offer(files, to: session, from: context.network)
        } catch {
            report("An uploaded file cannot be kept: \(error)")
        }
    }
}

extension ActionOutcome {
    /// The new id of the session, if the action has changed or created it.
    var newID: SessionID? { if case .done(let done) = self { done.newID } else { nil } }
}
