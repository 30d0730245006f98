/// Finds the known word that was probably meant.
enum Spelling {
    /// The number of characters that are compared: an argument can be long, but no known word is.
    private static let maxLength = 48

    /// Returns the word of `known` with the fewest changed letters; `nil` if each differs in more than a third of them,
    /// or in all.
    static func nearest(to word: String, among known: [String]) -> String? {
        let candidates = known.map { (word: $0, distance: distance(word, $0)) }
        guard let nearest = candidates.min(by: { $0.distance < $1.distance }) else { return nil }
        let isNear = nearest.distance < word.count && nearest.distance * 3 <= min(max(word.count, 6), maxLength)
        return isNear ? nearest.word : nil
    }

    /// The number of characters to insert, remove, replace or swap with their neighbours (optimal string alignment).
    private static func distance(_ one: String, _ other: String) -> Int {
        let (one, other) = (Array(one.prefix(maxLength)), Array(other.prefix(maxLength)))
        var rows = [Array(0...other.count)]
        for i in one.indices {
            var row = [i + 1]
            for j in other.indices {
                var best = min(rows[i][j + 1] + 1, row[j] + 1, rows[i][j] + (one[i] == other[j] ? 0 : 1))
                if i > 0, j > 0, one[i] == other[j - 1], one[i - 1] == other[j] {
                    best = min(best, rows[i - 1][j - 1] + 1)
                }
                row.append(best)
            }
            rows.append(row)
        }
        return rows[one.count][other.count]
    }
}
