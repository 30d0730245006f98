extension Application: DiagnosticReporter {
    /// Passes the diagnostic to the window, which keeps it until the next report.
    package final func note(_ diagnostic: Diagnostic) { window?.note(diagnostic) }

    /// Reports the diagnostics that the window keeps.
    package final func reportDiagnostics(_ report: (Diagnostic) -> Void) { window?.reportDiagnostics(report) }
}
