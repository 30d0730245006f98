import Cairn

/// The pieces that were sold today. Each night the shelves are filled again.
struct Stock: SharedState, Codable, Equatable {
    enum Event: Codable, Sendable {
        case sold([Product.ID: Int], day: String)
        /// The payment failed after the pieces were taken.
        case returned([Product.ID: Int], day: String)
    }

    /// The last day on which something was sold, such as `2026-03-09`.
    private(set) var day = ""
    private var sold: [Product.ID: Int] = [:]

    mutating func apply(_ event: Event) {
        switch event {
        case .sold(let pieces, let day):
            // The clocks of the nodes differ, so an event can be from the day before: it counts for the later day.
            if day > self.day { (self.day, sold) = (day, [:]) }
            for (product, count) in pieces { sold[product, default: 0] += count }
        case .returned(let pieces, let day):
            guard day == self.day else { return }
            for (product, count) in pieces { sold[product] = max(0, (sold[product] ?? 0) - count) }
        }
    }

    func topics(changedBy event: Event) -> [Topic] {
        switch event {
        case .sold(let pieces, _), .returned(let pieces, _): pieces.keys.map(Topic.stock)
        }
    }

    /// The number of pieces that were sold on this day, or on a later one.
    func soldCount(of product: Product.ID, on day: String) -> Int { day > self.day ? 0 : sold[product] ?? 0 }
}

extension Topic {
    /// The pieces that are left of a product.
    static func stock(of product: Product.ID) -> Topic { Topic("stock", product) }
}

/// The stock of all products, shared by all sessions on all nodes: a piece is sold once.
final class Warehouse: Sendable {
    let log = SharedLog("stock", Stock())
    private let capacity: Int
    private let today: @Sendable () -> String

    /// - Parameters:
    ///   - capacity: the number of pieces of each product, each day.
    ///   - today: the current date.
    init(capacity: Int = 200, today: @escaping @Sendable () -> String = { Today.text }) {
        self.capacity = capacity
        self.today = today
    }

    /// The number of pieces that are left today.
    func pieces(of product: Product.ID) -> Int {
        let day = today()
        return capacity - log.read { $0.soldCount(of: product, on: day) }
    }

    /// Takes the pieces of a bill.
    ///
    /// - Returns: the day that they count for.
    /// - Throws: ``SoldOut``; then nothing was taken.
    func take(_ lines: [Bill.Line]) async throws -> String {
        let (day, capacity) = (today(), capacity)
        try await log.update { stock in
            for line in lines {
                let left = capacity - stock.soldCount(of: line.product, on: day)
                guard line.count <= left else { throw SoldOut(title: line.title, left: left) }
            }
            return lines.isEmpty ? [] : [.sold(Self.pieces(of: lines), day: day)]
        }
        return day
    }

    /// Puts the pieces of a bill back that were taken on `day`.
    func putBack(_ lines: [Bill.Line], takenOn day: String) async throws {
        try await log.update { _ in lines.isEmpty ? [] : [.returned(Self.pieces(of: lines), day: day)] }
    }

    private static func pieces(of lines: [Bill.Line]) -> [Product.ID: Int] {
        Dictionary(lines.map { ($0.product, $0.count) }, uniquingKeysWith: +)
    }
}

/// Fewer pieces of a product are left than the basket contains.
struct SoldOut: PresentableError {
    let title: String
    let left: Int

    var alert: Alert {
        let rest = left == 0 ? "is sold out" : "has only \(left) left"
        return Alert(
            title: "Somebody was faster",
            message:
                "“\(title)” \(rest) today. Nothing was paid and nothing was ordered. The shelves are filled each night."
        )
    }
}
