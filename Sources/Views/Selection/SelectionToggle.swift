internal import Responders

/// A checkbox that adds an element to the ``Selection`` of an action, such as the one of a button below the list.
///
/// ```swift
/// Table("Tickets", tickets) {
///     ViewColumn("Title") { SelectionToggle($0.title, name: "tickets", id: $0.id) }
///     TableColumn("Status", value: \.status)
/// }
/// Button("Close the ticked ones", action: CloseTickets())
/// ```
public struct SelectionToggle: View, PrimitiveView {
    private let field: Field
    private let isOn: Bool

    /// - Parameters:
    ///   - label: the checkbox's label, which names the element.
    ///   - name: the property of the action, of type ``Selection``.
    ///   - id: the element's identifier.
    ///   - isOn: true if the checkbox is initially ticked.
    public init(_ label: String, name: String, id: some LosslessStringConvertible, isOn: Bool = false) {
        field = Field(name: "\(name).\(SelectionKey(id.description).stringValue)", label: label, kind: .checkbox)
        self.isOn = isOn
    }

    /// Appends a ``Screen/Element/field(_:)`` of the kind `checkbox`.
    public func build(into screen: inout ScreenBuilder) {
        screen.append(field, text: isOn ? Field.Kind.ticked : Field.Kind.unticked, isMember: true)
    }
}
