/// Selects the parts of a screen to build, and holds the texts that its fields show.
@usableFromInline
package struct RenderRequest {
    /// The reason for building the screen.
    package var purpose: ScreenBuilder.Purpose
    /// Encodes the offered actions.
    package let coder: ActionEncoder
    /// A submission whose values the fields show again.
    package var submitted: FormSubmission?
    /// The text that was typed into the screen before, for the window; `nil` to use the draft of the visible
    /// controller.
    package var draft: Draft?
    /// The errors of the submitted values.
    package var problems: InvalidInput?
    /// Receives the mistakes of the app that building finds.
    package let report: (Diagnostic) -> Void
    /// The format of rows; `nil` to keep all rows as elements. Used only for ``ScreenBuilder/Purpose/looking``.
    package var rowFormat: (any RowFormat)?
    /// True if the screen must have the actions of its rows, which a written row does not keep.
    package var needsActions = false

    package init(
        for purpose: ScreenBuilder.Purpose = .everything, coder: ActionEncoder, submitted: FormSubmission? = nil,
        problems: InvalidInput? = nil, rowFormat: (any RowFormat)? = nil,
        report: @escaping (Diagnostic) -> Void
    ) {
        self.purpose = purpose
        self.coder = coder
        self.submitted = submitted
        self.problems = problems
        self.report = report
        self.rowFormat = rowFormat
    }
}
