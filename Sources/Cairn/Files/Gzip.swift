/// Compresses texts of the program in the gzip format (RFC 1952), once at the start. For responses it would be too slow.
enum Gzip {
    /// A compressed text without an end. Several texts that begin with it are compressed without repeating its work.
    struct Beginning: Sendable {
        fileprivate let bytes: [UInt8]
        /// The CRC-32 before its last step, which inverts it.
        fileprivate let checksum: UInt32
        fileprivate let count: Int

        // No name and no time, so that equal texts have equal entity tags; compressed as small as possible; Unix.
        fileprivate static let empty = Beginning(bytes: [0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 2, 3])

        /// Compresses the text.
        init(_ text: [UInt8]) {
            var writer = BitWriter(bytes: Self.empty.bytes)
            DeflateBlock(tokens: Repetitions.tokens(of: text)).write(to: &writer, isLast: false)
            self.init(
                bytes: writer.bytes, checksum: Gzip.checksum(of: text, after: Self.empty.checksum), count: text.count)
        }

        private init(bytes: [UInt8], checksum: UInt32 = .max, count: Int = 0) {
            (self.bytes, self.checksum, self.count) = (bytes, checksum, count)
        }
    }

    /// Returns the text as one member of a gzip file.
    ///
    /// - Parameter beginning: a text before it; `nil` for none.
    static func compress(_ text: [UInt8], after beginning: Beginning? = nil) -> [UInt8] {
        let beginning = beginning ?? .empty
        var writer = BitWriter(bytes: beginning.bytes)
        DeflateBlock(tokens: Repetitions.tokens(of: text)).write(to: &writer, isLast: true)
        let count = UInt32(truncatingIfNeeded: beginning.count + text.count)
        for value in [~checksum(of: text, after: beginning.checksum), count] {
            writer.bytes += (0..<4).map { UInt8(truncatingIfNeeded: value >> ($0 * 8)) }
        }
        return writer.bytes
    }

    /// CRC-32 of RFC 1952 §8, without its last step.
    private static func checksum(of bytes: [UInt8], after checksum: UInt32) -> UInt32 {
        var checksum = checksum
        for byte in bytes {
            checksum ^= UInt32(byte)
            for _ in 0..<8 {
                let isOdd = checksum & 1 == 1
                checksum >>= 1
                if isOdd { checksum ^= 0xedb8_8320 }
            }
        }
        return checksum
    }
}

/// Bits in the order of RFC 1951 §3.1.1: each byte is filled from its least significant bit.
private struct BitWriter {
    var bytes: [UInt8]
    private var pending: UInt64 = 0
    private var pendingCount = 0

    init(bytes: [UInt8]) { self.bytes = bytes }

    /// Writes the `count` low bits of `value`, at most 32.
    mutating func write(_ value: Int, count: Int) {
        pending |= UInt64(truncatingIfNeeded: value) << UInt64(pendingCount)
        pendingCount += count
        while pendingCount >= 8 {
            bytes.append(UInt8(truncatingIfNeeded: pending))
            pending >>= 8
            pendingCount -= 8
        }
    }

    mutating func fillByte() {
        if pendingCount > 0 { write(0, count: 8 - pendingCount) }
    }
}

/// The repeated parts of a text (LZ77).
private enum Repetitions {
    enum Token {
        case literal(UInt8)
        /// The 3 to 258 bytes that are also found `distance` bytes before.
        case repetition(length: Int, distance: Int)
    }

    private static let lengths = 3...258
    private static let window = 32_768
    /// Maximum number of earlier places that are compared with one place, so that the time is linear.
    private static let mostCandidates = 1_024

