/// A command: a name and arguments, which are any octets.
package struct RESPCommand: Sendable, Equatable {
    /// The name and the arguments.
    package private(set) var words: [[UInt8]]

    /// Creates a command from its first words, such as `RESPCommand("HELLO", "3")`.
    package init(_ words: String...) { self.words = words.map { Array($0.utf8) } }

    package mutating func append(_ argument: [UInt8]) { words.append(argument) }
    package mutating func append(_ argument: String) { words.append(Array(argument.utf8)) }
    package mutating func append(_ argument: Int) { append(String(argument)) }

    /// Appends the command as servers expect it: an array of bulk strings.
    package func encode(into octets: inout [UInt8]) {
        octets.append(UInt8(ascii: "*"))
        Self.append(words.count, to: &octets)
        for word in words {
            octets.append(UInt8(ascii: "$"))
            Self.append(word.count, to: &octets)
            octets += word
            octets += [UInt8(ascii: "\r"), UInt8(ascii: "\n")]
        }
    }

    private static func append(_ length: Int, to octets: inout [UInt8]) {
        octets += String(length).utf8
        octets += [UInt8(ascii: "\r"), UInt8(ascii: "\n")]
    }
}
