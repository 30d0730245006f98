/// A command: a name and arguments, which are any octets.
package struct RESPCommand: Sendable, Equatable {
    /// The name and the arguments, encoded as bulk strings: one buffer for the whole command.
    private var bulkStrings: [UInt8] = []
    private var count = 0

    /// Creates a command from its first words, such as `RESPCommand("HELLO", "3")`.
    package init(_ words: String...) { for word in words { append(word) } }

    package mutating func append(_ argument: String) { append(octets: argument.utf8) }
    package mutating func append(_ argument: Int) { append(octets: String(argument).utf8) }
    package mutating func append(_ argument: [UInt8]) { append(octets: argument) }

    private mutating func append(octets: some Collection<UInt8>) {
        count += 1
        Self.append(UInt8(ascii: "$"), octets.count, to: &bulkStrings)
        bulkStrings.append(contentsOf: octets)
        bulkStrings.append(UInt8(ascii: "\r"))
        bulkStrings.append(UInt8(ascii: "\n"))
    }

    /// Appends the command as servers expect it: an array of bulk strings.
    package func encode(into octets: inout [UInt8]) {
        Self.append(UInt8(ascii: "*"), count, to: &octets)
        octets += bulkStrings
    }

    private static func append(_ type: UInt8, _ length: Int, to octets: inout [UInt8]) {
        octets.append(type)
        octets.append(contentsOf: String(length).utf8)
        octets.append(UInt8(ascii: "\r"))
        octets.append(UInt8(ascii: "\n"))
    }
}
