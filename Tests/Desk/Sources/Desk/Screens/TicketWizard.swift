import Cairn

/// A ticket that is not stored yet.
struct TicketDraft: Codable, Sendable, Equatable {
    var customer = ""
    var subject = ""
    var priority = Priority.normal
    var text = ""
}

struct SetCustomer: Action { var customer: String }
struct SetSubject: Action {
    var subject: String
    var priority: Priority
}
struct CreateTicket: Action { var text: String }

enum WizardRoute: Route { case customer, subject, text }

/// Creates a ticket in three steps. The result is the draft, which the presenter stores.
final class TicketWizard: NavigationController<WizardRoute>, ResultProviding {
    typealias FlowResult = TicketDraft
    @Saved var draft = TicketDraft()

    override class var actions: [Handler] { [.on(setCustomer), .on(setSubject), .on(create)] }

    /// The input of earlier steps is a draft too.
    override var isModalInPresentation: Bool { draft != TicketDraft() }

    func setCustomer(_ action: SetCustomer) {
        draft.customer = action.customer
        show(.subject)
    }

    func setSubject(_ action: SetSubject) {
        draft.subject = action.subject
        draft.priority = action.priority
        show(.text)
    }

    func create(_ action: CreateTicket) async throws {
        draft.text = action.text
        try await complete(with: draft)
    }

    override func guardResult(for route: WizardRoute) -> GuardResult {
        switch route {
        case .customer: .allowed
        case .subject: .allowed(if: !draft.customer.isEmpty, otherwise: .customer)
        case .text: .allowed(if: !draft.subject.isEmpty, otherwise: .customer)
        }
    }

    override func destination(for route: WizardRoute) -> ViewController {
        switch route {
        case .customer: HostingController(rootView: CustomerStep(draft: draft)).titled(localized("Who asks?"))
        case .subject: HostingController(rootView: SubjectStep(draft: draft)).titled(localized("What is it about?"))
        case .text: HostingController(rootView: TextStep(draft: draft)).titled(localized("The message"))
        }
    }
}

struct CustomerStep: View {
    let draft: TicketDraft

    var body: some View {
        ProgressView(localized("Step \(1) of \(3)"), value: 1, total: 3)
        TextField(localized("Customer"), name: "customer", text: draft.customer, isRequired: true)
        Button(localized("Next"), role: .primary, action: SetCustomer(customer: ""))
    }
}

struct SubjectStep: View {
    let draft: TicketDraft

    var body: some View {
        ProgressView(localized("Step \(2) of \(3)"), value: 2, total: 3)
        LabeledContent(localized("Customer"), value: draft.customer)
        TextField(localized("Subject"), name: "subject", text: draft.subject, isRequired: true)
        Picker(localized("Priority"), name: "priority", selection: draft.priority, style: .radioGroup, title: \.title)
        Button(localized("Next"), role: .primary, action: SetSubject(subject: "", priority: .normal))
    }
}

struct TextStep: View {
    let draft: TicketDraft

    var body: some View {
        ProgressView(localized("Step \(3) of \(3)"), value: 3, total: 3)
        LabeledContent(localized("Customer"), value: draft.customer)
        LabeledContent(localized("Subject"), value: draft.subject)
        TextEditor(localized("Text"), name: "text", isRequired: true)
        Button(localized("Create"), role: .primary, action: CreateTicket(text: ""))
    }
}