    static func tokens(of text: [UInt8]) -> [Token] {
        var tokens: [Token] = []
        // For each three bytes their last place, and for each place the one before with the same three bytes.
        var last: [UInt32: Int] = [:]
        var previous = [Int](repeating: -1, count: text.count)
        func key(_ place: Int) -> UInt32? {
            guard place + lengths.lowerBound <= text.count else { return nil }
            return UInt32(text[place]) << 16 | UInt32(text[place + 1]) << 8 | UInt32(text[place + 2])
        }
        func remember(_ place: Int) {
            guard let key = key(place) else { return }
            previous[place] = last[key] ?? -1
            last[key] = place
        }
        func longest(at place: Int) -> (length: Int, distance: Int) {
            guard let key = key(place) else { return (0, 0) }
            var best = (length: 0, distance: 0)
            var candidate = last[key] ?? -1
            let most = min(lengths.upperBound, text.count - place)
            for _ in 0..<mostCandidates where candidate >= 0 && place - candidate <= window && best.length < most {
                var length = 0
                while length < most, text[candidate + length] == text[place + length] { length += 1 }
                if length > best.length { best = (length, place - candidate) }
                candidate = previous[candidate]
            }
            return best
        }
        var place = 0
        var found = longest(at: 0)
        while place < text.count {
            remember(place)
            let next = longest(at: place + 1)
            // A longer repetition can begin one byte later.
            if found.length >= lengths.lowerBound, found.length >= next.length {
                tokens.append(.repetition(length: found.length, distance: found.distance))
                for skipped in place + 1..<place + found.length { remember(skipped) }
                place += found.length
                found = longest(at: place)
            } else {
                tokens.append(.literal(text[place]))
                place += 1
                found = next
            }
        }
        return tokens
    }
}

/// One block with codes for its own symbols (RFC 1951 §3.2.7).
private struct DeflateBlock {
    let tokens: [Repetitions.Token]

    private static let endOfBlock = 256
    /// The first length of each symbol from 257, and the number of bits that follow it (RFC 1951 §3.2.5).
    private static let lengths = ranges(first: 3, count: 28, perGroup: 4) + [(258, 0)]
    private static let distances = ranges(first: 1, count: 30, perGroup: 2)

    /// Consecutive ranges: two groups of single numbers, then each group with one bit more.
    private static func ranges(first: Int, count: Int, perGroup: Int) -> [(first: Int, bits: Int)] {
        var next = first
        return (0..<count).map { index in
            let bits = max(0, index / perGroup - 1)
            defer { next += 1 << bits }
            return (next, bits)
        }
    }

    /// The index of the last range that begins at or before the number.
    private static func index(of number: Int, in ranges: [(first: Int, bits: Int)]) -> Int {
        ranges.lastIndex { $0.first <= number } ?? 0
    }

    func write(to writer: inout BitWriter, isLast: Bool) {
        var symbolCounts = [Int](repeating: 0, count: 286)
        var distanceCounts = [Int](repeating: 0, count: 30)
        symbolCounts[Self.endOfBlock] = 1
        for token in tokens {
            switch token {
            case .literal(let byte): symbolCounts[Int(byte)] += 1
            case .repetition(let length, let distance):
                symbolCounts[257 + Self.index(of: length, in: Self.lengths)] += 1
                distanceCounts[Self.index(of: distance, in: Self.distances)] += 1
            }
        }
        let symbols = HuffmanCode(counts: symbolCounts, longest: 15)
        let distances = HuffmanCode(counts: distanceCounts, longest: 15)
        // A block with codes of its own.
        writer.write(isLast ? 0b101 : 0b100, count: 3)
        writeLengths(of: symbols, and: distances, to: &writer)
        for token in tokens {
            switch token {
            case .literal(let byte): symbols.write(Int(byte), to: &writer)
            case .repetition(let length, let distance):
                write(length, by: symbols, from: 257, in: Self.lengths, to: &writer)
                write(distance, by: distances, from: 0, in: Self.distances, to: &writer)
            }
        }
        symbols.write(Self.endOfBlock, to: &writer)
        guard !isLast else { return writer.fillByte() }
        // An empty block without compression, after which the next one begins with a byte (RFC 1951 §3.2.4).
        writer.write(0b000, count: 3)
        writer.fillByte()
        writer.bytes += [0, 0, 0xff, 0xff]
    }

    private func write(
        _ number: Int, by code: HuffmanCode, from base: Int, in ranges: [(first: Int, bits: Int)],
        to writer: inout BitWriter
    ) {
        let index = Self.index(of: number, in: ranges)
        code.write(base + index, to: &writer)
        writer.write(number - ranges[index].first, count: ranges[index].bits)
    }

    /// The order in which the lengths of the third code are written.
    private static let order = [16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15]

