@testable import Navigation
@testable import Responders
@testable import Views

/// Random navigation through the tabs, stacks and modals of the post office.
extension Visit<PostOffice> {
    func wander(using generator: inout SeededGenerator) throws {
        let tabs = try visible(Tabs.self)
        for _ in 0..<Int.random(in: 0...2, using: &generator) {
            tabs.select(Tab.allCases.randomElement(using: &generator) ?? .letters)
            if Int.random(in: 0..<5, using: &generator) == 0,
                let letters = try path.last(where: { $0 is Letters })
            {
                (letters as? Letters)?.setRoutes([.letter(Int.random(in: 0..<1_000, using: &generator))])
            }
            for _ in 0..<Int.random(in: 0...3, using: &generator) { try push(using: &generator) }
        }
        for _ in 0..<Int.random(in: 0...3, using: &generator) {
            switch try path.last(where: { $0 is ContainerViewController }) {
            case let letters as Letters: letters.show(.compose(to: Bool.random(using: &generator) ? nil : 3))
            case let friends as Friends: friends.show(.writing(to: 1))
            case let composing as Composing: composing.show(.another)
            case let album as Album: album.show(.caption)
            default: return
            }
            for _ in 0..<Int.random(in: 0...2, using: &generator) { try push(using: &generator) }
        }
    }

    private func push(using generator: inout SeededGenerator) throws {
        let word = treacherousWords.randomElement(using: &generator) ?? ""
        let number = Int.random(in: 0..<1_000, using: &generator)
        switch try path.last(where: { $0 is ContainerViewController }) {
        case let letters as Letters:
            let page = Bool.random(using: &generator) ? nil : number
            letters.push(Bool.random(using: &generator) ? .letter(number) : .search(text: word, page: page))
        case let friends as Friends: friends.push(number.isMultiple(of: 4) ? .album : .friend(number))
        case let album as Album:
            album.show([.photo(number), .notes, .photo(number), .photos].randomElement(using: &generator) ?? .notes)
        case let composing as Composing:
            composing.push(Bool.random(using: &generator) ? .recipient : .picture(word))
        default: break
        }
    }

    /// The visible controllers with their routes; stacks of other tabs are not included.
    var shape: [String] {
        get throws {
            try path.map { controller in
                switch controller {
                case let flow as AppFlow: "\(flow.activeFlow)"
                case let tabs as Tabs: "\(tabs.selectedRoute)"
                case let letters as Letters: "\(letters.routes) ^ \(letters.presentedRoute as Any)"
                case let friends as Friends: "\(friends.routes) ^ \(friends.presentedRoute as Any)"
                case let album as Album: "\(album.detailRoute as Any) ^ \(album.presentedRoute as Any)"
                case let composing as Composing: "\(composing.routes) ^ \(composing.presentedRoute as Any)"
                default: "\(type(of: controller))"
                }
            }
        }
    }
}
