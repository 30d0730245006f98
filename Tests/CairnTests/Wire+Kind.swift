import CairnTesting

@testable import Cairn

extension Wire {
    /// The site of a wire in memory; `nil` over a socket.
    var site: Site? { if case .memory(let site) = kind { site } else { nil } }
}