    /// Writes the lengths of both codes, themselves by a third code, in which 16, 17 and 18 repeat a length.
    private func writeLengths(of symbols: HuffmanCode, and distances: HuffmanCode, to writer: inout BitWriter) {
        let symbolCount = max(257, (symbols.lengths.lastIndex { $0 > 0 } ?? 0) + 1)
        let distanceCount = max(1, (distances.lengths.lastIndex { $0 > 0 } ?? 0) + 1)
        var rest = (symbols.lengths[..<symbolCount] + distances.lengths[..<distanceCount])[...]
        var runs: [(symbol: Int, extra: Int, bits: Int)] = []
        while let length = rest.first {
            let run = rest.prefix { $0 == length }.count
            switch (length, run) {
            case (0, 11...):
                runs.append((18, min(run, 138) - 11, 7))
                rest = rest.dropFirst(min(run, 138))
            case (0, 3...):
                runs.append((17, run - 3, 3))
                rest = rest.dropFirst(run)
            case (1..., 4...):
                runs += [(length, 0, 0), (16, min(run - 1, 6) - 3, 2)]
                rest = rest.dropFirst(min(run, 7))
            default:
                runs.append((length, 0, 0))
                rest = rest.dropFirst()
            }
        }
        var counts = [Int](repeating: 0, count: 19)
        for run in runs { counts[run.symbol] += 1 }
        let code = HuffmanCode(counts: counts, longest: 7)
        let written = max(4, (Self.order.lastIndex { code.lengths[$0] > 0 } ?? 0) + 1)
        writer.write(symbolCount - 257, count: 5)
        writer.write(distanceCount - 1, count: 5)
        writer.write(written - 4, count: 4)
        for symbol in Self.order[..<written] { writer.write(code.lengths[symbol], count: 3) }
        for run in runs {
            code.write(run.symbol, to: &writer)
            writer.write(run.extra, count: run.bits)
        }
    }
}

/// A prefix code in which frequent symbols have few bits (RFC 1951 §3.2.2).
private struct HuffmanCode {
    /// The number of bits of each symbol; 0 for a symbol that is not used.
    let lengths: [Int]
    private let bits: [Int]

    /// - Parameters:
    ///   - counts: how often each symbol is used.
    ///   - longest: the maximum number of bits of a symbol.
    init(counts: [Int], longest: Int) {
        let lengths = Self.lengths(counts: counts, longest: longest)
        self.lengths = lengths
        var bits = [Int](repeating: 0, count: counts.count)
        var next = 0
        for length in 1...longest {
            for symbol in lengths.indices where lengths[symbol] == length {
                // Codes are written from their most significant bit.
                bits[symbol] = (0..<length).reduce(0) { $0 << 1 | next >> $1 & 1 }
                next += 1
            }
            next <<= 1
        }
        self.bits = bits
    }

    /// Symbols that get one bit more together.
    private struct Package {
        var count: Int
        var symbols: [Int]

        static func + (first: Package, second: Package) -> Package {
            Package(count: first.count + second.count, symbols: first.symbols + second.symbols)
        }
    }

    /// The lengths with the smallest sum of bits (package-merge, Larmore and Hirschberg 1990).
    private static func lengths(counts: [Int], longest: Int) -> [Int] {
        var lengths = [Int](repeating: 0, count: counts.count)
        let single = counts.indices.filter { counts[$0] > 0 }.map { Package(count: counts[$0], symbols: [$0]) }
            .sorted { $0.count < $1.count }
        guard single.count > 1 else {
            for symbol in single.flatMap(\.symbols) { lengths[symbol] = 1 }
            return lengths
        }
        var packages = single
        for _ in 1..<longest {
            let pairs = stride(from: 0, to: packages.count - 1, by: 2).map { packages[$0] + packages[$0 + 1] }
            packages = (single + pairs).sorted { $0.count < $1.count }
        }
        for symbol in packages.prefix(2 * single.count - 2).flatMap(\.symbols) { lengths[symbol] += 1 }
        return lengths
    }

    func write(_ symbol: Int, to writer: inout BitWriter) { writer.write(bits[symbol], count: lengths[symbol]) }
}
