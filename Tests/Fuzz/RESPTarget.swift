import RESP

/// Fuzzes the parser of a store's replies: the values and the error are the same for all divisions of the octets into
/// reads, and no value exceeds the limits.
struct RESPTarget: Target {
    var seeds: [[UInt8]] {
        [
            "+OK\r\n-ERR no\r\n:12\r\n$3\r\nabc\r\n$-1\r\n*-1\r\n", "*2\r\n:1\r\n*1\r\n$1\r\na\r\n",
            "%1\r\n+server\r\n+valkey\r\n~1\r\n#t\r\n_\r\n,1.5\r\n(12345678901234567890\r\n",
            ">2\r\n$10\r\ninvalidate\r\n*1\r\n$1\r\nk\r\n=7\r\ntxt:abc\r\n!5\r\nERR x\r\n|1\r\n+a\r\n:1\r\n:2\r\n",
            "*2147483648\r\n", "$?\r\n;4\r\n",
        ].map { Array($0.utf8) }
    }

    private static let limits: RESPParser.Limits = {
        var limits = RESPParser.Limits()
        (limits.line, limits.string, limits.value, limits.elements, limits.depth) = (100, 300, 600, 50, 5)
        return limits
    }()

    func look(at input: [UInt8]) {
        outcomeOfEachDivision(of: input, outcome)
    }

    private func outcome(of input: [UInt8], in parts: [Int]) -> [String] {
        var parser = RESPParser(limits: Self.limits)
        var outcome: [String] = []
        var position = 0
        for part in parts {
            parser.receive(input[position..<(position + part)])
            position += part
            do {
                while let value = try parser.next() {
                    if elements(of: value) > Self.limits.elements + 1 { broken("a value with too many elements") }
                    outcome.append(String(describing: value))
                }
            } catch {
                return outcome + [error.description]
            }
        }
        return outcome + [parser.isInValue ? "incomplete" : "end"]
    }

    /// The number of values in `value`, including itself. A map counts its keys.
    private func elements(of value: RESPValue) -> Int {
        switch value {
        case .array(let values), .set(let values), .push(let values): values.reduce(1) { $0 + elements(of: $1) }
        case .map(let pairs): pairs.reduce(1) { $0 + elements(of: $1.key) + elements(of: $1.value) }
        default: 1
        }
    }
}
