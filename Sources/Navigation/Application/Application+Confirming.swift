extension Application {
    /// Shows the question instead of performing the action. Passwords and files must not be stored, so an action that
    /// has one cannot wait for the answer: the alert then has no button for it.
    final func confirm(
        _ action: any Action, of offer: Offer, by confirmation: Confirmation, on window: Window, isTraced: Bool
    ) throws -> [ChainTrace.Entry] {
        let isStorable = !offer.fields.contains { $0.kind == .password || $0.kind == .file }
        if !isStorable {
            window.note(.unconfirmableAction(offer.offered.words.name, chain: offer.start.chainDescription))
        }
        window.present(
            confirmation.alert(
                confirming: isStorable ? action : nil, usesDraft: !offer.offered.inputs.isEmpty,
                sentBy: try window.position(ofSender: offer.start)))
        guard isTraced else { return [] }
        let identifier = ObjectIdentifier(type(of: action))
        return [ChainTrace.Entry(name: window.table.typeName, disposition: .handled, action: identifier)]
    }
}
