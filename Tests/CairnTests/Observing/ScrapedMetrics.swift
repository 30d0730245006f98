/// A strict parser of the text format of Prometheus, version 0.0.4, for tests.
struct ScrapedMetrics {
    struct Malformed: Error, CustomStringConvertible {
        let description: String
    }

    struct Family {
        let kind: String
        /// The values by the name with its labels, as written.
        var samples: [(series: String, name: String, labels: [String: String], value: Double)] = []
    }

    private(set) var families: [String: Family] = [:]

    /// - Throws: ``Malformed``, also for a repeated series and for a histogram that contradicts itself.
    init(_ text: String) throws {
        guard text.hasSuffix("\n") else { throw Malformed(description: "the last line has no end") }
        var help: Substring?
        var family: (name: String, value: Family)?
        for line in text.dropLast().split(separator: "\n", omittingEmptySubsequences: false) {
            let words = line.split(separator: " ", maxSplits: 3, omittingEmptySubsequences: false)
            if line.hasPrefix("# HELP ") {
                try close(&family)
                guard words.count == 4, Self.isName(words[2]), help == nil else {
                    throw Malformed(description: "\(line)")
                }
                help = words[2]
            } else if line.hasPrefix("# TYPE ") {
                guard words.count == 4, words[2] == help, family == nil,
                    ["counter", "gauge", "histogram", "summary"].contains(words[3])
                else { throw Malformed(description: "\(line)") }
                family = (String(words[2]), Family(kind: String(words[3])))
                help = nil
            } else {
                guard family != nil else { throw Malformed(description: "a sample without a type: \(line)") }
                let sample = try Self.sample(line)
                guard family?.value.samples.contains(where: { $0.series == sample.series }) == false else {
                    throw Malformed(description: "repeated: \(line)")
                }
                family?.value.samples.append(sample)
            }
        }
        try close(&family)
    }

    /// The value of a series, written as in the format.
    subscript(_ series: String) -> Double? {
        families.values.lazy.flatMap(\.samples).first { $0.series == series }?.value
    }

    private mutating func close(_ family: inout (name: String, value: Family)?) throws {
        guard let (name, value) = family else { return }
        guard families[name] == nil, !value.samples.isEmpty else { throw Malformed(description: "\(name)") }
        let suffixes: Set<String> =
            switch value.kind {
            case "histogram": ["_bucket", "_sum", "_count"]
            case "summary": ["_sum", "_count"]
            default: [""]
            }
        for sample in value.samples {
            guard sample.name.hasPrefix(name), suffixes.contains(String(sample.name.dropFirst(name.count))) else {
                throw Malformed(description: "\(sample.series) in \(name)")
            }
            guard value.kind == "gauge" || sample.value >= 0 else { throw Malformed(description: sample.series) }
        }
        if value.kind == "histogram" { try Self.checkBuckets(of: value, name) }
        families[name] = value
        family = nil
    }

    private static func checkBuckets(of family: Family, _ name: String) throws {
        let own = { (labels: [String: String]) in labels.filter { $0.key != "le" } }
        for count in family.samples where count.name == name + "_count" {
            let buckets = family.samples.filter { $0.name == name + "_bucket" && own($0.labels) == count.labels }
            let bounds = buckets.map { $0.labels["le"] == "+Inf" ? .infinity : Double($0.labels["le"] ?? "") ?? .nan }
            guard bounds == bounds.sorted(), bounds.last == .infinity, Set(bounds).count == bounds.count,
                buckets.map(\.value) == buckets.map(\.value).sorted(), buckets.last?.value == count.value
            else { throw Malformed(description: "the buckets of \(count.series)") }
        }
    }

    private static func sample(
        _ line: Substring
    ) throws -> (series: String, name: String, labels: [String: String], value: Double) {
        guard let space = line.lastIndex(of: " "), let value = Double(line[line.index(after: space)...]) else {
            throw Malformed(description: "\(line)")
        }
        let series = line[..<space]
        let name = series.prefix { $0 != "{" }
        guard isName(name) else { throw Malformed(description: "\(line)") }
        return (String(series), String(name), try labels(series.dropFirst(name.count)), value)
    }

    private static func labels(_ text: Substring) throws -> [String: String] {
        guard !text.isEmpty else { return [:] }
        guard text.hasPrefix("{"), text.hasSuffix("\"}") else { throw Malformed(description: "\(text)") }
        var labels: [String: String] = [:]
        for pair in text.dropFirst().dropLast(2).split(separator: "\",") {
            let sides = pair.split(separator: "=\"", maxSplits: 1, omittingEmptySubsequences: false)
            guard sides.count == 2, isName(sides[0]), !sides[1].contains("\""), !sides[1].contains("\\"),
                labels.updateValue(String(sides[1]), forKey: String(sides[0])) == nil
            else { throw Malformed(description: "\(text)") }
        }
        return labels
    }

    private static func isName(_ text: Substring) -> Bool {
        text.first.map { $0.isLetter || $0 == "_" } == true
            && text.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "_") }
    }
}
