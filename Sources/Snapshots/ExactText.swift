import Glibc

/// A text that is compared by its bytes: canonically equivalent texts are different.
package struct ExactText: Hashable {
    let text: String

    package init(_ text: String) { self.text = text }

    /// Compares blocks of octets: the texts of a deep stack's paths are long, and `elementsEqual` made a sixth of the cost
    /// of a stored action there.
    package static func == (one: ExactText, other: ExactText) -> Bool {
        var (text, otherText) = (one.text, other.text)
        guard text.utf8.count == otherText.utf8.count else { return false }
        return text.withUTF8 { octets in
            guard let start = octets.baseAddress else { return true }
            return otherText.withUTF8 { $0.baseAddress.map { memcmp(start, $0, octets.count) == 0 } ?? true }
        }
    }

    package func hash(into hasher: inout Hasher) {
        var text = text
        text.withUTF8 { hasher.combine(bytes: UnsafeRawBufferPointer($0)) }
    }
}
